import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteHandlerMethod,
} from 'fastify'
import { type AccessLog, accessLog } from './access-log.ts'
import { Admission } from './admission.ts'
import { AgentApi } from './agents.ts'
import { etags, ResponseCache } from './cached-response.ts'
import { type CommonHeaders, cacheStatus, commonHeaders, newRequestId, requestIdOf } from './common-headers.ts'
import { type Endpoint, ReadApi, requireHost } from './endpoint.ts'
import { labelList } from './labels.ts'
import type { Metrics } from './metrics.ts'
import { addHealth } from './monitoring.ts'
import { checkPath } from './parameters.ts'
import { addPictures, withPictureUrls } from './pictures.ts'
import { answerClientError, errorHandler } from './problem.ts'
import { product, productFacets, productList, productSuggestions } from './products.ts'
import { addReference } from './reference/routes.ts'
import { acceptAllMethods, addResource, answerUnknownPath } from './resources.ts'
import { type EffectiveOptions, effectiveOptions, type ServerOptions } from './server-options.ts'
import { store } from './store.ts'
import { STORE_PREFIX } from './store-selection.ts'
import { VARIANT_LIST, variant, variantList } from './variants.ts'
import { answerWith, withWebsite } from './website.ts'

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
  const reads = [
    store,
    productList,
    productFacets,
    productSuggestions,
    product,
    labelList,
    variantList(options),
    variant,
  ]
  const endpoints = pictures ? reads.map((read) => withPictureUrls(read, pictures, publicUrl)) : reads
  const shared = { options, commonHeaders: headers, admission: new Admission(metrics, options.logger), log }
  const api = new ReadApi(endpoints, {
    ...shared,
    cache,
    etagOf: etags(`${options.release} ${publicUrl ?? ''}`),
    cacheStatus: cacheStatus(options.editions, metrics),
  })
  const agents = options.agents ? new AgentApi(shared) : undefined
  const app = createApp(options, headers, log, api, agents)
  app.register(async (scope) => addHealth(scope, options))
  app.register(async (scope) => addEndpoints(scope, endpoints, api))
  app.register(async (scope) => addReference(scope, { publicUrl, exampleStore }))
  app.register(async (scope) => addEntrance(scope, options))
  if (pictures) app.register(async (scope) => addPictures(scope, pictures))
  return app
}

/** A Fastify without its own logging and parsing of query strings, behind the endpoints of the read API. */
function createApp(
  { logger, publicUrl, website }: EffectiveOptions,
  commonHeaders: CommonHeaders,
  log: AccessLog,
  api: ReadApi,
  agents: AgentApi | undefined,
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
        if (!api.handle(request, response) && !agents?.handle(request, response)) route(request, response)
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
  app.setNotFoundHandler(website ? withWebsite(website) : answerUnknownPath)
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    requireHost(request.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { raw, id: requestId, fault } = request
    const route = (request.routeOptions.url ?? 'none').replace(STORE_PREFIX, '')
    log({ request: raw, route, status: reply.statusCode, milliseconds: reply.elapsedTime, requestId, fault })
  })
  app.addHook('preClose', async () => {
    api.closing = true
    if (agents) agents.closing = true
  })
  return app
}

/** The request in the log when Node could not read one. */
const UNREADABLE = { method: 'none', url: '', headers: {} }

function nodeServer(listener: RequestListener): Server {
  const server = createHttpServer(
    {
      // Longer than load balancers keep idle connections, so that the server never closes one under a request.
      keepAliveTimeout: 72_000,
      requestTimeout: 30_000,
      // `requireHost` answers a request without `Host`.
      requireHostHeader: false,
    },
    listener,
  )
  // Reads have no body, so the server asks for none. Node would write `100 Continue` into an answer under way. Calls of
  // agents ask for theirs.
  return server.on('checkContinue', listener).on('checkExpectation', listener)
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
function addEndpoints(app: FastifyInstance, endpoints: readonly Endpoint[], api: ReadApi): void {
  for (const endpoint of endpoints) {
    // Fastify takes a path that ends with a slash for the list, but it lacks the id of a document.
    const document = endpoints.find(({ route }) => route.startsWith(`${endpoint.route}/:`))
    const handler: RouteHandlerMethod = async ({ raw, params, query, id: requestId }, reply) => {
      const { storeId: storeInPath, ...own } = params as Record<string, string | undefined>
      const [id = ''] = Object.values(own)
      const queryString = query as string
      const receivedAt = performance.now()
      const lacksId = document !== undefined && raw.url!.split('?', 1)[0]!.endsWith('/')
      const request = { id, queryString, storeInPath, raw, receivedAt }
      await api.respond(lacksId ? document : endpoint, request, reply.raw, requestId)
      reply.hijack()
    }
    addResource(app, endpoint.route, handler)
    addResource(app, `${STORE_PREFIX}${endpoint.route}`, handler)
  }
}

/**
 * `GET /` is the website, or leads to the reference. A program that asks for JSON gets the addresses of the reference and of
 * the lists.
 */
function addEntrance(app: FastifyInstance, { publicUrl: base = '', website }: EffectiveOptions): void {
  const addresses = {
    documentation: `${base}/docs`,
    openapi: `${base}/openapi.json`,
    products: `${base}${productList.route}`,
    variants: `${base}${VARIANT_LIST}`,
  }
  addResource(app, '/', (request, reply) => {
    const { accept = '' } = request.headers
    const wantsJson = /json/i.test(accept) && !/html/i.test(accept)
    if (website && !wantsJson) return answerWith(website, request, reply)
    reply.header('vary', `${reply.getHeader('vary')}, Accept`).header('cache-control', 'no-cache')
    if (wantsJson) reply.send(addresses)
    else reply.redirect(addresses.documentation, 303)
  })
}

function watchCache({ watch }: Metrics, cache: ResponseCache): void {
  watch('gauge', 'vitrine_response_cache_entries', 'Responses in the cache.', () => cache.entries)
  watch('gauge', 'vitrine_response_cache_bytes', 'Memory of the responses in the cache.', () => cache.bytes)
  watch('counter', 'vitrine_response_cache_hits_total', 'Reads answered from the cache.', () => cache.hits)
  watch('counter', 'vitrine_response_cache_misses_total', 'Reads not answered from the cache.', () => cache.misses)
}
