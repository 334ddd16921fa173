// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Connection } from '@vitrine/engine/database/postgres/connection'
import { DEFAULT_POSTGRES, readOptions } from '@vitrine/engine/database/postgres/settings'
import { StatementQueue } from '@vitrine/engine/database/postgres/statement-queue'
import { Client } from 'pg'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'

const MOST_SENT = 128
const HOUR = 3_600_000

/** A queue over one connection, whose statements wait until `release`. */
async function openQueue(milliseconds: number) {
  await using open = new AsyncDisposableStack()
  const { url } = open.use(await freshDatabase())
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('SELECT pg_advisory_lock(1)')
  const options = readOptions({ ...DEFAULT_POSTGRES, deadline: HOUR })
  const connection = open.use(await Connection.open(new URL(url), options))
  const queue = new StatementQueue([connection], milliseconds)
  const ask = async (number: number) => {
    await queue.query('SELECT pg_advisory_lock_shared(1)')
    return number
  }
  const whole = open.move()
  return { connection, ask, release: () => client.end(), [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

test('a connection has few statements under way, and the others follow in their order', {
  skip: noDatabases(),
}, async () => {
  await using queue = await openQueue(HOUR)
  const done: number[] = []
  const all = Array.from({ length: 3 * MOST_SENT }, async (_, number) => done.push(await queue.ask(number)))
  assert.equal(queue.connection.pending, MOST_SENT)
  await queue.release()
  await Promise.all(all)
  assert.deepEqual(
    done,
    Array.from(all, (_, number) => number),
  )
})

test('a statement that has waited for its deadline is not sent', { skip: noDatabases() }, async () => {
  await using queue = await openQueue(0)
  const sent = Array.from({ length: MOST_SENT }, (_, number) => queue.ask(number))
  const late = assert.rejects(queue.ask(MOST_SENT), { code: 'database-unusable', message: /before the deadline/ })
  assert.equal(queue.connection.pending, MOST_SENT)
  await queue.release()
  await Promise.all(sent)
  await late
})
