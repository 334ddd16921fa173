// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { freshDatabase, noDatabases } from './databases.ts'
import { noBalancer, startBalancer } from './haproxy.ts'
import { noPooler, startPooler } from './pooler.ts'
import { proxyTo } from './proxy.ts'
import { replicaOf } from './replica.ts'
import { noServers, startServer } from './server.ts'
import { shard } from './shards.ts'
import { query } from './sql.ts'

describe('the PostgreSQL servers of the tests', { skip: noServers() }, () => {
  test('a server keeps its data over a stop and a crash, and leaves nothing after its disposal', async () => {
    await using server = await startServer()
    const { data, pid } = server
    await query(server.url(), 'CREATE TABLE notes (note text); CHECKPOINT; INSERT INTO notes VALUES ($$kept$$)')
    for (const mode of ['fast', 'immediate'] as const) {
      await server.stop(mode)
      await assert.rejects(query(server.url(), 'TABLE notes'), /ECONNREFUSED/)
      await server.start()
      assert.deepEqual(await query(server.url(), 'TABLE notes'), [{ note: 'kept' }])
    }
    assert.notEqual(server.pid, pid)
    await server[Symbol.asyncDispose]()
    assert.ok(!existsSync(data))
  })

  test('a replica shows the writes of its primary, and accepts writes after its promotion', async () => {
    await using primary = await startServer()
    await query(primary.url(), 'CREATE TABLE notes (note text)')
    await using replica = await replicaOf(primary)
    await query(primary.url(), 'INSERT INTO notes VALUES ($1)', ['followed'])
    await replica.caughtUp(primary)
    assert.deepEqual(await query(replica.url(), 'TABLE notes'), [{ note: 'followed' }])
    await assert.rejects(query(replica.url(), 'DELETE FROM notes'), /read-only/)
    await primary.stop('immediate')
    await replica.promote()
    await query(replica.url(), 'DELETE FROM notes')
    assert.deepEqual(await query(replica.url(), 'TABLE notes'), [])
  })

  test('a sharded table accepts every statement and spreads its rows over all shards', async () => {
    await using server = await startServer()
    const urls = ['front', 'one', 'two'].map((name) => server.url(name))
    for (const name of ['front', 'one', 'two']) await query(server.url(), `CREATE DATABASE ${name}`)
    const [front, ...shards] = urls as [string, ...string[]]
    for (const url of shards) {
      await query(
        url,
        `CREATE TABLE goods (store text COLLATE "C", id int, stock int NOT NULL DEFAULT 1, PRIMARY KEY (store, id));
        CREATE TABLE versions (version int PRIMARY KEY)`,
      )
    }
    await shard(front, shards, ['goods', 'versions'])
    await query(
      front,
      `INSERT INTO goods SELECT 'store-' || s, i FROM generate_series(1, 20) s, generate_series(1, 3) i`,
    )
    await query(front, 'INSERT INTO versions VALUES (1)')
    await query(front, 'UPDATE goods SET stock = 5 WHERE id = 2')
    await query(front, 'DELETE FROM goods WHERE id = 3')
    const count = 'SELECT count(*)::int, sum(stock)::int FROM goods'
    assert.deepEqual(await query(front, count), [{ count: 40, sum: 120 }])
    const counts = await Promise.all(shards.map((url) => query<{ count: number }>(url, count)))
    assert.ok(counts.every(([row]) => row!.count > 0 && row!.count < 40))
    assert.deepEqual(await query(shards[0]!, 'TABLE versions'), [{ version: 1 }])
    assert.deepEqual(await query(shards[1]!, 'TABLE versions'), [])
  })
})

describe('the databases of the tests', { skip: noDatabases() }, () => {
  test('a fresh database is empty, and disposing drops it even with a client connected', async () => {
    await using database = await freshDatabase()
    assert.deepEqual(await query(database.url, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`), [])
    const client = new Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    await database[Symbol.asyncDispose]()
    await assert.rejects(query(database.url, 'SELECT'), /does not exist/)
    await client.end()
  })

  test('the proxy counts round trips, hangs, refuses, cuts and recovers', async () => {
    await using database = await freshDatabase()
    await using proxy = await proxyTo(database.url)
    const client = new Client({ connectionString: proxy.url })
    const broken = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    const trips = async (work: () => Promise<unknown>) => (await proxy.count(work)).roundTrips
    assert.equal(proxy.roundTrips, 0, 'logging in is not counted')
    assert.equal(await trips(() => client.query('SELECT 1; SELECT 2')), 1)
    assert.equal(await trips(() => client.query('SELECT $1::int FROM generate_series(1, 50000)', [1])), 1)
    assert.equal(await trips(() => client.query('SELECT 1/0').catch(() => {})), 1)
    assert.equal(await trips(() => client.query('BEGIN').then(() => client.query('COMMIT'))), 2)

    proxy.hang()
    let answered = false
    const answer = client.query('SELECT 1').then(() => {
      answered = true
    })
    await query(database.url, 'SELECT pg_sleep(0.1)')
    assert.ok(!answered)
    await proxy.letThrough()
    await answer

    await proxy.refuse()
    await broken
    await assert.rejects(query(proxy.url, 'SELECT'), /ECONNREFUSED/)
    await proxy.letThrough()
    await query(proxy.url, 'SELECT')
    const cut = query(proxy.url, 'SELECT pg_sleep(20)')
    while (proxy.connections < 3) await query(database.url, 'SELECT pg_sleep(0.05)')
    proxy.cut()
    await assert.rejects(cut, /ECONNRESET|terminated/)
  })

  test('a pooler shares few server connections among many clients', { skip: noPooler() }, async () => {
    await using database = await freshDatabase()
    await using pooler = await startPooler(database.url, { default_pool_size: 2 })
    const backends = await Promise.all(
      Array.from({ length: 10 }, () => query<{ pid: number }>(pooler.url(), 'SELECT pg_backend_pid() AS pid')),
    )
    assert.ok(new Set(backends.map(([row]) => row!.pid)).size <= 2)
  })
})

test('a balancer asks ready servers in turn', { skip: noBalancer() }, async () => {
  const one = await httpServer('one')
  const two = await httpServer('two')
  await using balancer = await startBalancer([one, two].map(addressOf))
  const ask = async () => await (await fetch(balancer.url)).text()
  assert.deepEqual([await ask(), await ask()].sort(), ['one', 'two'])
  await close(one)
  assert.deepEqual([await ask(), await ask()], ['two', 'two'])
  await close(two)
})

async function httpServer(name: string): Promise<Server> {
  const server = createServer((_request, response) => response.end(name))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
