import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SQL } from '@vitrine/engine/database/postgres/statements'
import { isOfSeveralStores, SEVERAL, storelessTable } from './statement-rules.ts'

/** The statements that both databases share, as PostgreSQL gets them. */
const SHARED = textsIn(SQL)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('each statement names the store in each table, or joins tables by the store', () => {
  assert.ok(SHARED.length > 70)
  assert.deepEqual(
    SHARED.map(storelessTable).filter((table) => table !== undefined),
    [],
  )
})

test('only lists of stores and of markets are about several stores', () => {
  assert.deepEqual(SHARED.filter(isOfSeveralStores), [SQL.allStates, SQL.marketStates])
  for (const text of [SQL.allStates, SQL.marketStates]) assert.ok(SEVERAL.some((known) => known.test(text)))
})

test('a statement that names no store is found, also in a subquery and in a join', () => {
  for (const text of [
    'SELECT edition FROM vitrine.editions WHERE edition = $2',
    'SELECT 1 FROM vitrine.stores s JOIN vitrine.editions e ON e.edition = s.edition WHERE s.store = $1',
    'SELECT (SELECT max(number) FROM vitrine.publications) FROM vitrine.stores WHERE store = $1',
    'DELETE FROM vitrine.products AS t WHERE t.until = $2',
    'UPDATE vitrine.products SET until = $2 WHERE position = $3',
    'INSERT INTO vitrine.products SELECT * FROM vitrine.products WHERE since = $2',
  ])
    assert.ok(storelessTable(text), text)
  assert.ok(isOfSeveralStores('SELECT e.edition FROM vitrine.editions e JOIN vitrine.stores s ON s.store = e.store'))
})
