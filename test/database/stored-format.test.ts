// Process of its own: it needs SQLite.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openCatalogs } from '@vitrine/engine/database/open'
import { unpackSource } from '@vitrine/engine/edition/packed-source'
import { OTHER_TABLES, SCHEMA_VERSION, VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

/**
 * A database of this schema version, as a program wrote it when the version was new. If the test fails because the
 * stored format has changed on purpose, raise `SCHEMA_VERSION` and describe the format in docs/storage-format.md. The
 * variable WRITE_FIXTURE=1 then writes the fixture of the new version. Those of older versions stay: tests migrate them.
 */
const FIXTURE = new URL(`../fixtures/schema-${SCHEMA_VERSION}.db.gz`, import.meta.url)

const STORE = storeNamed('garden')

const PRODUCTS = [
  {
    id: '2f1b8f0a-6d1c-4f5e-9a51-0c7f3f1d2a01',
    name: 'Rose-handled trowel',
    slug: 'trowel',
    description: 'A <b>short</b> trowel for bulbs.',
    labelValues: ['Tools', { name: 'Hand tools', parent: 'Tools' }, { name: 'New', kind: 'tag' }],
    files: [{ file: { path: '/pictures/trowel.svg' } }],
    variants: [
      { sku: 'T-1', price: '19.90', stock: 3, productOptions: { size: 'Small', color: 'Rose' } },
      { sku: 'T-2', price: '24.90', stock: 0, productOptions: { size: 'Large', color: 'Rose' } },
    ],
  },
  { name: 'Watering can', variants: [{ sku: 'W', price: '42', stock: null }], labelValues: ['Tools'] },
  { name: 'Zinnia Überraschung', description: 'Seeds', variants: [], labelValues: ['Hand tools'] },
]

/** Two editions, so that there are rows that have ended. */
async function build(path: string): Promise<void> {
  await using catalogs = await openCatalogs(path, 'create')
  await catalogs.addStore(STORE)
  const [, can] = PRODUCTS
  for (const products of [PRODUCTS, [{ ...can, variants: [{ sku: 'W', price: '39.90', stock: 7 }] }]]) {
    const { outcome, problems } = await load(catalogs, STORE.id, products, { settings: { currency: 'EUR' } })
    assert.deepEqual([outcome, problems], ['published', []])
  }
}

/** A statement without the spaces that mean nothing. */
function compact(sql: unknown): string | undefined {
  return (sql as string | null)?.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1')
}

/**
 * The tables and all rows, but for the times at which the process replaced and published editions. Packed documents are
 * unpacked: another machine may pack them into other bytes.
 */
/** Tables whose key is their first two columns. */
const NARROW: readonly string[] = ['limits', 'codes']

function contents(path: string): unknown {
  using db = new DatabaseSync(path)
  const history = `json_set(history, '$.since', '')`
  db.exec(`UPDATE editions SET replaced_at = NULL, history = ${history}; UPDATE publications SET published_at = ''`)
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  for (const entry of schema) entry.sql = compact(entry.sql) ?? null
  const tables = ['stores', ...VERSIONED_TABLES, ...OTHER_TABLES].map((table) => [
    table,
    db
      .prepare(`SELECT * FROM ${table} ORDER BY ${NARROW.includes(table) ? '1, 2' : '1, 2, 3, 4'}`)
      .all()
      .map((row) => (row.form === 'source' ? { ...row, body: unpackSource(row.body as string, 'full') } : row)),
  ])
  return { version: db.prepare('PRAGMA user_version').get(), schema, tables }
}

describe('the stored format', () => {
  test('is the one that the schema version stands for, to the byte of each column', async () => {
    using folder = temporaryFolder()
    const [written, fixture] = [join(folder.path, 'written.db'), join(folder.path, 'fixture.db')]
    await build(written)
    if (process.env.WRITE_FIXTURE) {
      using db = new DatabaseSync(written)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
      writeFileSync(FIXTURE, gzipSync(readFileSync(written), { level: 9 }))
    }
    writeFileSync(fixture, gunzipSync(readFileSync(FIXTURE)))
    assert.deepEqual(contents(written), contents(fixture))
  })

  test('of a fixture is read: products, words, labels, an earlier edition', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'fixture.db')
    writeFileSync(path, gunzipSync(readFileSync(FIXTURE)))
    await using catalogs = await openCatalogs(path, 'require')
    const edition = await catalogs.current(STORE.id)
    assert.deepEqual([edition.number, edition.productCount, edition.variantCount], [2, 3, 3])
    const [tools, trowel] = await edition.postings('product', ['label:tools', 'name:trowel'])
    assert.deepEqual([tools!.size, trowel!.size], [2, 1])
    const [can] = await edition.documents('summary', [1])
    assert.match(can!, /"price":"39.90"/)
    await catalogs.rollback(STORE.id, () => 1)
    const [earlier] = await (await catalogs.current(STORE.id)).documents('summary', [1])
    assert.match(earlier!, /"price":"42.00"/)
  })
})
