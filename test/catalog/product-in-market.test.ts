import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarketContent, Product, Variant } from '@vitrine/catalog/product'
import { productInMarket } from '@vitrine/catalog/product-in-market'
import { derivedId } from '@vitrine/catalog/uuid'
import fc from 'fast-check'
import { cases } from '../quick.ts'

const STAMPS = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const DE = { code: 'de', hasStorePrices: true }
const RATE = { id: derivedId('a', 'rate'), name: 'VAT', rate: 20, isDefault: true, ...STAMPS }

const option = (group: string, name: string) => {
  const code = name.toLowerCase()
  return { id: derivedId('a', group, code), name, code }
}
const label = (name: string) => ({ id: derivedId('a', 'label', name), name, code: name.toLowerCase() })
const SIZES = [option('size', 'S'), option('size', 'M'), option('size', 'XL')]
const COLORS = [{ ...option('color', 'Navy'), color: '#1f2a44' }, option('color', 'Red')]
const group = (name: string, options: Product['optionGroups'][number]['options']) => ({
  ...{ id: derivedId('a', 'group', name), name, code: name.toLowerCase(), options },
})

function variant(sku: string, choices: [size: number, color: number], more: Partial<Variant> = {}): Variant {
  const productOptions = [SIZES[choices[0]]!, COLORS[choices[1]]!].map(({ id, name, code }) => ({
    id,
    name,
    code,
    ...STAMPS,
  }))
  const stored = {
    originalName: 'x',
    fileName: 'x',
    mimeType: 'image/jpeg',
    fileSize: 0,
    path: `/${sku}.jpg`,
    width: 4,
    height: 3,
  }
  return {
    ...{ id: derivedId('a', sku), name: 'Shirt', sku, gtin: '4006381333931', price: '10.50' },
    ...(more.listPrice !== undefined && { listPrice: more.listPrice }),
    ...(more.unitPrice !== undefined && { unitPrice: more.unitPrice }),
    ...{ stock: 3, productOptions },
    files: [
      {
        id: derivedId('a', sku, 'file'),
        ...STAMPS,
        priority: 0,
        file: { id: derivedId('a', 's'), ...STAMPS, ...stored },
      },
    ],
    ...{ taxRate: RATE, labelValues: [label('New')] },
    attributes: [{ code: 'fit', name: 'Fit', type: 'text', value: 'Wide' }],
    ...(more.name !== undefined && { name: more.name }),
    ...STAMPS,
  }
}

const UNIT_PRICE = { price: '4.20', amount: '100', unit: 'g', contents: '250' }

const SHIRT: Product = {
  ...{
    id: derivedId('a', 'shirt'),
    name: 'Shirt',
    description: 'Wide',
    slug: 'shirt',
    ...STAMPS,
    formerSlugs: ['old'],
  },
  variants: [
    variant('A', [0, 0], { listPrice: '12.00', unitPrice: UNIT_PRICE }),
    variant('B', [1, 1], { name: 'M / Red' }),
    variant('C', [1, 0], { name: 'Shirt - M, Navy' }),
    variant('D', [0, 1], { name: 'Special' }),
  ],
  files: [
    { id: derivedId('a', 'f'), priority: 0, file: { path: '/front.jpg', mimeType: 'image/jpeg', width: 4, height: 3 } },
  ],
  optionGroups: [group('Size', SIZES), group('Color', COLORS), group('Brand', [option('brand', 'Loom')])],
  labelValues: [{ ...label('Shirts'), parent: 'sale', kind: 'category' }, label('Sale')],
  attributes: [
    { code: 'material', name: 'Material', type: 'text', value: 'Linen' },
    { code: 'weight', name: 'Weight', type: 'number', unit: 'kg', value: 0.4 },
  ],
  seo: { description: 'Wide shirts' },
  rating: { value: 4.6, count: 12 },
  popularity: 7,
}

/** The shirt in a market of the store's currency. */
const inGerman = (de: MarketContent, product = SHIRT) => productInMarket({ ...product, markets: { de } }, DE)
const variantOf = (de: MarketContent, sku: string) => inGerman(de)?.variants.find((each) => each.sku === sku)
/** The fields of the other one that the product has otherwise. */
const changes = (product: object, other: object) =>
  Object.entries(other).flatMap(([name, value]) => (product[name as keyof object] === value ? [] : [name]))

test('a market that says nothing shows the store, without `markets`, in the same objects', () => {
  for (const markets of [undefined, {}, { fr: { name: 'Chemise' } }, { de: {} }] as const) {
    const shown = productInMarket({ ...SHIRT, ...(markets && { markets }) }, DE)!
    assert.equal(JSON.stringify(shown), JSON.stringify(SHIRT))
    assert.deepEqual(changes(SHIRT, { ...shown, variants: SHIRT.variants }), [])
    assert.ok(shown.variants.every((each, index) => each === SHIRT.variants[index]))
  }
})

test('texts are those of the market, and else those of the store', () => {
  const shown = inGerman({ name: 'Hemd', slug: 'hemd' })!
  assert.deepEqual([shown.name, shown.slug, shown.description], ['Hemd', 'hemd', 'Wide'])
  assert.deepEqual(shown.formerSlugs, ['old'])
  assert.equal(inGerman({ description: '' })!.description, '')
  assert.deepEqual(changes(SHIRT, shown), ['name', 'slug', 'variants'])
})

test('each text for search engines is by itself, and the order of fields stays', () => {
  assert.equal(
    JSON.stringify(inGerman({ seo: { title: 'Hemden' } })!.seo),
    '{"title":"Hemden","description":"Wide shirts"}',
  )
  assert.deepEqual(inGerman({ seo: { description: 'Weit' } })!.seo, { description: 'Weit' })
  const { seo: _, ...others } = SHIRT
  const shown = inGerman({ seo: { title: 'Hemden' } }, others)!
  assert.deepEqual(Object.keys(shown), Object.keys(SHIRT))
  assert.deepEqual(shown.seo, { title: 'Hemden' })
})

test('an external id is that of the market, and else that of the store', () => {
  const [a, b] = SHIRT.variants
  const identified = {
    ...SHIRT,
    externalId: '1',
    variants: [
      { ...a!, externalId: '11' },
      { ...b!, externalId: '12' },
    ],
  }
  const idsOf = ({ externalId, variants }: Product) => [
    externalId,
    ...variants.slice(0, 2).map((each) => each.externalId),
  ]
  const own = { externalId: '2', variants: { A: { externalId: '21' }, B: { externalId: '22', price: '7.00' } } }
  assert.deepEqual(idsOf(inGerman({ name: 'Hemd', variants: { B: { price: '7.00' } } }, identified)!), [
    '1',
    '11',
    '12',
  ])
  for (const product of [identified, SHIRT]) {
    const shown = inGerman(own, product)!
    assert.deepEqual(idsOf(shown), ['2', '21', '22'])
    const { variants } = shown
    assert.deepEqual([variants[0]!.price, variants[0]!.listPrice, variants[1]!.price], ['10.50', '12.00', '7.00'])
    assert.deepEqual(variants[0]!.unitPrice, UNIT_PRICE)
    for (const variant of variants.slice(0, 2))
      assert.deepEqual(Object.keys(variant).slice(3, 6), ['gtin', 'externalId', 'price'])
  }
  const fields = Object.keys(inGerman(own)!)
  assert.equal(fields[fields.indexOf('externalId') + 1], 'attributes')
  assert.deepEqual(
    fields.filter((name) => name !== 'externalId'),
    Object.keys(SHIRT),
  )
})

test('labels, attributes and pictures are translated on the product and on its variants', () => {
  const shown = inGerman({
    labelValues: { shirts: 'Hemden', new: 'Neu' },
    attributes: {
      material: { name: 'Stoff', value: 'Leinen' },
      fit: { value: 'Weit' },
      weight: { name: 'Gewicht', value: 'x' },
    },
    files: { '/front.jpg': { alt: 'Ein Hemd' }, '/A.jpg': { alt: 'Marine' } },
  })!
  assert.deepEqual(shown.labelValues, [{ ...SHIRT.labelValues[0], name: 'Hemden' }, SHIRT.labelValues[1]])
  assert.equal(shown.labelValues[1], SHIRT.labelValues[1])
  assert.deepEqual(shown.attributes, [
    { ...SHIRT.attributes![0], name: 'Stoff', value: 'Leinen' },
    { ...SHIRT.attributes![1], name: 'Gewicht' },
  ])
  assert.equal(
    JSON.stringify(shown.files[0]!.file),
    '{"path":"/front.jpg","mimeType":"image/jpeg","alt":"Ein Hemd","width":4,"height":3}',
  )
  const [first, second] = shown.variants
  assert.deepEqual(first!.labelValues, [{ ...label('New'), name: 'Neu' }])
  assert.equal(first!.attributes![0]!.value, 'Weit')
  assert.deepEqual(Object.keys(first!.files[0]!.file).slice(-4), ['path', 'alt', 'width', 'height'])
  assert.equal(second!.files, SHIRT.variants[1]!.files)
})

test('options are translated in their group and where variants chose them', () => {
  const shown = inGerman({
    optionGroups: { color: { name: 'Farbe', options: { navy: 'Marine' } }, size: { options: { navy: 'x' } } },
  })!
  assert.equal(shown.optionGroups[0], SHIRT.optionGroups[0])
  assert.deepEqual(shown.optionGroups[1], {
    ...group('Farbe', [{ ...COLORS[0]!, name: 'Marine' }, COLORS[1]!]),
    ...{ id: derivedId('a', 'group', 'Color'), code: 'color' },
  })
  assert.deepEqual(
    shown.variants.map(({ productOptions }) => productOptions.map(({ name }) => name).join()),
    ['S,Marine', 'M,Red', 'M,Marine', 'S,Red'],
  )
})

test('a variant is named as the market says, as the product, by its options, or as in the store', () => {
  const namesOf = (de: MarketContent) => inGerman(de)!.variants.map(({ name }) => name)
  const optionGroups = { color: { options: { navy: 'Marine', red: 'Rot' } } }
  assert.deepEqual(namesOf({ name: 'Hemd' }), ['Hemd', 'M / Red', 'Hemd - M, Navy', 'Special'])
  assert.deepEqual(namesOf({ optionGroups }), ['Shirt', 'M / Rot', 'Shirt - M, Marine', 'Special'])
  assert.deepEqual(namesOf({ name: 'Hemd', optionGroups }), ['Hemd', 'M / Rot', 'Hemd - M, Marine', 'Special'])
  const variants = { A: { name: 'a' }, B: { name: 'b' }, C: { name: 'c' }, D: { name: 'd' } }
  assert.deepEqual(namesOf({ name: 'Hemd', optionGroups, variants }), ['a', 'b', 'c', 'd'])
})

test('a variant has the prices of the market, and no list price of the store beside them', () => {
  const priced = (own: object) => variantOf({ variants: { A: own } }, 'A')!
  const { price, listPrice, unitPrice } = priced({ price: '21.00' })
  assert.deepEqual([price, listPrice, unitPrice], ['21.00', undefined, { ...UNIT_PRICE, price: '8.40' }])
  assert.equal(priced({ price: '9.00', listPrice: '100.00' }).listPrice, '100.00')
  assert.ok(!('listPrice' in priced({ price: '21.00', listPrice: '21.00' })))
  assert.equal(priced({ name: 'a' }).listPrice, '12.00')
  assert.deepEqual(Object.keys(priced({ price: '9.00', listPrice: '10.00' })), Object.keys(SHIRT.variants[0]!))
  assert.deepEqual(
    Object.keys(variantOf({ variants: { B: { price: '9.00' } } }, 'B')!),
    Object.keys(SHIRT.variants[1]!),
  )
})

test('without a price of the market, a variant is in it only if the market has the prices of the store', () => {
  const skusIn = (hasStorePrices: boolean, de: MarketContent = {}) =>
    productInMarket({ ...SHIRT, markets: { de } }, { code: 'de', hasStorePrices })
      ?.variants.map(({ sku }) => sku)
      .join('')
  assert.equal(skusIn(true), 'ABCD')
  assert.equal(skusIn(false), undefined)
  assert.equal(skusIn(false, { variants: { B: { price: '9.00' }, A: { name: 'a' } } }), 'B')
  assert.equal(skusIn(true, { variants: { B: { included: false, price: '9.00' } } }), 'ACD')
})

test('a product that the market takes out, or without variants in it, is not in the market', () => {
  assert.equal(inGerman({ included: false, name: 'Hemd' }), undefined)
  const out = { included: false } as const
  assert.equal(inGerman({ variants: { A: out, B: out, C: out, D: out } }), undefined)
  assert.deepEqual(inGerman({ name: 'Hemd' }, { ...SHIRT, variants: [] })!.name, 'Hemd')
})

test('options that only variants outside of the market chose are not in it', () => {
  const out = { included: false } as const
  const optionsOf = (variants: MarketContent['variants'] & {}) =>
    inGerman({ variants })!.optionGroups.map(({ options }) => options.map(({ code }) => code).join())
  assert.deepEqual(optionsOf({ A: out }), ['s,m,xl', 'navy,red', 'loom'])
  assert.deepEqual(optionsOf({ A: out, D: out }), ['m,xl', 'navy,red', 'loom'])
  assert.deepEqual(optionsOf({ A: out, C: out }), ['s,m,xl', 'red', 'loom'])
  const plain = { ...SHIRT, variants: [SHIRT.variants[0]!, { ...SHIRT.variants[1]!, productOptions: [] }] }
  assert.deepEqual(
    inGerman({ variants: { A: out } }, plain)!.optionGroups.map(({ code, options }) => [code, options.length]),
    [
      ...[
        ['size', 2],
        ['color', 1],
        ['brand', 1],
      ],
    ],
  )
  const single = { ...plain, optionGroups: [group('Size', [SIZES[0]!]), group('Color', COLORS)] }
  assert.deepEqual(
    inGerman({ variants: { A: out } }, single)!.optionGroups.map(({ code }) => code),
    ['color'],
  )
})

test('codes and skus that every object has by name are no entries', () => {
  const odd = {
    ...SHIRT,
    labelValues: [{ ...label('A'), code: 'constructor' }],
    variants: [variant('toString', [0, 0])],
  }
  assert.deepEqual(inGerman({ labelValues: {}, variants: {} }, odd), odd)
  assert.deepEqual(productInMarket({ ...odd, markets: {} }, { code: 'constructor', hasStorePrices: true }), odd)
})

test('whatever a market says, ids, codes, skus, stock and the order of keys are those of the store', () => {
  const text = fc.constantFrom('Hemd', 'x')
  const named = (codes: string[]) => fc.dictionary(fc.constantFrom(...codes), text)
  const price = fc.constantFrom('9.00', '20.00')
  const content = fc.record(
    {
      ...{
        name: text,
        description: text,
        slug: text,
        seo: fc.record({ title: text, description: text }, { requiredKeys: [] }),
      },
      labelValues: named(['shirts', 'sale', 'new', 'other']),
      optionGroups: fc.dictionary(
        fc.constantFrom('size', 'color', 'other'),
        fc.record({ name: text, options: named(['s', 'm', 'navy']) }),
      ),
      attributes: fc.dictionary(fc.constantFrom('material', 'weight', 'fit'), fc.record({ name: text, value: text })),
      files: fc.dictionary(fc.constantFrom('/front.jpg', '/A.jpg', '/B.jpg'), fc.record({ alt: text })),
      variants: fc.dictionary(
        fc.constantFrom('A', 'B', 'C', 'X'),
        fc.record({ name: text, price, listPrice: price }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: [] },
  )
  const shared = (product: Product) => ({
    ...{
      id: product.id,
      formerSlugs: product.formerSlugs,
      rating: product.rating,
      popularity: product.popularity,
      ...STAMPS,
    },
    variants: product.variants.map(({ id, sku, gtin, stock, taxRate }) => ({ id, sku, gtin, stock, taxRate })),
    groups: product.optionGroups.map(({ id, code, options }) => ({
      id,
      code,
      options: options.map((each) => [each.id, each.code]),
    })),
    labels: product.labelValues.map((each) => ({ ...each, name: '' })),
  })
  fc.assert(
    fc.property(content, (random) => {
      const de = random as MarketContent
      const before = JSON.stringify(SHIRT)
      const shown = inGerman(de)!
      assert.deepEqual(shared(shown), shared(SHIRT))
      assert.deepEqual(Object.keys(shown), Object.keys(SHIRT))
      assert.equal(JSON.stringify(productInMarket(shown, DE)), JSON.stringify(shown))
      assert.equal(JSON.stringify(SHIRT), before)
      for (const { sku, price, listPrice, name } of shown.variants) {
        const own = de.variants?.[sku]
        if (own?.name !== undefined) assert.equal(name, own.name)
        if (own?.price !== undefined)
          assert.deepEqual(
            [price, listPrice],
            [own.price, own.price === '9.00' && own.listPrice === '20.00' ? '20.00' : undefined],
          )
      }
    }),
    { numRuns: cases({ quick: 100, complete: 3000 }) },
  )
})
