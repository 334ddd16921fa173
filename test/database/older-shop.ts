import assert from 'node:assert/strict'
import { openCatalogs, openOlderDatabase } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Editions } from '@vitrine/engine/edition/editions'
import { type MigratedStore, migrateStore } from '@vitrine/engine/publish/migrate-store'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishMarkets, publishTaxRate } from '@vitrine/engine/publish/republish'
import { load, storeNamed } from '../loading.ts'
import { rowsOf } from './rows.ts'
import { startTestServer } from './test-server.ts'

export const SHOP = storeNamed('shop')
export const EMPTY = storeNamed('empty')
const A = '0b1f3c52-1c0e-4475-85c5-02977528abbb'

/** Products with equal times, prices and names, whose names alone would give other codes in another order. */
export const FIRST = [
  product('a', 'Tea', { id: A, labelValues: ['C++', { path: ['Men', 'Shirts'], kind: 'category' }], popularity: 3 }),
  product('b', 'Tea', { labelValues: ['C#', { path: ['Women', 'Shirts'], kind: 'category' }] }),
  product('c', 'Tea', { labelValues: ['C'], markets: inMarket('c', 'Tee') }),
  product('d', 'Cup', { labelValues: ['Gone'] }),
  product('e', 'Cup', { attributes: [{ name: 'Weight', value: 200, unit: 'g' }] }),
  product('g', 'Pot', { markets: inMarket('g', 'Kanne') }),
]

/**
 * The next catalog: a product is gone, one has another slug, more are in the market, and what is known of a market is of
 * a variant that is gone.
 */
export const SECOND = [
  {
    ...product('e', 'Cup', { attributes: [{ name: 'Weight', value: 200, unit: 'g' }], markets: inMarket('e', 'Tee') }),
  },
  { ...product('a', 'Tea', { ...FIRST[0], markets: inMarket('a', 'Tee') }), slug: 'a-new' },
  ...FIRST.slice(1, 3),
  product('f', 'Tea', { labelValues: ['C'], markets: inMarket('f', 'Tee') }),
  { name: 'Pot', slug: 'g', variants: [{ sku: 'g-L', price: '19.90' }] },
]

function product(sku: string, name: string, more: object) {
  const variants = ['S', 'M'].map((size) => ({
    ...{ sku: `${sku}-${size}`, price: '9.90', stock: 1 },
    productOptions: { Size: size, Type: sku === 'a' ? 'Bò' : 'Bơ' },
  }))
  return { description: '<p>Hot</p>', files: [{ file: { path: `/${sku}.jpg` } }], ...more, name, slug: sku, variants }
}

/** Only the first variant is in the market, which has another currency. */
function inMarket(sku: string, name: string) {
  return { de: { name, slug: `${sku}-de`, variants: { [`${sku}-S`]: { price: '11.00' } } } }
}

/** Fills a database with an empty store, and one that has had several editions. */
export async function fill(catalogs: Catalogs): Promise<void> {
  await catalogs.addStore({ ...EMPTY, hosts: ['empty.example'] })
  await catalogs.addStore(SHOP)
  await catalogs.changeStore(SHOP.id, { language: 'en', currency: 'USD', hosts: ['shop.example'], keepEditions: 7 })
  const { id } = SHOP
  const now = '2026-03-01T00:00:00.000Z'
  {
    await using draft = await catalogs.draft(id, undefined, undefined, () => [
      { code: 'de', language: 'de', currency: 'EUR', hosts: ['shop.de'] },
    ])
    await publishMarkets(draft, now)
  }
  await loadAll(catalogs, FIRST)
  await catalogs.pin(id, (await catalogs.current(id)).number)
  await loadAll(catalogs, SECOND, { replace: true, settings: { publicName: 'Tea & Co' } })
  const declared = { labels: [{ code: 'c', name: 'See', rank: 1 }], synonyms: [['tea', 'chai']] } as const
  for (const market of [undefined, 'de']) {
    await using draft = await catalogs.draft(id)
    await publishDeclared(
      draft,
      'rules',
      [{ words: ['tea'], pin: [{ slug: market ? 'e-de' : 'c', at: 1 }] }],
      now,
      market,
    )
  }
  for (const kind of ['labels', 'synonyms'] as const) {
    await using draft = await catalogs.draft(id)
    await publishDeclared(draft, kind, [...declared[kind]], now)
  }
  await using draft = await catalogs.draft(id)
  await publishTaxRate(draft, { ...SHOP.taxRate, name: 'VAT', rate: 20 }, now)
}

export async function loadAll(catalogs: Catalogs, products: readonly object[], options: object = {}): Promise<void> {
  const { outcome, problems } = await load(catalogs, SHOP.id, products, options)
  assert.deepEqual([outcome, problems], ['published', []])
}

/** Makes the tables of a SQLite file look as if an earlier version had written them, with what no version knows. */
export async function makeOlder(address: string): Promise<void> {
  await rowsOf(address, 'PRAGMA user_version = 4')
  await rowsOf(address, 'CREATE TABLE sizes (store TEXT PRIMARY KEY)')
  for (const table of ['stores', 'editions', 'products', 'documents', 'positions', 'limits', 'codes', 'words'])
    await rowsOf(address, `ALTER TABLE ${table} ADD COLUMN shade TEXT NOT NULL DEFAULT 'red'`)
}

/** Copies all stores, as `vitrine migrate --from` does. */
export async function migrate(from: string, to: string): Promise<Record<string, MigratedStore>> {
  await using older = await openOlderDatabase(from)
  const migrated: Record<string, MigratedStore> = {}
  const { signal } = new AbortController()
  for (const store of await older.stores())
    migrated[store] = await older.read(store, async (stores) => {
      await using catalogs = await openCatalogs(to, 'require')
      const now = new Date().toISOString()
      return await migrateStore(catalogs, stores!, { now, inWorker: false, signal, onWait: () => {} })
    })
  return migrated
}

/** The answers of a server about the shop, by their paths, each with its ETag. */
export async function answers(editions: Editions): Promise<Record<string, { etag: string; body: string }>> {
  await using server = await startTestServer(editions)
  const found: Record<string, { etag: string; body: string }> = {}
  const get = async (path: string) => {
    const { status, body, headers } = await server.get(`/stores/${path}`)
    assert.equal(status, 200, `${path}: ${body}`)
    found[path] = { etag: headers.etag!, body: body.replaceAll(server.origin, '') }
    return JSON.parse(body)
  }
  for (const path of ['', '/products', '/products/facets']) await get(`empty/store${path}`)
  for (const market of ['', 'market=de']) {
    for (const path of PATHS) await get(`${path}${path.includes('?') ? '&' : '?'}${market}`)
    const { data } = await get(`shop/store/products?form=full&${market}`)
    for (const { id } of data) await get(`shop/store/products/${id}?${market}`)
    for (const { variants } of data)
      for (const { id } of variants) await get(`shop/store/product-variants/${id}?${market}`)
  }
  return found
}

const SORTED = ['createdAt', 'name', 'price', 'popularity'].flatMap((field) =>
  ['ASC', 'DESC'].map((direction) => `shop/store/products?sortBy=${field}:${direction}`),
)

const PATHS = [
  ...SORTED,
  ...['createdAt', 'name', 'sku', 'price', 'stock'].map((field) => `shop/store/product-variants?sortBy=${field}:ASC`),
  ...['tea', 'chai', 'te', 'cpu', 'tee', 'hot'].map((words) => `shop/store/products?search=${words}`),
  ...[
    'shop/store',
    'shop/store/labels',
    'shop/store/markets',
    'shop/store/products/facets',
    'shop/store/products/suggest?search=te',
  ],
  ...['label=c', 'within=men', 'slug=a', 'limit=2&page=2', 'search=tea&searchIn=name'].map(
    (query) => `shop/store/products?${query}`,
  ),
]
