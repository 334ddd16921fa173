import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { VitrineError } from '../../src/catalog/error.ts'
import type { StoreId } from '../../src/catalog/store.ts'
import type { Editions } from '../../src/edition/edition.ts'
import { exportLines } from '../../src/publish/read-products.ts'
import type { IndexCache } from '../../src/serve/index-cache.ts'
import type { IndexedEdition } from '../../src/serve/indexed-edition.ts'
import type { ExpectedState } from './expected-state.ts'
import { answer, QUESTIONS, type Question } from './questions.ts'
import { TERMS } from './seeded-catalog.ts'

/**
 * Reads all the time until the importer has ended. Whatever is current is the old edition or the next, through and
 * through; and who held on to the old one goes on reading it. While there is no server, nothing is read.
 */
export async function readMeanwhile<Result>(
  running: Promise<Result>,
  editions: IndexCache,
  store: StoreId,
  [old, next]: readonly [ExpectedState, ExpectedState],
): Promise<Result> {
  const held = await editions.current(store)
  let ended = false
  const result = running.finally(() => {
    ended = true
  })
  const reading = async () => {
    for (let turn = 0; !ended; turn++) {
      const question = QUESTIONS[turn % QUESTIONS.length]!
      await unlessAway(editions, async () => {
        const current = await editions.current(store)
        await expectAnswer(current, question, current.number === old.edition ? old : next)
        await expectAnswer(held, question, old)
      })
      await pause(5)
    }
  }
  // Whatever the reading finds, the importer is not left behind.
  const [ending, read] = await Promise.allSettled([result, reading()])
  if (read.status === 'rejected') throw read.reason
  if (ending.status === 'rejected') throw ending.reason
  return ending.value
}

/** What fails because the database is away need not be answered. */
async function unlessAway(editions: Editions, read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (editions.unavailableSince === undefined || !(error instanceof VitrineError)) throw error
    assert.equal(error.code, 'database-unusable')
  }
}

/** The edition is the state, to the last product, and answers as it should. */
export async function expectState(edition: IndexedEdition, state: ExpectedState): Promise<void> {
  assert.equal(edition.number, state.edition)
  const expected = state.exportLines()
  let index = 0
  for await (const line of exportLines(edition)) assert.equal(line, expected[index++])
  assert.equal(index, expected.length)
  for (const question of QUESTIONS) await expectAnswer(edition, question, state)
  const lists = await edition.postings('product', TERMS)
  const sizes = new Map(TERMS.map((term, index) => [term, lists[index]!.size]))
  for (const [term, size] of sizes) assert.equal(size, state.carriers(term), `${term} in edition ${edition.number}`)
}

async function expectAnswer(edition: IndexedEdition, question: Question, state: ExpectedState): Promise<void> {
  const actual = await answer(edition, question)
  const expected = state.answer(question)
  if (actual === expected) return
  // Long texts: the place where they part says more than the whole.
  let at = 0
  while (actual[at] === expected[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
  const asked = `edition ${edition.number}, of ${state.edition}, asked ${JSON.stringify(question)}`
  assert.equal(around(actual), around(expected), asked)
}
