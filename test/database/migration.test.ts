// Process of its own: it needs SQLite.
import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { marketStoreId } from '@vitrine/catalog/market'
import { openCatalogs, openOlderDatabase } from '@vitrine/engine/database/open'
import { packSource, unpackSource } from '@vitrine/engine/edition/packed-source'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { OTHER_TABLES, VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { migrateStore } from '@vitrine/engine/publish/migrate-store'
import { readProducts } from '@vitrine/engine/publish/read-products'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { type Opened, SHARDED, SHARED_DATABASES, SQLITE } from './databases.ts'
import { answers, EMPTY, FIRST, fill, loadAll, makeOlder, migrate, SECOND, SHOP } from './older-shop.ts'
import { rowsOf } from './rows.ts'
import { startTestServer } from './test-server.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')
const DE = marketStoreId(SHOP.id, 'de')

/** The bodies of the answers, by their paths. */
async function bodiesOf({ editions }: Opened): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await answers(editions)).map(([path, { body }]) => [path, body]))
}

async function requireSameAnswers(older: Opened, newer: Opened): Promise<void> {
  assert.deepEqual(await bodiesOf(newer), await bodiesOf(older))
}

async function requireIntact({ catalogs }: Opened): Promise<void> {
  for (const id of [SHOP.id, DE])
    for await (const problem of verifyEdition(await catalogs.current(id))) assert.fail(problem)
}

/** All rows of a database. */
async function dump({ address }: Opened): Promise<string[]> {
  const rows: string[] = []
  for (const table of ['stores', ...VERSIONED_TABLES, ...OTHER_TABLES])
    rows.push(table, ...(await rowsOf(address, `SELECT * FROM ${table} ORDER BY 1, 2, 3`)))
  return rows
}

/** The source of the product at position 2 in the current edition. */
const AT_TWO = `store = 'shop' AND form = 'source' AND position = 2 AND until > 1000`

function packed(json: string): string {
  return `UPDATE documents SET body = '${packSource(`${json}\n{"x":1}`)}' WHERE ${AT_TWO}`
}

for (const from of [...SHARED_DATABASES, SHARDED])
  for (const to of from === SHARDED ? [SQLITE] : SHARED_DATABASES)
    test(`a store in ${from.database} answers the same in ${to.database}, also after the next imports`, {
      skip: from.skip || to.skip,
    }, async () => {
      await using older = await from.open()
      await fill(older.catalogs)
      await using newer = await to.open()
      // The role of a reader is enough.
      const { shop, empty } = await migrate(older.reader, newer.address)
      const { number } = await older.catalogs.current(SHOP.id)
      assert.deepEqual([shop!.outcome, shop!.edition.number, shop!.dropped], ['copied', number + 1, undefined])
      assert.deepEqual([empty!.outcome, empty!.edition.number, empty!.edition.productCount], ['copied', 1, 0])
      await requireSameAnswers(older, newer)
      await requireIntact(newer)
      const catalogs = [SECOND, [...FIRST.slice(3), ...SECOND.slice(0, 2)].reverse(), [...FIRST].reverse()]
      for (const [index, products] of catalogs.entries()) {
        const [expected, report] = [
          await load(older.catalogs, SHOP.id, products, { replace: true }),
          await load(newer.catalogs, SHOP.id, products, { replace: true }),
        ]
        assert.deepEqual({ ...report, edition: 0 }, { ...expected, edition: 0 })
        if (index === 0) assert.deepEqual([report.outcome, report.unchanged], ['unchanged', SECOND.length])
        await requireSameAnswers(older, newer)
      }
    })

describe('a store of an older database', { skip: SQLITE.skip }, () => {
  // Files that programs of these versions wrote. Version 3 is that of the first release.
  for (const file of globSync('schema-*.db.gz', { cwd: FIXTURES }))
    test(`comes from ${file} with its products, ids, positions and settings`, async () => {
      using folder = temporaryFolder()
      const older = join(folder.path, 'older.db')
      writeFileSync(older, gunzipSync(readFileSync(join(FIXTURES, file))))
      await using newer = await SQLITE.open()
      const { garden } = await migrate(older, newer.address)
      assert.deepEqual([garden!.edition.number, garden!.edition.productCount, garden!.dropped], [3, 3, undefined])
      for (const sql of [
        'SELECT * FROM positions ORDER BY kind, id',
        'SELECT settings FROM stores',
        'SELECT settings FROM editions ORDER BY edition DESC LIMIT 1',
      ])
        assert.deepEqual(await rowsOf(newer.address, sql), await rowsOf(older, sql))
      const edition = await newer.catalogs.current(storeNamed('garden').id)
      for await (const problem of verifyEdition(edition)) assert.fail(problem)
      const products = await readProducts(edition, [0, 1, 2])
      assert.deepEqual(
        products.map(({ slug, createdAt, variants }) => [slug, createdAt, variants.map(({ price }) => price)]),
        [
          ['trowel', '2026-02-01T00:00:00.000Z', ['19.90', '24.90']],
          ['watering-can', '2026-02-01T00:00:00.000Z', ['39.90']],
          ['zinnia-uberraschung', '2026-02-01T00:00:00.000Z', []],
        ],
      )
    })

  test('comes with what is stored of it, apart from unknown tables and columns, and is not changed', async () => {
    await using older = await SQLITE.open()
    await fill(older.catalogs)
    const losses = { limits: { source: 'catalog' }, replace: true }
    assert.equal((await load(older.catalogs, SHOP.id, FIRST.slice(4), losses)).outcome, 'refused')
    const expected = await bodiesOf(older)
    const [edition, market] = [await older.catalogs.current(SHOP.id), await older.catalogs.current(DE)]
    const positions = 'SELECT * FROM positions ORDER BY store, kind, id'
    const counted = 'SELECT store, product_positions, variant_positions FROM stores ORDER BY store'
    const sources =
      "SELECT store, position, body FROM documents WHERE form = 'source' AND until > 1000 ORDER BY store, position"
    const digests = 'SELECT store, position, digest FROM products WHERE until > 1000 ORDER BY store, position'
    const codes = 'SELECT given FROM codes ORDER BY store, number'
    const limits = "SELECT store, name, value FROM limits WHERE name NOT LIKE 'edition %' ORDER BY 1, 2"
    const of = async (sql: string) => await rowsOf(older.address, sql)
    const stored = [
      await of(positions),
      await of(counted),
      await of(digests),
      await of(sources),
      (await of(codes)).join('\n'),
    ]
    const known = await of(limits)
    // An import is writing the next edition.
    await of(`INSERT INTO positions VALUES ('shop', 'product', '${'f'.repeat(8)}-0000-4000-8000-000000000000', 8)`)
    await makeOlder(older.address)
    const rows = await dump(older)
    await using newer = await SQLITE.open()
    await migrate(older.address, newer.address)
    assert.deepEqual(await dump(older), rows)

    const found = async (sql: string) => await rowsOf(newer.address, sql)
    assert.deepEqual(
      [
        await found(positions),
        await found(counted),
        await found(digests),
        await found(sources),
        (await found(codes)).join('\n'),
      ],
      stored,
    )
    assert.deepEqual(
      (await found(limits)).filter((row) => known.includes(row)),
      known,
    )
    const copy = await newer.catalogs.current(SHOP.id)
    const { pinnedEditions, ...settings } = edition.store
    assert.deepEqual([await copy.refusals(), copy.store], [await edition.refusals(), settings])
    assert.equal(pinnedEditions!.length, 1)
    assert.deepEqual(await (await newer.catalogs.current(DE)).rules(), await market.rules())
    assert.deepEqual(await bodiesOf(newer), expected)
    assert.deepEqual(
      (await newer.catalogs.editions(SHOP.id)).map(({ number, history }) => [number, history.madeFrom, history.before]),
      [
        [edition.number + 1, 'migration', []],
        [0, null, []],
      ],
    )
  })

  test('is copied again if it has changed, as far as it has', async () => {
    await using older = await SQLITE.open()
    await fill(older.catalogs)
    await using newer = await SQLITE.open()
    await migrate(older.address, newer.address)
    const known = await answers(newer.editions)
    const again = await migrate(older.address, newer.address)
    const first = await newer.catalogs.current(SHOP.id)
    assert.deepEqual([again.shop!.outcome, again.shop!.edition.number], ['unchanged', first.number])

    for (const count of [3, 4]) await loadAll(older.catalogs, FIRST.slice(0, count))
    await loadAll(older.catalogs, [], { replace: true })
    await loadAll(older.catalogs, [...SECOND.slice(0, 3), FIRST[3]!], { replace: true })
    await older.catalogs.changeStore(SHOP.id, { publicName: 'Teas', keepEditions: undefined })
    await older.catalogs.changeStore(EMPTY.id, { hosts: ['void.example'] })
    const { edition } = (await migrate(older.address, newer.address)).shop!
    assert.equal(edition.number, Math.max(first.number, (await older.catalogs.current(SHOP.id)).number) + 1)
    await requireSameAnswers(older, newer)
    await requireIntact(newer)
    assert.deepEqual(
      (await newer.catalogs.list()).map(({ settings }) => settings.operator),
      (await older.catalogs.list()).map(({ settings: { operator } }) => {
        const { pinnedEditions: _, ...others } = operator
        return others
      }),
    )
    const written = `SELECT position FROM documents WHERE store = 'shop' AND form = 'source' AND since = ${edition.number}`
    // The products b and e are as they were.
    assert.deepEqual(await rowsOf(newer.address, `${written} ORDER BY position`), ['0', '3'])

    await using server = await startTestServer(newer.editions)
    for (const [path, { etag, body }] of Object.entries(known)) {
      const { status, body: now } = await server.get(`/stores/${path}`, { 'if-none-match': etag })
      if (status === 304) assert.equal((await server.get(`/stores/${path}`)).body.replaceAll(server.origin, ''), body)
      else assert.ok(status === 404 || now.length > 0)
    }
  })

  test('tells readers of its log to read everything again', async () => {
    await using older = await SQLITE.open()
    await fill(older.catalogs)
    await using newer = await SQLITE.open()
    await migrate(older.address, newer.address)
    await using server = await startTestServer(newer.editions)
    for await (const publication of (await older.catalogs.current(SHOP.id)).publications()) {
      const { status, body } = await server.get(`/stores/shop/store/changes?since=${publicationName(publication)}`)
      assert.deepEqual([status, JSON.parse(body).code], [410, 'publication-gone'])
    }
  })

  test('is refused where the new database has another one, or has changed it', async () => {
    await using older = await SQLITE.open()
    await fill(older.catalogs)
    await using newer = await SQLITE.open()
    await newer.catalogs.addStore(SHOP)
    await loadAll(newer.catalogs, FIRST)
    await assert.rejects(
      migrate(older.address, newer.address),
      /^VitrineError: store shop: the new database has another one; remove it/,
    )
    await newer.catalogs.removeStore(SHOP.id)
    await migrate(older.address, newer.address)
    await loadAll(newer.catalogs, FIRST)
    assert.equal((await migrate(older.address, newer.address)).shop!.outcome, 'unchanged')
    await loadAll(older.catalogs, FIRST.slice(1))
    const rows = await dump(newer)
    await assert.rejects(
      migrate(older.address, newer.address),
      /^VitrineError: store shop: both databases have changed it/,
    )
    assert.deepEqual(await dump(newer), rows)
  })

  for (const [damage, statement, message] of [
    [
      'without a document',
      `DELETE FROM documents WHERE ${AT_TWO}`,
      /^store shop: the product at position 2 has no document; `vitrine verify`/,
    ],
    [
      'that is not packed',
      `UPDATE documents SET body = '!' WHERE ${AT_TWO}`,
      /^store shop: the document of the product at position 2 cannot be read;/,
    ],
    ['of no JSON', () => packed('{'), /^store shop: the product at position 2: .* expected a product/],
    [
      'that is invalid',
      (json: string) => packed(json.replace('"price":"9.90"', '"price":"-5"')),
      /^store shop: the product at position 2: variants\[0\]\.price is .*; expected a price/,
    ],
    [
      'of another id',
      (json: string) => packed(json.replace(/"id":"./, '"id":"f')),
      /^store shop: the product at position 2: its id f\S+ has another position/,
    ],
    [
      'without a position',
      `DELETE FROM positions WHERE store = 'shop' AND kind = 'product' AND position = 2`,
      /^store shop: 7 positions of products were given, and 6 are there;/,
    ],
    [
      'too many',
      `UPDATE editions SET products = 7 WHERE store = 'shop'`,
      /^store shop: 6 products and 11 variants were read; 7 products and 11 variants are expected$/,
    ],
  ] as const)
    test(`is refused with its place if it has a product ${damage}, and comes when that is mended`, async () => {
      await using older = await SQLITE.open()
      await fill(older.catalogs)
      await using newer = await SQLITE.open()
      const kept = await rowsOf(older.address, `SELECT body FROM documents WHERE ${AT_TWO}`)
      const sql = typeof statement === 'string' ? statement : statement(unpackSource(kept[0]!, 'source'))
      await using copy = await SQLITE.open()
      await fill(copy.catalogs)
      await rowsOf(older.address, sql)
      await assert.rejects(migrate(older.address, newer.address), { code: 'database-unusable', message })
      assert.equal((await newer.catalogs.current(SHOP.id)).productCount, 0)
      await migrate(copy.address, newer.address)
      await requireSameAnswers(copy, newer)
    })

  test('comes without an optional value that this version refuses, and says which', async () => {
    await using older = await SQLITE.open()
    await fill(older.catalogs)
    const [body] = await rowsOf(older.address, `SELECT body FROM documents WHERE ${AT_TWO}`)
    await rowsOf(older.address, packed(unpackSource(body!, 'source').replace('"sku":', '"gtin":"123","sku":')))
    await using newer = await SQLITE.open()
    const { dropped } = (await migrate(older.address, newer.address)).shop!
    assert.deepEqual([dropped!.count, dropped!.first.line, dropped!.first.path], [1, 2, 'variants[0].gtin'])
    await requireIntact(newer)
  })

  test('comes after a migration was stopped at any of its products', async () => {
    await using older = await SQLITE.open()
    await fill(older.catalogs)
    await loadAll(
      older.catalogs,
      Array.from({ length: 250 }, (_, index) => ({ ...FIRST[4], slug: `n${index}`, variants: [] })),
    )
    await using newer = await SQLITE.open()
    for (const stopAt of [100, 200, 255]) {
      await using database = await openOlderDatabase(older.address)
      const controller = new AbortController()
      const copying = database.read(SHOP.id, async (stores) => {
        await using catalogs = await openCatalogs(newer.address, 'require')
        return await migrateStore(catalogs, stores!, {
          ...{ now: new Date().toISOString(), inWorker: false, signal: controller.signal, onWait: () => {} },
          onProgress: (products) => products >= stopAt && controller.abort(new Error('stopped')),
        })
      })
      await assert.rejects(copying, /stopped/)
    }
    await migrate(older.address, newer.address)
    await requireSameAnswers(older, newer)
    await requireIntact(newer)
  })
})
