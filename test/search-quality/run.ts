/**
 * Measures how well the search finds what shoppers mean: `npm run evaluate`. Exits with 1 if a measure is below its floor
 * in queries.json.
 */
import { parseArgs } from 'node:util'
import { startDemoServer } from './demo-server.ts'
import { belowFloors, measureByClass, readJudgedQueries, type SearchServer, searchAll } from './evaluate.ts'
import { type JudgedResult, type Measures, succeeds } from './measures.ts'

const USAGE = `npm run evaluate -- [options]

Searches for the judged queries of test/search-quality/queries.json and prints by class:
success@1, success@5, nDCG@10, the share without results, and of queries for what the store does not have, the share with
results that do not say that they are partial.

  --url URL      ask this server; without it, one with the demo catalog is started
  --store STORE  the store of that server; it must have the demo catalog
  --failures     print each query without a right product among the first five
  --json         print measures and results as JSON
  --help         print this`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    store: { type: 'string' },
    failures: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

if (values.help) console.log(USAGE)
else if ((values.url === undefined) !== (values.store === undefined)) {
  console.error('Give --url and --store together, or neither.')
  process.exitCode = 2
} else if (values.url !== undefined) await evaluate({ url: values.url.replace(/\/$/, ''), store: values.store! })
else {
  await using server = await startDemoServer()
  await evaluate(server)
}

async function evaluate(server: SearchServer): Promise<void> {
  const { floors, queries } = readJudgedQueries()
  const results = await searchAll(server, queries)
  const measures = measureByClass(results)
  if (values.json) console.log(JSON.stringify({ measures, floors, results }, undefined, 2))
  else console.log(tableOf(measures))
  if (values.failures && !values.json) for (const result of results) if (!succeeds(result, 5)) printFailure(result)
  const tooLow = belowFloors(measures.all!, floors)
  for (const line of tooLow) console.error(line)
  if (tooLow.length > 0) process.exitCode = 1
}

function tableOf(measures: Record<string, Measures>): string {
  const header = ['class', 'queries', 'success@1', 'success@5', 'nDCG@10', 'no result', 'false results']
  const rows = Object.entries(measures).map(([name, { queries, ...shares }]) => [
    name,
    String(queries),
    ...Object.values(shares).map((share) => (Number.isNaN(share) ? '–' : share.toFixed(3))),
  ])
  const width = Math.max(...rows.map(([name]) => name!.length))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(15))).join('')
  return [header, ...rows].map(line).join('\n')
}

function printFailure({ class: name, query, relevant, found }: JudgedResult): void {
  console.log(`\n${name}: ${query}`)
  console.log(`  expected ${Object.keys(relevant).slice(0, 5).join(', ') || 'nothing'}`)
  console.log(`  found    ${found.slice(0, 5).join(', ') || 'nothing'}`)
}
