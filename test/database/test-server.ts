import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { agentResources } from '@vitrine/agents/http/resources'
import type { Editions } from '@vitrine/engine/edition/editions'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { createMetrics, storeGauges } from '@vitrine/server/metrics'
import { createMonitoringServer, healthOf } from '@vitrine/server/monitoring'
import { createServer } from '@vitrine/server/server'
import type { ServerOptions } from '@vitrine/server/server-options'

export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The HTTP server of the read API and that of the operator, listening on ports of their own, with caches. */
export interface TestServer extends AsyncDisposable {
  readonly port: number
  readonly origin: string
  /** Sends the target unchanged. `/metrics` goes to the operator's server. */
  get(target: string, headers?: OutgoingHttpHeaders): Promise<HttpResponse>
  head(target: string, headers?: OutgoingHttpHeaders): Promise<HttpResponse>
  post(target: string, body: string, headers?: OutgoingHttpHeaders): Promise<HttpResponse>
}

const CACHE_BYTES = 64 * 1024 * 1024

export async function startTestServer(editions: Editions, options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const metrics = createMetrics()
  const cached = new IndexCache(editions, CACHE_BYTES)
  const app = createServer({
    editions: cached,
    logger: false,
    metrics,
    corsOrigin: '*',
    cacheControl: 'private, no-cache',
    responseCacheBytes: CACHE_BYTES,
    resources: agentResources,
    ...options,
  })
  const operations = createMonitoringServer({
    health: healthOf(cached),
    collect: storeGauges(metrics.registry, cached),
  })
  for (const server of [app, operations]) await server.listen({ host: '127.0.0.1', port: 0 })
  const portOf = ({ server }: typeof app) => (server.address() as AddressInfo).port
  const agent = new Agent({ keepAlive: true })
  const sender = (method: string) => {
    return (path: string, headers: OutgoingHttpHeaders = {}, body?: string) => {
      const port = portOf(path === '/metrics' ? operations : app)
      return send({ agent, host: '127.0.0.1', port, method, path, headers }, body)
    }
  }
  const sendPost = sender('POST')
  return {
    port: portOf(app),
    origin: `http://127.0.0.1:${portOf(app)}`,
    get: sender('GET'),
    head: sender('HEAD'),
    post: (target, body, headers) => sendPost(target, headers, body),
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await app.close()
      await operations.close()
    },
  }
}

function send(options: RequestOptions, body?: string): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject)
    })
      .on('error', reject)
      .end(body)
  })
}
