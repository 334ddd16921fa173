import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Editions } from '@vitrine/engine/edition/editions'

/** Finds out what the database does, within a second. */
export type DatabaseCheck = () => Promise<DatabaseState>

/** With `answers from memory`, cached responses are sent, and other requests fail. */
export type DatabaseStatus = 'ok' | 'answers from memory' | 'database unusable' | 'database does not answer'

/** What the database does, and the error that tells why. */
interface DatabaseState {
  readonly status: DatabaseStatus
  readonly error?: unknown
}

const ANSWER_MILLISECONDS = 1000

/**
 * Reads a stored row over the connections that requests use. Checks that come while one is under way share it, so a
 * database that does not answer is asked once.
 */
export function databaseCheck(editions: Editions<unknown>): DatabaseCheck {
  let pending: Promise<DatabaseState> | undefined
  const read = () => {
    const answered = new AbortController()
    const answer = readRow(editions).finally(() => {
      pending = undefined
      answered.abort()
    })
    return Promise.race([answer, noAnswer(answered.signal)])
  }
  return async () => {
    if (editions.unavailableSince === undefined) {
      pending ??= read()
      const state = await pending
      // The check itself may find that the database is away.
      if (state.status === 'ok' || editions.unavailableSince === undefined) return state
    }
    return { status: 'answers from memory' }
  }
}

async function readRow(editions: Editions<unknown>): Promise<DatabaseState> {
  try {
    await editions.ping()
    return { status: 'ok' }
  } catch (error) {
    return { status: 'database unusable', error }
  }
}

async function noAnswer(signal: AbortSignal): Promise<DatabaseState> {
  await setTimeout(ANSWER_MILLISECONDS, undefined, { ref: false, signal })
  // After a busy event loop, an answer that has arrived is read first.
  await setImmediate()
  return { status: 'database does not answer' }
}
