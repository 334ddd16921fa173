import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.load(STORE, [
    { name: 'White Linen Shirt', slug: 'shirt', variants: [{ sku: 'SH-1', price: '5', gtin: '4006381333931' }] },
    { name: 'Rug', slug: 'rug', description: 'Linen, for shirts.', variants: [{ sku: 'RU-1', price: '5' }] },
  ])
})
after(() => shop[Symbol.asyncDispose]())

const explained = async (query: string) => {
  const { data, meta } = await shop.json(`/store/products?${query}`)
  return { slugs: data.map(({ slug }: Body) => slug), explain: meta.explain }
}

test('explain=true says how each product has the words of the search, and at what cost', async () => {
  const { slugs, explain } = await explained('search=linnen+shirt&explain=true')
  assert.deepEqual(slugs, ['shirt', 'rug'])
  const misspelt = { word: 'linnen', how: 'misspelt', as: ['linen'] }
  assert.deepEqual(explain, [
    {
      cost: 4099,
      words: [
        { ...misspelt, field: 'name', cost: 4099 },
        { word: 'shirt', how: 'exact', as: ['shirt'], field: 'name', cost: 0 },
      ],
    },
    {
      cost: 4099 + 12 + 18,
      words: [
        { ...misspelt, field: 'description', cost: 4099 + 12 },
        { word: 'shirt', how: 'prefix', as: ['shirt'], field: 'description', cost: 18 },
      ],
    },
  ])
})

test('the costs of all pages are in the order of their products', async () => {
  const pages = await Promise.all([1, 2].map((page) => explained(`search=linen&explain=true&limit=1&page=${page}`)))
  assert.deepEqual(
    pages.map(({ slugs, explain }) => [slugs[0], explain[0].cost]),
    [
      ['shirt', 0],
      ['rug', 12],
    ],
  )
})

test('a product that its number found is explained by no word', async () => {
  assert.deepEqual((await explained('search=4006381333931&explain=true')).explain, [{ cost: 0, words: [] }])
})

test('nothing is explained unless it is asked for, or without a search', async () => {
  assert.equal((await explained('search=linen')).explain, undefined)
  assert.equal((await explained('explain=true')).explain, undefined)
  const { errors } = await shop.json('/store/products?search=linen&explain=yes')
  assert.match(errors[0].detail, /must be true, not "yes"/)
})
