import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readNative } from '@vitrine/catalog/native/read-native'
import type { Variant } from '@vitrine/catalog/product'
import type { Patch, Problem, Removal, Submission } from '@vitrine/catalog/submission'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import { storedSortsOf } from '@vitrine/engine/edition/term'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { type PublishOptions, publish } from '@vitrine/engine/publish/publish'
import type { Report } from '@vitrine/engine/publish/report'
import fc from 'fast-check'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { DATABASES, type Opened } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'

const A = storeNamed('a')
const MONDAY = '2026-03-02T09:00:00.000Z'
const TUESDAY = '2026-03-03T09:00:00.000Z'
const OPTIONS = { replace: false, skipInvalid: false, dryRun: false, now: TUESDAY }

type Entry = Submission | Patch | Removal

/** Publishes patches and removals, then products in the native format. */
async function apply(
  catalogs: Catalogs,
  entries: readonly Entry[],
  products: readonly unknown[] = [],
  options: Partial<PublishOptions> = {},
): Promise<Report> {
  await using draft = await catalogs.draft(A.id)
  async function* all(): AsyncGenerator<Entry> {
    yield* entries
    const text = products.map((product) => `${JSON.stringify(product)}\n`).join('')
    if (text !== '') yield* readNative(once(text), draft.base.store, () => {})
  }
  return await publish(draft, all(), { ...OPTIONS, ...options })
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look at an export field by field
async function exported(catalogs: Catalogs): Promise<any[]> {
  const products = []
  for await (const line of exportLines(await catalogs.current(A.id))) products.push(JSON.parse(line))
  return products.flat()
}

/** The orders, posting lists and facet values of an edition. */
async function contentsOf(edition: Edition) {
  const contents: Record<string, unknown> = { values: await edition.facetValues() }
  for (const kind of ['product', 'variant'] as const) {
    for (const sort of storedSortsOf(kind))
      contents[`${kind} ${sort}`] = [...(await edition.sortOrder(kind, sort)).positions.slice()]
    for (const prefix of ['label', 'parent', 'option', 'price', 'stock', 'name', 'text']) {
      for await (const lists of edition.scanPostings(kind, prefix))
        for (const { term, postings } of lists) contents[`${kind} ${term}`] = [...toSortedPositions(postings)]
    }
  }
  return contents
}

const SKUS = ['A', 'B', 'C', 'D', 'E', 'F']

const price = fc.integer({ min: 0, max: 400 })
const variant = fc.record({
  sku: fc.constantFrom(...SKUS),
  price,
  listPrice: fc.option(price),
  stock: fc.option(fc.integer({ min: 0, max: 2 })),
})
const catalog = fc.array(
  fc.record({
    label: fc.constantFrom('Red', 'Blue'),
    variants: fc.uniqueArray(variant, { selector: ({ sku }) => sku, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
)
const values = fc.record(
  { price, listPrice: fc.option(price), stock: fc.option(fc.integer({ min: 0, max: 2 })) },
  { requiredKeys: [] },
)
const changes = fc.dictionary(fc.constantFrom(...SKUS, 'unknown'), values, { noNullPrototype: true })

type Catalog = typeof catalog extends fc.Arbitrary<infer Value> ? Value : never

function productsOf(products: Catalog) {
  return products.map(({ label, variants }, number) => ({
    slug: `p${number}`,
    name: `Product ${number % 3}`,
    labelValues: ['Colors', { name: label, parent: 'colors' }],
    variants,
  }))
}

/** The catalog after patches, and without the list prices that a load drops. */
function withNewPrices(products: Catalog, change: Record<string, NewValues>): Catalog {
  return products.map(({ label, variants }) => ({
    label,
    variants: variants.map((variant) => withNewValues(variant, change[variant.sku])),
  }))
}

interface NewValues {
  readonly price?: number
  readonly listPrice?: number | null
  readonly stock?: number | null
}

/** The variant with new values. A list price that is not above the price is removed for good. */
function withNewValues(variant: Catalog[number]['variants'][number], values: NewValues | undefined) {
  const { listPrice, ...others } = { ...variant, ...values }
  return { ...others, listPrice: listPrice !== null && listPrice > others.price ? listPrice : null }
}

function patchesOf(values: Record<string, NewValues>): Patch[] {
  return Object.entries(values).map(([sku, { price, listPrice, stock }], index) => ({
    line: index + 1,
    sku,
    ...(price === undefined ? {} : { price: price.toFixed(2) }),
    ...(listPrice === undefined ? {} : { listPrice: listPrice === null ? null : listPrice.toFixed(2) }),
    ...(stock === undefined ? {} : { stock }),
  }))
}

const shirt = {
  slug: 'shirt',
  name: 'Shirt',
  variants: [
    { sku: 'S', price: '20', stock: 3 },
    { sku: 'M', price: '20', stock: 0 },
  ],
}
const jumper = { slug: 'jumper', name: 'Jumper', variants: [{ sku: 'S', price: '50', stock: 1 }] }
const mug = { slug: 'mug', name: 'Mug', variants: [{ sku: 'MUG', price: '8.90' }] }

for (const { database, open, skip } of DATABASES) {
  const opened = async (products: readonly unknown[] = [shirt, jumper, mug]): Promise<Opened> => {
    const db = await open()
    await db.catalogs.addStore(A)
    if (products.length > 0) await load(db.catalogs, A.id, products, { now: MONDAY })
    return db
  }

  describe(`patches, in ${database}`, { skip }, () => {
    test('a patched store equals a store that was loaded with the new values', { timeout: 600_000 }, async () => {
      const runs = { numRuns: database === 'postgres' ? 5 : cases({ quick: 8, complete: 25 }) }
      await fc.assert(
        fc.asyncProperty(catalog, fc.array(changes, { minLength: 1, maxLength: 2 }), async (products, rounds) => {
          await using patched = await opened(productsOf(products))
          await using loaded = await opened(productsOf(products))
          let naive = withNewPrices(products, {})
          for (const [round, change] of rounds.entries()) {
            const now = new Date(Date.parse(TUESDAY) + round * 1000).toISOString()
            naive = withNewPrices(naive, change)
            const report = await apply(patched.catalogs, patchesOf(change), [], { now })
            const expected = await load(loaded.catalogs, A.id, productsOf(naive), { now })
            assert.deepEqual([report.outcome, report.changed], [expected.outcome, expected.changed])
            assert.deepEqual(await exported(patched.catalogs), await exported(loaded.catalogs))
            assert.deepEqual(
              await contentsOf(await patched.catalogs.current(A.id)),
              await contentsOf(await loaded.catalogs.current(A.id)),
            )
          }
        }),
        runs,
      )
    })

    test('a patch changes all products with the sku, and only the fields that it has', async () => {
      await using db = await opened()
      const report = await apply(db.catalogs, [{ line: 1, sku: 'S', price: '19.90' }])
      assert.deepEqual([report.outcome, report.changed, report.unchanged], ['published', 2, 0])
      const products = await exported(db.catalogs)
      const one = products.find(({ slug }) => slug === 'shirt')
      assert.deepEqual(
        one.variants.map(({ price, stock, updatedAt }: Record<string, unknown>) => [price, stock, updatedAt]),
        [
          ['19.90', 3, TUESDAY],
          ['20.00', 0, MONDAY],
        ],
      )
      assert.deepEqual([one.createdAt, one.updatedAt], [MONDAY, TUESDAY])
      assert.equal(products.find(({ slug }) => slug === 'jumper').variants[0].price, '19.90')
      assert.equal(products.find(({ slug }) => slug === 'mug').updatedAt, MONDAY)
    })

    test('a patch sets a list price, keeps one that stays above the price, and null removes it', async () => {
      await using db = await opened([mug])
      const mugNow = async () => {
        const [{ variants }] = await exported(db.catalogs)
        return [variants[0].price, variants[0].listPrice]
      }
      const steps = [
        [{ listPrice: '12.00' }, ['8.90', '12.00']],
        [{ price: '11.99' }, ['11.99', '12.00']],
        [{ price: '12.00' }, ['12.00', undefined]],
        [{ price: '8.00', listPrice: '9.00' }, ['8.00', '9.00']],
        [{ listPrice: null }, ['8.00', undefined]],
      ] as const
      for (const [values, expected] of steps) {
        assert.equal((await apply(db.catalogs, [{ line: 1, sku: 'MUG', ...values }])).outcome, 'published')
        assert.deepEqual(await mugNow(), expected)
      }
      const again = await load(db.catalogs, A.id, await exported(db.catalogs))
      assert.equal(again.outcome, 'unchanged')
    })

    test('a list price below the price of a variant is dropped and told once, and one that equals it is not told', async () => {
      await using db = await opened()
      const dropped: Problem[] = []
      const entries = [
        { line: 1, sku: 'S', listPrice: '30.00' },
        { line: 2, sku: 'M', listPrice: '19.99', stock: 5 },
        { line: 3, sku: 'MUG', listPrice: '8.90' },
      ]
      const report = await apply(db.catalogs, entries, [], { onDropped: (fault) => dropped.push(fault) })
      assert.deepEqual([report.outcome, report.changed, report.problemCount], ['published', 1, 0])
      const products = await exported(db.catalogs)
      const listPrices = products.flatMap(({ variants }) => variants.map(({ listPrice }: Variant) => listPrice))
      assert.deepEqual(listPrices.sort(), ['30.00', undefined, undefined, undefined])
      assert.deepEqual(
        dropped.map(({ line, path, wrong }) => `${line} ${path} ${wrong}`),
        ['1 listPrice is "30.00", and the price is "50.00"', '2 listPrice is "19.99", and the price is "20.00"'],
      )
    })

    test('values that the variants already have make no new edition', async () => {
      await using db = await opened()
      const report = await apply(db.catalogs, [{ line: 1, sku: 'M', price: '20.00', stock: 0 }])
      assert.deepEqual([report.outcome, report.unchanged, report.edition.number], ['unchanged', 1, 1])
    })

    test('loading the same file again undoes patches', async () => {
      await using db = await opened()
      await apply(db.catalogs, [{ line: 1, sku: 'S', price: '1.00' }])
      const report = await load(db.catalogs, A.id, [shirt, jumper, mug], { now: '2026-03-04T09:00:00.000Z' })
      assert.deepEqual([report.changed, report.unchanged], [2, 1])
      const again = await load(db.catalogs, A.id, await exported(db.catalogs))
      assert.equal(again.outcome, 'unchanged')
    })

    test('a sku that no variant has is reported, and the other patches apply', async () => {
      await using db = await opened()
      const unknown: Patch[] = []
      const entries = [
        { line: 1, sku: 'unknown', stock: 1 },
        { line: 2, sku: 'M', stock: null },
      ]
      const report = await apply(db.catalogs, entries, [], { onUnused: (patch) => unknown.push(patch) })
      assert.deepEqual([report.changed, report.problemCount], [1, 0])
      assert.deepEqual(
        unknown.map((patch) => [patch.line, 'sku' in patch && patch.sku]),
        [[1, 'unknown']],
      )
    })

    test('a dry run reports the same counts, and changes nothing', async () => {
      await using db = await opened()
      const report = await apply(db.catalogs, [{ line: 1, sku: 'S', price: '1.00' }], [], { dryRun: true })
      assert.deepEqual([report.outcome, report.changed, report.edition.number], ['tried', 2, 1])
      assert.equal((await db.catalogs.current(A.id)).number, 1)
    })

    test('a problem refuses all patches, or only its own with skipInvalid', async () => {
      await using db = await opened()
      const problem = { line: 2, path: 'price', wrong: 'is -5', right: 'a price' }
      const entries: Entry[] = [
        { line: 1, sku: 'M', stock: 7 },
        { line: 2, problems: [problem] },
      ]
      const refused = await apply(db.catalogs, entries)
      assert.deepEqual([refused.outcome, refused.problems, refused.edition.number], ['refused', [problem], 1])
      assert.equal((await exported(db.catalogs)).find(({ slug }) => slug === 'shirt').variants[1].stock, 0)
      const skipped = await apply(db.catalogs, entries, [], { skipInvalid: true })
      assert.deepEqual([skipped.outcome, skipped.changed, skipped.skipped], ['published', 1, 1])
    })
  })

  describe(`removals, in ${database}`, { skip }, () => {
    const positionOf = async (db: Opened, slug: string) =>
      (await (await db.catalogs.current(A.id)).productsBySlug([slug]))[0] as number

    test('a product is removed with its variants, and its slug is free again', async () => {
      await using db = await opened()
      const report = await apply(db.catalogs, [{ line: 1, position: await positionOf(db, 'shirt') }])
      assert.deepEqual([report.removed, report.edition.productCount, report.edition.variantCount], [1, 2, 2])
      const edition = await db.catalogs.current(A.id)
      assert.equal((await edition.postings('variant', ['text:m']))[0]!.size, 0)
      const other = { id: '00000000-0000-4000-8000-000000000001', slug: 'shirt', name: 'Another' }
      assert.equal((await load(db.catalogs, A.id, [other])).outcome, 'published')
    })

    test('a new product may take the slug and a variant of a product that is removed', async () => {
      await using db = await opened()
      const before = (await exported(db.catalogs)).find(({ slug }) => slug === 'mug')
      const successor = {
        id: '00000000-0000-4000-8000-000000000001',
        slug: 'mug',
        name: 'Cup',
        variants: [{ id: before.variants[0].id, sku: 'CUP', price: 9 }],
      }
      assert.equal((await apply(db.catalogs, [], [successor])).outcome, 'refused')
      const report = await apply(db.catalogs, [{ line: 1, position: await positionOf(db, 'mug') }], [successor])
      assert.deepEqual([report.outcome, report.created, report.removed], ['published', 1, 1])
      assert.deepEqual([report.edition.productCount, report.edition.variantCount], [3, 4])
    })

    test('products are removed, then loaded, then patched, in whatever order they come', async () => {
      await using db = await opened()
      const entries: Entry[] = [
        { line: 1, sku: 'MUG', price: '7.00' },
        { line: 2, sku: 'M', stock: 9 },
        { line: 3, sku: 'S', stock: 5 },
        { line: 4, position: await positionOf(db, 'jumper') },
        { line: 5, position: await positionOf(db, 'mug') },
      ]
      const report = await apply(db.catalogs, entries, [{ ...mug, name: 'Large mug' }])
      assert.deepEqual([report.created, report.changed, report.removed], [0, 2, 1])
      const products = await exported(db.catalogs)
      assert.deepEqual(products.map(({ name }) => name).sort(), ['Large mug', 'Shirt'])
      const one = products.find(({ slug }) => slug === 'mug')
      assert.deepEqual([one.createdAt, one.variants[0].price], [MONDAY, '7.00'])
      const stocks = products.find(({ slug }) => slug === 'shirt').variants.map(({ stock }: typeof one) => stock)
      assert.deepEqual(stocks, [5, 9])
    })
  })
}
