import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { EMPTY, openShop, type Shop } from './shop.ts'

const HEADERS = { 'x-store-id': EMPTY }

const PRODUCTS = ['Blue Sofas', 'Red Couch', 'Wool Long Johns', 'Long Coat', 'Cargo Trousers', 'Pants'].map(
  (name, at) => ({
    name,
    variants: [{ sku: `sku ${at}`, price: 1 }],
  }),
)

async function declare(shop: Shop, entries: readonly SynonymEntry[], now: string): Promise<void> {
  await using draft = await shop.catalogs.draft(EMPTY)
  await publishDeclared(draft, 'synonyms', entries, now)
}

async function search(shop: Shop, text: string) {
  const response = await shop.get(`/store/products?search=${encodeURIComponent(text)}`, HEADERS)
  // biome-ignore lint/suspicious/noExplicitAny: tests know the shape
  const { data } = (await response.json()) as any
  return { etag: response.headers.get('etag'), names: data.map(({ name }: { name: string }) => name) as string[] }
}

test('a search finds the synonyms of its words, until a rollback', async () => {
  await using shop = await openShop()
  await shop.catalogs.changeStore(EMPTY, { language: 'en' })
  await shop.load(EMPTY, PRODUCTS)
  const before = await search(shop, 'couch')
  assert.deepEqual(before.names, ['Red Couch'])

  const groups = [
    ['sofa', 'Couches'],
    ['long johns', 'underwear', 'warm leg wear'],
  ]
  await declare(shop, [...groups, { from: 'pants', to: ['trousers'] }], '2026-03-01T00:00:00.000Z')
  const after = await search(shop, 'couch')
  assert.deepEqual(after.names, ['Red Couch', 'Blue Sofas'])
  assert.notEqual(after.etag, before.etag)
  assert.deepEqual((await search(shop, 'SOFA')).names, ['Blue Sofas', 'Red Couch'])
  // A word of a phrase alone is no match, and a phrase counts only with its words in order.
  assert.deepEqual((await search(shop, 'underwear')).names, ['Wool Long Johns'])
  assert.deepEqual((await search(shop, 'wool warm leg wear')).names, ['Wool Long Johns'])
  assert.deepEqual((await search(shop, 'pants')).names, ['Pants', 'Cargo Trousers'])
  assert.deepEqual((await search(shop, 'trousers')).names, ['Cargo Trousers'])

  await shop.catalogs.rollback(EMPTY, () => 1)
  assert.deepEqual(await search(shop, 'couch'), before)
})

test('many synonyms do not change other searches', async () => {
  await using shop = await openShop()
  await shop.load(EMPTY, PRODUCTS)
  const many = Array.from({ length: 5000 }, (_, at) => [`foo${at}`, `bar ${at}`])
  await declare(shop, [...many, ['foo7 bar', 'trousers']], '2026-03-01T00:00:00.000Z')
  assert.deepEqual((await search(shop, 'couch')).names, ['Red Couch'])
  assert.deepEqual((await search(shop, 'cargo foo7 bar')).names, ['Cargo Trousers'])
})
