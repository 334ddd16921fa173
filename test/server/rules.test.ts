import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Rule } from '@vitrine/catalog/rules'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { COMPLETE_ONLY } from '../quick.ts'
import { EMPTY, openShop, type Shop } from './shop.ts'

const HEADERS = { 'x-store-id': EMPTY }

/** Shirt 1 is the newest. Sku `s3` is of Shirt 3, and `shared` of Shirt 4 and the gift card. */
const PRODUCTS = [
  ...[1, 2, 3, 4, 5, 6].map((number) => product(`Shirt ${number}`, 9 - number, number === 4 ? 'shared' : `s${number}`)),
  product('Gift card', 1, 'shared', 'Gifts'),
  product('Gas bottle', 2, 'gas', 'Gifts'),
]

function product(name: string, day: number, sku: string, ...labelValues: string[]) {
  const slug = name.toLowerCase().replace(' ', '-')
  const price = name.startsWith('Shirt') ? 10 + day : 50
  return { name, slug, createdAt: `2026-01-0${day}T00:00:00.000Z`, labelValues, variants: [{ sku, price }] }
}

describe('rules', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop()
    await shop.catalogs.changeStore(EMPTY, { language: 'en' })
    await shop.load(EMPTY, PRODUCTS)
  })
  afterEach(() => shop[Symbol.asyncDispose]())

  async function declare(...rules: readonly Rule[]): Promise<void> {
    await using draft = await shop.catalogs.draft(EMPTY)
    await publishDeclared(draft, 'rules', rules, '2026-03-01T00:00:00.000Z')
  }

  /** Names in short: S1 for Shirt 1. */
  async function list(query: string) {
    const { data, meta } = await shop.json(`/store/products?${query}`, HEADERS)
    const names = data.map(({ name }: { name: string }) => name.replace('Shirt ', 'S'))
    return { names: names.join(' '), total: meta.totalItems, search: meta.search }
  }

  const names = async (query: string) => (await list(query)).names

  test('see the price that a search says in words, and pins obey it', { skip: COMPLETE_ONLY }, async () => {
    const pin = [
      { slug: 'gift-card', at: 1 },
      { slug: 'shirt-5', at: 1 },
    ]
    await declare({ query: 'shirts under 15', pin }, { query: 'shirts', hide: [{ slug: 'shirt-6' }] })
    const search = { rule: true, price: { max: '15.00' } }
    assert.deepEqual(await list('search=shirt+under+15'), { names: 'S5 S4 S6', total: 3, search })
    const facets = await shop.json('/store/products/facets?search=shirt+under+15', HEADERS)
    assert.deepEqual([facets.inStock, facets.meta], [3, { search }])
    const unruled = { names: 'S5 S6', total: 2, search: { price: { max: '14.99' } } }
    assert.deepEqual(await list('search=shirt+under+14.99'), unruled)
  })

  test('pin products that the words do not find, once, and count them', { skip: COMPLETE_ONLY }, async () => {
    await declare({
      query: 'shirt',
      pin: [
        { slug: 'gift-card', at: 2 },
        { slug: 'shirt-5', at: 4 },
      ],
    })
    const found = { names: 'S1 Gift card S2 S5 S3 S4 S6', total: 7, search: { rule: true } }
    assert.deepEqual(await list('search=shirt'), found)
    const facets = await shop.json('/store/products/facets?search=shirt', HEADERS)
    assert.deepEqual(
      facets.labels.map(({ code, count }: { code: string; count: number }) => [code, count]),
      [['gifts', 1]],
    )
    assert.deepEqual([facets.price.max, facets.inStock, facets.meta], ['50.00', 7, { search: { rule: true } }])
  })

  test('keep their places on every page', { skip: COMPLETE_ONLY }, async () => {
    await declare({
      words: ['shirts'],
      pin: [
        { slug: 'gift-card', at: 3 },
        { sku: 's6', at: 4 },
        { slug: 'gas-bottle', at: 90 },
      ],
    })
    const all = 'S1 S2 Gift card S6 S3 S4 S5 Gas bottle'
    assert.equal(await names('search=shirt'), all)
    for (const limit of [1, 2, 3, 5]) {
      const pages: string[] = []
      for (let page = 1; page <= Math.ceil(8 / limit); page++)
        pages.push(await names(`search=shirt&limit=${limit}&page=${page}`))
      assert.equal(pages.join(' '), all)
    }
    assert.deepEqual((await list('search=shirt&limit=3&page=4')).names, '')
  })

  test('pin only what the filters let through, and leave the others at their places', {
    skip: COMPLETE_ONLY,
  }, async () => {
    await declare({
      query: 'shirt',
      pin: [
        { slug: 'gift-card', at: 1 },
        { slug: 'shirt-4', at: 2 },
        { slug: 'shirt-6', at: 4 },
      ],
    })
    assert.equal(await names('search=shirt'), 'Gift card S4 S1 S6 S2 S3 S5')
    assert.equal(await names('search=shirt&maxPrice=20'), 'S1 S4 S2 S6 S3 S5')
    assert.deepEqual(await list('search=shirt&within=gifts'), { names: 'Gift card', total: 1, search: { rule: true } })
  })

  test('hide products in searches and their facets, and nowhere else', { skip: COMPLETE_ONLY }, async () => {
    await declare({ words: ['shirt'], hide: [{ slug: 'shirt-1' }, { sku: 's3' }, { slug: 'gone' }] })
    assert.deepEqual(await list('search=shirt'), { names: 'S2 S4 S5 S6', total: 4, search: { rule: true } })
    assert.equal((await shop.json('/store/products/facets?search=shirt', HEADERS)).inStock, 4)
    assert.equal(await names('search=shirt&slug=shirt-1'), 'S1')
    assert.equal(await names('search=shirt&sku=s3'), 'S3')
    assert.equal((await list('')).total, 8)
    const { products } = await shop.json('/store/products/suggest?search=shirt', HEADERS)
    assert.equal(products.length, 4)
    const { correction } = await shop.json('/store/products/suggest?search=shurt', HEADERS)
    assert.equal(correction.count, 4)
  })

  test('pin rather than hide a product', async () => {
    await declare({
      query: 'shirt',
      pin: [{ slug: 'shirt-2', at: 1 }],
      hide: [{ slug: 'shirt-2' }, { slug: 'shirt-1' }],
    })
    assert.equal(await names('search=shirt'), 'S2 S3 S4 S5 S6')
  })

  test('pin a product once that two pins name', { skip: COMPLETE_ONLY }, async () => {
    await declare({
      query: 'shirt',
      pin: [
        { slug: 'shirt-3', at: 2 },
        { sku: 's3', at: 1 },
        { sku: 'shared', at: 3 },
      ],
    })
    assert.equal(await names('search=shirt'), 'S1 S3 S4 S2 S5 S6')
  })

  test('do not apply to a list or to facets with sortBy', { skip: COMPLETE_ONLY }, async () => {
    const before = await list('search=shirt&sortBy=price:ASC')
    const facets = await shop.json('/store/products/facets?search=shirt', HEADERS)
    await declare({ query: 'shirt', pin: [{ slug: 'gift-card', at: 1 }], hide: [{ slug: 'shirt-6' }] })
    assert.deepEqual(await list('search=shirt&sortBy=price:ASC'), before)
    assert.deepEqual(await shop.json('/store/products/facets?search=shirt&sortBy=price:ASC', HEADERS), facets)
  })

  test('find a query that equals theirs in its words, whatever their forms', async () => {
    await declare(
      { query: 'gift cards', pin: [{ slug: 'shirt-6', at: 1 }] },
      { words: ['gift', 'card'], pin: [{ slug: 'shirt-5', at: 1 }] },
      { words: ['gifts'], pin: [{ slug: 'shirt-4', at: 1 }] },
    )
    assert.equal(await names('search=GIFT+card!'), 'S6 Gift card')
    assert.equal(await names('search=cards+gift'), 'S5 Gift card')
    assert.equal(await names('search=a+gift'), 'S4 Gift card')
    assert.equal(await names('search=gif'), 'Gift card')
  })

  test('apply in the order of the file, the first one alone', { skip: COMPLETE_ONLY }, async () => {
    const rules: Rule[] = [
      { words: ['card'], hide: [{ slug: 'gas-bottle' }] },
      { query: 'gift card', pin: [{ slug: 'shirt-1', at: 1 }] },
    ]
    await declare(...rules)
    assert.equal(await names('search=gift+card'), 'Gift card')
    await declare(...rules.toReversed())
    assert.equal(await names('search=gift+card'), 'S1 Gift card')
  })

  test('order a category without a search, and only what is in it', { skip: COMPLETE_ONLY }, async () => {
    const before = await shop.json('/store/products/facets?within=gifts', HEADERS)
    await declare({
      within: 'gifts',
      pin: [
        { slug: 'gift-card', at: 1 },
        { slug: 'shirt-1', at: 2 },
      ],
    })
    assert.deepEqual(await list('within=gifts'), { names: 'Gift card Gas bottle', total: 2, search: { rule: true } })
    assert.deepEqual(await shop.json('/store/products/facets?within=gifts', HEADERS), before)
    assert.equal(await names('within=gifts&search=gas'), 'Gas bottle')
    assert.equal(await names('within=gifts&sortBy=createdAt:DESC'), 'Gas bottle Gift card')
    assert.equal(await names('label=gifts'), 'Gas bottle Gift card')
    await shop.catalogs.changeStore(EMPTY, { order: 'popularity' })
    assert.equal(await names('within=gifts&sortBy=popularity:DESC'), 'Gas bottle Gift card')
    assert.equal(await names('within=gifts'), 'Gift card Gas bottle')
  })

  test('apply to nothing else, and leave with a rollback', async () => {
    const before = await shop.get('/store/products?search=card', HEADERS)
    await declare({ query: 'shirt', pin: [{ slug: 'gift-card', at: 1 }] })
    const after = await shop.get('/store/products?search=card', HEADERS)
    assert.equal(await after.text(), await before.text())
    await shop.catalogs.rollback(EMPTY, () => 1)
    assert.deepEqual(await list('search=shirt'), { names: 'S1 S2 S3 S4 S5 S6', total: 6, search: undefined })
  })

  test('find a product when it comes back', { skip: COMPLETE_ONLY }, async () => {
    await declare({ query: 'shirt', pin: [{ slug: 'new-parka', at: 1 }] })
    assert.equal(await names('search=shirt'), 'S1 S2 S3 S4 S5 S6')
    await shop.load(EMPTY, [{ name: 'Parka', slug: 'new-parka', variants: [{ sku: 'p', price: 1 }] }])
    assert.equal(await names('search=shirt'), 'Parka S1 S2 S3 S4 S5 S6')
  })
})
