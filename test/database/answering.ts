import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Editions } from '../../src/edition/edition.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { createOperations } from '../../src/http/operations.ts'
import { createServer } from '../../src/http/server.ts'
import type { ServerOptions } from '../../src/http/server-options.ts'
import { IndexCache } from '../../src/serve/index-cache.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server on a socket, with its caches on. */
export interface Answering extends AsyncDisposable {
  readonly port: number
  readonly origin: string
  /** Sends a target as it stands; `/metrics` is asked of the operator's server. */
  get(target: string, headers?: OutgoingHttpHeaders): Promise<Answer>
  head(target: string, headers?: OutgoingHttpHeaders): Promise<Answer>
}

const BYTES = 64 * 1024 * 1024

export async function answeringFrom(editions: Editions, options: Partial<ServerOptions> = {}): Promise<Answering> {
  const metrics = createMetrics()
  const cached = new IndexCache(editions, BYTES)
  const app = createServer({
    editions: cached,
    logger: false,
    metrics,
    corsOrigin: '*',
    cacheControl: 'private, no-cache',
    responseCacheBytes: BYTES,
    ...options,
  })
  const operations = createOperations({ editions: cached, metrics, isReady: () => true })
  for (const server of [app, operations]) await server.listen({ host: '127.0.0.1', port: 0 })
  const portOf = ({ server }: typeof app) => (server.address() as AddressInfo).port
  const agent = new Agent({ keepAlive: true })
  const ask = (method: string) => {
    return (path: string, headers: OutgoingHttpHeaders = {}) => {
      const port = portOf(path === '/metrics' ? operations : app)
      return send({ agent, host: '127.0.0.1', port, method, path, headers })
    }
  }
  return {
    port: portOf(app),
    origin: `http://127.0.0.1:${portOf(app)}`,
    get: ask('GET'),
    head: ask('HEAD'),
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await app.close()
      await operations.close()
    },
  }
}

function send(options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}
