import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startDemoServer } from './demo-server.ts'
import { belowFloors, measureByClass, readJudgedQueries, searchAll } from './evaluate.ts'
import { measure } from './measures.ts'

test('the search of the demo store is as good as its floors', async () => {
  await using server = await startDemoServer()
  const { floors, queries } = readJudgedQueries()
  const measures = measureByClass(await searchAll(server, queries))
  assert.deepEqual(belowFloors(measures.all!, floors), [])
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
