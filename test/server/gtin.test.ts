import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, openShop, type Shop, STORE } from './shop.ts'

const variant = (sku: string, gtin?: string) => ({ sku, price: '5', ...(gtin && { gtin }) })

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.load(STORE, [
    { name: 'Pen', slug: 'pen', variants: [variant('pen-1', '4006381333931'), variant('pen-2')] },
    { name: 'Atlas', slug: 'atlas', variants: [variant('atlas-1', '9783161484100'), variant('96385074', '96385074')] },
    { name: 'Number 4006381333931', slug: 'number', variants: [variant('n')] },
  ])
})
after(() => shop[Symbol.asyncDispose]())

const products = async (query: string) =>
  (await shop.json(`/store/products?${query}`)).data.map(({ slug }: Body) => slug)
const skus = async (query: string) =>
  (await shop.json(`/store/product-variants?${query}`)).data.map(({ sku }: Body) => sku)

test('a GTIN finds the product and the variant that have it', async () => {
  for (const gtin of ['4006381333931', '04006381333931', '4006381-333931']) {
    assert.deepEqual(await products(`gtin=${gtin}`), ['pen'])
    assert.deepEqual(await skus(`gtin=${gtin}`), ['pen-1'])
  }
  assert.deepEqual(await skus('gtin=4006381333931&gtin=96385074&sortBy=sku:DESC'), ['pen-1', '96385074'])
})

test('a GTIN is a condition on the variant that meets the others', async () => {
  assert.deepEqual(await products('gtin=4006381333931&sku=pen-1'), ['pen'])
  assert.deepEqual(await products('gtin=4006381333931&sku=pen-2'), [])
})

test('what is no GTIN, or of no variant, finds nothing', async () => {
  for (const gtin of ['4006381333932', '4006381333948', 'pen', '400638'])
    assert.deepEqual([await products(`gtin=${gtin}`), await skus(`gtin=${gtin}`)], [[], []], gtin)
})

test('a search for a GTIN finds what has it, before all that has it as a word', async () => {
  const list = await shop.json('/store/products?search=4006381333931')
  assert.deepEqual(
    list.data.map(({ slug }: Body) => slug),
    ['pen', 'number'],
  )
  assert.ok(!('search' in list.meta))
  assert.deepEqual(await products('search=978-3-16-148410-0'), ['atlas'])
  assert.deepEqual(await skus('search=9783161484100'), ['atlas-1'])
  assert.deepEqual(await products('search=3-16-148410-X'), ['atlas'])
  assert.deepEqual(await skus('gtin=316148410X'), ['atlas-1'])
  assert.equal((await shop.json('/store/products/facets?search=4006381333931')).inStock, 2)
})
