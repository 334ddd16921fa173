import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createVitrine, type ProductPage } from '@vitrine/client'
import { createSearchClient, type FacetSearchResult, type SearchClientOptions } from '@vitrine/instantsearch'
import { build } from 'esbuild'
import { type CatalogServer, startCatalogServer } from '../search-quality/catalog-server.ts'
import { temporaryFolder } from '../temporary.ts'

/** What InstantSearch adds to a query for the counts of a facet. */
const FOR_FACETS = { hitsPerPage: 0, page: 0, analytics: false, clickAnalytics: false }
const TAGS = { highlightPreTag: '[', highlightPostTag: ']' }

/** Two reds, a name with a hyphen before it, an option group and an attribute of one code, and tags without kinds. */
const SMALL = [
  ['One', { code: 'red', name: 'Red' }, '-X-', 'a', true],
  ['Two', { code: 'red-2', name: 'Red' }, 'Y', 'b', false],
  ['Three', { code: 'blue', name: 'Blue' }, '-X-', 'a', true],
].map(([name, color, brand, tag, isRound], index) => ({
  name,
  labelValues: [{ name: tag, code: tag }],
  optionGroups: [
    { name: 'Color', code: 'color', options: [color] },
    { name: 'Brand', code: 'brands', options: [{ name: brand, code: brand === 'Y' ? 'y' : 'x' }] },
  ],
  attributes: [{ code: 'round', name: 'Round', value: isRound }],
  variants: [{ sku: `S${index}`, price: `${index + 1}.00` }],
}))

describe('the search client', () => {
  const folder = temporaryFolder()
  let demo: CatalogServer
  let small: CatalogServer
  let paths: string[] = []
  before(async () => {
    demo = await startCatalogServer()
    const file = join(folder.path, 'small.ndjson')
    writeFileSync(file, SMALL.map((product) => JSON.stringify(product)).join('\n'))
    small = await startCatalogServer({ file, language: 'en' })
  })
  beforeEach(() => {
    paths = []
  })
  after(async () => {
    await demo[Symbol.asyncDispose]()
    await small[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  function shopOf({ url, store }: CatalogServer) {
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      paths.push(decodeURIComponent(String(input).split('/store/')[1]!))
      return globalThis.fetch(input, init)
    }
    return createVitrine({ url: `${url}/stores/${store}`, fetch, retries: 0 })
  }

  function openClient(server: CatalogServer, options?: SearchClientOptions) {
    const client = createSearchClient(shopOf(server), options)
    /** The first result of queries of one index. */
    const first = async (...queries: object[]) => {
      const requests = queries.map((params) => ({ indexName: 'products', params: { ...TAGS, ...params } }))
      return (await client.search(requests)).results[0]!
    }
    return { ...client, first }
  }

  const namesOf = ({ hits }: { readonly hits: readonly { readonly name: string }[] }) => hits.map(({ name }) => name)

  test('asks for one list and one answer with all facets', async () => {
    const { first } = openClient(demo)
    await first({ facets: ['color', 'size', 'price', 'label'] })
    paths = []
    const [color, size, range] = [['color:Navy', 'color:White'], ['size:M'], ['price>=20', 'price<=90']]
    const all = { facets: ['color', 'label', 'price', 'size'], facetFilters: [color, size], numericFilters: range }
    const result = await first(
      all,
      { ...FOR_FACETS, facets: 'color', facetFilters: [size], numericFilters: range },
      { ...FOR_FACETS, facets: 'size', facetFilters: [color], numericFilters: range },
      { ...FOR_FACETS, facets: 'price', facetFilters: [color, size] },
    )
    const chosen = 'maxPrice=90.00&minPrice=20.00&option=color:navy&option=color:white&option=size:m'
    assert.deepEqual(paths.sort(), [
      `products/facets?facetLimit=100&${chosen}`,
      `products?form=card&limit=20&matches=true&${chosen}&page=1`,
    ])
    const option = { color: ['navy', 'white'], size: 'm' }
    const page = await shopOf(demo).products.list({ option, minPrice: '20', maxPrice: '90' })
    assert.deepEqual(namesOf(result), namesOf({ hits: page.data }))
  })

  test('resolves names that no answer had, as in the address of a page', async () => {
    const { first } = openClient(small)
    const filter = async (...filters: (string | string[])[]) => namesOf(await first({ facetFilters: filters })).sort()
    assert.deepEqual(await filter(['color:Red']), ['One', 'Two'], 'both codes of the name')
    assert.deepEqual(
      paths.filter((path) => path.includes('facets')),
      ['products/facets?facetLimit=1000'],
    )
    assert.deepEqual(await filter(['brands:\\-X-']), ['One', 'Three'], 'a hyphen that InstantSearch escapes')
    assert.deepEqual(await filter(['color:blue']), ['Three'], 'a code')
    assert.deepEqual(await filter(['color:Green']), [])
    assert.deepEqual(await filter(['unknown:Green']), [])
    assert.deepEqual(await filter(['label:a', 'label:b']), ['One', 'Three', 'Two'], 'alternatives')
    assert.deepEqual(await filter('label:a', 'label:b'), [], 'all of them')
    assert.deepEqual(await filter(['round:false']), ['Two'], 'an attribute')
    assert.equal(paths.filter((path) => path === 'products/facets?facetLimit=1000').length, 1)
    const { facets, facets_stats } = await first({ facets: ['color', 'price', 'inStock', 'onSale'] })
    assert.deepEqual(facets, { color: { Red: 2, Blue: 1 }, price: {}, inStock: { true: 3 }, onSale: { true: 0 } })
    assert.deepEqual(facets_stats, { price: { min: 1, max: 3 } })
  })

  test('asks again for what it could not get', async () => {
    let isAway = true
    const fetch = async (input: string | URL | Request, init?: RequestInit) =>
      isAway ? Response.error() : globalThis.fetch(input, init)
    const shop = createVitrine({ url: `${small.url}/stores/${small.store}`, fetch, retries: 0 })
    const client = createSearchClient(shop)
    const search = () => client.search([{ indexName: 'products', params: { facetFilters: [['color:Blue']] } }])
    await assert.rejects(search)
    isAway = false
    assert.deepEqual(namesOf((await search()).results[0]!), ['Three'])
  })

  test('reads the categories again after a minute', async () => {
    const { first } = openClient(demo)
    const search = () => first({ facets: ['categories.lvl0'] })
    const labels = () => paths.filter((path) => path === 'labels').length
    await search()
    await search()
    assert.equal(labels(), 1)
    const later = performance.now() + 61_000
    const clock = mock.method(performance, 'now', () => later)
    try {
      await search()
      await search()
    } finally {
      clock.mock.restore()
    }
    assert.equal(labels(), 2)
  })

  test('takes empty filters for none', async () => {
    const { first } = openClient(small)
    for (const empty of ['', [], [[]]]) {
      assert.equal((await first({ facetFilters: empty, numericFilters: empty })).nbHits, 3)
    }
  })

  test('cuts a text that the service would refuse', async () => {
    const { nbHits } = await openClient(demo).first({ query: 'tea '.repeat(100) })
    assert.equal(nbHits, (await openClient(demo).first({ query: 'tea' })).nbHits)
  })

  test('keeps to the query that it was made with', async () => {
    const { first } = openClient(demo, { query: { within: 'clothing', inStock: true }, form: 'full' })
    const { nbHits, hits, facets } = await first({
      facets: ['categories.lvl0', 'categories.lvl1'],
      facetFilters: [['categories.lvl1:Clothing > Accessories']],
    })
    const shop = shopOf(demo)
    const accessories: ProductPage = await shop.products.list({ within: ['clothing', 'accessories'], inStock: true })
    assert.equal(nbHits, accessories.meta.totalItems)
    assert.ok('descriptionHtml' in hits[0]!)
    const clothing = await shop.products.list({ within: 'clothing', inStock: true })
    assert.equal(facets['categories.lvl0']!.Clothing, clothing.meta.totalItems)
    assert.equal(facets['categories.lvl1']!['Clothing > Accessories'], nbHits)
  })

  test('counts categories beside a chosen category, and with a chosen label', async () => {
    const { first } = openClient(demo)
    const [tree, label] = [['categories.lvl0:Clothing'], ['label:Vegan']]
    const attributes = ['categories.lvl0', 'categories.lvl1', 'color', 'label']
    await first({ facets: attributes })
    paths = []
    const { facets } = await first(
      { facets: attributes, facetFilters: [label, tree] },
      { ...FOR_FACETS, facets: 'label', facetFilters: [tree] },
      { ...FOR_FACETS, facets: ['categories.lvl0'], facetFilters: [label] },
    )
    assert.equal(paths.filter((path) => path.startsWith('products?')).length, 1)
    assert.equal(paths.filter((path) => path.startsWith('products/facets?')).length, 2)
    const shop = shopOf(demo)
    const count = async (...within: string[]) => (await shop.products.list({ within })).meta.totalItems
    assert.equal(facets['categories.lvl0']!.Clothing, await count('clothing', 'vegan'))
    assert.equal(facets['categories.lvl0']!.Kitchen, await count('kitchen', 'vegan'))
    assert.equal(facets['categories.lvl1']!['Kitchen > Tableware'], await count('tableware', 'vegan'))
    assert.equal(facets.label!.Sale, await count('clothing', 'sale'))
    assert.notEqual(facets.label!.Sale, await count('sale'))
  })

  test('marks the words that the search found', async () => {
    const { first } = openClient(demo)
    const { hits, search } = await first({ query: 'shrits' })
    assert.equal(hits[0]!._highlightResult.name!.value, 'Collarless Linen [Shirt]')
    assert.equal(hits[0]!._highlightResult.name!.matchLevel, 'full')
    assert.match(hits[0]!._snippetResult.excerpt!.value, /\[shirt\]/)
    assert.equal(hits[0]!.objectID, hits[0]!.id)
    assert.deepEqual(search?.corrected?.[0]?.as, ['shirt', 'shirts'])
  })

  test('counts without hits, and gives pages', async () => {
    const { first } = openClient(demo)
    const counted = await first({ hitsPerPage: 0, query: 'steel' })
    assert.deepEqual(counted.hits, [])
    const { nbHits, page, nbPages, hitsPerPage, hits } = await first({ hitsPerPage: 5, page: 1, query: 'steel' })
    assert.equal(nbHits, counted.nbHits)
    assert.deepEqual([page, nbPages, hitsPerPage, hits.length], [1, Math.ceil(nbHits / 5), 5, 5])
  })

  test('searches the values of a facet', async () => {
    const client = openClient(demo)
    const search = async (facet: string, params: object): Promise<FacetSearchResult['facetHits']> => {
      const request = { type: 'facet', indexName: 'products', facet, params: { ...TAGS, ...params } }
      const [result]: object[] = (await client.search([request])).results
      return (result as FacetSearchResult).facetHits
    }
    const [halvorn, ...others] = await search('brands', { facetQuery: 'HAL' })
    assert.deepEqual([halvorn!.value, halvorn!.highlighted, others.length], ['Halvorn', '[Hal]vorn', 0])
    assert.equal((await search('brands', { facetQuery: '' })).length, 10)
    assert.equal((await search('brands', { facetQuery: '', maxFacetHits: 3 })).length, 3)
    assert.deepEqual(await search('nothing', { facetQuery: 'x' }), [])
    const [accessories] = await search('categories.lvl1', { facetQuery: 'acc' })
    assert.equal(accessories!.highlighted, 'Clothing > [Acc]essories')
    assert.deepEqual(
      paths.filter((path) => !path.includes('facets')),
      ['labels'],
      'no list',
    )
    const [tea] = await search('brands', { facetQuery: '', query: 'tea', maxFacetHits: 1 })
    assert.ok(tea!.count < halvorn!.count)
  })

  for (const [params, message] of [
    [{ facetFilters: ['color:-Navy'] }, /filters that exclude \(color:-Navy\)/],
    [{ facetFilters: ['color:Navy', 'color:White'] }, /"and" between values of color; use operator: 'or'/],
    [{ facetFilters: [['label:Sale', 'label:Gift'], ['label:New']] }, /"and" between values of label/],
    [{ facetFilters: [['color:Navy', 'size:M']] }, /alternatives of several facets \(color:Navy,size:M\)/],
    [{ facetFilters: [['categories.lvl0:Tea', 'categories.lvl0:Home']] }, /several categories at once; use menu/],
    [{ facetFilters: [['inStock:false']] }, /inStock:false; use inStock:true/],
    [{ numericFilters: ['price>10'] }, /the numeric filter "price>10"; use one of/],
    [{ numericFilters: [['price=10', 'price=20']] }, /the numeric filter \["price=10","price=20"\]/],
    [{ filters: 'color:Navy' }, /the parameter filters; use the option query/],
    [{ aroundLatLng: '1,2' }, /the parameter aroundLatLng/],
  ] as const) {
    test(`refuses ${JSON.stringify(params)}`, async () => {
      await assert.rejects(openClient(demo).first(params), message)
    })
  }

  test('says which order it does not have', async () => {
    const search = openClient(demo).search([{ indexName: 'products:size:ASC' }])
    await assert.rejects(search, { code: 'invalid-parameter', message: /sortBy must be one of/ })
  })

  test('warns once of a parameter that does nothing, and of too many hits', async () => {
    const warn = mock.method(console, 'warn', () => {})
    try {
      const { first } = openClient(demo)
      const params = { distinct: 2, hitsPerPage: 200, clickAnalytics: true, tagFilters: '' }
      const { hits, hitsPerPage } = await first(params)
      await first(params)
      assert.deepEqual([hits.length, hitsPerPage], [100, 100])
      const messages = warn.mock.calls.map(({ arguments: [message] }) => String(message).split(': ')[1])
      assert.deepEqual(messages, [
        'Vitrine does not have the parameter distinct, which does nothing',
        'hitsPerPage is 200, but a page has 100 hits at most',
      ])
    } finally {
      warn.mock.restore()
    }
  })

  test('adds 4.1 kB to a page, compressed, and comes from its own folder', async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: "export * from '@vitrine/instantsearch'", resolveDir: import.meta.dirname },
      bundle: true,
      minify: true,
      platform: 'browser',
      format: 'esm',
      metafile: true,
      write: false,
    })
    const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length
    assert.ok(bytes < 4150, `${bytes} bytes`)
    const foreign = Object.keys(metafile.inputs).filter((file) => !/^<stdin>$|packages\/instantsearch\//.test(file))
    assert.deepEqual(foreign, [])
  })
})
