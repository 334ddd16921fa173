/**
 * Measures how well the search finds what shoppers mean: `npm run evaluate`. Exits with 1 if a measure is below its floor
 * in queries.json.
 */
import { parseArgs } from 'node:util'
import { DEMO_CATALOG, startCatalogServer } from './catalog-server.ts'
import { belowFloors, measureByClass, readJudgedQueries, searchAll, serverEngine } from './evaluate.ts'
import { type JudgedResult, type Measures, succeeds } from './measures.ts'
import { miniSearch, postgresSearch } from './peers.ts'

const USAGE = `npm run evaluate -- [options]

Searches for the judged queries of test/search-quality/queries.json and prints by class:
success@1, success@5, nDCG@10, the share without results, and of queries for what the store does not have, the share with
results that do not say that they are partial.

  --peers         ask MiniSearch and the full text search of PostgreSQL too, of the same products
  --catalog FILE  the products of this catalog file, in any format, instead of the demo catalog; needs --queries
  --language TAG  the language of that file, such as de; without it, words have no other forms
  --queries FILE  judged queries: JSON, [{"class": "name", "query": "red mug", "relevant": {"slug": 2, "close": 1}}, …]
  --url URL       ask this server; without it, one with the catalog is started
  --store STORE   the store of that server; it must have the products of the queries
  --failures      print each query without a right product among the first five
  --json          print measures and results as JSON
  --help          print this`

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean' },
    catalog: { type: 'string' },
    language: { type: 'string' },
    queries: { type: 'string' },
    url: { type: 'string' },
    store: { type: 'string' },
    failures: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const misuse = misuseOf(values)
if (values.help) console.log(USAGE)
else if (misuse === undefined) await evaluate()
else {
  console.error(misuse)
  process.exitCode = 2
}

function misuseOf({ peers, catalog, language, queries, url, store }: typeof values): string | undefined {
  if ((url === undefined) !== (store === undefined)) return 'Give --url and --store together, or neither.'
  if (url && (peers || catalog)) return 'Give --peers and --catalog without --url: they read the catalog file.'
  if (catalog && !queries) return 'Give --queries with --catalog: the judged queries of that catalog.'
  if (language && !catalog) return 'Give --language with --catalog: the demo catalog is in English.'
  return undefined
}

async function evaluate(): Promise<void> {
  const { floors, queries } = readJudgedQueries(values.queries)
  await using started = new AsyncDisposableStack()
  const results: Record<string, JudgedResult[]> = {}
  for (const engine of await engines(started)) results[engine.name] = await searchAll(engine, queries)
  const measures = Object.fromEntries(Object.entries(results).map(([name, all]) => [name, measureByClass(all)]))
  const { Vitrine: ours, ...peers } = measures
  if (values.json)
    console.log(JSON.stringify({ measures: ours, floors, results: results.Vitrine, peers }, undefined, 2))
  else console.log(tableOf(measures))
  if (values.failures && !values.json)
    for (const result of results.Vitrine!) if (!succeeds(result, 5)) printFailure(result)
  const tooLow = floors ? belowFloors(ours!.all!, floors) : []
  for (const line of tooLow) console.error(line)
  if (tooLow.length > 0) process.exitCode = 1
}

/** What is asked, ours first. */
async function engines(started: AsyncDisposableStack) {
  const { url, store, catalog: file, language } = values
  if (url !== undefined) return [serverEngine({ url: url.replace(/\/$/, ''), store: store! })]
  const catalog = file === undefined ? DEMO_CATALOG : { file, language }
  const server = started.use(await startCatalogServer(catalog))
  if (!values.peers) return [serverEngine(server)]
  const postgres = started.use(await postgresSearch(server.products, catalog.language))
  return [serverEngine(server), await miniSearch(server.products, catalog.language), postgres]
}

/** A line for each class and engine. */
function tableOf(measures: Record<string, Record<string, Measures>>): string {
  const names = Object.keys(measures)
  const header = ['class', 'engine', 'queries', 'success@1', 'success@5', 'nDCG@10', 'no result', 'false results']
  const rows = Object.keys(measures[names[0]!]!).flatMap((name) =>
    names.map((engine, index) => {
      const { queries, ...shares } = measures[engine]![name]!
      const cells = Object.values(shares).map((share) => (Number.isNaN(share) ? '–' : share.toFixed(3)))
      return [index === 0 ? name : '', engine, String(queries), ...cells]
    }),
  )
  const width = Math.max(...rows.map(([name]) => name!.length)) + 2
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column < 2 ? cell.padEnd(column === 0 ? width : 10) : cell.padStart(15))).join('')
  return [header, ...rows].map(line).join('\n')
}

function printFailure({ class: name, query, relevant, found }: JudgedResult): void {
  console.log(`\n${name}: ${query}`)
  console.log(`  expected ${Object.keys(relevant).slice(0, 5).join(', ') || 'nothing'}`)
  console.log(`  found    ${found.slice(0, 5).join(', ') || 'nothing'}`)
}
