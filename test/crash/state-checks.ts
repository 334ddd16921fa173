import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import type { ExpectedState } from './expected-state.ts'
import { runQuery, TEST_QUERIES, type TestQuery } from './queries.ts'
import { TERMS } from './seeded-catalog.ts'

/**
 * Reads until the importer has ended. The current edition must be the old one or the next one in every answer, and the old
 * edition must stay readable. Reads that fail because the database is away do not count.
 */
export async function readDuring<Result>(
  running: Promise<Result>,
  editions: IndexCache,
  store: StoreId,
  [old, next]: readonly [ExpectedState, ExpectedState],
): Promise<Result> {
  const oldEdition = await editions.current(store)
  let ended = false
  const result = running.finally(() => {
    ended = true
  })
  const reading = async () => {
    for (let turn = 0; !ended; turn++) {
      const query = TEST_QUERIES[turn % TEST_QUERIES.length]!
      const startedAt = performance.now()
      await unlessAway(editions, async () => {
        const current = await editions.current(store)
        await expectResult(current, query, current.number === old.edition ? old : next)
        await expectResult(oldEdition, query, old)
      })
      // Otherwise the reads would take a processor from the import that they wait for.
      await pause(5 + 3 * (performance.now() - startedAt))
    }
  }
  // Waits for the importer even if reading fails.
  const [importing, read] = await Promise.allSettled([result, reading()])
  if (read.status === 'rejected') throw read.reason
  if (importing.status === 'rejected') throw importing.reason
  return importing.value
}

/** Ignores failures while the database is away. */
async function unlessAway(editions: Editions<unknown>, read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (editions.unavailableSince === undefined || !(error instanceof VitrineError)) throw error
    assert.equal(error.code, 'database-unusable')
  }
}

/** Expects every product, the test queries and the sizes of posting lists to agree with the state. */
export async function expectState(edition: IndexedEdition, state: ExpectedState): Promise<void> {
  assert.equal(edition.number, state.edition)
  const expected = state.exportLines()
  let index = 0
  for await (const line of exportLines(edition.stored)) assert.equal(line, expected[index++])
  assert.equal(index, expected.length)
  for (const query of TEST_QUERIES) await expectResult(edition, query, state)
  const lists = await edition.postings('product', TERMS)
  const sizes = new Map(TERMS.map((term, index) => [term, lists[index]!.size]))
  for (const [term, size] of sizes) assert.equal(size, state.productCount(term), `${term} in edition ${edition.number}`)
}

async function expectResult(edition: IndexedEdition, query: TestQuery, state: ExpectedState): Promise<void> {
  const actual = await runQuery(edition, query)
  const expected = state.result(query)
  if (actual === expected) return
  // The texts are long: report only the text around the first difference.
  let at = 0
  while (actual[at] === expected[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
  const context = `edition ${edition.number}, expected ${state.edition}, query ${JSON.stringify(query)}`
  assert.equal(around(actual), around(expected), context)
}
