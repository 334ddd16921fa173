import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { SearchFieldName } from '@vitrine/catalog/store'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { findFacets } from '@vitrine/engine/serve/facets'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findProducts } from '@vitrine/engine/serve/products'
import type { ProductQuery, SearchNote } from '@vitrine/engine/serve/query'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { findVariants } from '@vitrine/engine/serve/variants'
import { load, storeNamed } from '../loading.ts'
import { readDocument } from '../server/documented.ts'
import { temporaryFolder } from '../temporary.ts'
import { editionsOf, withMembers } from './editions.ts'

const A = storeNamed('a')
const PAGE = readDocument('search.md')

/** A row of a table of examples. */
interface Example {
  readonly rule: string
  readonly search: string
  readonly names: readonly string[]
  /** Whether more products follow. */
  readonly hasMore: boolean
  readonly note: SearchNote | undefined
}

const ROW = /^\| (?<rule>[^|]+\.) \| `(?<search>[^`]+)` \| (?<names>[^|]+) \| (?:`(?<note>.+)` )?\|$/gm

const EXAMPLES = [...PAGE.matchAll(ROW)].map(({ groups }): Example => {
  const { rule, search, names, note } = groups!
  const listed = names === 'nothing' ? [] : names!.split(', ')
  return {
    rule: rule!,
    search: search!,
    names: listed.filter((name) => name !== '…'),
    hasMore: listed.includes('…'),
    note: note === undefined ? undefined : JSON.parse(note),
  }
})

const PRODUCTS = /^```json\n(.+?)^```$/ms
  .exec(PAGE)![1]!
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('a search', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))
  let edition: IndexedEdition

  before(async () => {
    await catalogs.addStore(A)
    assert.deepEqual((await load(catalogs, A.id, PRODUCTS)).problems, [])
    edition = await editionWith({ language: 'en' })
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  async function editionWith(
    settings: { language?: string; searchIn?: readonly SearchFieldName[] },
    synonyms: readonly SynonymEntry[] = [],
  ) {
    const stored = await catalogs.current(A.id)
    const members = { store: { ...A, ...settings }, synonymEntries: async () => synonyms }
    return await new IndexCache(editionsOf(withMembers(stored, members)), 10_000_000).current(A.id)
  }

  async function find(search: string, query: Partial<ProductQuery> = {}, inEdition = edition) {
    const page = await findProducts(inEdition, { ...NO_CONDITIONS, search, offset: 0, limit: 100, ...query })
    const products = JSON.parse(`[${Buffer.from(page.documents)}]`)
    const names: string[] = products.map(({ name }: { name: string }) => name)
    return { names, total: page.total, note: page.search }
  }

  test('has examples for every rule', () => assert.equal(EXAMPLES.length, 50))

  for (const { rule, search, names, hasMore, note } of EXAMPLES)
    test(`${rule} For example: ${search}`, async () => {
      const found = await find(search)
      assert.deepEqual(hasMore ? found.names.slice(0, names.length) : found.names, names)
      if (hasMore) assert.ok(found.names.length > names.length)
      assert.deepEqual(found.note, note)
    })

  /** A search that each step answers. */
  const STEPS = [
    'shirts',
    'shirts under 100',
    'navy shirt',
    'nawy shorts',
    'LS-NAVY-S',
    'red cotton socks unicorn',
    'unicorn glitter',
  ]

  for (const search of STEPS) {
    test(`${search}: the total is exact, and all pages are of one step`, async () => {
      const { names, total, note } = await find(search)
      assert.equal(total, names.length)
      const pages = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((offset) => find(search, { offset, limit: 1 })))
      assert.deepEqual(
        pages.flatMap((page) => page.names),
        names.slice(0, 7),
      )
      for (const page of pages) assert.deepEqual([page.total, page.note], [total, note])
    })

    test(`${search}: filters do not change the step, which facets take too`, async () => {
      const { names, note } = await find(search)
      for (const filter of [{ options: ['size:s'] }, { labels: ['tops'] }, { labels: ['none'] }]) {
        const filtered = await find(search, filter)
        assert.deepEqual(filtered.note, note)
        assert.deepEqual(
          filtered.names,
          names.filter((name) => filtered.names.includes(name)),
        )
        const facets = await findFacets(edition, { ...NO_CONDITIONS, ...filter, search }, 10)
        assert.deepEqual(facets.meta?.search, note)
        assert.equal(facets.inStock, filtered.total)
      }
    })

    test(`${search}: an order replaces the rank and finds the same`, async () => {
      const { names, note } = await find(search)
      const sorted = await find(search, { sort: 'name:ASC' })
      assert.deepEqual(
        sorted.names,
        names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      )
      assert.deepEqual(sorted.note, note)
    })
  }

  test('looks in the fields that were asked for, else in those of the store', async () => {
    const wide = await editionWith({ language: 'en', searchIn: ['name', 'option'] })
    for (const found of [
      await find('navy shirt', { searchIn: ['name', 'option'] }),
      await find('navy shirt', {}, wide),
    ])
      assert.deepEqual(found, { names: ['Linen Shirt'], total: 1, note: undefined })
    assert.deepEqual((await find('kitchen', { searchIn: ['label'] })).total, 3)
    assert.deepEqual((await find('shirts', { searchIn: ['description'] })).names, ['Persian Rug'])
    assert.deepEqual((await find('navy', { searchIn: ['name'] }, wide)).note?.fields?.includes('option'), true)
  })

  test('finds a sku first if skus were asked for', async () => {
    const skus = await find('TT', { searchIn: ['name', 'sku'] })
    assert.deepEqual(skus, { names: ['Tea Towel'], total: 1, note: undefined })
  })

  test('names no fields if all were asked for', async () => {
    const searchIn = ['name', 'label', 'option', 'sku', 'description'] as const
    assert.equal((await find('navy shirt', { searchIn })).note, undefined)
    const { note } = await find('nawy shorts', { searchIn })
    assert.deepEqual(note, { corrected: [{ word: 'nawy', as: ['navy'], kind: 'misspelling' }] })
  })

  test('finds only words as they are written, and longer ones, in a store without a language', async () => {
    const plain = await editionWith({})
    assert.deepEqual((await find('shirts', {}, plain)).names, ['Persian Rug'])
    assert.deepEqual((await find('chai', {}, plain)).names, ['Café Chair'])
    assert.deepEqual((await find('a pad for the mouse', {}, plain)).note?.dropped?.includes('the'), true)
  })

  test('counts only the eight most informative words in the last step', async () => {
    const unknown = Array.from({ length: 14 }, (_, index) => `qqzz${String.fromCharCode(97 + index)}`)
    const { names, note } = await find(`persian rug ${unknown.join(' ')}`)
    // All 14 would outweigh the two words that the rug has.
    assert.deepEqual(names, ['Persian Rug'])
    assert.deepEqual(note!.dropped, unknown)
  })

  test('finds synonyms of words and of phrases, in any form', async () => {
    const withSynonyms = await editionWith({ language: 'en' }, [
      { from: 'trouser', to: ['shorts', 'tea towel'] },
      { from: 'water heater', to: ['samovar'] },
    ])
    const names = async (search: string) => (await find(search, {}, withSynonyms)).names
    assert.deepEqual(await names('trousers'), ['Shorts', 'Tea Towel'])
    assert.deepEqual(await names('navy trousers'), ['Shorts'])
    assert.deepEqual(await names('water heater'), ['Samovar'])
    assert.deepEqual(await names('hot heater'), [])
    assert.ok(!(await names('water pot')).includes('Samovar'))
    assert.equal((await find('trousers', {}, withSynonyms)).note, undefined)
  })

  test('finds a synonym of several words also if they are in several fields', async () => {
    const synonyms = [{ from: 'evening wear', to: ['kitchen samovar', 'navy linen shirts', 'kitchen towel'] }]
    const withSynonyms = await editionWith({ language: 'en' }, synonyms)
    const wide = await find('evening wear', {}, withSynonyms)
    assert.deepEqual(wide.names, ['Linen Shirt', 'Tea Towel'])
    assert.deepEqual(wide.note, { fields: ['name', 'label', 'option', 'description'] })
    const inNames = await find('evening wear', { searchIn: ['name', 'option'] }, withSynonyms)
    assert.deepEqual(inNames, { names: ['Linen Shirt'], total: 1, note: undefined })
    const explained = { ...NO_CONDITIONS, search: 'evening wear', searchIn: ['name', 'option'], explain: true } as const
    const { explain } = await findProducts(withSynonyms, { ...explained, offset: 0, limit: 1 })
    assert.deepEqual(explain![0]!.words.slice(0, 1), [
      { word: 'evening', how: 'synonym', as: ['navy linen shirts'], field: 'option', cost: 5 },
    ])
  })

  test('finds variants by their names and skus, then by labels and options', async () => {
    const variants = async (search: string) => {
      const page = await findVariants(edition, { ...NO_CONDITIONS, search, offset: 0, limit: 100 })
      const skus = JSON.parse(`[${Buffer.from(page.documents)}]`).map(({ sku }: { sku: string }) => sku)
      return { skus, note: page.search }
    }
    assert.deepEqual(await variants('ws-red'), { skus: ['WS-RED-S'], note: undefined })
    const fields = ['name', 'label', 'option', 'sku']
    assert.deepEqual(await variants('northwind shirts'), { skus: ['LS-NAVY-S'], note: { fields } })
  })

  test('finds nothing if it has no words', async () => {
    assert.deepEqual(await find('!?'), { names: [], total: 0, note: undefined })
  })
})
