import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import underPressure from '@fastify/under-pressure'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type AccessLog, accessLog } from './access-log.ts'
import { etags, ResponseCache } from './cached-response.ts'
import { type CommonHeaders, cacheStatus, commonHeaders, newRequestId, requestIdOf } from './common-headers.ts'
import { type Endpoint, ReadApi, requireHost } from './endpoint.ts'
import type { Metrics } from './metrics.ts'
import { addHealth } from './operations.ts'
import { checkPath } from './parameters.ts'
import { addPictures } from './pictures.ts'
import { answerClientError, errorHandler, overloaded } from './problem.ts'
import { product, productFacets, productList, productSuggestions } from './products.ts'
import { addReference } from './reference.ts'
import { acceptAllMethods, addResource, answerUnknownPath } from './routes.ts'
import { type EffectiveOptions, effectiveOptions, type ServerOptions } from './server-options.ts'
import { variant, variantList } from './variants.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error behind a 5xx, for the access log. */
    fault: unknown
  }
}

/** The HTTP server of the read API, ready to listen. Throws `InvalidOption`. */
export function createServer(input: ServerOptions): FastifyInstance {
  const options = effectiveOptions(input)
  const { metrics, publicUrl, pictures, exampleStore = options.defaultStore } = options
  const headers = commonHeaders(options.corsOrigin)
  const log = accessLog(metrics.registry, options.logger)
  const cache = new ResponseCache(options.responseCacheBytes)
  watchCache(metrics, cache)
  const isOverloaded = () => app.memoryUsage().eventLoopDelay > options.maxEventLoopDelay
  const endpoints = [productList, productFacets, productSuggestions, product, variantList(publicUrl), variant]
  const api = new ReadApi(endpoints, {
    options,
    cache,
    etagOf: etags(`${options.release} ${publicUrl ?? ''}`),
    commonHeaders: headers,
    cacheStatus: cacheStatus(options.editions, metrics),
    isOverloaded,
    log,
  })
  const app = createApp(options, headers, log, api)
  // The plugin only measures the delay of the event loop. Its own check would look up the route of each request again.
  app.register(underPressure)
  app.register(async (scope) => addHealth(scope, options))
  app.register(async (scope) => addEndpoints(scope, endpoints, api, isOverloaded))
  app.register(async (scope) => addReference(scope, { publicUrl, exampleStore }))
  if (pictures) app.register(async (scope) => addPictures(scope, pictures))
  return app
}

/** A Fastify without its own logging and parsing of query strings, behind the endpoints of the read API. */
function createApp(
  { logger, publicUrl }: EffectiveOptions,
  commonHeaders: CommonHeaders,
  log: AccessLog,
  api: ReadApi,
): FastifyInstance {
  const answerError = errorHandler(publicUrl)
  const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(commonHeaders(request.headers.origin, request.id))
  const app = fastify({
    ...(logger === false ? { logger } : { loggerInstance: logger as FastifyBaseLogger }),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    serverFactory: (route) =>
      nodeServer((request, response) => {
        if (!api.handle(request, response)) route(request, response)
      }),
    clientErrorHandler: (error, socket) => {
      const requestId = newRequestId()
      const status = answerClientError(error, socket, commonHeaders(undefined, requestId), publicUrl)
      if (status) log({ request: UNREADABLE, route: 'none', status, milliseconds: 0, requestId })
    },
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply)
      answerError(pathError(request) ?? error, request, reply)
      const { statusCode: status } = reply
      log({ request: request.raw, route: 'none', status, milliseconds: 0, requestId: request.id })
    },
    routerOptions: { querystringParser: (raw) => raw as never, maxParamLength: 65_536, ignoreTrailingSlash: true },
    return503OnClosing: false,
  })
  acceptAllMethods(app)
  app.decorateRequest('fault', undefined)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknownPath)
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    requireHost(request.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { raw, id: requestId, fault } = request
    const route = request.routeOptions.url ?? 'none'
    log({ request: raw, route, status: reply.statusCode, milliseconds: reply.elapsedTime, requestId, fault })
  })
  app.addHook('preClose', async () => {
    api.closing = true
  })
  return app
}

/** The request in the log when Node could not read one. */
const UNREADABLE = { method: 'none', url: '', headers: {} }

function nodeServer(listener: RequestListener): Server {
  return createHttpServer(
    {
      // Longer than load balancers keep idle connections, so that the server never closes one under a request.
      keepAliveTimeout: 72_000,
      requestTimeout: 30_000,
      // `requireHost` answers a request without `Host`.
      requireHostHeader: false,
    },
    listener,
  )
}

/** What is wrong with a path that the router could not read. */
function pathError(request: FastifyRequest): unknown {
  try {
    checkPath(request.raw.url!)
    return undefined
  } catch (error) {
    return error
  }
}

/** Routes the other methods of the endpoints, and the requests that `ReadApi.handle` leaves to Fastify's router. */
function addEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  api: ReadApi,
  isOverloaded: () => boolean,
): void {
  app.addHook('onRequest', async () => {
    if (isOverloaded()) throw overloaded()
  })
  for (const endpoint of endpoints) {
    addResource(app, endpoint.route, async ({ raw, params, query, id: requestId }, reply) => {
      const [id = ''] = Object.values(params as Record<string, string>)
      const receivedAt = performance.now()
      await api.respond(endpoint, { id, query: query as string, raw, receivedAt }, reply.raw, requestId)
      reply.hijack()
    })
  }
}

function watchCache({ watch }: Metrics, cache: ResponseCache): void {
  watch('gauge', 'vitrine_response_cache_entries', 'Responses in the cache.', () => cache.entries)
  watch('gauge', 'vitrine_response_cache_bytes', 'Memory of the responses in the cache.', () => cache.bytes)
  watch('counter', 'vitrine_response_cache_hits_total', 'Reads answered from the cache.', () => cache.hits)
  watch('counter', 'vitrine_response_cache_misses_total', 'Reads not answered from the cache.', () => cache.misses)
}
