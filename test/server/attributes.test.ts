import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Body, OTHER, openShop, type Shop, STORE } from './shop.ts'

const STAMP = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const weight = (value: number, unit = 'g') => ({ code: 'weight', name: 'Weight', type: 'number', unit, value })
const tent = (
  slug: string,
  attributes: object[],
  variants: { color: string; price: string; attributes?: object[] }[],
) => ({
  ...{ name: slug, slug, ...STAMP, attributes },
  variants: variants.map(({ color, ...variant }) => ({
    sku: `${slug}-${color}`,
    productOptions: { color },
    ...variant,
    ...STAMP,
  })),
})
const waterproof = { code: 'waterproof', name: 'Waterproof', value: true }
const released = (value: string) => ({ name: 'Released', type: 'date', value })

const TENTS = [
  tent(
    'light',
    [weight(900), waterproof, released('2026-02-01')],
    [
      { color: 'red', price: '100' },
      { color: 'blue', price: '200', attributes: [weight(1.2, 'kg')] },
    ],
  ),
  tent('heavy', [weight(5.5, 'kg'), { name: 'Care', value: 'Dry it' }], [{ color: 'red', price: '300' }]),
  tent('old', [released('2019-06-30'), { ...waterproof, value: false }], [{ color: 'red', price: '50' }]),
  tent('plain', [], [{ color: 'blue', price: '60' }]),
]

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.load(STORE, TENTS)
})
after(() => shop[Symbol.asyncDispose]())

const products = async (query: string) =>
  (await shop.json(`/store/products?slug=light&slug=heavy&slug=old&slug=plain&sortBy=name:ASC&${query}`)).data
    .map(({ slug }: Body) => slug)
    .join()
const variants = async (query: string) =>
  (await shop.json(`/store/product-variants?sortBy=sku:ASC&${query}`)).data.map(({ sku }: Body) => sku).join()
const facets = (query = '') => shop.json(`/store/products/facets?slug=light&slug=heavy&slug=old&slug=plain${query}`)

describe('the filter by an attribute', () => {
  test('takes values and ranges, both ends included, in any unit', async () => {
    assert.equal(await products('attribute=weight:900'), 'light')
    assert.equal(await products('attribute=weight:0.9kg'), 'light')
    assert.equal(await products('attribute=weight:1..5.5kg'), 'heavy,light')
    assert.equal(await products('attribute=weight:1201..'), 'heavy')
    assert.equal(await products('attribute=weight:..900g'), 'light')
    assert.equal(await products('attribute=weight:..899.999999'), '')
    assert.equal(await products('attribute=waterproof:true'), 'light')
    assert.equal(await products('attribute=waterproof:false'), 'old')
    assert.equal(await products('attribute=released:2026-01-01..'), 'light')
    assert.equal(await products('attribute=released:..2026-02-01'), 'light,old')
  })

  test('needs one variant that meets it together with options and prices', async () => {
    assert.equal(await products('attribute=weight:1..2kg&option=color:blue'), 'light')
    assert.equal(await products('attribute=weight:1..2kg&option=color:red'), '')
    assert.equal(await products('attribute=weight:900&maxPrice=100'), 'light')
    assert.equal(await products('attribute=weight:900&minPrice=200'), '')
  })

  test('has ranges of one code as alternatives, and codes together', async () => {
    assert.equal(await products('attribute=weight:900&attribute=weight:5kg..'), 'heavy,light')
    assert.equal(await products('attribute=weight:900&attribute=waterproof:true'), 'light')
    assert.equal(await products('attribute=weight:900&attribute=waterproof:false'), '')
  })

  test('finds the variants that have the attribute, of their own or from the product', async () => {
    assert.equal(await variants('attribute=weight:1kg..'), 'heavy-red,light-blue')
    assert.equal(await variants('attribute=waterproof:true'), 'light-blue,light-red')
    assert.equal(await variants('attribute=waterproof:true&attribute=weight:900'), 'light-red')
  })

  test('finds neither text nor what no product has', async () => {
    for (const value of ['care:1..', 'unknown:1', 'weight:1..2stone', 'weight:true', 'weight:2026-01-01', 'Weight:900'])
      assert.equal(await products(`attribute=${encodeURIComponent(value)}`), '', value)
  })

  test('is kept in the links', async () => {
    const { links } = await shop.json('/store/products?attribute=weight:..2kg&limit=1')
    assert.equal(links.current, '?page=1&limit=1&attribute=weight%3A..2kg')
    const list = await shop.json('/store/product-variants?attribute=weight:..2kg')
    assert.match(list.links.current, /&attribute=weight%3A\.\.2kg$/)
  })

  test('says what is wrong with a value, and what would be right', async () => {
    const form =
      'must be a code, a colon, and a value or a range, such as weight:0.2..0.5kg, weight:..500g, waterproof:true or released:2026-01-01..'
    for (const [value, detail] of [
      ['weight', `${form}, not "weight"`],
      ['weight:', `${form}, not "weight:"`],
      ['weight:..', `${form}, not "weight:.."`],
      [':5', `${form}, not ":5"`],
      ['weight:heavy', `${form}, not "weight:heavy"`],
      ['weight:1g..2cm', 'must be two bounds that compare, and g and cm do not, not "weight:1g..2cm"'],
      [
        'weight:0.0000001',
        'must be a code and decimals with at most nine digits before the point and six after it, also in g, mm or ml, such as weight:0.2..0.5kg, not "weight:0.0000001"',
      ],
      [
        'released:2026-02-30..',
        'must be a range of days, such as released:2026-01-01..2026-12-31, not "released:2026-02-30.."',
      ],
      [
        'released:2026-01-01..5',
        'must be a range of days, such as released:2026-01-01..2026-12-31, not "released:2026-01-01..5"',
      ],
    ] as const) {
      const response = await shop.get(`/store/products?attribute=${encodeURIComponent(value)}`)
      assert.equal(response.status, 400, value)
      const { errors } = (await response.json()) as Body
      assert.deepEqual(errors, [{ parameter: 'attribute', detail }])
    }
  })
})

describe('the facets of attributes', () => {
  const found = ({ attributes }: Body) =>
    attributes.map(({ code, count, min, max }: Body) => `${code} ${count} ${min}..${max}`)

  test('have the ends of the values, in the unit that they compare in', async () => {
    const { attributes } = await facets()
    assert.deepEqual(attributes, [
      { code: 'released', name: 'Released', type: 'date', count: 2, min: '2019-06-30', max: '2026-02-01' },
      { code: 'waterproof', name: 'Waterproof', type: 'boolean', count: 2, min: false, max: true },
      { code: 'weight', name: 'Weight', type: 'number', unit: 'g', count: 2, min: 900, max: 5500 },
    ])
  })

  test('ignore the conditions on themselves, and no other', async () => {
    assert.deepEqual(found(await facets('&attribute=weight:1kg..')), [
      'weight 2 900..5500',
      'released 1 2026-02-01..2026-02-01',
      'waterproof 1 true..true',
    ])
    assert.deepEqual(found(await facets('&option=color:blue')), [
      'released 1 2026-02-01..2026-02-01',
      'waterproof 1 true..true',
      'weight 1 1200..1200',
    ])
    assert.deepEqual((await facets('&slug=nowhere&label=none')).attributes, [])
  })

  test('have buckets that sum to the count, if they are asked for', async () => {
    const { attributes, price } = await facets('&buckets=3')
    const [released, waterproof, weight] = attributes
    assert.deepEqual(weight.buckets, [
      { from: 0, to: 2000, count: 1 },
      { from: 2000, to: 4000, count: 0 },
      { from: 4000, to: 6000, count: 1 },
    ])
    assert.deepEqual(waterproof.buckets, [
      { from: false, to: false, count: 1 },
      { from: true, to: true, count: 1 },
    ])
    assert.equal(
      released.buckets.reduce((sum: number, { count }: Body) => sum + count, 0),
      2,
    )
    assert.deepEqual(price, {
      min: '50.00',
      max: '300.00',
      buckets: [
        { from: '0.00', to: '100.00', count: 2 },
        { from: '100.00', to: '200.00', count: 1 },
        { from: '200.00', to: '300.00', count: 1 },
      ],
    })
  })

  test('count a product by the lowest value of the variants that match', async () => {
    const { price } = await facets('&buckets=2&option=color:blue')
    assert.deepEqual([price.min, price.max], ['60.00', '200.00'])
    assert.deepEqual(
      price.buckets.map(({ count }: Body) => count),
      [1, 1],
    )
  })

  test('are absent if the store has no attribute, whatever is asked', async () => {
    await shop.load(OTHER, [tent('plain', [{ name: 'Care', value: 'Dry it' }], [{ color: 'red', price: '5' }])])
    const headers = { 'x-store-id': OTHER }
    assert.ok(!('attributes' in (await shop.json('/store/products/facets?buckets=2', headers))))
    const { status } = await shop.get('/store/products/facets?buckets=1', headers)
    assert.equal(status, 400)
  })
})
