import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { agentResources } from '@vitrine/agents/http/resources'
import type { StoreId } from '@vitrine/catalog/store'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { openSqliteEditions } from '@vitrine/engine/database/sqlite/editions'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Editions } from '@vitrine/engine/edition/editions'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { HttpServer } from '@vitrine/server/http-server'
import { createMetrics, type Metrics } from '@vitrine/server/metrics'
import { createServer } from '@vitrine/server/server'
import type { ServerOptions } from '@vitrine/server/server-options'
import { type Logger, pino } from 'pino'
import { MemoryDatabase } from '../database/memory/database.ts'
import { load, storeNamed } from '../loading.ts'
import { QUICK } from '../quick.ts'
import { temporaryFolder } from '../temporary.ts'

/** The stores of the shop: the first has the catalog, the second has one product, the third is empty. */
export const STORE = storeNamed('shop').id
export const OTHER = storeNamed('other').id
export const EMPTY = storeNamed('empty').id

/** A server with a catalog, listening on a port of its own. The database is in memory in a quick run, and else on disk. */
export interface Shop extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly app: HttpServer
  readonly editions: Editions
  readonly metrics: Metrics
  readonly catalogs: Catalogs
  /** The value of a metric without labels. */
  metric(name: string): Promise<number>
  /** The number of open connections. */
  connections(): Promise<number>
  /** Fetches a path from the first store, unless the headers name another. Does not follow redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** The same, with the body parsed as JSON. */
  json(path: string, headers?: Record<string, string>): Promise<Body>
  /** Sends a request with exactly these headers and returns the response. */
  ask(request: TestRequest): Promise<TestResponse>
  /** Sends bytes and returns what comes back. */
  send(bytes: string | Buffer): Promise<string>
  /** Imports products, as `vitrine import` does while the server runs. */
  load(store: StoreId, products: readonly unknown[]): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert what a body has.
export type Body = any

export interface TestRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface TestResponse {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

type ShopOptions = Partial<Omit<ServerOptions, 'editions'>> & { readonly editions?: Editions }

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const database = QUICK ? new MemoryDatabase() : onDisk()
  const catalogs = database.openCatalogs()
  for (const store of [STORE, OTHER, EMPTY]) await catalogs.addStore(storeNamed(store))
  await load(catalogs, STORE, CATALOG)
  await load(catalogs, OTHER, [{ name: 'Elsewhere', variants: [{ sku: 'ELSE', price: 1 }] }])
  const editions = options.editions ?? database.openEditions()
  const metrics = createMetrics()
  const app = createServer({
    logger: false,
    metrics,
    corsOrigin: '*',
    cacheControl: 'private, no-cache',
    responseCacheBytes: 10_000_000,
    resources: agentResources,
    ...options,
    editions: new IndexCache(editions, 10_000_000),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, { headers: { 'x-store-id': STORE, ...headers }, redirect: 'manual' })
  return {
    address,
    port,
    app,
    editions,
    metrics,
    catalogs,
    metric: async (name) => (await metrics.registry.getSingleMetric(name)!.get()).values[0]!.value,
    connections: () => promisify(app.server.getConnections.bind(app.server))() as Promise<number>,
    get,
    json: async (path, headers) => (await get(path, headers)).json(),
    ask: (request) => ask(port, request),
    send: (bytes) => send(port, bytes),
    load: async (store, products) => void (await load(catalogs, store, products)),
    async [Symbol.asyncDispose]() {
      await app.close()
      await editions[Symbol.asyncDispose]()
      await catalogs[Symbol.asyncDispose]()
      if ('remove' in database) database.remove()
    },
  }
}

function onDisk() {
  const folder = temporaryFolder()
  const path = join(folder.path, 'shop.db')
  return {
    openCatalogs: () => openSqliteCatalogs(path),
    openEditions: () => openSqliteEditions(path),
    remove: () => folder[Symbol.dispose](),
  }
}

function ask(port: number, { method = 'GET', path, headers = {}, body }: TestRequest): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject)
    })
    request.on('error', reject).end(body)
  })
}

function send(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    text(socket).then(resolve, reject)
  })
}

/** A logger that appends its lines to an array. */
export function logTo(lines: Body[], level = 'info'): Logger {
  const keep = (chunk: Buffer, _: string, done: () => void) => {
    lines.push(JSON.parse(chunk.toString()))
    done()
  }
  return pino({ level }, new Writable({ write: keep }))
}

const COLORS = ['Red', 'Blue', 'Green'] as const
const SIZES = ['S', 'M'] as const

/**
 * Shirts 1 to 25, the highest number newest. A shirt has a variant for each of two colors and both sizes. One in five is
 * on sale. Shirt n costs n.00 in S and n.50 in M. Every fourth shirt is sold out in S, and the stock of M is not tracked.
 * The red variants of shirt 24 have a label of their own.
 */
export const CATALOG = Array.from({ length: 25 }, (_, index) => shirt(index + 1))

function shirt(number: number) {
  const colors = [COLORS[number % 3]!, COLORS[(number + 1) % 3]!]
  const named = String(number).padStart(2, '0')
  return {
    slug: `shirt-${named}`,
    name: `Shirt ${named}`,
    description: number === 7 ? 'Crème cotton <b>& more</b>, “quoted”: 漢字' : 'Plain cotton.',
    createdAt: new Date(Date.UTC(2026, 0, number)).toISOString(),
    labelValues: ['Shirts', ...(number % 5 === 0 ? ['Sale'] : [])],
    optionGroups: [
      { name: 'Color', options: colors.map((name) => ({ name })) },
      { name: 'Size', options: SIZES.map((name) => ({ name })) },
    ],
    files: [{ file: { path: `/pictures/shirt-${named}.jpg` } }],
    variants: colors.flatMap((color) =>
      SIZES.map((size) => ({
        sku: `S${named}-${color}-${size}`,
        price: `${number}.${size === 'S' ? '00' : '50'}`,
        stock: size === 'S' ? (number % 4 === 0 ? 0 : number) : null,
        labelValues: number === 24 && color === 'Red' ? ['Last ones'] : [],
        productOptions: { color: color.toLowerCase(), size: size.toLowerCase() },
        files: [{ file: { path: `/pictures/shirt-${named}-${color}.jpg` } }],
      })),
    ),
  }
}
