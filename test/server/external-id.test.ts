import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storeNamed } from '../loading.ts'
import { declareMarkets } from './market-shop.ts'
import { type Body, EMPTY, OTHER, openShop, type Shop } from './shop.ts'

const gid = (type: string, number: number) => `gid://shopify/${type}/${number}`
const variant = (sku: string, color: string, externalId?: unknown) => ({
  ...{ sku, price: '5', productOptions: { color } },
  ...(externalId !== undefined && { externalId }),
})

const STORE = EMPTY

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.load(STORE, [
    {
      ...{ name: 'Shirt', slug: 'shirt', externalId: gid('Product', 1) },
      variants: [
        variant('shirt-red', 'red', gid('ProductVariant', 11)),
        variant('shirt-blue', 'blue', gid('ProductVariant', 12)),
      ],
    },
    // Of another source: the same number.
    { name: 'Hat', slug: 'hat', externalId: 1, variants: [variant('hat', 'red', 'variant_A:b?c')] },
    { name: 'Gift card', slug: 'gift', externalId: '77', variants: [] },
    { name: 'Scarf', slug: 'scarf', variants: [variant('scarf', 'red')] },
  ])
})
after(() => shop[Symbol.asyncDispose]())

const HEADERS = { 'x-store-id': STORE }
const get = (path: string, store = STORE) => shop.json(path, { 'x-store-id': store })
const queryOf = (ids: readonly string[]) => ids.map((id) => `externalId=${encodeURIComponent(id)}`).join('&')
async function products(ids: readonly string[], more = '', store = STORE): Promise<string[]> {
  const { data } = await get(`/store/products?${queryOf(ids)}&sortBy=name:DESC${more}`, store)
  return data.map(({ slug }: Body) => slug)
}
async function skus(ids: readonly string[], more = '', store = STORE): Promise<string[]> {
  const { data } = await get(`/store/product-variants?${queryOf(ids)}&sortBy=sku:ASC${more}`, store)
  return data.map(({ sku }: Body) => sku)
}

describe('the filter externalId', () => {
  test('finds products by their ids and by those of their variants, whether as a global id or as its number', async () => {
    for (const id of ['1', gid('Product', 1), gid('Anything', 1), 'gid://other/X/1?a=b/c'])
      assert.deepEqual(await products([id]), ['shirt', 'hat'], id)
    for (const id of ['12', gid('ProductVariant', 12)]) assert.deepEqual(await products([id]), ['shirt'], id)
    assert.deepEqual(await products(['variant_A:b?c']), ['hat'])
    assert.deepEqual(await products(['77']), ['gift'])
  })

  test('finds ids with spaces and percent signs', async () => {
    const { id: store } = storeNamed('spaces')
    await shop.catalogs.addStore(storeNamed(store))
    await shop.load(store, [
      { name: 'Belt', slug: 'belt', externalId: '5 % off', variants: [variant('belt', 'red', 'a b')] },
      { name: 'Bag', slug: 'bag', externalId: '5 % on', variants: [variant('bag', 'red', 'a c')] },
    ])
    assert.deepEqual(await products(['5 % off'], '', store), ['belt'])
    assert.deepEqual(await products(['a c', 'a b'], '', store), ['belt', 'bag'])
    assert.deepEqual(await skus(['a c', 'a b'], '', store), ['bag', 'belt'])
    for (const id of ['5', 'a', '5%20%25%20off', 'a%20b', 'a\tb'])
      assert.deepEqual([await products([id], '', store), await skus([id], '', store)], [[], []], id)
  })

  test('finds variants by their own ids only', async () => {
    assert.deepEqual(await skus([gid('ProductVariant', 11)]), ['shirt-red'])
    assert.deepEqual(await skus(['11', '12', 'variant_A:b?c']), ['hat', 'shirt-blue', 'shirt-red'])
    assert.deepEqual(await skus(['1']), [])
  })

  test('compares exactly otherwise', async () => {
    for (const id of ['variant_a:b?c', 'variant_A:b', '01', '1 ', 'Product/1', 'http://shopify/Product/1', 'gid://1/'])
      assert.deepEqual([await products([id]), await skus([id])], [[], []], id)
  })

  test('is a condition on the variant that meets the others: of the product, any of its variants', async () => {
    assert.deepEqual(await products(['12'], '&option=color:blue'), ['shirt'])
    assert.deepEqual(await products(['12'], '&option=color:red'), [])
    assert.deepEqual(await products(['1'], '&option=color:red'), ['shirt', 'hat'])
    assert.deepEqual(await products(['1'], '&option=color:blue'), ['shirt'])
    assert.deepEqual(await products(['77'], '&inStock=true'), [])
    assert.deepEqual(await skus(['11', '12'], '&sku=shirt-red'), ['shirt-red'])
  })

  test('narrows facets', async () => {
    const { optionGroups } = await get(`/store/products/facets?${queryOf(['1'])}`)
    assert.deepEqual(optionGroups[0].options.map(({ code, count }: Body) => [code, count]).sort(), [
      ['blue', 1],
      ['red', 2],
    ])
  })

  test('takes 100 ids of 255 characters', async () => {
    const many = Array.from({ length: 99 }, (_, index) => `${index + 1000}`)
    assert.deepEqual(await products([...many, '12']), ['shirt'])
    for (const path of ['/store/products', '/store/product-variants']) {
      const refused = await shop.get(`${path}?${queryOf([...many, '12', '13'])}`, HEADERS)
      assert.equal(refused.status, 400)
      assert.match(await refused.text(), /externalId/)
      assert.equal((await shop.get(`${path}?externalId=${'x'.repeat(255)}`)).status, 200)
      assert.equal((await shop.get(`${path}?externalId=${'x'.repeat(256)}`)).status, 400)
    }
  })
})

describe('an answer', () => {
  test('has external ids in full forms, in variants, in matches and in cards', async () => {
    const ids = [gid('ProductVariant', 11), gid('ProductVariant', 12)]
    const idsOf = ({ variants }: Body) => variants.map(({ externalId }: Body) => externalId)
    const { data, meta } = await get(`/store/products?${queryOf([ids[1]!])}&form=full&matches=true`)
    assert.deepEqual([data[0].externalId, idsOf(data[0])], [gid('Product', 1), ids])
    assert.deepEqual([meta.matches[0].sku, meta.matches[0].externalId], ['shirt-blue', ids[1]])
    const alone = await get(`/store/products/${data[0].id}?form=full`)
    assert.deepEqual([alone.externalId, idsOf(alone)], [gid('Product', 1), ids])
    const list = await get('/store/product-variants?sku=shirt-red')
    assert.equal(list.data[0].externalId, ids[0])
    assert.equal((await get(`/store/product-variants/${list.data[0].id}`)).externalId, ids[0])
    const cards = await get('/store/products?form=card&sortBy=name:DESC')
    assert.deepEqual(
      cards.data.map(({ externalId, variantExternalId }: Body) => [externalId, variantExternalId]),
      [
        [gid('Product', 1), undefined],
        [undefined, undefined],
        ['1', 'variant_A:b?c'],
        ['77', undefined],
      ],
    )
  })

  test('has none in the plain forms', async () => {
    const { data } = await get('/store/products?sortBy=name:DESC')
    assert.doesNotMatch(JSON.stringify(data), /xternalId/)
    assert.doesNotMatch(JSON.stringify(await get(`/store/products/${data[0].id}`)), /xternalId/)
  })

  test('shows the same variants in matches as without external ids', async () => {
    const variants = [
      {
        ...variant('lamp-red', 'red'),
        listPrice: '6.00',
        files: [{ file: { path: 'red.jpg', alt: 'Red', width: 4, height: 3 } }],
      },
      variant('lamp-blue', 'blue'),
    ]
    const shown = async (color: string) =>
      (await get(`/store/products?slug=lamp&matches=true&option=${color}`, OTHER)).meta.matches
    await shop.load(OTHER, [{ name: 'Lamp', slug: 'lamp', variants }])
    const before = [await shown('red'), await shown('blue')].flat()
    const identified = variants.map((each) => ({ ...each, externalId: `id of ${each.sku}` }))
    await shop.load(OTHER, [{ name: 'Lamp', slug: 'lamp', variants: identified }])
    assert.deepEqual(
      [await shown('red'), await shown('blue')].flat(),
      before.map((match) => ({ ...match, externalId: `id of ${match.sku}` })),
    )
  })
})

test('a market has external ids of its own, and else those of the store', async () => {
  await shop.catalogs.changeStore(OTHER, { language: 'en', currency: 'EUR' })
  await declareMarkets(shop, [{ code: 'de', language: 'de', currency: 'EUR' }], OTHER)
  await shop.load(OTHER, [
    {
      ...{
        name: 'Mug',
        slug: 'mug',
        externalId: '5',
        variants: [variant('m1', 'red', '51'), variant('m2', 'blue', '52')],
      },
      markets: { de: { externalId: '6', variants: { m1: { externalId: '61' } } } },
    },
  ])
  const inMarket = '&market=de'
  assert.deepEqual([await products(['6'], inMarket, OTHER), await products(['6'], '', OTHER)], [['mug'], []])
  assert.deepEqual([await products(['5'], inMarket, OTHER), await products(['5'], '', OTHER)], [[], ['mug']])
  assert.deepEqual([await skus(['51', '52', '61'], inMarket, OTHER)], [['m1', 'm2']])
  assert.deepEqual([await skus(['61'], inMarket, OTHER), await skus(['51'], inMarket, OTHER)], [['m1'], []])
  const { data } = await get(`/store/products?externalId=52&form=full${inMarket}`, OTHER)
  assert.deepEqual([data[0].externalId, data[0].variants.map((each: Body) => each.externalId)], ['6', ['61', '52']])
})

test('a catalog that no longer states an external id has none', async () => {
  await shop.load(OTHER, [{ name: 'Pen', slug: 'pen', externalId: '8', variants: [variant('p', 'red', '81')] }])
  assert.deepEqual([await products(['8'], '', OTHER), await skus(['81'], '', OTHER)], [['pen'], ['p']])
  await shop.load(OTHER, [{ name: 'Pen', slug: 'pen', variants: [variant('p', 'red')] }])
  assert.deepEqual([await products(['8'], '', OTHER), await skus(['81'], '', OTHER)], [[], []])
})
