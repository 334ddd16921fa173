import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProductDocument, ucpProduct } from '@vitrine/agents/ucp-product'

const RED = { id: 'red', name: 'Red', code: 'red' }
const COTTON = { id: 'cotton', name: 'Cotton', code: 'cotton' }
const ACME = { id: 'acme', name: 'Acme', code: 'acme' }
const EUR = { currency: 'EUR', productUrl: 'https://shop.example/p/{slug}?sku={sku}' }

/** A product with the fields that the mapping reads. */
function product(overrides: object = {}, ...variants: object[]): ProductDocument {
  return {
    id: 'product',
    name: 'Shirt',
    slug: 'blue shirt',
    description: '<p>Soft &amp; warm</p>',
    labelValues: [{ name: 'Shirts' }],
    optionGroups: [],
    files: [],
    variants: (variants.length > 0 ? variants : [{}]).map((variant, index) => ({
      id: `variant-${index}`,
      name: 'Shirt',
      sku: `S/${index}`,
      price: '10.50',
      stock: 1,
      productOptions: [],
      files: [],
      ...variant,
    })),
    ...overrides,
  } as unknown as ProductDocument
}

const mapped = (document: ProductDocument, store: typeof EUR | { currency: string } = EUR, base?: string) =>
  ucpProduct(document, store, base)

test('prices are in minor units of the currency', () => {
  const amounts = (currency: string, ...prices: string[]) =>
    mapped(product({}, ...prices.map((price) => ({ price }))), { currency })?.variants.map(({ price }) => price.amount)
  assert.deepEqual(amounts('EUR', '10.50', '0.00'), [1050, 0])
  assert.deepEqual(amounts('KWD', '10.50'), [10_500])
  assert.deepEqual(amounts('JPY', '10.00', '10.50'), [10])
  assert.equal(amounts('JPY', '10.50'), undefined)
})

test('a product without variants is no product', () => {
  assert.equal(mapped(product({ variants: [] })), undefined)
})

test('the price range is that of the variants, and there is a list price range if one of them has a list price', () => {
  const answer = mapped(product({}, { price: '9.00', listPrice: '12.00' }, { price: '20.00' }))!
  assert.deepEqual(answer.price_range, { min: amount(900), max: amount(2000) })
  assert.deepEqual(answer.list_price_range, { min: amount(1200), max: amount(2000) })
  assert.equal(mapped(product())!.list_price_range, undefined)
})

test('stock that is not tracked is in stock, and 0 is out of stock', () => {
  const { variants } = mapped(product({}, { stock: null }, { stock: 2 }, { stock: 0 }))!
  assert.deepEqual(
    variants.map(({ availability }) => availability.status),
    ['in_stock', 'in_stock', 'out_of_stock'],
  )
})

test('groups that variants choose from are options; the others are tags, and one of them may be the brand', () => {
  const optionGroups = [
    { id: 'g1', name: 'Color', code: 'color', options: [RED, { id: 'blue', name: 'Blue', code: 'blue' }] },
    { id: 'g2', name: 'Material', code: 'material', options: [COTTON] },
    { id: 'g3', name: 'Brand', code: 'brand', options: [ACME] },
  ]
  const answer = mapped(product({ optionGroups }, { productOptions: [RED, ACME] }))!
  assert.deepEqual(answer.options, [{ name: 'Color', values: [{ id: 'red', label: 'Red' }] }])
  assert.deepEqual(answer.variants[0]!.options, [{ name: 'Color', label: 'Red', id: 'red' }])
  assert.deepEqual(answer.variants[0]!.description, { plain: 'Color: Red' })
  assert.deepEqual([answer.tags, answer.metadata], [['Cotton', 'Acme'], { brand: 'Acme' }])
})

test('the address of a product is that of the store, with its parts escaped', () => {
  assert.equal(mapped(product())!.url, 'https://shop.example/p/blue%20shirt?sku=S%2F0')
  assert.equal(mapped(product(), { currency: 'EUR' })!.url, undefined)
})

test('a description has its HTML and its text, and only text if that is all', () => {
  assert.deepEqual(mapped(product())!.description, { plain: 'Soft & warm', html: '<p>Soft &amp; warm</p>' })
  assert.deepEqual(mapped(product({ description: 'Soft' }))!.description, { plain: 'Soft' })
})

test('a picture needs an address: its own, or one below the base', () => {
  const files = [
    { file: { path: '/a.jpg', alt: 'A shirt', width: 10, height: 20 } },
    { file: { path: 'https://cdn.example/b.jpg' } },
    { file: { path: 'data:image/png;base64,AA' } },
  ]
  const absolute = { type: 'image', url: 'https://cdn.example/b.jpg' }
  assert.deepEqual(mapped(product({ files }))!.media, [absolute])
  const [relative, ...others] = mapped(product({ files }), EUR, 'https://shop.example')!.media!
  assert.deepEqual(relative, {
    type: 'image',
    url: 'https://shop.example/a.jpg',
    alt_text: 'A shirt',
    width: 10,
    height: 20,
  })
  assert.deepEqual(others, [absolute])
})

test('a GTIN is a barcode', () => {
  const { variants } = mapped(product({}, { gtin: '4006381333931' }))!
  assert.deepEqual(variants[0]!.barcodes, [{ type: 'GTIN', value: '4006381333931' }])
})

function amount(cents: number) {
  return { amount: cents, currency: 'EUR' }
}

test('tags and collections are tags, and other labels are categories', () => {
  const labelValues = [
    { name: 'Shirts', kind: 'category' },
    { name: 'Vegan', kind: 'tag' },
    { name: 'Sale', kind: 'collection' },
    { name: 'Old' },
  ]
  const { categories, tags } = mapped(product({ labelValues }))!
  assert.deepEqual(
    categories?.map(({ value }) => value),
    ['Shirts', 'Old'],
  )
  assert.deepEqual(tags, ['Vegan', 'Sale'])
})

test('a rating has its scale, and attributes are metadata as people read them', () => {
  const attributes = [
    { code: 'weight', name: 'Weight', type: 'number', unit: 'kg', value: 0.4 },
    { code: 'waterproof', name: 'Waterproof', type: 'boolean', value: true },
  ]
  const { rating, metadata } = mapped(product({ rating: { value: 4.6, count: 12 }, attributes }))!
  assert.deepEqual(rating, { value: 4.6, count: 12, scale_min: 0, scale_max: 5 })
  assert.deepEqual(metadata?.attributes, [
    { name: 'Weight', value: '0.4 kg' },
    { name: 'Waterproof', value: 'true' },
  ])
  const plain = mapped(product())!
  assert.ok(!('rating' in plain) && !('metadata' in plain))
})
