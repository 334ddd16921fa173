// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import fc from 'fast-check'
import { lines, problems, read, sentence, shirt, warnings } from '../../convert/reading.ts'

test('lines and an array give the same products, gzipped or not', async () => {
  const products = [shirt({ slug: 'a' }), shirt({ slug: 'b' })]
  const expected = (await read(lines(...products))).submissions.map(withoutLine)
  assert.equal(expected.length, 2)
  for (const text of [JSON.stringify(products), JSON.stringify(products, null, 2), lines(...products)]) {
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      assert.deepEqual((await read(bytes)).submissions.map(withoutLine), expected)
    }
  }
})

test('one product may be printed over several lines', async () => {
  const { submissions } = await read(JSON.stringify(shirt(), null, 2))
  assert.equal(submissions.length, 1)
  assert.ok('product' in submissions[0]!)
})

test('a line that is not valid JSON is refused alone', async () => {
  const { submissions } = await read(`${lines(shirt())}\n{"name":}\n\n{"name":"x"\n${lines(shirt())},\n5`)
  assert.deepEqual(
    submissions.map((submission) =>
      'problems' in submission ? [submission.line, ...submission.problems.map(sentence)] : submission.line,
    ),
    [
      1,
      [
        2,
        'is not valid JSON (Unexpected token \'}\', "{"name":}" is not valid JSON): a JSON object, or one array of all objects',
      ],
      [4, 'is cut off: its JSON does not end: a JSON object, or one array of all objects'],
      [5, 'is not valid JSON from character 59 on: objects without commas between them, or one array of all objects'],
      [6, 'is 5: a product: an object with a name and variants'],
    ],
  )
})

test('slugs and ids are unique in a file', async () => {
  const id = '6F0E1C9A-0D3B-4E5F-8A7B-1C2D3E4F5A6B'
  assert.deepEqual(await problems(shirt({ slug: 'red' }), shirt({ slug: 'blue' }), shirt({ slug: 'red' })), [
    'slug is "red", which the product on line 1 also has: a unique slug',
  ])
  assert.deepEqual(await problems(shirt({ name: 'Red' }), shirt({ slug: 'red' })), [
    'slug is "red", which the product on line 1 also has: a unique slug',
  ])
  assert.deepEqual(
    await problems(shirt({ slug: 'x' }), shirt({ slug: 'y', id }), shirt({ slug: 'z', id: id.toLowerCase() })),
    [`id is "${id.toLowerCase()}", which the product on line 2 also has: a unique id`],
  )
})

test('missing slugs are made from names and are unique', async () => {
  const names = ['Été', 'ete', 'Ete-2', '¡!', '¿?', 'ETE']
  const { submissions } = await read(lines(...names.map((name) => shirt({ name })), shirt({ slug: 'Own' })))
  assert.deepEqual(
    submissions.map((submission) => 'product' in submission && [submission.product.slug, submission.hasSlug]),
    [
      ['ete', false],
      ['ete-2', false],
      ['ete-2-2', false],
      ['product', false],
      ['product-2', false],
      ['ete-3', false],
      ['Own', true],
    ],
  )
})

test('unknown fields cause one warning each per file, and `__proto__` is a field like any other', async () => {
  const text =
    '{"name":"A","colour":1,"__proto__":{"slug":"hacked"},"constructor":1,"variants":[{"sku":"1","price":1,"toString":2}]}'
  const { submissions, warnings } = await read(`${text}\n${text}`)
  assert.deepEqual(
    warnings.map(({ line, path, message }) => `${line} ${path} ${message}`),
    ['colour', '__proto__', 'constructor', 'variants[].toString'].map(
      (path) => `1 ${path} is not a known field and is ignored`,
    ),
  )
  assert.deepEqual(
    submissions.map((submission) => 'product' in submission && submission.product.slug),
    ['a', 'a-2'],
  )
})

test('a warning about an unknown field names the field that is probably meant', async () => {
  const product = {
    title: 1,
    labels: [],
    images: [],
    options: [],
    price: 1,
    Slug: 1,
    descripton: 1,
    fiels: 1,
    weight: 1,
  }
  const said = await warnings(
    shirt(product, { options: [], quantity: 1, files: [{ url: 'x', file: { url: 1, path: 'x' } }] }),
  )
  assert.deepEqual(
    said.map((warning) => warning.replace(' is not a known field and is ignored', '')),
    [
      'title; did you mean name?',
      'labels; did you mean labelValues?',
      'images; did you mean files?',
      'options; did you mean optionGroups?',
      'price; did you mean variants[].price?',
      'Slug; did you mean slug?',
      'descripton; did you mean description?',
      'fiels; did you mean files?',
      'weight',
      'variants[].options; did you mean productOptions?',
      'variants[].quantity; did you mean stock?',
      'variants[].files[].url',
      'variants[].files[].file.url; did you mean path?',
    ],
  )
})

test('each product without variants causes a warning', async () => {
  assert.deepEqual(await warnings({ name: 'A' }, { name: 'B', variants: [] }, { name: 'C', variants: null }), [
    'variants are missing, so nobody can buy this product',
    'variants are missing, so nobody can buy this product',
    'variants are missing, so nobody can buy this product',
  ])
})

test('a stock may be text', async () => {
  const { submissions } = await read(lines(shirt({}, { stock: '5' })))
  assert.equal('product' in submissions[0]! && submissions[0].product.variants[0]!.stock, 5)
  assert.deepEqual(await problems(shirt({}, { stock: '5 pieces' })), [
    'variants[0].stock is "5 pieces": a whole number of 0 or more, or null if the stock is not tracked',
  ])
})

test('the reference of a variant to its product, which the API serves, is ignored without a warning', async () => {
  const product = { id: 'x', name: 5, variants: [] }
  assert.deepEqual(await warnings(shirt({}, { product })), [])
  assert.deepEqual(await problems(shirt({}, { product })), [])
})

test('warnings per file and problems per product are limited', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]))
  const said = await warnings(shirt(unknown))
  assert.equal(said.length, 1001)
  assert.equal(said.at(-1), 'more than 1000 warnings; the others are omitted')
  const told = await problems(shirt({ files: Array(5000).fill(7) }))
  assert.equal(told.length, 1001)
  assert.equal(told.at(-1), 'has 4000 more problems: a product without the problems above')
})

/** Products that are partly valid, of so few words that their codes and skus collide. */
const word = fc.constantFrom('red', 'Red', 'blue', 'S', 'M+', 'M', 'été', '', '!', 'a:b', '../x.jpg', '19.90', '-1')
const anything = fc.oneof(
  { weight: 6, arbitrary: word },
  fc.constantFrom(null, true, 0, 1, -1, 1.5, 1e300, {}, []),
  fc.jsonValue({ maxDepth: 2 }),
)
const entity = fc.dictionary(fc.constantFrom('id', 'name', 'code', 'group', 'priority', 'createdAt'), anything)
const options = fc.oneof(fc.array(entity, { maxLength: 3 }), fc.dictionary(word, anything, { maxKeys: 3 }))
const file = fc.record({ file: fc.dictionary(fc.constantFrom('path', 'mimeType', 'id'), anything) })
const variant = fc.record(
  {
    sku: word,
    price: fc.oneof(fc.constant('19.90'), anything),
    productOptions: options,
    files: fc.array(fc.oneof(file, anything), { maxLength: 2 }),
    taxRate: fc.oneof(entity, anything),
    stock: anything,
  },
  { requiredKeys: [] },
)
const group = fc
  .tuple(entity, fc.array(entity, { maxLength: 3 }))
  .map(([fields, list]) => ({ ...fields, options: list }))
const product = fc.record(
  {
    name: word,
    slug: word,
    description: anything,
    variants: fc.array(fc.oneof(variant, anything), { maxLength: 4 }),
    optionGroups: fc.array(fc.oneof(group, anything), { maxLength: 3 }),
    labelValues: fc.array(fc.oneof(word, entity, anything), { maxLength: 4 }),
    files: fc.array(fc.oneof(file, anything), { maxLength: 3 }),
  },
  { requiredKeys: ['name'] },
)

test('a line, an element and an object over several lines give the same product, in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 300 }),
      async (products, size) => {
        const one = await read(lines(...products), size)
        for (const text of [JSON.stringify(products), JSON.stringify(products, null, ' \n')]) {
          const other = await read(text, size)
          assert.deepEqual(other.submissions.map(withoutLine), one.submissions.map(withoutLine))
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('an accepted product is accepted again unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 4 }), async (products) => {
      const first = (await read(lines(...products))).submissions.filter((submission) => 'product' in submission)
      if (first.length === 0) return
      const again = await read(lines(...first.map((submission) => submission.product)))
      assert.deepEqual(
        again.submissions.map((submission) => ('product' in submission ? submission.product : submission.problems)),
        first.map((submission) => submission.product),
      )
      assert.deepEqual(
        again.warnings.filter(({ path }) => path !== 'variants'),
        [],
      )
    }),
    { numRuns: 200 },
  )
})

test('the JSON of another system, whose products have a price themselves, is refused', async () => {
  const { submissions } = await read(Buffer.from('[{"sku":"A1","name":"Wool scarf","price":25}]'))
  const found = submissions.flatMap((submission) => ('problems' in submission ? submission.problems : []))
  assert.deepEqual(
    found.map(({ path, wrong }) => `${path} ${wrong}`),
    ['price is a field of variants, and the product has none', 'sku is a field of variants, and the product has none'],
  )
})

test('garbage causes a problem or a CatalogFileError, never another error', async () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom('{', '}', '[', ']', ',', '"', '\\', '\n', '{"name":"x"}', ':'), fc.string()),
  )
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    text.map((parts) => `[{${parts.join('')}`),
    text.map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(garbage, fc.integer({ min: 1, max: 20 }), async (bytes, size) => {
      try {
        await read(bytes, size)
      } catch (error) {
        assert.ok(error instanceof CatalogFileError, String(error))
      }
    }),
    { numRuns: 300 },
  )
})

function withoutLine(submission: object): object {
  return JSON.parse(JSON.stringify(submission), (key, value) => {
    if (key === 'line') return undefined
    // A problem may name the line of another product.
    return typeof value === 'string' ? value.replace(/on line \d+/, 'on another line') : value
  })
}

test('a finding names the slug of a product whose name is blank', async () => {
  const { submissions } = await read(lines(shirt({ name: ' ', slug: 'linen-shirt' })))
  const [submission] = submissions
  assert.ok(submission && 'problems' in submission)
  assert.equal(submission.problems[0].product, 'linen-shirt')
})
