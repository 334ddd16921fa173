import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Store } from '../../src/catalog/store.ts'
import { openSqliteCatalogs, openSqliteEditions } from '../../src/database/sqlite/catalogs.ts'
import { CachedEditions } from '../../src/edition/cached.ts'
import type { Catalogs } from '../../src/edition/draft.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { createServer } from '../../src/http/server.ts'
import { temporaryFolder } from '../temporary.ts'

export interface Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A database on disk and a server on a socket that reads it, with its caches on. */
export interface Served extends AsyncDisposable {
  readonly catalogs: Catalogs
  readonly origin: string
  /** Sends a target as it stands. */
  get(target: string, headers: OutgoingHttpHeaders): Promise<Response>
  head(target: string, headers: OutgoingHttpHeaders): Promise<Response>
}

export async function served(...stores: readonly Store[]): Promise<Served> {
  await using open = new AsyncDisposableStack()
  const { path: folder } = open.use(temporaryFolder())
  const path = join(folder, 'catalog.db')
  const catalogs = open.use(openSqliteCatalogs(path))
  for (const store of stores) await catalogs.addStore(store)
  const editions = open.use(new CachedEditions(openSqliteEditions(path), 64 * 1024 * 1024))
  const app = createServer({
    editions,
    logger: false,
    metrics: createMetrics(),
    corsOrigin: '*',
    cacheControl: 'private, no-cache',
    responseCacheBytes: 64 * 1024 * 1024,
    maxEventLoopDelay: 60_000,
  })
  open.defer(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  open.defer(() => agent.destroy())
  const socket = { agent, host: '127.0.0.1', port }
  const whole = open.move()
  return {
    catalogs,
    origin: `http://127.0.0.1:${port}`,
    get: (path, headers) => send({ ...socket, path, headers }),
    head: (path, headers) => send({ ...socket, path, headers, method: 'HEAD' }),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

function send(options: RequestOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode!, headers: response.headers, body })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
