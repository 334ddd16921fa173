import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, openShop, type Shop, STORE } from './shop.ts'

const variant = (sku: string, mpn?: string) => ({ sku, price: '5', ...(mpn && { mpn }) })

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.load(STORE, [
    { name: 'Pump', slug: 'pump', variants: [variant('pump-1', 'AB-12/3'), variant('pump-2', 'AB-12/4')] },
    { name: 'Seal 417 for AB-12/3', slug: 'seal', variants: [variant('seal-1', 'Red')] },
    { name: 'Red hose 417 mm', slug: 'hose', variants: [variant('hose-1', '417')] },
  ])
})
after(() => shop[Symbol.asyncDispose]())

const products = async (query: string) =>
  (await shop.json(`/store/products?${query}`)).data.map(({ slug }: Body) => slug)
const skus = async (query: string) =>
  (await shop.json(`/store/product-variants?${query}`)).data.map(({ sku }: Body) => sku)

test('a part number finds the product and the variant that have it, however it is written', async () => {
  for (const mpn of ['AB-12/3', 'ab123', 'Ab 1.2-3', 'AB–12/3']) {
    assert.deepEqual(await products(`mpn=${encodeURIComponent(mpn)}`), ['pump'], mpn)
    assert.deepEqual(await skus(`mpn=${encodeURIComponent(mpn)}`), ['pump-1'], mpn)
  }
  assert.deepEqual(await skus('mpn=ab123&mpn=red&sortBy=sku:ASC'), ['pump-1', 'seal-1'])
})

test('a part number is a condition on the variant that meets the others', async () => {
  assert.deepEqual(await products('mpn=ab124&sku=pump-2'), ['pump'])
  assert.deepEqual(await products('mpn=ab124&sku=pump-1'), [])
})

test('what is no part number, or of no variant, finds nothing', async () => {
  for (const mpn of ['ab12', 'ab1234', '-', 'pump'])
    assert.deepEqual([await products(`mpn=${mpn}`), await skus(`mpn=${mpn}`)], [[], []], mpn)
})

test('a search for a part number finds what has it, before all that has it in its name', async () => {
  for (const [search, slugs] of [
    ['AB-12/3', ['pump', 'seal']],
    ['ab123', ['pump']],
    ['ab 12 3', ['pump', 'seal']],
  ] as const) {
    const list = await shop.json(`/store/products?search=${encodeURIComponent(search)}`)
    assert.deepEqual(
      list.data.map(({ slug }: Body) => slug),
      slugs,
      search,
    )
    assert.ok(!('search' in list.meta))
  }
  assert.deepEqual(await skus('search=ab124'), ['pump-2'])
})

test('a search for a word or a size that is a part number too is a search for that', async () => {
  assert.deepEqual(await products('search=red'), ['hose'])
  assert.deepEqual(await products('search=417&sortBy=name:ASC'), ['hose', 'seal'])
})

test('only form=full has the part number', async () => {
  const full = await shop.json('/store/products?mpn=ab123&form=full')
  assert.equal(full.data[0].variants[0].mpn, 'AB-12/3')
  const id = full.data[0].id
  assert.ok(!('mpn' in (await shop.json(`/store/products/${id}`)).variants[0]))
})
