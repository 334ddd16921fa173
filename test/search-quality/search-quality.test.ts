// Complete run only: it searches for all judged queries.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { noDatabases } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary.ts'
import { startCatalogServer } from './catalog-server.ts'
import {
  belowFloors,
  measureByClass,
  readJudgedQueries,
  type SearchEngine,
  searchAll,
  serverEngine,
} from './evaluate.ts'
import { measure } from './measures.ts'
import { miniSearch, postgresSearch } from './peers.ts'

test('the search of the demo store is as good as its floors', async () => {
  await using server = await startCatalogServer()
  const { floors, queries } = readJudgedQueries()
  const measures = measureByClass(await searchAll(serverEngine(server), queries))
  assert.deepEqual(belowFloors(measures.all!, floors!), [])
})

test('the judged queries name products of the demo catalog, each query once', () => {
  const lines = readFileSync(new URL('../../demo/catalog.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const slugs = new Set(lines.map((line) => JSON.parse(line).slug))
  const { queries } = readJudgedQueries()
  assert.deepEqual(
    queries.flatMap(({ relevant }) => Object.keys(relevant)).filter((slug) => !slugs.has(slug)),
    [],
  )
  assert.equal(new Set(queries.map(({ query }) => query)).size, queries.length)
})

test('the measures are those of their definitions', () => {
  const relevant = { best: 2, close: 1 }
  const results = [
    { query: 'top', relevant, found: ['best', 'close'] },
    { query: 'fifth', relevant: { best: 2 }, found: ['x', 'y', 'z', 'w', 'best'] },
    { query: 'no result', relevant, found: [] },
    { query: 'absent', relevant: {}, found: ['x'] },
    { query: 'near', relevant: {}, found: ['x'], isPartial: true },
  ].map((result) => ({ class: 'any', isPartial: false, ...result }))
  const { ndcg10, ...shares } = measure(results)
  assert.deepEqual(shares, { queries: 5, success1: 1 / 3, success5: 2 / 3, zeroResults: 1 / 3, falseResults: 1 / 2 })
  assert.ok(Math.abs(ndcg10 - (1 + 1 / Math.log2(6)) / 3) < 1e-12)
  const floors = { success1: 0.5, success5: 0.5, ndcg10: 0, zeroResults: 0.5, falseResults: 0 }
  assert.deepEqual(belowFloors(measure(results), floors), [
    'success1 is 0.333; it must be at least 0.5',
    'falseResults is 0.500; it must be at most 0',
  ])
})

test('MiniSearch answers the judged queries', async () => {
  await using server = await startCatalogServer()
  await answersAsAPeer(await miniSearch(server.products, 'en'))
})

test('PostgreSQL answers the judged queries', { skip: noDatabases() }, async () => {
  await using server = await startCatalogServer()
  await using peer = await postgresSearch(server.products, 'en')
  await answersAsAPeer(peer)
})

/** Words as they are written, other forms, beginnings, a mistake, accents, words of no product, stop words alone. */
async function answersAsAPeer({ ask }: SearchEngine): Promise<void> {
  for (const query of ['quay stovetop kettle', 'the Kettles', 'kettl', 'kettel', 'kéttle']) {
    const { found, isPartial } = await ask(query)
    assert.deepEqual({ best: found[0], isPartial }, { best: 'quay-stovetop-kettle', isPartial: false }, query)
  }
  const { found, isPartial } = await ask('kettle qqqqqqqq')
  assert.deepEqual({ best: found[0], isPartial }, { best: 'quay-stovetop-kettle', isPartial: true })
  assert.deepEqual((await ask('the')).found, [])
}

test('a language that PostgreSQL does not have is searched without other forms', { skip: noDatabases() }, async () => {
  await using server = await startCatalogServer()
  await using peer = await postgresSearch(server.products, 'sr-Latn')
  assert.equal((await peer.ask('stovetop kettle')).found[0], 'quay-stovetop-kettle')
})

test('a file of judged queries says what is wrong with it', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'queries.json')
  const read = (content: unknown) => {
    writeFileSync(file, JSON.stringify(content))
    return readJudgedQueries(file)
  }
  const judged = { class: 'name', query: 'mug', relevant: { 'red-mug': 2 } }
  assert.deepEqual(read([judged]), { queries: [judged] })
  for (const wrong of [{ ...judged, class: undefined }, { ...judged, relevant: { 'red-mug': 3 } }, { query: 'mug' }])
    assert.throws(() => read([wrong]), /query "mug" needs a class, and a grade of 1 or 2 for each relevant slug/)
})
