// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { FailoverPool } from '@vitrine/engine/database/postgres/failover'
import { DEFAULT_POSTGRES, readOptions } from '@vitrine/engine/database/postgres/settings'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import { load, storeNamed } from '../loading.ts'
import { type Replica, replicaOf } from '../postgres/replica.ts'
import { noServers, type PostgresServer, startServer } from '../postgres/server.ts'
import { query } from '../postgres/sql.ts'
import { createTables } from './create-tables.ts'
import { until } from './until.ts'

const A = storeNamed('a')

/** One address of several servers, in this order. */
function addressOf(first: PostgresServer, ...rest: PostgresServer[]): string {
  return rest.reduce((url, { port }) => url.replace(/\/postgres$/, `,127.0.0.1:${port}/postgres`), first.url())
}

async function loadInto(url: string, number: number): Promise<void> {
  await using catalogs = await openCatalogs(url, 'create')
  if (number === 1) await catalogs.addStore(A)
  await load(catalogs, A.id, [{ slug: 'x', name: `Name ${number}`, variants: [{ sku: 'x', price: number }] }])
}

async function readers(server: PostgresServer): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'vitrine'`
  return (await query<{ count: number }>(server.url(), sql))[0]!.count
}

async function nameIn(edition: Edition): Promise<string> {
  return JSON.parse((await edition.documents('summary', [0]))[0]!).name
}

async function serves(editions: Editions, name: string): Promise<void> {
  await until(async () => {
    try {
      return (await nameIn(await editions.current(A.id))) === name
    } catch {
      return false
    }
  })
}

describe('of several servers of one database', { skip: noServers() }, () => {
  test('reads go to a replica, wherever it stands in the address, and writes to the primary', async () => {
    await using primary = await startServer()
    await using replica = await replicaOf(primary)
    for (const address of [addressOf(primary, replica), addressOf(replica, primary)]) {
      await loadInto(address, address === addressOf(primary, replica) ? 1 : 2)
      await replica.caughtUp(primary)
      await using editions = await openEditions(address)
      await serves(editions, address === addressOf(primary, replica) ? 'Name 1' : 'Name 2')
      // The server may still count a connection that has been closed.
      await until(async () => (await readers(replica)) > 0 && (await readers(primary)) === 0)
    }
  })

  test('reads go on at the primary when the replica is lost, and back when it is there again', async () => {
    await using primary = await startServer()
    await using replica = await replicaOf(primary)
    const address = addressOf(primary, replica)
    await loadInto(address, 1)
    await replica.caughtUp(primary)
    await using editions = await openEditions(address)
    await serves(editions, 'Name 1')
    await replica.stop('immediate')
    assert.equal(await nameIn(await editions.current(A.id)), 'Name 1', 'the request that meets the loss is answered')
    await loadInto(address, 2)
    await serves(editions, 'Name 2')
    assert.ok((await readers(primary)) > 0)
    await replica.start()
    await until(async () => (await readers(replica)) > 0 && (await readers(primary)) === 0)
    await serves(editions, 'Name 2')
  })

  test('reads stay at the primary if the connections to a standby cannot be prepared', async () => {
    await using primary = await startServer()
    await createTables(primary.url())
    await using replica = await replicaOf(primary)
    await replica.caughtUp(primary)
    await replica.stop()
    const addresses = [new URL(primary.url()), new URL(replica.url())]
    const settings = { ...DEFAULT_POSTGRES, connections: 1 }
    await using pool = await FailoverPool.open(addresses, settings, readOptions(settings))
    await replica.start()
    pool.onConnected = async () => {
      throw new Error('cannot be prepared')
    }
    await assert.rejects(pool.preferStandby(), /cannot be prepared/)
    await until(async () => (await readers(replica)) === 0)
    // The server may still count a connection that has been closed.
    await until(async () => (await readers(primary)) === 2)
    assert.equal(pool.current!.isStandby, false)
    pool.onConnected = async () => {}
    await pool.preferStandby()
    await until(async () => (await readers(primary)) === 0)
    assert.equal(await readers(replica), 2)
  })

  test('a replica that is promoted takes over reads and writes', async () => {
    await using primary = await startServer()
    await using replica: Replica = await replicaOf(primary)
    const address = addressOf(primary, replica)
    await loadInto(address, 1)
    await replica.caughtUp(primary)
    await using editions = await openEditions(address)
    await primary.stop('immediate')
    await replica.promote()
    await loadInto(address, 2)
    await serves(editions, 'Name 2')
  })

  test('an edition that a replica does not have yet is refused, not taken for an empty one', async () => {
    await using primary = await startServer()
    await loadInto(primary.url(), 1)
    await using replica = await replicaOf(primary, { recovery_min_apply_delay: '1h' })
    const address = addressOf(primary, replica)
    await replica.stop()
    await using editions = await openEditions(address)
    await loadInto(primary.url(), 2)
    await serves(editions, 'Name 2')
    const held = await editions.current(A.id)
    assert.equal(held.number, 2)
    await replica.start()
    await primary.stop()
    // The only server left has the first edition alone.
    await assert.rejects(nameIn(held), { code: 'database-unusable' })
    await assert.rejects(held.postings('product', ['label:x']), { code: 'database-unusable', message: /edition 2/ })
    await serves(editions, 'Name 1')
  })

  test('when there are only replicas, a command that writes says what it needs', async () => {
    await using primary = await startServer()
    await loadInto(primary.url(), 1)
    await using replica = await replicaOf(primary)
    await assert.rejects(openCatalogs(replica.url(), 'create'), {
      code: 'database-unusable',
      message: /is a standby, which cannot be written; name its primary/,
    })
  })
})
