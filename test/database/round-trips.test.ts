// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { openPostgresEditions } from '@vitrine/engine/database/postgres/editions'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { noPooler, startPooler } from '../postgres/pooler.ts'
import { proxyTo } from '../postgres/proxy.ts'
import { startTestServer } from './test-server.ts'

const A = { ...storeNamed('a'), currency: 'EUR' }
const NEVER = 3_600_000
const OF_A = { 'x-store-id': 'a' }

const catalog = Array.from({ length: 60 }, (_, number) => ({
  slug: `product-${number}`,
  name: `Cotton shirt ${number}`,
  labelValues: [number % 2 === 0 ? 'Even' : 'Odd', number % 3 === 0 ? 'Third' : 'Others'],
  variants: ['s', 'm'].map((size) => ({ sku: `${number}-${size}`, price: number, productOptions: { size } })),
}))

/** What is asked, and how many round trips it takes a server that has what all requests share. */
const REQUESTS: readonly (readonly [target: string, roundTrips: number])[] = [
  ['/store/products?page=2', 1],
  ['/store/product-variants?limit=7', 1],
  ['/store/products?label=even', 2],
  ['/store/products?label=even&option=size:s&minPrice=5', 2],
  ['/store/products?within=odd&within=third', 2],
  // As many labels as a request may have. None exists, so there are no documents to read.
  [`/store/products?${Array.from({ length: 100 }, (_, n) => `within=x${n}`).join('&')}`, 1],
  ['/store/products?search=shirt&sortBy=price:ASC', 2],
  ['/store/products?search=shrit&label=odd', 2],
  // The list of the label is in memory by then.
  ['/store/products/facets?label=even', 1],
  ['/store/products/facets?search=40', 2],
  ['/store/products/facets?within=even&within=others', 2],
]

/** Requests of the same kinds, with other answers. */
const SHARED = [
  '/store/products',
  '/store/product-variants',
  '/store/products?label=odd&option=size:m&minPrice=2',
  '/store/products?search=20',
  '/store/products?search=cotton&sortBy=price:ASC',
  '/store/products/facets',
  '/store/products/facets?label=odd',
]

describe('over PostgreSQL, counted on the wire', { skip: noDatabases() }, () => {
  for (const way of ['directly', 'through a pooler'] as const) {
    test(`a request takes as many round trips as it should, ${way}`, {
      skip: way === 'through a pooler' && noPooler(),
    }, async () => {
      await using open = new AsyncDisposableStack()
      const database = open.use(await freshDatabase())
      const pooler = way === 'directly' ? undefined : open.use(await startPooler(database.url))
      const proxy = open.use(await proxyTo(pooler ? pooler.url() : database.url))
      const catalogs = open.use(await openCatalogs(database.url, 'create'))
      await catalogs.addStore(A)
      await load(catalogs, A.id, catalog)
      // One connection, so that what is under way at once is seen to be; and nothing is asked but for requests.
      const settings = { ...DEFAULT_POSTGRES, connections: 1 }
      const freshness = { pollMilliseconds: NEVER, trustMilliseconds: NEVER }
      const editions = open.use(await openPostgresEditions(proxy.url, settings, freshness))
      const { get, post } = open.use(await startTestServer(editions))
      for (const target of SHARED) assert.equal((await get(target, OF_A)).status, 200)
      const first = JSON.parse((await get('/store/products', OF_A)).body).data[0]
      const byId = [`/store/products/${first.id}`, `/store/product-variants/${first.variants[0].id}`]
      // An answer that came before the next of several requests at once would make one more.
      proxy.latency = 50
      for (const [target, expected] of [...REQUESTS, ...byId.map((path) => [path, 1] as const)]) {
        const { roundTrips, result } = await proxy.count(() => get(target, OF_A))
        assert.equal(result.status, 200)
        assert.equal(roundTrips, expected, target)
      }
      const agent = { ...OF_A, 'ucp-agent': 'profile="https://agent.example/profile.json"' }
      const other = JSON.parse((await get('/store/products?slug=product-41', OF_A)).body).data[0]
      const operations = [
        ['search', { query: 'cotton' }, 2],
        ['lookup', { ids: ['product-40'] }, 2],
        ['lookup', { ids: [other.variants[0].id] }, 4],
      ] as const
      for (const [operation, body, expected] of operations) {
        const call = () => post(`/ucp/catalog/${operation}`, JSON.stringify(body), agent)
        const { roundTrips, result } = await proxy.count(call)
        assert.equal(result.status, 200)
        // What is sent while an answer is late, on a busy machine or through a pooler, is no round trip of its own.
        assert.ok(roundTrips <= expected, `${roundTrips} for ${JSON.stringify(body)}`)
      }
    })
  }
})
