// Process of its own: it needs SQLite.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VitrineError } from '@vitrine/catalog/error'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { openSqliteEditions } from '@vitrine/engine/database/sqlite/editions'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { damageTable } from './damage.ts'
import { startTestServer } from './test-server.ts'

describe('a SQLite file', () => {
  test('a file that holds the tables of another program is refused, and stays as it is', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'other.db')
    const contents = () => readFileSync(path)
    using other = new DatabaseSync(path)
    other.exec('CREATE TABLE notes (text TEXT)')
    const before = contents()
    assert.throws(() => openSqliteCatalogs(path), /tables of another program/)
    assert.throws(() => openSqliteEditions(path), /tables of another program/)
    assert.deepEqual(contents(), before)
  })

  test('a database of a newer program is refused', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'newer.db')
    await openSqliteCatalogs(path)[Symbol.asyncDispose]()
    {
      using raw = new DatabaseSync(path)
      raw.exec('PRAGMA user_version = 99')
    }
    for (const open of [openSqliteCatalogs, openSqliteEditions]) {
      assert.throws(
        () => open(path),
        (error: unknown) => error instanceof VitrineError && error.code === 'database-unusable',
      )
    }
  })

  test('the reads of a turn share a snapshot, unless another process commits', async (t) => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'shared.db')
    const { id } = storeNamed('a')
    await using catalogs = openSqliteCatalogs(path)
    await catalogs.addStore(storeNamed('a'))
    await using editions = openSqliteEditions(path)
    using other = new DatabaseSync(path)
    // A checkpoint that begins the write-ahead log again is busy while somebody holds a snapshot of it.
    const holdsSnapshot = () => other.prepare('PRAGMA wal_checkpoint(RESTART)').get()!.busy === 1
    const commit = () => other.exec('UPDATE stores SET writing = ifnull(writing, 0) + 1')
    let now = 0
    t.mock.method(performance, 'now', () => now)
    const turn = async () => {
      await editions.current(id)
      const isShared = holdsSnapshot()
      await setImmediate()
      assert.equal(holdsSnapshot(), false, 'between two turns')
      return isShared
    }
    await turn()
    commit()
    assert.equal(await turn(), false, 'at most a second after a commit')
    now = 1000
    commit()
    assert.equal(await turn(), true, 'a second after a commit')
  })

  test('a damaged file is a 503, not a fault of the server', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'damaged.db')
    const { id } = storeNamed('a')
    {
      await using catalogs = openSqliteCatalogs(path)
      await catalogs.addStore(storeNamed('a'))
      await load(catalogs, id, [{ name: 'Cup', slug: 'cup', variants: [{ sku: 'C', price: '1.00' }] }])
    }
    damageTable(path, 'documents')
    await using editions = openSqliteEditions(path)
    await using server = await startTestServer(editions)
    const { status, headers, body } = await server.get('/store/products', { 'x-store-id': 'a' })
    assert.deepEqual([status, JSON.parse(body).code, headers['retry-after']], [503, 'database-unusable', '5'])
    const edition = await editions.current(id)
    const message = `the database ${path} cannot be used: database disk image is malformed, or the disk cannot read it. \`vitrine verify\` says which stores are damaged and what to do`
    // The cause, which the log shows, tells where SQLite failed.
    await assert.rejects(edition.concatenatedDocuments('summary', Uint32Array.of(0)), (error: VitrineError) => {
      assert.deepEqual([error.code, error.message], ['database-unusable', message])
      return (error.cause as { code?: string }).code === 'ERR_SQLITE_ERROR'
    })
  })
})
