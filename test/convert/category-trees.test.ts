import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { StoreId } from '@vitrine/catalog/store'
import { publish } from '@vitrine/engine/publish/publish'
import fc from 'fast-check'
import { seen, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { type Body, openShop, type Shop } from '../server/shop.ts'
import { readFile, table } from './catalog-file.ts'

/** A product, and the paths of its categories from the top down. */
interface Entry {
  readonly sku: string
  readonly paths: readonly (readonly string[])[]
}

/** A format with paths of categories: at most `paths` for a product. */
interface Format {
  readonly paths: number
  write(entries: readonly Entry[]): string
}

const cells = (row: (entry: Entry) => Readonly<Record<string, string>>, paths = 2): Format => ({
  paths,
  write: (entries) => table(entries.map(row)),
})
const joined = ({ paths }: Entry, step: string, separator: string, prefix = '') =>
  paths.map((path) => prefix + path.join(step)).join(separator)
const named = (entry: Entry) => `Thing ${entry.sku}`

const FORMATS: Readonly<Record<string, Format>> = {
  native: {
    paths: 2,
    write: (entries) =>
      entries
        .map(({ sku, paths }) => {
          const labelValues = paths
            .flatMap((path) => path.map((_, index) => path.slice(0, index + 1)))
            .map((path) => ({ path, kind: 'category' }))
          return `${JSON.stringify({ name: named({ sku, paths }), labelValues, variants: [{ sku, price: 5 }] })}\n`
        })
        .join(''),
  },
  woocommerce: cells((entry) => ({
    ...{ ID: '', Type: 'simple', SKU: entry.sku, Name: named(entry), Published: '1', 'Regular price': '5' },
    Categories: joined(entry, ' > ', ', '),
  })),
  magento: cells((entry) => ({
    ...{ sku: entry.sku, store_view_code: '', attribute_set_code: 'Default', product_type: 'simple' },
    ...{ name: named(entry), product_online: '1', visibility: 'Catalog, Search', price: '5' },
    categories: joined(entry, '/', ',', 'Default Category/'),
  })),
  bigcommerce: cells((entry) => ({
    ...{ Item: 'Product', ID: '', Name: named(entry), Type: 'physical', SKU: entry.sku, Options: '' },
    ...{ 'Inventory Tracking': 'none', Price: '5', 'Is Visible': 'TRUE', 'Image URL (Import)': '' },
    Categories: joined(entry, '/', ';'),
  })),
  ecwid: cells((entry) => ({
    ...{ type: 'product', product_internal_id: '', product_sku: entry.sku, product_name: named(entry) },
    ...{ product_price: '5', product_is_available: 'true' },
    product_category_1: entry.paths[0]?.join(' / ') ?? '',
    product_category_2: entry.paths[1]?.join(' / ') ?? '',
  })),
  spree: cells((entry) => ({
    ...{ product_id: entry.sku, sku: entry.sku, name: named(entry), slug: entry.sku, status: 'active', price: '5' },
    ...{ compare_at_price: '', currency: 'USD', track_inventory: 'false', option1_name: '', option1_value: '' },
    category1: entry.paths[0]?.join(' -> ') ?? '',
    category2: entry.paths[1]?.join(' -> ') ?? '',
  })),
  google: cells(
    (entry) => ({
      ...{ id: entry.sku, title: named(entry), description: 'Good', link: `https://x.example/${entry.sku}` },
      ...{ image_link: `https://x.example/${entry.sku}.jpg`, price: '5.00 USD', availability: 'in_stock' },
      product_type: joined(entry, ' > ', ''),
    }),
    1,
  ),
  'a table with paths': cells(
    (entry) => ({ sku: entry.sku, name: named(entry), price: '5', category: joined(entry, ' > ', '') }),
    1,
  ),
  'JSON with paths': {
    paths: 1,
    write: (entries) =>
      JSON.stringify(
        entries.map((entry) => ({
          ...{ sku: entry.sku, name: named(entry), price: 5 },
          category: joined(entry, ' > ', ''),
        })),
      ),
  },
}

// Names that are equal but for accents or signs, and names that occur at several places of a tree.
const step = fc.constantFrom('Men', 'Women', 'Shirts', 'Shoes', 'Bò', 'Bơ', 'C', 'C++', 'Café', 'Cafe')
const path = fc.uniqueArray(step, { minLength: 1, maxLength: 3 })
const entries = fc.uniqueArray(
  fc.record({
    sku: fc.constantFrom(...'ABCDEFGH').map((letter) => `T${letter}`),
    paths: fc.uniqueArray(path, { selector: (names) => names.join('\n'), minLength: 1, maxLength: 2 }),
  }),
  { selector: ({ sku }) => sku, minLength: 2, maxLength: 8 },
)
const history = fc.array(fc.record({ format: fc.constantFrom(...Object.keys(FORMATS)), entries }), {
  minLength: 1,
  maxLength: 3,
})

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

test('a category lists the products that the file puts into it, and no others, whatever the format', async () => {
  let stores = 0
  await fc.assert(
    fc.asyncProperty(history, async (history) => {
      const { id } = storeNamed(`trees-${++stores}`)
      await shop.catalogs.addStore(storeNamed(id))
      let before = new Map<string, string>()
      for (const { format, entries } of history) {
        const { paths, write } = FORMATS[format]!
        const kept = entries.map((entry) => ({ ...entry, paths: entry.paths.slice(0, paths) }))
        await importFile(id, write(kept), format)
        const codes = await checkPages(id, kept)
        for (const [key, code] of codes) assert.equal(before.get(key) ?? code, code, `${key} has another code`)
        await importFile(id, write(kept.toReversed()), format)
        assert.deepEqual(await checkPages(id, kept), codes)
        before = codes
      }
    }),
    { numRuns: cases({ quick: 10, complete: 100 }) },
  )
})

/** Imports a file as the complete catalog of a store. */
async function importFile(store: StoreId, text: string, format: string): Promise<void> {
  const { submissions, problems, leftOut } = await readFile(text, { yes: true, store: storeNamed(store) })
  assert.deepEqual([problems, leftOut], [[], []], `${format}\n${text}`)
  await using draft = await shop.catalogs.draft(store)
  const options = { replace: true, skipInvalid: false, dryRun: false, now: '2026-02-01T00:00:00.000Z' }
  const report = await publish(draft, Readable.from(submissions), options)
  assert.notEqual(report.outcome, 'refused', `${format}\n${text}`)
  await seen(shop.editions, store, report.edition)
}

/** Compares the pages of all categories with a naive model, and returns the code of each path. */
async function checkPages(store: StoreId, entries: readonly Entry[]): Promise<Map<string, string>> {
  const ask = async (target: string): Promise<Body> => await shop.json(target, { 'x-store-id': store })
  const expected: Record<string, string[]> = {}
  for (const { sku, paths } of entries) {
    const beginnings = paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1).join('/')))
    for (const key of new Set(beginnings)) expected[key] = [...(expected[key] ?? []), sku].sort()
  }
  const { data: labels } = await ask('/store/labels')
  const byCode = new Map<string, Body>(labels.map((label: Body) => [label.code, label]))
  const pathOf = ({ name, parent }: Body): string =>
    parent === undefined ? name : `${pathOf(byCode.get(parent))}/${name}`
  const pages: Record<string, string[]> = {}
  for (const label of labels) {
    const { data, meta } = await ask(`/store/products?label=${label.code}`)
    assert.equal(meta.totalItems, label.count, label.code)
    assert.equal((await ask(`/store/products?within=${label.code}`)).meta.totalItems, label.count, label.code)
    assert.equal(pages[pathOf(label)], undefined, 'a path has one code')
    pages[pathOf(label)] = data.map(({ name }: Body) => name.replace('Thing ', '')).sort()
  }
  assert.deepEqual(pages, expected)
  return new Map(labels.map((label: Body) => [pathOf(label), label.code]))
}
