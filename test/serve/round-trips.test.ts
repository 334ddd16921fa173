// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SEARCH_FIELDS } from '@vitrine/catalog/store'
import type { Uuid } from '@vitrine/catalog/uuid'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import { findFacets } from '@vitrine/engine/serve/facets'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findProducts } from '@vitrine/engine/serve/products'
import type { ProductConditions, ProductQuery, VariantQuery } from '@vitrine/engine/serve/query'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { findSuggestions } from '@vitrine/engine/serve/suggestions'
import { findVariants } from '@vitrine/engine/serve/variants'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { editionsOf, withMembers } from './editions.ts'

const A = { ...storeNamed('a'), language: 'en' }
const MB = 1_000_000

/** Turns of the event loop. A round trip takes turns and no time, so that a busy machine counts the same trips. */
const ROUND_TRIP_TURNS = 50

/** Counts round trips: all reads that start before the first of them ends are one. */
class Trips {
  count = 0
  #current: Promise<void> | undefined

  async during<Value>(read: () => Promise<Value>): Promise<Value> {
    this.#current ??= this.#next()
    await this.#current
    return await read()
  }

  async #next(): Promise<void> {
    this.count++
    for (let turn = 0; turn < ROUND_TRIP_TURNS; turn++) await nextTurn()
    this.#current = undefined
  }
}

/** The edition, as if it were on another machine: each read takes a round trip. */
function distant(edition: Edition, trips: Trips): Edition {
  return new Proxy(edition, {
    get(target, name: keyof Edition) {
      const member = target[name]
      if (typeof member !== 'function') return member
      const read = (...args: unknown[]) => Reflect.apply(member, target, args)
      if (name === 'scanPostings') return (...args: unknown[]) => distantBatches(read(...args), trips)
      return (...args: unknown[]) => trips.during(() => read(...args))
    },
  })
}

async function* distantBatches<Value>(batches: AsyncIterable<Value>, trips: Trips): AsyncGenerator<Value> {
  const iterator = batches[Symbol.asyncIterator]()
  for (;;) {
    const next = await trips.during(() => iterator.next())
    if (next.done) return
    yield next.value
  }
}

/** A reader with an empty cache. */
async function reader(catalogs: Catalogs): Promise<{ edition: IndexedEdition; trips: Trips }> {
  const trips = new Trips()
  const edition = withMembers(await catalogs.current(A.id), { store: A })
  const editions = editionsOf(distant(edition, trips))
  return { edition: await new IndexCache(editions, 100 * MB).current(A.id), trips }
}

const PRODUCTS = 60

const catalog = Array.from({ length: PRODUCTS }, (_, number) => ({
  id: idOf(number),
  slug: `product-${number}`,
  name: `Cotton shirt ${number}`,
  description: number % 7 === 0 ? 'Made of linen' : 'Made of velvet',
  labelValues: [number % 2 === 0 ? 'Even' : 'Odd', 'All'],
  optionGroups: [
    { name: 'Color', options: [{ name: 'Red' }, { name: 'Blue' }] },
    { name: 'Size', options: [{ name: 'S' }, { name: 'M' }] },
  ],
  variants: [
    { sku: `sku-${number}-r`, price: 10 + number, productOptions: [{ code: 'red' }, { code: 's' }], stock: number % 3 },
    { sku: `sku-${number}-b`, price: 20 + number, productOptions: [{ code: 'blue' }, { code: 'm' }] },
  ],
}))

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`
}

const products = (query: Partial<ProductQuery>) => async (edition: IndexedEdition) =>
  (await findProducts(edition, { ...NO_CONDITIONS, offset: 0, limit: 20, ...query } as ProductQuery)).total

const variants = (query: Partial<VariantQuery>) => async (edition: IndexedEdition) =>
  (await findVariants(edition, { ...NO_CONDITIONS, offset: 0, limit: 20, ...query } as VariantQuery)).total

const facets = (conditions: Partial<ProductConditions>) => async (edition: IndexedEdition) =>
  (await findFacets(edition, { ...NO_CONDITIONS, ...conditions } as ProductConditions, 100)).inStock

const suggestions = (search: string) => async (edition: IndexedEdition) =>
  await findSuggestions(edition, { search, searchIn: SEARCH_FIELDS, limit: 8 })

const EVERYTHING = {
  search: 'shirt made',
  labels: ['even'],
  within: ['even', 'all'],
  options: ['color:red', 'size:s'],
  price: { min: 1200 },
  inStock: true,
}

type Ask = (edition: IndexedEdition) => unknown

/** Requests, with their round trips for an empty cache and for one with the structures that all requests share. */
const REQUESTS: Record<string, [ask: Ask, cold: number, warm: number]> = {
  'a product': [(edition) => edition.stored.documentById('detail', idOf(1)), 1, 1],
  'a page of all products': [products({ offset: 20 }), 2, 1],
  'all products in an order': [products({ sort: 'price:DESC' }), 2, 1],
  'a page beyond the last': [products({ offset: 1960 }), 0, 0],
  'products of a label': [products({ labels: ['even'] }), 2, 2],
  'products of a label without products': [products({ labels: ['none'] }), 1, 1],
  'products within two labels': [products({ within: ['even', 'all'] }), 2, 2],
  'products by id': [products({ ids: [idOf(3), idOf(4)] as unknown as ProductQuery['ids'] }), 2, 2],
  'products by slug': [products({ slugs: ['product-1', 'product-2'] }), 2, 2],
  'products by sku': [products({ skus: ['sku-1-r', 'sku-2-b'] }), 2, 2],
  'products with several conditions on one variant': [
    products({ options: ['color:red', 'size:s'], inStock: true }),
    2,
    2,
  ],
  'a search': [products({ search: 'velvet' }), 3, 2],
  'a search whose words are in several names': [products({ search: 'shirt' }), 4, 3],
  'a search for another form of a word': [products({ search: 'velvets' }), 3, 2],
  'a search in an order': [products({ search: 'shirt made', sort: 'name:ASC' }), 3, 2],
  'a misspelt search': [products({ search: 'shrit' }), 3, 2],
  'several misspelt words': [products({ search: 'shrit velvte cottno' }), 3, 2],
  'letters inside words': [products({ search: 'elve' }), 3, 2],
  'a search for options and labels': [products({ search: 'red odd' }), 4, 3],
  'a search for two options': [products({ search: 'red m' }), 6, 4],
  'a sku': [products({ search: 'sku-7-r' }), 4, 3],
  'a misspelt word beside another that is nowhere with it': [products({ search: 'shrit linen sku-7' }), 5, 4],
  'some of the words': [products({ search: 'linen velvet qqqqqqqq' }), 4, 3],
  'some of the words, misspelt, with two options': [products({ search: 'red m shrit qqqqqqqq' }), 7, 5],
  'a word of slugs': [products({ search: 'product' }), 3, 2],
  'some of the words, misspelt, with two options, and one of slugs': [
    products({ search: 'red m shrit product qqqqqqqq' }),
    7,
    5,
  ],
  'a search that finds nothing': [products({ search: 'qqqqqqqq' }), 2, 1],
  'all conditions together': [products(EVERYTHING), 3, 2],
  'all conditions and a misspelt word, in an order': [
    products({ ...EVERYTHING, search: 'shrit made', sort: 'price:ASC' }),
    4,
    3,
  ],
  'related products': [products({ related: idOf(7) as unknown as Uuid }), 3, 3],
  'related products with all conditions': [products({ ...EVERYTHING, related: idOf(8) as unknown as Uuid }), 3, 3],
  'a variant': [(edition) => edition.stored.documentById('variant', idOf(999)), 1, 1],
  'a page of all variants': [variants({}), 2, 1],
  'the variants of a product': [variants({ product: idOf(3) as NonNullable<VariantQuery['product']> }), 2, 2],
  'variants by sku': [variants({ skus: ['sku-1-r', 'sku-2-b'] }), 2, 2],
  'variants by search, price and stock': [variants({ search: 'shirt', price: { max: 2000 }, inStock: true }), 3, 2],
  'variants by a misspelt word': [variants({ search: 'shrit', sort: 'price:DESC' }), 3, 2],
}

/** What facets and suggestions share is built once per edition, in many reads. */
const FACETS: Record<string, [ask: Ask, warm: number]> = {
  'facets of all': [facets({}), 1],
  'facets of a label': [facets({ labels: ['even'] }), 2],
  'facets within two labels': [facets({ within: ['even', 'all'] }), 2],
  'facets of an option': [facets({ options: ['color:red'] }), 2],
  'facets of a search': [facets({ search: 'linen' }), 2],
  'facets of a misspelt search': [facets({ search: 'shrit' }), 2],
  'facets of a search for options and labels': [facets({ search: 'red odd' }), 3],
  'facets of related products': [facets({ related: idOf(7) as unknown as Uuid }), 3],
  'facets of all conditions': [facets(EVERYTHING), 2],
  'facets of all conditions and a misspelt word': [facets({ ...EVERYTHING, search: 'shrit' }), 2],
  'suggestions for letters': [suggestions('sh'), 2],
  'suggestions for a word and letters': [suggestions('even sh'), 2],
  'suggestions for a misspelt word': [suggestions('shrit'), 3],
}

/** Caches all structures that requests share, and no result of the requests above. */
async function warmUp(edition: IndexedEdition): Promise<void> {
  for (const sort of ['createdAt:DESC', 'name:ASC', 'price:ASC', 'price:DESC'] as const) {
    await products({ sort })(edition)
    await variants({ sort })(edition)
    await products({ search: 'nothing', sort })(edition)
    await variants({ search: 'nothing', sort })(edition)
  }
  await products({ options: ['color:blue', 'size:m'] })(edition)
  await facets({ labels: ['odd'], options: ['color:blue'], price: { max: 900 } })(edition)
  await facets({ labels: ['odd'] })(edition)
  await facets({ labels: ['odd'], options: ['size:m'] })(edition)
  await suggestions('zz')(edition)
}

describe('round trips to the database', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))

  before(async () => {
    await catalogs.addStore(A)
    const report = await load(catalogs, A.id, catalog)
    assert.deepEqual(report.problems, [])
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  async function tripsOf(ask: Ask, warm: boolean): Promise<number> {
    const { edition, trips } = await reader(catalogs)
    if (warm) await warmUp(edition)
    trips.count = 0
    await ask(edition)
    return trips.count
  }

  for (const [name, [ask, cold, warm]] of Object.entries(REQUESTS)) {
    test(`${name}: ${warm}; with an empty cache ${cold}`, async () => {
      assert.deepEqual([await tripsOf(ask, true), await tripsOf(ask, false)], [warm, cold])
    })
  }

  for (const [name, [ask, warm]] of Object.entries(FACETS)) {
    test(`${name}: ${warm}`, async () => {
      assert.equal(await tripsOf(ask, true), warm)
    })
  }

  test('cached results: none but for their documents', async () => {
    const { edition, trips } = await reader(catalogs)
    for (const { ask, again } of [
      { ask: products(EVERYTHING), again: 1 },
      { ask: facets(EVERYTHING), again: 0 },
    ]) {
      await ask(edition)
      trips.count = 0
      await ask(edition)
      assert.equal(trips.count, again)
    }
  })
})
