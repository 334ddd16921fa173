import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Body, EMPTY, OTHER, openShop, type Shop } from './shop.ts'

/** Newest last. Every product is clothing; two are of linen; sizes and brands are options. */
const CLOTHING = [
  { name: 'Linen shirt', labelValues: ['Clothing', 'Linen'], sizes: ['S', 'M', 'L', 'XL'], brand: 'Vantorp' },
  { name: 'Linen dress', labelValues: ['Clothing', 'Linen'], sizes: ['S'], brand: 'Quill' },
  { name: 'Jeans', labelValues: ['Clothing'], sizes: ['S', 'M', 'L', 'XL'], brand: 'Quill' },
  { name: 'Jacket', labelValues: ['Clothing'], sizes: ['M'], brand: 'Vantorp' },
  { name: 'Scarf', labelValues: ['Clothing'], sizes: [], brand: 'Oslo' },
  { name: 'Hat', labelValues: ['Clothing'], sizes: [], brand: 'Oslo' },
  { name: 'Mug', labelValues: ['Kitchen'], sizes: [], brand: 'Camp' },
  { name: 'Voucher', labelValues: [], sizes: [], brand: undefined },
].map(({ name, labelValues, sizes, brand }, day) => ({
  name,
  labelValues,
  createdAt: new Date(Date.UTC(2026, 0, day + 1)).toISOString(),
  optionGroups: [
    ...(sizes.length > 0 ? [{ name: 'Size', options: sizes }] : []),
    ...(brand === undefined ? [] : [{ name: 'Brand', options: [brand] }]),
  ].map(({ name, options }) => ({ name, options: options.map((name) => ({ name })) })),
  variants: [{ sku: name, price: day + 1, stock: day % 2 }],
}))

let shop: Shop
let shirt: string
before(async () => {
  shop = await openShop()
  await shop.load(EMPTY, CLOTHING)
  shirt = (await list('?slug=linen-shirt')).data[0].id
})
after(() => shop[Symbol.asyncDispose]())

const list = (query: string): Promise<Body> => shop.json(`/store/products${query}`, { 'x-store-id': EMPTY })
const names = async (query: string) => (await list(query)).data.map(({ name }: Body) => name)

describe('related products', () => {
  test('share a label or an option; the nearest come first, of equally near ones the newest', async () => {
    // The label Linen and the brand Vantorp are equally rare. Each outweighs four sizes, which share one weight.
    assert.deepEqual(await names(`?related=${shirt}`), ['Jacket', 'Linen dress', 'Jeans', 'Hat', 'Scarf'])
  })

  test('come in pages, in full, and their links keep the product', async () => {
    const id = shirt.toUpperCase()
    const { data, meta, links } = await list(`?limit=2&page=2&form=full&related=${id}`)
    assert.deepEqual(
      data.map(({ name }: Body) => name),
      ['Jeans', 'Hat'],
    )
    assert.equal(data[0].optionGroups.length, 2)
    assert.deepEqual(meta, { itemsPerPage: 2, totalItems: 5, currentPage: 2, totalPages: 3 })
    assert.equal(links.next, `?page=3&limit=2&form=full&related=${id}`)
  })

  test('are filtered and searched, and stay nearest first', async () => {
    assert.deepEqual(await names(`?related=${shirt}&inStock=true`), ['Jacket', 'Linen dress', 'Hat'])
    assert.deepEqual(await names(`?related=${shirt}&option=brand:quill`), ['Linen dress', 'Jeans'])
    assert.deepEqual(await names(`?related=${shirt}&search=j`), ['Jacket', 'Jeans'])
    assert.deepEqual(await names(`?related=${shirt}&label=kitchen`), [])
  })

  test('are sorted by sortBy', async () => {
    const byPrice = ['Linen dress', 'Jeans', 'Jacket', 'Scarf', 'Hat']
    assert.deepEqual(await names(`?related=${shirt}&sortBy=price:ASC`), byPrice)
    assert.deepEqual(await names(`?related=${shirt}&sortBy=price:DESC`), byPrice.toReversed())
  })

  test('are what facets count', async () => {
    const { labels, price } = await shop.json(`/store/products/facets?related=${shirt}`, { 'x-store-id': EMPTY })
    assert.deepEqual(
      labels.map(({ code, count }: Body) => [code, count]),
      [
        ['clothing', 5],
        ['linen', 1],
      ],
    )
    assert.deepEqual(price, { min: '2.00', max: '6.00' })
  })

  test('are none for a product without labels and options, for an unknown id, and for a product of another store', async () => {
    const [voucher] = (await list('?slug=voucher')).data
    const [elsewhere] = (await shop.json('/store/products', { 'x-store-id': OTHER })).data
    for (const id of [voucher.id, elsewhere.id, '00000000-0000-4000-8000-000000000000']) {
      const { data, meta } = await list(`?related=${id}`)
      assert.deepEqual([data, meta.totalItems], [[], 0])
    }
  })

  test('are asked for by one id', async () => {
    const { code, errors } = await list('?related=linen-shirt')
    assert.equal(code, 'invalid-id')
    assert.deepEqual(errors, [
      {
        parameter: 'related',
        detail: 'must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2, not "linen-shirt"',
      },
    ])
    assert.equal((await list(`?related=${shirt}&related=${shirt}`)).code, 'invalid-parameter')
  })
})
