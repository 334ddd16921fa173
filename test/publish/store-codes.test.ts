import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameKey } from '@vitrine/catalog/code-book'
import type { Product } from '@vitrine/catalog/product'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { readProducts } from '@vitrine/engine/publish/read-products'
import fc from 'fast-check'
import { DATABASES } from '../database/databases.ts'
import { MemoryDatabase } from '../database/memory/database.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'

const A = storeNamed('a')

/** A product with labels of these names or paths, and with these options of a group. */
function product(slug: string, labelValues: readonly unknown[], options: readonly string[] = []) {
  const variants = options.map((Type, index) => ({ sku: `${slug}-${index}`, price: 1, productOptions: { Type } }))
  return { name: slug, slug, labelValues, variants: variants.length > 0 ? variants : [{ sku: slug, price: 1 }] }
}

function category(...path: string[]) {
  return { path, kind: 'category' }
}

async function productsOf(catalogs: Catalogs): Promise<Product[]> {
  const edition = await catalogs.current(A.id)
  return await readProducts(edition, [...(await edition.orderSlice('product', 'createdAt:DESC', 0, 1000))])
}

/** The codes of the labels and of the options of the current edition: `Shirts`, `/Men/Shirts`, `#Sale`, `Type: C`. */
async function codesOf(catalogs: Catalogs): Promise<Record<string, string>> {
  const codes: Record<string, string> = {}
  for (const { labelValues, optionGroups } of await productsOf(catalogs)) {
    const pathTo = (code: string): string => {
      const { name, parent, kind } = labelValues.find((label) => label.code === code)!
      return `${parent === undefined ? '' : pathTo(parent)}${SIGNS[kind ?? 'other']}${name}`
    }
    for (const { code } of labelValues) codes[pathTo(code)] = code
    for (const { name, options } of optionGroups)
      for (const option of options) codes[`${name}: ${option.name}`] = option.code
  }
  return codes
}
const SIGNS = { category: '/', tag: '#', collection: '', other: '' }

for (const { database, skip, open } of DATABASES)
  describe(`over ${database}, a name keeps its code`, { skip }, () => {
    test('whatever the order of the next file', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, [
        product('one', ['C++'], ['Bò']),
        product('two', ['C#'], ['Bơ']),
        product('three', ['C']),
      ])
      const codes = await codesOf(catalogs)
      assert.deepEqual(codes, { 'C++': 'c', 'C#': 'c-2', C: 'c-3', 'Type: Bò': 'bo', 'Type: Bơ': 'bo-2' })
      const ids = (await productsOf(catalogs)).map(({ labelValues }) => labelValues)
      const report = await load(catalogs, A.id, [
        ...[product('three', ['C']), product('two', ['C#'], ['Bơ']), product('one', ['C++'], ['Bò'])],
      ])
      assert.deepEqual([report.unchanged, report.changed], [3, 0])
      assert.deepEqual(
        (await productsOf(catalogs)).map(({ labelValues }) => labelValues),
        ids,
      )
    })

    test('also after its last product is gone, and in the next store of that name not', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, [product('one', ['C++', category('Sale', 'Tea')]), product('two', ['C'])])
      await load(catalogs, A.id, [product('two', [category('Food', 'Tea')])], { replace: true })
      assert.deepEqual(await codesOf(catalogs), { '/Food': 'food', '/Food/Tea': 'food-tea' })
      await load(catalogs, A.id, [product('one', ['C', category('Sale', 'Tea')])])
      assert.deepEqual(await codesOf(catalogs), {
        ...{ C: 'c-2', '/Sale': 'sale', '/Sale/Tea': 'tea' },
        ...{ '/Food': 'food', '/Food/Tea': 'food-tea' },
      })
      await catalogs.removeStore(A.id)
      await catalogs.addStore(A)
      await load(catalogs, A.id, [product('one', ['C', category('Food', 'Tea')])])
      assert.deepEqual(await codesOf(catalogs), { C: 'c', '/Food': 'food', '/Food/Tea': 'tea' })
    })

    test('if an edition with it is held, and not if the import is refused or a dry run', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, [product('one', ['C++'])], { dryRun: true })
      await load(catalogs, A.id, [product('one', ['C++']), product('two', [''])])
      await load(catalogs, A.id, [product('one', ['C#'])], { hold: 'vitrine import c.json' })
      await load(catalogs, A.id, [product('one', ['C', 'C++', 'C#'])])
      assert.deepEqual(await codesOf(catalogs), { 'C++': 'c-3', 'C#': 'c', C: 'c-2' })
    })
  })

describe('a category whose parent has another name', () => {
  const below = (parent: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => product(`p${from + index}`, [category(parent, 'Shirts', 'Linen')]))
  const open = async (...products: unknown[]) => {
    const catalogs = new MemoryDatabase().openCatalogs()
    await catalogs.addStore(A)
    await load(catalogs, A.id, products)
    return catalogs
  }
  const codesBelow = (parent: string, ...codes: readonly string[]) => ({
    ...{ [`/${parent}`]: parent.toLowerCase(), [`/${parent}/Shirts`]: codes[0], [`/${parent}/Shirts/Linen`]: codes[1] },
  })

  test('keeps its code, in both directions', async () => {
    const catalogs = await open(...below('Clothing', 0, 4))
    for (const parent of ['Apparel', 'Clothing', 'Apparel']) {
      await load(catalogs, A.id, [...below(parent, 0, 3), product('new', [category(parent, 'Shirts')])], {
        replace: true,
      })
      assert.deepEqual(await codesOf(catalogs), codesBelow(parent, 'shirts', 'linen'))
    }
    // What had the code before has none any more.
    await load(catalogs, A.id, below('Clothing', 4, 5))
    const codes = codesBelow('Clothing', 'clothing-shirts', 'shirts-linen')
    assert.deepEqual(await codesOf(catalogs), { ...codesBelow('Apparel', 'shirts', 'linen'), ...codes })
  })

  test('has another code if some products stay, or if the other category has other products', async () => {
    const apparel = codesBelow('Apparel', 'apparel-shirts', 'shirts-linen')
    const stays = await open(...below('Clothing', 0, 4))
    await load(stays, A.id, [...below('Apparel', 0, 3), ...below('Clothing', 3, 4)], { replace: true })
    assert.deepEqual(await codesOf(stays), { ...apparel, ...codesBelow('Clothing', 'shirts', 'linen') })
    const isOther = await open(...below('Clothing', 0, 4))
    await load(isOther, A.id, [...below('Apparel', 3, 4), ...below('Apparel', 8, 12)], { replace: true })
    assert.deepEqual(await codesOf(isOther), apparel)
    const isPart = await open(...below('Clothing', 0, 4))
    await load(isPart, A.id, below('Apparel', 0, 3))
    assert.deepEqual(await codesOf(isPart), { ...apparel, ...codesBelow('Clothing', 'shirts', 'linen') })
  })

  test('has one code if too many products would have to wait for the end of the file', {
    skip: COMPLETE_ONLY,
  }, async () => {
    const heavy = (parent: string) =>
      below(parent, 0, 60).map((one) => ({ ...one, description: 'x'.repeat(1_000_000) }))
    const catalogs = await open(...heavy('Clothing'))
    await load(catalogs, A.id, heavy('Apparel'), { replace: true })
    const codes = (await productsOf(catalogs)).flatMap(({ labelValues }) => labelValues.map(({ code }) => code))
    assert.deepEqual([...new Set(codes)].sort(), ['apparel', 'apparel-shirts', 'shirts-linen'])
  })

  test('is found although the file has not all products, if all of its products are in it', async () => {
    const catalogs = await open(...below('Clothing', 0, 4), product('other', ['Sale']))
    await load(catalogs, A.id, below('Apparel', 0, 4))
    assert.deepEqual(await codesOf(catalogs), { Sale: 'sale', ...codesBelow('Apparel', 'shirts', 'linen') })
  })
})

test('a stated code is of its product alone: a name without one gets its own', async () => {
  const catalogs = new MemoryDatabase().openCatalogs()
  await catalogs.addStore(A)
  const colour = (code: string) => ({ name: 'Colour', code })
  await load(catalogs, A.id, [product('one', [colour('color')]), product('two', ['color'])])
  await load(catalogs, A.id, [product('two', ['color']), product('three', ['Colour'])])
  assert.deepEqual(await codesOf(catalogs), { Colour: 'colour', color: 'color' })
})

test('names in markets follow the codes of the store', async () => {
  const catalogs = new MemoryDatabase().openCatalogs()
  await catalogs.addStore({ ...A, currency: 'EUR' })
  await load(catalogs, A.id, [product('one', ['C++']), product('two', ['C'])])
  const markets = { de: { labelValues: { c: 'Zeh' } } }
  await load(catalogs, A.id, [{ ...product('two', ['C']), markets }])
  const two = (await productsOf(catalogs)).find(({ slug }) => slug === 'two')!
  assert.deepEqual(two.markets, { de: { labelValues: { 'c-2': 'Zeh' } } })
})

/** A name, or one that differs only in accents, signs, case or white space. */
const name = fc.constantFrom('C', 'C++', 'c', 'Ano', 'Año', 'año ', 'Shirts', 'Women Shirts')
const label = fc.oneof(
  name,
  name.map((name) => ({ name, kind: 'tag' })),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((path) => category(...path)),
)
const entry = fc.record({
  slug: fc.constantFrom('a', 'b', 'c', 'd'),
  labels: fc.uniqueArray(label, { selector: (one) => JSON.stringify(one).toLowerCase(), maxLength: 3 }),
  options: fc.uniqueArray(name, { selector: nameKey, maxLength: 2 }),
})
const catalog = fc.uniqueArray(entry, { selector: ({ slug }) => slug, minLength: 1 })

test('no history of catalogs moves a code to another meaning', async () => {
  const history = fc.array(fc.tuple(catalog, fc.boolean()), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(history, async (history) => {
      const catalogs = new MemoryDatabase().openCatalogs()
      await catalogs.addStore(A)
      // A category that is gone may have left its code to one of its name with most of its products.
      let before = new Map<string, string>()
      const meanings = new Map<string, string>()
      for (const [entries, replace] of history) {
        const products = entries.map(({ slug, labels, options }) => product(slug, labels, options))
        const { outcome } = await load(catalogs, A.id, products, { replace, skipInvalid: true })
        if (outcome === 'refused') continue
        const codes = new Map<string, string>()
        for (const [path, code] of Object.entries(await codesOf(catalogs))) {
          const key = nameKey(path)
          const scope = path.includes(': ') ? 'option' : 'label'
          assert.equal(before.get(key) ?? code, code, key)
          codes.set(key, code)
          // A name alone may share the code of a path that ends with it, or of a tag.
          const meaning = nameKey(key.split(/[/#]/).at(-1)!)
          assert.equal(meanings.get(`${scope} ${code}`) ?? meaning, meaning, code)
          meanings.set(`${scope} ${code}`, meaning)
        }
        before = codes
      }
    }),
    { numRuns: cases({ quick: 20, complete: 300 }) },
  )
})
