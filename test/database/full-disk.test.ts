// Process of its own: it needs a database on disk.
import assert from 'node:assert/strict'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { Connection } from '@vitrine/engine/database/postgres/connection'
import { freeBytes } from '@vitrine/runtime/disk-room'
import { SHIRT } from '../cli/vitrine.ts'
import { load, storeNamed } from '../loading.ts'
import { noDatabases } from '../postgres/databases.ts'
import { smallDisk } from '../small-disk.ts'
import { temporaryFolder } from '../temporary.ts'
import { DATABASES, type Opened, POSTGRES, SQLITE } from './databases.ts'
import { rowsOf } from './rows.ts'

const A = storeNamed('a')

/** Products with distinct ids, whose documents take about a kilobyte each. */
const products = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index}`,
    slug: `product-${index}`,
    description: `${name} `.repeat(100),
    variants: [{ sku: `S${index}`, price: '1.00' }],
  }))

const TABLES = [
  'products',
  'variants',
  'documents',
  'postings',
  'facet_values',
  'words',
  'orders',
  'positions',
  'journal',
]

async function content({ address }: Opened): Promise<string[][]> {
  return await Promise.all(TABLES.map(async (table) => (await rowsOf(address, `SELECT * FROM ${table}`)).sort()))
}

for (const { database, open, skip } of DATABASES)
  describe(`an import that is refused at its end, in ${database}`, { skip }, () => {
    test('leaves the rows as they were, though it takes them back in steps', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await load(opened.catalogs, A.id, products(150, 'Shirt'))
      const before = await content(opened)
      const { outcome } = await load(opened.catalogs, A.id, products(400, 'Trousers'), { approve: () => false })
      assert.equal(outcome, 'refused')
      assert.deepEqual(await content(opened), before)
    })
  })

test('an import that is refused at its end empties the write-ahead log while a server has the file open', async () => {
  await using opened = await SQLITE.open()
  await opened.catalogs.addStore(A)
  await load(opened.catalogs, A.id, [SHIRT])
  await opened.editions.list()
  await load(opened.catalogs, A.id, products(100, 'Trousers'), { approve: () => false })
  const log = `${opened.address}-wal`
  assert.deepEqual([existsSync(log), statSync(log).size], [true, 0])
})

test('a nearly full disk has room for a rollback and for settings', async (context) => {
  using folder = temporaryFolder()
  using disk = smallDisk(join(folder.path, 'disk'), '40m')
  if (!disk) return context.skip('only root can mount a small disk')
  const catalogs = await openCatalogs(join(disk.path, 'catalog.db'), 'create')
  await using _ = catalogs
  await catalogs.addStore(A)
  for (const name of ['Shirt', 'Trousers']) await load(catalogs, A.id, products(200, name))
  writeFileSync(join(disk.path, 'filling'), Buffer.alloc(freeBytes(disk.path)! - 1_500_000))
  assert.equal((await catalogs.rollback(A.id, () => 1)).number, 1)
  assert.equal((await catalogs.changeStore(A.id, { language: 'en' })).language, 'en')
  assert.equal((await catalogs.rollback(A.id, () => 2)).number, 2)
  await assert.rejects(load(catalogs, A.id, products(200, 'Hat')), /is full/)
})

test('a full disk of a PostgreSQL server is named, and is no lost connection', { skip: noDatabases() }, async () => {
  await using opened = await POSTGRES.open()
  await using connection = await Connection.open(new URL(opened.address), {
    session: {},
    pipelined: false,
    statements: 'auto',
    connectMilliseconds: 10_000,
    silenceMilliseconds: 0,
  })
  const raise = `DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
  await assert.rejects(connection.run(raise), {
    code: 'database-unusable',
    message: /^a disk of the database server at .* is full: could not extend file; nothing was changed\. Make room/,
  })
})
