import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product, Variant } from '@vitrine/catalog/product'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { readProducts } from '@vitrine/engine/publish/read-products'
import type { RenamedProduct } from '@vitrine/engine/publish/renamed-products'
import type { Report } from '@vitrine/engine/publish/report'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { findProductPositions } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import fc from 'fast-check'
import { MemoryDatabase } from '../database/memory/database.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'

const STORE = storeNamed('shop').id

interface Line {
  readonly id?: string | undefined
  readonly slug: string
  readonly skus: readonly string[]
}

interface Opened extends AsyncDisposable {
  readonly catalogs: Catalogs
  readonly editions: IndexCache
  /** The renamed products of the last import, as `old → new`. */
  readonly recognised: string[]
  publish(lines: readonly Line[], replace?: boolean, skipInvalid?: boolean): Promise<Report>
  products(): Promise<Product[]>
  /** The id of the product with a slug, or that had it. */
  idAt(slug: string): Promise<string | undefined>
}

async function open(): Promise<Opened> {
  const database = new MemoryDatabase()
  const catalogs = database.openCatalogs()
  const editions = new IndexCache(database.openEditions(), 1_000_000)
  await catalogs.addStore(storeNamed(STORE))
  const recognised: string[] = []
  const products = async () => {
    const edition = await catalogs.current(STORE)
    return await readProducts(edition, [...(await edition.orderSlice('product', 'createdAt:DESC', 0, 1000))])
  }
  return {
    catalogs,
    editions,
    recognised,
    publish: async (lines, replace = false, skipInvalid = false) => {
      recognised.length = 0
      const onRenamed = ({ from, to }: RenamedProduct) => recognised.push(`${from} → ${to}`)
      return await load(catalogs, STORE, lines.map(productOf), { replace, skipInvalid, onRenamed })
    },
    products,
    idAt: async (slug) => {
      const edition = await editions.current(STORE)
      const query = { ...NO_CONDITIONS, slugs: [slug], offset: 0, limit: 10 }
      const { positions } = await findProductPositions(edition, query)
      assert.ok(positions.length <= 1, slug)
      return (await edition.stored.productIds([...positions]))[0]
    },
    async [Symbol.asyncDispose]() {
      await editions[Symbol.asyncDispose]()
      await catalogs[Symbol.asyncDispose]()
    },
  }
}

function productOf({ id, slug, skus }: Line): object {
  return { id, name: `Product ${slug}`, slug, variants: skus.map((sku) => ({ sku, price: 1 })) }
}

const HAT: Line = { slug: 'hat', skus: ['H-S', 'H-M'] }
const CAP: Line = { slug: 'cap', skus: ['C'] }

describe('a product without an id under a new slug', () => {
  for (const replace of [false, true]) {
    test(`keeps its id and those of its variants by its sku, ${replace ? 'with' : 'without'} --replace`, async () => {
      await using shop = await open()
      await shop.publish([HAT, CAP])
      const before = new Map((await shop.products()).map((product) => [product.slug, product]))
      const report = await shop.publish([{ slug: 'sun-hat', skus: ['H-M', 'H-L'] }, CAP], replace)
      assert.deepEqual([report.created, report.changed, report.renamed, report.removed], [0, 1, 1, 0])
      assert.deepEqual(shop.recognised, ['hat → sun-hat'])
      const after = (await shop.products()).find(({ slug }) => slug === 'sun-hat')!
      const ofSku = (variants: readonly Variant[], sku: string) => variants.find((one) => one.sku === sku)?.id
      assert.equal(after.id, before.get('hat')!.id)
      assert.equal(ofSku(after.variants, 'H-M'), ofSku(before.get('hat')!.variants, 'H-M'))
      assert.equal(await shop.idAt('hat'), after.id)
      // The same file again changes nothing, and a change of the product does not move the id.
      const again = await shop.publish([{ slug: 'sun-hat', skus: ['H-M', 'H-L'] }, CAP], replace)
      assert.deepEqual([again.outcome, shop.recognised], ['unchanged', []])
      await shop.publish([{ slug: 'sun-hat', skus: ['New'] }, CAP], replace)
      assert.equal(await shop.idAt('sun-hat'), after.id)
    })
  }

  test('keeps it through many new slugs, more than the store remembers', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await open()
    await shop.publish([HAT])
    const id = await shop.idAt('hat')
    for (let number = 0; number < 25; number++) await shop.publish([{ ...HAT, slug: `hat-of-${number}` }], true)
    assert.equal(await shop.idAt('hat-of-24'), id)
    assert.equal((await shop.products())[0]!.formerSlugs!.length, 20)
  })

  test('is new if the old slug is in the file: a copy', async () => {
    await using shop = await open()
    await shop.publish([HAT])
    const id = await shop.idAt('hat')
    for (const lines of [
      [{ ...HAT, slug: 'copy' }, HAT],
      [HAT, { ...HAT, slug: 'other-copy' }],
    ]) {
      assert.equal((await shop.publish(lines)).created, 1)
      assert.deepEqual(shop.recognised, [])
      assert.equal(await shop.idAt('hat'), id)
    }
    // Now three products have the sku.
    assert.equal((await shop.publish([{ ...HAT, slug: 'third-copy' }], true)).created, 1)
  })

  test('is new if the product of the sku has an id of its own', async () => {
    await using shop = await open()
    await shop.publish([{ ...HAT, id: '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b' }])
    const report = await shop.publish([{ ...HAT, slug: 'sun-hat' }], true)
    assert.deepEqual([report.created, report.removed, shop.recognised], [1, 1, []])
  })

  test('is new if several products of the file have the skus of one of the store, or the other way round', async () => {
    await using shop = await open()
    await shop.publish([HAT, CAP])
    const split = [
      { slug: 'small-hat', skus: ['H-S'] },
      { slug: 'medium-hat', skus: ['H-M'] },
    ]
    assert.equal((await shop.publish([...split, CAP], true)).created, 2)
    assert.equal((await shop.publish([{ slug: 'all', skus: ['H-S', 'H-M', 'C'] }], true)).created, 1)
    assert.deepEqual(shop.recognised, [])
  })

  test('is new if a product of the file was refused, whose slug nobody knows', async () => {
    await using shop = await open()
    await shop.publish([HAT])
    const refused = { slug: 'hat', skus: ['H-S', 'H-S'] }
    assert.equal((await shop.publish([{ ...HAT, slug: 'sun-hat' }, refused], false, true)).created, 1)
    assert.deepEqual(shop.recognised, [])
  })

  test('keeps its id in a dry run too, which writes nothing', async () => {
    await using shop = await open()
    await shop.publish([HAT])
    const onRenamed = ({ from, to }: RenamedProduct) => shop.recognised.push(`${from} → ${to}`)
    const report = await load(shop.catalogs, STORE, [productOf({ ...HAT, slug: 'sun-hat' })], {
      dryRun: true,
      onRenamed,
    })
    assert.deepEqual([report.changed, report.created, shop.recognised], [1, 0, ['hat → sun-hat']])
    assert.equal((await shop.products())[0]!.slug, 'hat')
  })

  test('leaves its first slug to another product, which gets another id, whatever their order in the file', async () => {
    for (const reverse of [false, true]) {
      await using shop = await open()
      await shop.publish([HAT])
      const id = await shop.idAt('hat')
      await shop.publish([{ ...HAT, slug: 'sun-hat' }], true)
      const lines = [
        { ...HAT, slug: 'sun-hat' },
        { slug: 'hat', skus: ['H-S', 'New'] },
      ]
      if (reverse) lines.reverse()
      const report = await shop.publish(lines, true)
      assert.deepEqual([report.outcome, report.created, report.unchanged], ['published', 1, 1])
      assert.equal(await shop.idAt('sun-hat'), id)
      const other = await shop.idAt('hat')
      assert.notEqual(other, id)
      assert.equal((await shop.publish(lines, true)).outcome, 'unchanged')
      await shop.publish([lines.find(({ slug }) => slug === 'sun-hat')!, { slug: 'beret', skus: ['New'] }], true)
      assert.deepEqual([await shop.idAt('beret'), await shop.idAt('sun-hat')], [other, id])
    }
  })

  test('gets its first slug back', async () => {
    await using shop = await open()
    await shop.publish([HAT])
    const id = await shop.idAt('hat')
    await shop.publish([{ ...HAT, slug: 'sun-hat' }], true)
    await shop.publish([HAT], true)
    assert.deepEqual([await shop.idAt('hat'), await shop.idAt('sun-hat')], [id, id])
    assert.equal((await shop.products()).length, 1)
  })
})

describe('a product without an id and without skus that stay', () => {
  /** The made sku has the slug, as that of a shop without skus. */
  const lamp = (slug: string, fields: object = {}) => ({
    ...{ slug, name: 'Lamp', files: [{ file: { path: 'lamp.jpg' } }], variants: [{ sku: slug, price: 19 }], ...fields },
  })
  const others = [...'abc'].map((slug) => productOf({ slug, skus: [slug] }))
  const names = (report: { readonly created: number; readonly removed: number; readonly renamed: number }) => [
    ...[report.created, report.removed, report.renamed],
  ]
  const publishTo = async (shop: Opened, products: readonly unknown[], replace = true) => {
    shop.recognised.length = 0
    const onRenamed = ({ from, to }: RenamedProduct) => shop.recognised.push(`${from} → ${to}`)
    const onMaybeRenamed = ({ from, to }: RenamedProduct) => shop.recognised.push(`${from} → ${to}?`)
    return await load(shop.catalogs, STORE, products, { replace, onRenamed, onMaybeRenamed })
  }

  for (const [what, fields] of [
    ['its name', { files: [] }],
    ['its picture', { name: 'Table lamp' }],
  ] as const)
    test(`keeps its id by ${what} and its price, if the file has all products`, async () => {
      await using shop = await open()
      await publishTo(shop, [lamp('lamp'), ...others])
      const id = await shop.idAt('lamp')
      assert.deepEqual(names(await publishTo(shop, [...others, lamp('table-lamp', fields)])), [0, 0, 1])
      assert.deepEqual(shop.recognised, ['lamp → table-lamp'])
      assert.deepEqual([await shop.idAt('table-lamp'), await shop.idAt('lamp')], [id, id])
      assert.equal((await publishTo(shop, [...others, lamp('table-lamp', fields)])).outcome, 'unchanged')
    })

  test('is new, and told, if the file need not have all products', async () => {
    await using shop = await open()
    await publishTo(shop, [lamp('lamp'), ...others])
    assert.deepEqual(names(await publishTo(shop, [...others, lamp('table-lamp')], false)), [1, 0, 0])
    assert.deepEqual(shop.recognised, ['lamp → table-lamp?'])
  })

  test('is new with another price, and if several are gone or have come', async () => {
    const price = { variants: [{ sku: 'x', price: 20 }] }
    for (const [before, after] of [
      [[lamp('lamp')], [lamp('table-lamp', price)]],
      [[lamp('lamp'), lamp('lamp-2')], [lamp('table-lamp')]],
      [[lamp('lamp')], [lamp('table-lamp'), lamp('table-lamp-2')]],
      [[lamp('lamp')], [lamp('table-lamp', { id: 'e0000000-0000-4000-8000-000000000001' })]],
    ] as const) {
      await using shop = await open()
      await publishTo(shop, [...before, ...others])
      assert.equal((await publishTo(shop, [...others, ...after])).created, after.length)
      assert.deepEqual(shop.recognised, [])
    }
  })

  test('comes after the products before it in the file', async () => {
    await using shop = await open()
    await publishTo(shop, others)
    const products = ['d', 'e', 'f'].map((slug) => ({ slug, name: slug, variants: [{ sku: slug, price: 1 }] }))
    await publishTo(shop, [products[0], ...others, ...products.slice(1)])
    assert.deepEqual(
      (await shop.products()).map(({ slug }) => slug),
      ['a', 'b', 'c', 'd', 'e', 'f'],
    )
  })
})

/** Slugs and skus are few, so that they are used again. Two of seven lines have an id of their own. */
const SLUGS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const SKUS = ['1', '2', '3', '4', '5']
const line = fc.record({
  slug: fc.constantFrom(...SLUGS),
  skus: fc.uniqueArray(fc.constantFrom(...SKUS), { maxLength: 2 }),
  id: fc.option(fc.constantFrom(...[1, 2].map((key) => `e0000000-0000-4000-8000-00000000000${key}`)), {
    nil: undefined,
    freq: 3,
  }),
})
const file = fc.record({
  replace: fc.boolean(),
  lines: fc
    .uniqueArray(line, { selector: ({ slug }) => slug, maxLength: 5 })
    .map((lines) =>
      lines.filter(({ id }, index) => id === undefined || lines.findIndex((one) => one.id === id) === index),
    ),
})

const hasOwnId = ({ id }: { readonly id: string }) => id.startsWith('e0000000')

/** The product of the store that a line is, by the rule. Undefined for a new one. */
function expectedProduct(one: Line, lines: readonly Line[], before: readonly Product[]): Product | undefined {
  if (one.id !== undefined) return before.find(({ id }) => id === one.id)
  const sameSlug = before.find(({ slug }) => slug === one.slug)
  if (sameSlug && !hasOwnId(sameSlug)) return sameSlug
  const predecessors = lines
    .filter(({ id, slug }) => id === undefined && before.every((product) => product.slug !== slug || hasOwnId(product)))
    .map((other) => ({ slug: other.slug, predecessor: onlyHolder(other, before) }))
  const { predecessor } = predecessors.find(({ slug }) => slug === one.slug)!
  if (!predecessor || lines.some(({ slug }) => slug === predecessor.slug)) return undefined
  return predecessors.filter((other) => other.predecessor === predecessor).length === 1 ? predecessor : undefined
}

/** The one product without an id of its own that has a sku of the line which no other product has. */
function onlyHolder({ skus }: Line, before: readonly Product[]): Product | undefined {
  const holders = skus.map((sku) => before.filter(({ variants }) => variants.some((variant) => variant.sku === sku)))
  const alone = new Set(holders.filter(({ length }) => length === 1).map(([product]) => product!))
  const [product] = alone
  return alone.size === 1 && !hasOwnId(product!) ? product : undefined
}

test('ids follow products through random slugs and skus, and former slugs find them', {
  skip: COMPLETE_ONLY,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 8 }), async (files) => {
      await using shop = await open()
      for (const { lines, replace } of files) {
        const before = await shop.products()
        const report = await shop.publish(lines, replace)
        const after = await shop.products()
        if (report.outcome === 'refused') {
          assert.deepEqual(after, before)
          continue
        }
        assert.equal(new Set(after.map(({ id }) => id)).size, after.length)
        for (const one of lines) {
          const expected = expectedProduct(one, lines, before)
          const found = after.find(({ slug }) => slug === one.slug)!
          if (one.id !== undefined) assert.equal(found.id, one.id)
          else if (expected) assert.equal(found.id, expected.id, one.slug)
          else
            assert.ok(
              before.every(({ id }) => id !== found.id),
              `${one.slug} has the id of another product`,
            )
          if (expected && expected.slug !== one.slug) assert.ok(found.formerSlugs!.includes(expected.slug))
          assertSameVariants(found, expected, before)
        }
        await assertFormerSlugs(shop, after)
        assert.equal((await shop.publish(lines, replace)).outcome, 'unchanged')
      }
    }),
    { numRuns: cases({ quick: 40, complete: 600 }) },
  )
})

/** A variant keeps its id, and no variant has the id that one of another product had. */
function assertSameVariants(found: Product, expected: Product | undefined, before: readonly Product[]): void {
  for (const { id, sku } of found.variants) {
    const same = expected?.variants.find((variant) => variant.sku === sku)
    if (same && !hasOwnId(found)) assert.equal(id, same.id, sku)
    const others = before.filter((product) => product.id !== found.id)
    if (!hasOwnId(found))
      assert.ok(
        others.filter((other) => !hasOwnId(other)).every(({ variants }) => variants.every((one) => one.id !== id)),
      )
  }
}

async function assertFormerSlugs({ editions }: Opened, products: readonly Product[]): Promise<void> {
  const edition = await editions.current(STORE)
  const taken = new Set(products.map(({ slug }) => slug))
  for (const { id, formerSlugs = [] } of products)
    for (const slug of formerSlugs) {
      if (taken.has(slug)) continue
      const query = { ...NO_CONDITIONS, slugs: [slug], offset: 0, limit: 10 }
      const { positions } = await findProductPositions(edition, query)
      assert.ok((await edition.stored.productIds([...positions])).includes(id), slug)
    }
}
