// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { openPostgresEditions } from '@vitrine/engine/database/postgres/editions'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { proxyTo, type WireProxy } from '../postgres/proxy.ts'
import { query } from '../postgres/sql.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const ALL = DEFAULT_POSTGRES.connections + 1

interface Place extends AsyncDisposable {
  readonly proxy: WireProxy
  readonly catalogs: Catalogs
  readonly log: string[]
  /** Lets the reader have so many connections. */
  limit(connections: number): Promise<void>
  sql(text: string): Promise<unknown>
  open(): Promise<Editions>
}

/** A database with a role of its own, whose connections are limited. */
async function openPlace(): Promise<Place> {
  await using open = new AsyncDisposableStack()
  const { url } = open.use(await freshDatabase())
  const role = `reader_${randomBytes(4).toString('hex')}`
  const sql = (text: string) => query(url, text.replaceAll('$role', role))
  const catalogs = open.use(await openCatalogs(url, 'create'))
  await catalogs.addStore(A)
  await loadInto(catalogs, 1)
  await sql(`CREATE ROLE $role LOGIN PASSWORD 'reads'`)
  open.defer(async () => void (await sql('DROP OWNED BY $role; DROP ROLE $role')))
  await sql('GRANT USAGE ON SCHEMA vitrine TO $role; GRANT SELECT ON ALL TABLES IN SCHEMA vitrine TO $role')
  const proxy = open.use(await proxyTo(url.replace(/\/\/.*@/, `//${role}:reads@`)))
  const log: string[] = []
  const settings = { ...DEFAULT_POSTGRES, report: (_level: string, sentence: string) => void log.push(sentence) }
  const whole = open.move()
  return {
    ...{ proxy, catalogs, log, sql },
    limit: async (connections) => void (await sql(`ALTER ROLE $role CONNECTION LIMIT ${connections}`)),
    open: () => openPostgresEditions(proxy.url, settings),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

async function loadInto(catalogs: Catalogs, price: number): Promise<void> {
  await load(catalogs, A.id, [{ slug: 'x', name: 'X', variants: [{ sku: 'x', price }] }])
}

async function reads(edition: Edition): Promise<boolean> {
  const [document] = await edition.documents('summary', [0])
  return JSON.parse(String(document)).name === 'X'
}

async function canRead(editions: Editions): Promise<boolean> {
  return await reads(await editions.current(A.id)).catch(() => false)
}

describe('a server that cannot open all its connections', { skip: noDatabases() }, () => {
  test('starts with those that it has, says so, and opens the others when it can', async () => {
    await using place = await openPlace()
    await place.limit(3)
    await using editions = await place.open()
    assert.ok(await canRead(editions))
    // A connection that was refused may still be closing.
    await until(() => place.proxy.open === 3)
    assert.match(place.log.join(), /^only 3 of 5 connections to the database could be opened.*too many connections/)
    await place.limit(-1)
    await until(() => place.log.at(-1) === 'all connections to the database are open')
    assert.equal(place.proxy.open, ALL)
  })

  test('reads and sees new editions over one connection', async () => {
    await using place = await openPlace()
    await place.limit(1)
    await using editions = await place.open()
    assert.ok(await canRead(editions))
    await loadInto(place.catalogs, 2)
    await until(async () => (await editions.current(A.id)).number === 2)
    assert.ok(await canRead(editions))
    assert.equal(place.proxy.open, 1)
  })

  test('recovers with fewer after a loss', async () => {
    await using place = await openPlace()
    await using editions = await place.open()
    await place.limit(2)
    place.proxy.cut()
    await until(() => canRead(editions))
    await until(() => place.log.length > 0)
    assert.match(place.log[0]!, /^only [12] of 5 connections/)
    await place.limit(-1)
    await until(() => place.proxy.open === ALL)
  })

  test('does not start without any', async () => {
    await using place = await openPlace()
    await place.limit(0)
    await assert.rejects(place.open(), { code: 'database-unusable', message: /too many connections/ })
  })
})

test('a server that may not read what requests read fails its health check', { skip: noDatabases() }, async () => {
  await using place = await openPlace()
  await using editions = await place.open()
  await editions.ping()
  for (const table of ['documents', 'postings', 'words', 'orders', 'facet_values', 'positions']) {
    await place.sql(`REVOKE SELECT ON vitrine.${table} FROM $role`)
    await assert.rejects(editions.ping(), { code: 'database-unusable', message: /may not do this/ }, table)
    assert.equal(editions.unavailableSince, undefined)
    await place.sql(`GRANT SELECT ON vitrine.${table} TO $role`)
    await editions.ping()
  }
})
