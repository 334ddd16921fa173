import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedId } from '@vitrine/catalog/uuid'
import { accepted, problems, shirt, store, warnings } from '../../convert/reading.ts'
import { COMPLETE_ONLY } from '../../quick.ts'

const ID = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'

test('a product with a name, a sku and a price becomes complete except for its timestamps', async () => {
  const product = await accepted({ name: 'Linen Shirt', variants: [{ sku: 'S1', price: 19.9 }] })
  assert.deepEqual(product, {
    id: derivedId('demo', 'product', 'linen-shirt'),
    name: 'Linen Shirt',
    description: '',
    slug: 'linen-shirt',
    variants: [
      {
        id: derivedId('demo', 'variant', 'linen-shirt', 'S1'),
        name: 'Linen Shirt',
        sku: 'S1',
        price: '19.90',
        stock: null,
        productOptions: [],
        files: [],
        taxRate: store.taxRate,
        labelValues: [],
      },
    ],
    files: [],
    optionGroups: [],
    labelValues: [],
  })
})

test('fields of the file are kept, in one form and one order of keys', async () => {
  const times = { updatedAt: '2026-03-14 09:26:53+01:00', createdAt: 0 }
  const taxRate = { rate: 20, name: 'VAT', ...times }
  const variants = [
    {
      taxRate,
      ...times,
      stock: 3,
      listPrice: 6.5,
      price: '5',
      gtin: 96385074,
      sku: 'A',
      name: 'Blue',
      id: ID.toUpperCase(),
    },
  ]
  const product = await accepted({
    ...times,
    slug: 'Own_Slug',
    variants,
    description: 'd',
    name: ' n ',
    id: ID.toUpperCase(),
  })
  const stamps = { createdAt: '1970-01-01T00:00:00.000Z', updatedAt: '2026-03-14T08:26:53.000Z' }
  const normal = {
    id: ID,
    name: ' n ',
    description: 'd',
    slug: 'Own_Slug',
    ...stamps,
    variants: [
      {
        id: ID,
        name: 'Blue',
        sku: 'A',
        gtin: '96385074',
        price: '5.00',
        listPrice: '6.50',
        stock: 3,
        productOptions: [],
        files: [],
        taxRate: { id: derivedId('demo', 'tax-rate', 'VAT', '20'), name: 'VAT', rate: 20, isDefault: false, ...stamps },
        labelValues: [],
        ...stamps,
      },
    ],
    files: [],
    optionGroups: [],
    labelValues: [],
  }
  assert.equal(JSON.stringify(product), JSON.stringify(normal))
})

test('a popularity is a whole number of 0 or more, and 0 is none', async () => {
  assert.equal((await accepted(shirt({ popularity: '12' }))).popularity, 12)
  for (const nothing of [0, '0', null]) assert.ok(!('popularity' in (await accepted(shirt({ popularity: nothing })))))
  for (const [popularity, wrong] of [
    [-1, '-1'],
    [1.5, '1.5'],
    ['many', '"many"'],
    [2 ** 53, '9007199254740992'],
  ])
    assert.deepEqual(await problems(shirt({ popularity })), [`popularity is ${wrong}: a whole number of 0 or more`])
})

test('null means the same as a missing field', async () => {
  const nothing = {
    id: null,
    description: null,
    slug: null,
    createdAt: null,
    files: null,
    optionGroups: null,
    labelValues: null,
  }
  const variant = {
    id: null,
    name: null,
    stock: null,
    productOptions: null,
    files: null,
    taxRate: null,
    updatedAt: null,
  }
  assert.deepEqual(await accepted(shirt(nothing, variant)), await accepted(shirt()))
  assert.deepEqual(await accepted({ name: 'Shirt', variants: null }), await accepted({ name: 'Shirt' }))
  assert.deepEqual((await accepted({ name: 'Shirt' })).variants, [])
})

const NAME = 'the name of the product'
const SKU = 'a stock keeping unit code that no other variant of the product has'
const PRICE = 'a price of 0 or more with at most two decimals, such as "19.90"'
const STOCK = 'a whole number of 0 or more, or null if the stock is not tracked'
const MOMENT = 'a date and time such as 2026-03-14T09:26:53Z'
const UUID = 'a UUID such as 8f14e45f-ceea-467f-a9d3-3f6c1b2a0d11'

const WRONG: [unknown, ...string[]][] = [
  [5, 'is 5: a product: an object with a name and variants'],
  [{}, `name is missing: ${NAME}`],
  [{ name: ' ' }, `name is blank: ${NAME}`],
  [{ name: 7, slug: 's' }, 'name is 7: text'],
  [{ name: 'x'.repeat(1001) }, 'name is 1001 characters long: at most 1000 characters'],
  [{ name: 'a\0b' }, 'name is "a\\u0000b", with a NUL character: text without NUL characters'],
  [{ name: 'a\ud83d' }, 'name is "a\\ud83d", with an unpaired surrogate: well-formed Unicode text'],
  [
    { name: 'x', description: 'd'.repeat(1024 * 1024 + 1) },
    'description is 1048577 characters long: at most 1048576 characters',
  ],
  [{ name: 'x', id: 'abc' }, `id is "abc": ${UUID}`],
  [{ name: 'x', slug: '' }, 'slug is "": a slug without white space, “/”, “?” or “#”'],
  [
    { name: 'x', slug: 'A Shirt?' },
    'slug is "A Shirt?": a slug without white space, “/”, “?” or “#”, such as "a-shirt"',
  ],
  ...['.', '..'].map((slug): [unknown, string] => [
    { name: 'x', slug },
    `slug is "${slug}": a slug that an address does not take for a folder, as it does “.” and “..”`,
  ]),
  [{ name: 'x', slug: 's'.repeat(201) }, 'slug is 201 characters long: at most 200 characters'],
  [{ name: 'x', createdAt: '14.03.2026' }, `createdAt is "14.03.2026": ${MOMENT}`],
  [{ name: 'x', updatedAt: '2026-02-30T00:00:00.000Z' }, `updatedAt is "2026-02-30T00:00:00.000Z": ${MOMENT}`],
  [{ name: 'x', updatedAt: '2025-02-29T00:00:00.000Z' }, `updatedAt is "2025-02-29T00:00:00.000Z": ${MOMENT}`],
  [{ name: 'x', updatedAt: true }, `updatedAt is true: ${MOMENT}`],
  [{ name: 'x', variants: {} }, 'variants is an object: a list of variants'],
  [{ name: 'x', variants: [5] }, 'variants[0] is 5: a variant: an object with a sku and a price'],
  [{ name: 'x', variants: Array(10_001).fill({}) }, 'variants has 10001 variants: at most 10000 variants'],
  [
    { name: 'x', variants: [{}, {}] },
    ...[0, 1].flatMap((i) => [`variants[${i}].sku is missing: ${SKU}`, `variants[${i}].price is missing: ${PRICE}`]),
  ],
  [shirt({}, { sku: 12 }), 'variants[0].sku is 12: text'],
  [shirt({}, { sku: 's'.repeat(201) }), 'variants[0].sku is 201 characters long: at most 200 characters'],
  [shirt({}, { stock: -1 }), `variants[0].stock is -1: ${STOCK}`],
  [shirt({}, { stock: 1.5 }), `variants[0].stock is 1.5: ${STOCK}`],
  [shirt({}, { stock: '-5' }), `variants[0].stock is "-5": ${STOCK}`],
  [shirt({}, { stock: 2 ** 53 }), `variants[0].stock is 9007199254740992: ${STOCK}`],
  [shirt({}, { price: -5 }), `variants[0].price is -5, which is negative: ${PRICE}`],
  [shirt({}, { price: '-5.00' }), `variants[0].price is "-5.00", which is negative: ${PRICE}`],
  [shirt({}, { price: 19.999 }), `variants[0].price is 19.999, which has more than two decimals: ${PRICE}`],
  [shirt({}, { price: 1e-7 }), `variants[0].price is 1e-7, which has more than two decimals: ${PRICE}`],
  [shirt({}, { price: '€ 19.90' }), `variants[0].price is "€ 19.90", which names a currency: ${PRICE}`],
  [
    shirt({}, { price: '5.00 / 6.00 EUR' }),
    `variants[0].price is "5.00 / 6.00 EUR", which has several prices: ${PRICE}`,
  ],
  [shirt({}, { price: '5 € 6 $' }), `variants[0].price is "5 € 6 $", which has several prices: ${PRICE}`],
  [shirt({}, { price: '19.90 EUR' }), `variants[0].price is "19.90 EUR", which names a currency: ${PRICE}`],
  [shirt({}, { price: '19,90' }), `variants[0].price is "19,90", which has a comma: ${PRICE}`],
  [shirt({}, { price: '1 299.00' }), `variants[0].price is "1 299.00", which has white space: ${PRICE}`],
  [shirt({}, { price: '' }), `variants[0].price is "", which is blank: ${PRICE}`],
  [shirt({}, { price: 'abc' }), `variants[0].price is "abc", which is not a decimal number: ${PRICE}`],
  [
    shirt({}, { price: '90071992547409.92' }),
    `variants[0].price is "90071992547409.92", which is too large to be exact: ${PRICE}`,
  ],
  [
    shirt({}, { price: 90071992547409.91 }),
    `variants[0].price is 90071992547409.9, which is too large to be exact as a number: write it as a string: ${PRICE}`,
  ],
  [shirt({}, { price: [] }), `variants[0].price is a list: ${PRICE}`],
  [
    shirt({}, { price: '0'.repeat(70) }),
    `variants[0].price is "${'0'.repeat(59)}…", which is too large to be exact: ${PRICE}`,
  ],
  [
    shirt({}, { taxRate: 20 }),
    'variants[0].taxRate is 20: a tax rate: an object with a name and a rate, or nothing for the default of the store',
  ],
  [
    shirt({}, { taxRate: {} }),
    'variants[0].taxRate.name is missing: the name of the tax rate',
    'variants[0].taxRate.rate is missing: a percentage of 0 or more, such as 20',
  ],
  [
    shirt({}, { taxRate: { name: 'VAT', rate: '20', isDefault: 1 } }),
    'variants[0].taxRate.rate is "20": a percentage of 0 or more, such as 20',
    'variants[0].taxRate.isDefault is 1: true or false',
  ],
  [
    {
      name: 'x',
      variants: [
        { sku: 'A', price: 1 },
        { sku: 'A', price: 1 },
      ],
    },
    'variants[1].sku is "A", which variants[0] also has: a unique sku',
  ],
  [
    {
      name: 'x',
      variants: [
        { id: ID, sku: 'A', price: 1 },
        { id: ID, sku: 'B', price: 1 },
      ],
    },
    `variants[1].id is "${ID}", which variants[0] also has: a unique id`,
  ],
  [{ name: 'x', formerSlugs: 'old' }, 'formerSlugs is "old": a list of the slugs that the product had'],
  [
    { name: 'x', formerSlugs: Array.from({ length: 21 }, (_, number) => `old-${number}`) },
    'formerSlugs has 21 slugs: at most 20 slugs',
  ],
  [
    { name: 'x', formerSlugs: ['old shirt', 5, '', 'a'.repeat(201)] },
    'formerSlugs[0] is "old shirt": a slug without white space, “/”, “?” or “#”, such as "old-shirt"',
    'formerSlugs[1] is 5: text',
    'formerSlugs[2] is "": a slug without white space, “/”, “?” or “#”',
    'formerSlugs[3] is 201 characters long: at most 200 characters',
  ],
]

for (const [product, ...expected] of WRONG) {
  test(`problem: ${expected[0]!.slice(0, 100)}`, async () =>
    assert.deepEqual(await problems({ name: 'First' }, product), expected))
}

test('all problems of a product are reported at once', async () => {
  const product = {
    name: '',
    slug: 'a b',
    variants: [
      { sku: 'A', price: 'x' },
      { price: 1, stock: -1 },
    ],
    labelValues: [''],
  }
  assert.deepEqual(
    (await problems(product)).map((text) => text.split(' ')[0]),
    ['name', 'slug', 'variants[0].price', 'variants[1].sku', 'variants[1].stock', 'labelValues[0]'],
  )
})

test('a variant with the old sku of another variant does not get its id', async () => {
  const before = await accepted(shirt())
  const [variant] = before.variants
  const product = {
    ...before,
    variants: [
      { ...variant, sku: 'S2' },
      { sku: 'S1', price: 1 },
    ],
  }
  assert.deepEqual(await problems(product), [
    `variants[1].id is "${variant!.id}", which variants[0] also has: a unique id`,
  ])
})

test('duplicates are found among thousands of variants', { skip: COMPLETE_ONLY }, async () => {
  const variants = Array.from({ length: 10_000 }, (_, i) => ({ sku: `S${i % 9_999}`, price: 1 }))
  assert.deepEqual(await problems({ name: 'x', variants }), [
    'variants[9999].sku is "S0", which variants[0] also has: a unique sku',
  ])
})

test('former slugs are kept, each once and without the slug of the product', async () => {
  const { slug, formerSlugs } = await accepted(shirt({ slug: 'b', formerSlugs: ['Ä', 'b', 'Ä', 'c:d'] }))
  assert.deepEqual([slug, formerSlugs], ['b', ['Ä', 'c:d']])
  assert.ok(!('formerSlugs' in (await accepted(shirt({ formerSlugs: null })))))
})

test('a warning is given once for all items of a list', async () => {
  const product = shirt({}, { colour: 1, files: [{ file: { path: 'a', size: 1 } }] })
  assert.deepEqual(await warnings(product, product), [
    'variants[].colour is not a known field and is ignored',
    'variants[].files[].file.size is not a known field and is ignored',
  ])
})
