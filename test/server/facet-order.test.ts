import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { loadAndSee, seen, THEN } from '../loading.ts'
import { type Body, EMPTY, OTHER, openShop, type Shop } from './shop.ts'

const product = (name: string, sizes: string[], labels: string[]) => ({
  name,
  labelValues: labels,
  optionGroups: [{ code: 'fit', name: 'Fit', options: sizes.map((size) => ({ name: size })) }],
  variants: sizes.map((size) => ({ sku: `${name}-${size}`, price: 5, productOptions: { fit: size } })),
})

let shop: Shop
before(async () => {
  shop = await openShop()
  for (const [store, files] of [
    [
      OTHER,
      [
        [
          product('Coat', ['Slim', 'Regular', 'Loose'], ['Coats', 'Sale', 'New']),
          product('Vest', ['Loose', 'Boxy'], ['Sale']),
        ],
      ],
    ],
    // The same in parts.
    [
      EMPTY,
      [
        [product('Coat', ['Slim', 'Regular', 'Loose'], ['Coats', 'Sale', 'New'])],
        [product('Vest', ['Loose', 'Boxy'], ['Sale'])],
      ],
    ],
  ] as const)
    for (const products of files) await loadAndSee(shop, store, products)
})
after(() => shop[Symbol.asyncDispose]())

const facets = (query: string, store = OTHER): Promise<Body> =>
  shop.json(`/store/products/facets?${query}`, { 'x-store-id': store })
const codes = (values: Body[]) => values.map(({ code }) => code)
const fits = async (query: string, store = OTHER) => codes((await facets(query, store)).optionGroups[0].options)

test('options stand as in the product that was loaded first, then naturally', async () => {
  assert.deepEqual(await fits(''), ['loose', 'boxy', 'regular', 'slim'])
  assert.deepEqual(await fits('facetOrder=natural'), ['boxy', 'loose', 'regular', 'slim'])
  for (const store of [OTHER, EMPTY])
    assert.deepEqual(await fits('facetOrder=catalog', store), ['slim', 'boxy', 'regular', 'loose'])
  assert.deepEqual(await fits('facetOrder=catalog&facetLimit=2'), ['boxy', 'loose'])
})

test('a product that changes the order of its options changes that of the facets', async () => {
  await loadAndSee(shop, EMPTY, [product('Coat', ['Loose', 'Slim', 'Regular'], ['Coats', 'Sale', 'New'])])
  assert.deepEqual(await fits('facetOrder=catalog', EMPTY), ['loose', 'boxy', 'slim', 'regular'])
})

test('labels with a rank come first', async () => {
  assert.deepEqual(codes((await facets('facetOrder=catalog')).labels), ['sale', 'coats', 'new'])
  await using draft = await shop.catalogs.draft(OTHER)
  const texts = [
    { code: 'new', rank: 1 },
    { code: 'coats', rank: 2 },
  ]
  await seen(shop.editions, OTHER, (await publishDeclared(draft, 'labels', texts, THEN))!)
  assert.deepEqual(codes((await facets('facetOrder=catalog')).labels), ['new', 'coats', 'sale'])
  assert.deepEqual(codes((await facets('facetOrder=natural')).labels), ['sale', 'coats', 'new'])
})
