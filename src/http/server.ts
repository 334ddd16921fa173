import { createServer as createHttpServer, type Server } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { answerClientError } from './client-error.ts'
import { type StandingHeaders, standingHeaders } from './cors.ts'
import { etagsUnder } from './etag.ts'
import { facets } from './facets.ts'
import { health } from './health.ts'
import { HotAnswers } from './hot.ts'
import { knowMethods } from './methods.ts'
import type { Metrics } from './metrics.ts'
import { type CheckedOptions, checked, type ServerOptions } from './options.ts'
import { refuseWhenLate } from './overload.ts'
import { picturesPlugin } from './pictures.ts'
import { errorHandler } from './problem.ts'
import { products } from './products.ts'
import type { Serving } from './reads.ts'
import { reference } from './reference.ts'
import { newRequestId, requestId } from './request-id.ts'
import { ResponseCache } from './response-cache.ts'
import { staleHeaders } from './staleness.ts'
import { type Recorder, recorder } from './traffic.ts'
import { notFound, pathFault } from './unknown-route.ts'
import { variants } from './variants.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What made this request fail, for the log alone. */
    fault: unknown
  }
}

/** The read API, ready to listen. It reads what it is handed and touches nothing else. */
export function createServer(given: ServerOptions): FastifyInstance {
  const options = checked(given)
  const cache = new ResponseCache(options.responseCacheBytes)
  const standing = standingHeaders(options.corsOrigin)
  const etagOf = etagsUnder(`${options.release} ${options.publicUrl ?? ''}`)
  const serving = { options, cache, etagOf, standing, stale: staleHeaders(options.editions, options.metrics) }
  const record = recorder(options.metrics, options.logger)
  const hot = new HotAnswers(serving, record)
  const app = bare(options, standing, record, hot)
  app.register(async (scope) => health(scope, options))
  app.register(async (scope) => reads(scope, serving))
  const { pictures, publicUrl, exampleStore = options.defaultStore } = options
  app.register(async (scope) => reference(scope, { publicUrl, exampleStore }))
  if (pictures) app.register(async (scope) => picturesPlugin(scope, { pictures }))
  watchCache(options.metrics, cache)
  return app
}

/** A Fastify that leaves query strings and logging to us, and says on every response what all of ours say. */
function bare(
  { logger, publicUrl }: CheckedOptions,
  standing: StandingHeaders,
  record: Recorder,
  hot: HotAnswers,
): FastifyInstance {
  const answerError = errorHandler(publicUrl)
  const begin = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(standing(request.headers.origin)).header('x-request-id', request.id)
  const app = fastify({
    ...(logger === false ? { logger } : { loggerInstance: logger as FastifyBaseLogger }),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: requestId,
    serverFactory: (handler) => listener(hot.before(handler)),
    clientErrorHandler: (error, socket) => {
      const id = newRequestId()
      const status = answerClientError(error, socket, { ...standing(undefined), 'x-request-id': id }, publicUrl)
      if (status) record(UNREADABLE, 'none', status, 0, id)
    },
    frameworkErrors: (error, request, reply) => {
      begin(request, reply)
      answerError(pathFault(request) ?? error, request, reply)
      record(request.raw, 'none', reply.statusCode, 0, request.id)
    },
    routerOptions: { querystringParser: (raw) => raw as never, maxParamLength: 65_536, ignoreTrailingSlash: true },
    return503OnClosing: false,
  })
  knowMethods(app)
  app.decorateRequest('fault', undefined)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(notFound)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done(hostMissing(request))
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    record(request.raw, route, reply.statusCode, reply.elapsedTime, request.id, request.fault)
    done()
  })
  app.addHook('preClose', (done) => {
    hot.closing = true
    done()
  })
  return app
}

/** What is known of a request that Node could not read. */
const UNREADABLE = { method: 'none', url: '', headers: {} }

function listener(handler: Parameters<typeof createHttpServer>[1]): Server {
  return createHttpServer(
    {
      // Longer than load balancers keep theirs, so that it is never ours that closes under a request.
      keepAliveTimeout: 72_000,
      requestTimeout: 30_000,
      // A request without Host is answered in our words, by the hook above.
      requireHostHeader: false,
    },
    handler,
  )
}

function hostMissing({ raw }: FastifyRequest): Error | undefined {
  if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return undefined
  return new VitrineError('malformed-request', 'A request of HTTP/1.1 has a Host header.')
}

async function reads(app: FastifyInstance, serving: Serving): Promise<void> {
  await refuseWhenLate(app, serving.options.maxEventLoopDelay)
  products(app, serving)
  facets(app, serving)
  variants(app, serving)
}

function watchCache({ watch }: Metrics, cache: ResponseCache): void {
  watch('gauge', 'vitrine_response_cache_entries', 'Answers kept in memory.', () => cache.entries)
  watch('gauge', 'vitrine_response_cache_bytes', 'Memory that kept answers take.', () => cache.bytes)
  watch('counter', 'vitrine_response_cache_hits_total', 'Reads that a kept answer served.', () => cache.hits)
  watch('counter', 'vitrine_response_cache_misses_total', 'Reads that had to be answered anew.', () => cache.misses)
}
