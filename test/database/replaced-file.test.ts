// Process of its own: it needs SQLite.
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { derivedProductId } from '@vitrine/catalog/uuid'
import { backUpDatabase, openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { SCHEMA_VERSION } from '@vitrine/engine/edition/tables'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { startTestServer } from './test-server.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const OF_A = { 'x-store-id': 'a' }

async function publish(path: string, name: string): Promise<void> {
  await using catalogs = await openCatalogs(path, 'require')
  const now = new Date().toISOString()
  await load(catalogs, A.id, [{ name, slug: 'cup', variants: [{ sku: 'C', price: '1.00' }] }], { now })
}

/** A server on a file whose second edition is in its log, and a copy of the file with the first edition. */
async function serveWithBackup() {
  await using open = new AsyncDisposableStack()
  const { path: folder } = open.use(temporaryFolder())
  const [path, backup] = [`${folder}/vitrine.db`, `${folder}/backup.db`]
  {
    await using catalogs = await openCatalogs(path, 'create')
    await catalogs.addStore(A)
  }
  await publish(path, 'Old')
  await backUpDatabase(path, backup)
  const reports: string[] = []
  const editions = open.use(await openEditions(path, undefined, (level, text) => reports.push(`${level}: ${text}`)))
  await publish(path, 'New')
  const server = open.use(await startTestServer(editions))
  const whole = open.move()
  return {
    ...{ path, backup, editions, reports, get: server.get },
    product: async () => JSON.parse((await server.get('/store/products', OF_A)).body).data?.[0].name,
    ready: async () => (await server.get('/readyz')).status,
    dropLogs: () => {
      for (const ending of ['-wal', '-shm']) rmSync(path + ending)
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

describe('a SQLite file that is replaced under a server', () => {
  test('is read by new requests, and requests under way finish on the old one', async () => {
    await using served = await serveWithBackup()
    const before = await served.editions.current(A.id)
    assert.equal(await served.product(), 'New')
    served.dropLogs()
    renameSync(served.backup, served.path)
    await until(async () => (await served.product()) === 'Old')
    assert.match((await before.documents('summary', [0]))[0]!, /"New"/)
    assert.deepEqual(served.reports, [`info: another file was put at ${served.path}: the server reads it from now on`])
    await publish(served.path, 'Newest')
    await until(async () => (await served.product()) === 'Newest')
  })

  test('shows no answer of an edition that had the same number', async () => {
    await using served = await serveWithBackup()
    const targets = [
      '/store/products',
      '/store/products?search=new',
      '/store/products/facets',
      '/store/products?slug=cup',
    ]
    const before = await Promise.all(targets.map((target) => served.get(target, OF_A)))
    served.dropLogs()
    renameSync(served.backup, served.path)
    await until(async () => (await served.product()) === 'Old')
    await publish(served.path, 'Other')
    await until(async () => (await served.product()) === 'Other')
    assert.equal((await served.editions.current(A.id)).number, 2)
    for (const [index, target] of targets.entries()) {
      const { headers, body } = before[index]!
      const again = await served.get(target, { ...OF_A, 'if-none-match': headers.etag! })
      assert.equal(again.status, 200, target)
      assert.doesNotMatch(again.body, /"New"/)
      if (body.includes('"New"')) assert.notEqual(again.body, body)
    }
  })

  test('gives a 304 to a client of the old file where the bytes of a product are the same, and nowhere else', async () => {
    await using served = await serveWithBackup()
    const path = `/store/products/${derivedProductId(A.id, 'cup')}`
    const etags = new Map<string, string>()
    const expectShown = async (name: string, status: number) => {
      await until(async () => (await served.product()) === name)
      const { headers, body } = await served.get(path, OF_A)
      assert.equal(JSON.parse(body).name, name)
      for (const [other, etag] of etags) {
        const again = await served.get(path, { ...OF_A, 'if-none-match': etag })
        assert.equal(again.status, other === name ? 304 : 200)
      }
      assert.equal(etags.get(name) === headers.etag, status === 304)
      etags.set(name, headers.etag!)
    }
    await expectShown('New', 200)
    served.dropLogs()
    renameSync(served.backup, served.path)
    await expectShown('Old', 200)
    await publish(served.path, 'Other')
    await expectShown('Other', 200)
    await publish(served.path, 'New')
    await expectShown('New', 304)
  })

  for (const copy of ['without a log', 'that had a log'])
    test(`is not opened beside the log of the old file, whose changes SQLite would apply: a copy ${copy}`, async () => {
      await using served = await serveWithBackup()
      if (copy === 'that had a log') {
        using db = new DatabaseSync(served.backup)
        db.exec('PRAGMA journal_mode = WAL')
      }
      renameSync(served.backup, served.path)
      await until(() => served.reports.length > 0)
      assert.match(
        served.reports[0]!,
        /^error: .*-wal and .*-shm belong to another file.*delete both.*the server goes on/,
      )
      assert.deepEqual([await served.product(), await served.ready()], ['New', 200])
      served.dropLogs()
      await until(async () => (await served.product()) === 'Old')
    })

  test('that is copied over itself gives no mixture of both', async () => {
    await using served = await serveWithBackup()
    copyFileSync(served.backup, served.path)
    await until(async () => (await served.ready()) === 503)
    const { status, body } = await served.get('/store/products', OF_A)
    assert.deepEqual([status, JSON.parse(body).code], [503, 'database-unusable'])
    served.dropLogs()
    await until(async () => (await served.product()) === 'Old')
    assert.equal(await served.ready(), 200)
  })

  test('that is gone, damaged or older is not read; the open one is, and the log says so once', async () => {
    await using served = await serveWithBackup()
    const expectReport = async (pattern: RegExp) => {
      await until(() => served.reports.length > 0)
      assert.match(served.reports.splice(0).join('\n'), pattern)
      assert.deepEqual([await served.product(), await served.ready()], ['New', 200])
    }
    renameSync(served.path, `${served.path}.away`)
    await expectReport(/^error: there is no file at .*; the server goes on with the file that it has open$/)
    renameSync(`${served.path}.away`, served.path)
    await expectReport(/^info: the file at .* is again the one that the server reads$/)
    served.dropLogs()
    writeFileSync(`${served.path}.new`, readFileSync(served.backup).subarray(0, 100_000))
    renameSync(`${served.path}.new`, served.path)
    await expectReport(/^error: another file at .* cannot be used: .*malformed.*; the server goes on/)
    copyFileSync(served.backup, `${served.path}.new`)
    setVersion(`${served.path}.new`, 1)
    renameSync(`${served.path}.new`, served.path)
    await expectReport(
      /^error: another file at .* schema has version 1.*use the Vitrine that wrote it.*; the server goes/,
    )
    setVersion(served.path, SCHEMA_VERSION)
    await until(async () => (await served.product()) === 'Old')
  })
})

function setVersion(path: string, version: number): void {
  using db = new DatabaseSync(path)
  db.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE`)
}

test('tables that are replaced by those of another version under a server are a 503, and no fault of the server', async () => {
  await using served = await serveWithBackup()
  assert.equal(await served.product(), 'New')
  const before = await served.editions.current(A.id)
  using db = new DatabaseSync(served.path)
  db.exec('BEGIN; ALTER TABLE postings RENAME TO postings_2; PRAGMA user_version = 99; COMMIT')
  for (const target of ['/store/products', '/store/products?search=new']) {
    const { status, body } = await served.get(target, OF_A)
    assert.deepEqual([status, JSON.parse(body).code], [503, 'database-unusable'], target)
  }
  assert.equal(await served.ready(), 503)
  await assert.rejects(before.postings('product', ['name:new']), { code: 'database-unusable' })
  db.exec(`BEGIN; ALTER TABLE postings_2 RENAME TO postings; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  assert.deepEqual([await served.product(), await served.ready()], ['New', 200])
})
