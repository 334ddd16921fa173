import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreSettings } from '@vitrine/catalog/store'
import { EMPTY, openShop, type Shop } from './shop.ts'

const HEADERS = { 'x-store-id': EMPTY }

/** The newest first. */
const NAMES = [
  'Apple Phone',
  'Basket of Apples',
  'Applesauce',
  'Pineapple Juice',
  'Running Belt',
  'Run Phone',
  'Teapot',
  'Tea Towel',
]

const PRODUCTS = NAMES.map((name, at) => ({
  name,
  createdAt: `2026-01-${20 - at}T00:00:00.000Z`,
  variants: [{ sku: `sku ${at}`, price: 1 }],
}))

async function openStore(settings: StoreSettings): Promise<Shop> {
  const shop = await openShop()
  await shop.load(EMPTY, PRODUCTS)
  await shop.catalogs.changeStore(EMPTY, { language: 'en', ...settings })
  return shop
}

async function search(shop: Shop, text: string) {
  const response = await shop.get(`/store/products?search=${encodeURIComponent(text)}`, HEADERS)
  // biome-ignore lint/suspicious/noExplicitAny: tests know the shape
  const { data, meta } = (await response.json()) as any
  const names = data.map(({ name }: { name: string }) => name).join(', ')
  return { names, note: meta.search, etag: response.headers.get('etag') }
}

test("a store's own words that say nothing need not match", async () => {
  await using shop = await openStore({})
  const before = await search(shop, 'gadget phone')
  assert.deepEqual(before.note?.dropped, ['gadget'])
  await shop.catalogs.changeStore(EMPTY, { stopWords: ['gadget', 'phone'] })
  const after = await search(shop, 'apple gadget')
  assert.deepEqual([after.names, after.note], ['Apple Phone, Basket of Apples, Applesauce', undefined])
  assert.notEqual(after.etag, before.etag)
  // Words of the language say nothing as before, and words that say nothing must match if there are no others.
  assert.equal((await search(shop, 'the juice')).names, 'Pineapple Juice')
  assert.equal((await search(shop, 'phone')).names, 'Apple Phone, Run Phone')
  assert.equal((await search(shop, 'phnoe')).names, '')
  await shop.catalogs.changeStore(EMPTY, { stopWords: undefined })
  assert.deepEqual(await search(shop, 'gadget phone'), before)
})

test('an exact word is found only as it is written', async () => {
  await using shop = await openStore({})
  const found: readonly (readonly [text: string, before: string, after: string])[] = [
    ['APPLE', 'Apple Phone, Basket of Apples, Applesauce', 'Apple Phone'],
    ['apples', 'Basket of Apples, Apple Phone, Applesauce', 'Basket of Apples, Applesauce'],
    ['appl', 'Apple Phone, Basket of Apples, Applesauce', 'Basket of Apples, Apple Phone, Applesauce'],
    ['appel phone', 'Apple Phone', 'Apple Phone, Run Phone'],
    ['aplpe', 'Apple Phone, Basket of Apples', ''],
    ['run', 'Run Phone, Running Belt', 'Run Phone'],
    ['running', 'Running Belt, Run Phone', 'Running Belt'],
    ['pots', 'Teapot', ''],
    ['tea pot', 'Teapot', 'Teapot'],
  ]
  const results = async () => Promise.all(found.map(async ([text]) => [text, (await search(shop, text)).names]))
  const before = await search(shop, 'apple')
  assert.deepEqual(
    await results(),
    found.map(([text, names]) => [text, names]),
  )
  await shop.catalogs.changeStore(EMPTY, { exactWords: ['apple', 'run', 'teapot', 'pineaple'] })
  assert.deepEqual(
    await results(),
    found.map(([text, , names]) => [text, names]),
  )
  assert.deepEqual((await search(shop, 'pineaple juice')).note?.dropped, ['pineaple'])
  await shop.catalogs.changeStore(EMPTY, { exactWords: undefined })
  assert.deepEqual(await search(shop, 'apple'), before)
})

test('suggestions and their highlights have the words of the store', async () => {
  await using shop = await openStore({ exactWords: ['apple', 'run'], stopWords: ['gadget'] })
  const suggest = async (text: string) =>
    await shop.json(`/store/products/suggest?search=${encodeURIComponent(text)}`, HEADERS)
  const products = async (text: string) =>
    (await suggest(text)).products.map(({ name, highlights }: { name: string; highlights: [number, number][] }) => [
      name,
      ...highlights.map(([start, end]) => name.slice(start, end)),
    ])
  assert.deepEqual(await products('apple'), [['Apple Phone', 'Apple']])
  assert.deepEqual(await products('running'), [['Running Belt', 'Running']])
  assert.deepEqual(await products('apples'), [
    ['Basket of Apples', 'Apples'],
    ['Applesauce', 'Apples'],
  ])
  const queries = async (text: string) => (await suggest(text)).queries.map(({ text }: { text: string }) => text)
  assert.deepEqual(await queries('gadget app'), ['gadget apple', 'gadget apples', 'gadget applesauce'])
  assert.equal((await suggest('aplpe')).correction, undefined)
})
