import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { labelsFrom } from '@vitrine/convert/products/product-fields'
import fc from 'fast-check'
import { productsIn, readFile, table } from '../catalog-file.ts'
import { accepted, shirt } from '../reading.ts'

type Mentions = Parameters<typeof labelsFrom>[0]

/** A name alone, or the names of a path with slashes between them. */
const named = (mentions: Mentions) =>
  labelsFrom(mentions).map((label) => ('path' in label ? label.path.join('/') : label.name))

test('a path gives a label for each of its beginnings', () => {
  assert.deepEqual(named({ other: [['Food', ' Tea ', 'Green'], 'New', ['Food', 'tea', 'White']] }), [
    ...['Food', 'Food/Tea', 'Food/Tea/Green', 'New', 'Food/tea/White'],
  ])
})

test('categories with one name are as many as they have paths', () => {
  assert.deepEqual(
    named({
      category: [
        ['A', 'B'],
        ['B', 'A'],
        ['C', 'B'],
      ],
    }),
    ['A', 'A/B', 'B', 'B/A', 'C', 'C/B'],
  )
})

test('a name below itself, and a blank one, are no step of a path', () => {
  assert.deepEqual(named({ category: [['A', '', 'a', 'B']] }), ['A', 'A/B'])
})

test('a name alone is a path of the product that ends with it', () => {
  assert.deepEqual(named({ tag: ['tea', 'New'], category: [['Food', 'Tea']] }), ['Food/Tea', 'New', 'Food'])
})

test('the strongest kind of all mentions of a label is its kind', () => {
  const kinds = (mentions: Mentions) =>
    named(mentions).map((name, index) => [name, labelsFrom(mentions)[index]!.kind] as const)
  assert.deepEqual(kinds({ other: ['New'], tag: ['Sale', 'Summer', 'Tea'], collection: ['summer', 'SALE'] }), [
    ['New', undefined],
    ['Sale', 'collection'],
    ['Summer', 'collection'],
    ['Tea', 'tag'],
  ])
  assert.deepEqual(kinds([{ category: [['Food', 'Tea']] }, { tag: ['Tea'], other: ['Food'] }]), [
    ['Food', 'category'],
    ['Food/Tea', 'category'],
  ])
})

describe('the kinds of labels follow from the parts of a file', () => {
  const cases: Readonly<Record<string, readonly [string, Readonly<Record<string, string | undefined>>]>> = {
    'a table of Shopify': [
      table([
        {
          ...{ Handle: 'tea', Title: 'Tea', 'Variant Price': '5', 'Product Category': 'Food > Tea', Type: 'Green tea' },
          ...{ Collection: 'Spring', Tags: 'organic, tea' },
        },
      ]),
      { Food: 'category', Tea: 'category', 'Green tea': 'category', Spring: 'collection', organic: 'tag' },
    ],
    'JSON of Shopify': [
      JSON.stringify({
        products: [
          {
            ...{ id: 1, title: 'Tea', handle: 'tea', body_html: '', product_type: 'Tea', tags: ['organic'] },
            ...{ images: [], options: [{ name: 'Title', position: 1 }] },
            variants: [{ id: 2, option1: 'Default Title', price: '5.00' }],
          },
        ],
      }),
      { Tea: 'category', organic: 'tag' },
    ],
    'a table of WooCommerce': [
      table([
        {
          ...{ ID: '1', Type: 'simple', SKU: 'a', Name: 'Tea', Published: '1', 'Regular price': '5' },
          ...{ Categories: 'Food > Tea', Tags: 'organic' },
        },
      ]),
      { Food: 'category', Tea: 'category', organic: 'tag' },
    ],
    'a feed for Google': [
      table([
        {
          ...{ id: '1', title: 'Tea', price: '5 EUR', link: 'https://a.example/tea', image_link: '', availability: '' },
          ...{ product_type: 'Food > Tea', custom_label_0: 'organic' },
        },
      ]),
      { Food: 'category', Tea: 'category', organic: 'tag' },
    ],
    'any table': [
      table([
        { Article: 'Tea', Price: '5.00', Category: 'Food > Tea', Tags: 'organic, new' },
        { Article: 'Cup', Price: '7.50', Category: 'Kitchen', Tags: 'new' },
      ]),
      { Food: 'category', Tea: 'category', organic: 'tag', new: 'tag', Kitchen: 'category' },
    ],
    'the native format': [
      JSON.stringify(shirt({ labelValues: ['New', { name: 'Sale', kind: 'tag' }] })),
      { New: undefined, Sale: 'tag' },
    ],
  }
  for (const [name, [file, expected]] of Object.entries(cases))
    test(`of ${name}`, async () => {
      const labels = (await readFile(file, { yes: true })).products.flatMap(({ labelValues }) => labelValues)
      assert.deepEqual(Object.fromEntries(labels.map(({ name, kind }) => [name, kind])), expected)
    })
})

test('the labels of any paths are valid, and stay apart', async () => {
  const name = fc.constantFrom('a', 'A!', 'á', 'a-2', 'A 2', 'b', '+', ' ', 'B')
  const paths = fc.array(fc.oneof(name, fc.array(name, { maxLength: 4 })), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(paths, async (paths) => {
      const { labelValues } = await accepted(shirt({ labelValues: labelsFrom({ other: paths }) }))
      const pathTo = (code: string): string => {
        const { name, parent } = labelValues.find((label) => label.code === code)!
        return parent === undefined ? name : `${pathTo(parent)}/${name}`
      }
      const isSameCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
      const found = labelValues.map(({ code }) => pathTo(code))
      const expected = named({ other: paths })
      assert.equal(found.length, expected.length)
      assert.ok(found.every((path, index) => isSameCase(path, expected[index]!)))
    }),
  )
})

test('a type of Shopify that is a path gives the labels of the path', async () => {
  const row = { Handle: 'tea', Title: 'Tea', 'Variant Price': '5', Type: 'Food > Tea' }
  const [tea] = await productsIn(table([row]))
  assert.deepEqual(
    tea!.labelValues.map(({ code, parent }) => [code, parent]),
    [
      ['food', undefined],
      ['tea', 'food'],
    ],
  )
})
