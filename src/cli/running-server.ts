import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { StoreId } from '../catalog/store.ts'
import { openEditions } from '../database/open.ts'
import type { Editions } from '../edition/edition.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { createMonitoringServer } from '../http/monitoring.ts'
import { createServer } from '../http/server.ts'
import type { ServerOptions } from '../http/server-options.ts'
import { IndexCache } from '../serve/index-cache.ts'
import { findEdition } from './find-store.ts'
import { shutDownOnSignal } from './graceful-shutdown.ts'
import { listen } from './listen.ts'
import { openLog } from './log.ts'
import { MB, type ServerSettings } from './server-settings.ts'
import { countBuffersAsHeap } from './v8-flags.ts'
import { VERSION } from './version.ts'

const DEFAULT_METRICS_PORT = 9464

/** The URLs of a server on this machine: `http://127.0.0.1:3000`. */
export interface RunningServer {
  readonly url: string
  /** Metrics and health checks. */
  readonly monitoringUrl: string
}

/**
 * Opens the database and starts the API server and the monitoring server. A signal then ends the process. Throws
 * `database-unusable`, or `CommandError` if it cannot listen.
 */
export async function startServer(
  settings: ServerSettings,
  database: string,
  pages: Pick<ServerOptions, 'pictures' | 'website'> = {},
): Promise<RunningServer> {
  const { publicUrl, corsOrigin, cacheControl, defaultStore, dbConnections, dbStatements } = settings
  countBuffersAsHeap()
  const log = openLog(settings.logLevel)
  const { logger } = log
  const deadline = Math.round(settings.deadline * 1000)
  const postgres = { connections: dbConnections, deadline, statements: dbStatements }
  const editions = new IndexCache(await openEditions(database, postgres), settings.indexMb * MB)
  const metrics = createMetrics()
  addIndexCacheMetrics(metrics, editions)
  let ready = true
  const isReady = () => ready
  const monitoring = createMonitoringServer({ editions, metrics, isReady })
  const app = createServer({
    editions,
    logger,
    metrics,
    publicUrl,
    corsOrigin,
    agents: settings.agents === 'on',
    cacheControl,
    defaultStore,
    responseCacheBytes: settings.cacheMb * MB,
    release: VERSION,
    exampleStore: defaultStore,
    ...pages,
    isReady,
    deadline,
  })
  const watch = watchDatabase(editions, logger)

  // The monitoring server closes last, so that its health checks report the shutdown.
  const stop = async () => {
    ready = false
    watch[Symbol.dispose]()
    await app.close()
    await monitoring.close()
    await editions[Symbol.asyncDispose]()
  }
  const closeConnections = () => {
    for (const { server } of [app, monitoring]) server.closeAllConnections()
  }
  shutDownOnSignal({ stop, closeConnections }, log, settings.grace)
  try {
    await warnOfMissingStore(defaultStore, editions, logger)
    const monitoringUrl = await listenForMonitoring(monitoring, settings)
    const logLine = (url: string) => `serving at ${url}; metrics and health at ${monitoringUrl}`
    const url = await listen(app, settings.host, [settings.port], '', logLine)
    warnOfOtherMetricsPort(settings, monitoringUrl, logger)
    return { url, monitoringUrl }
  } catch (error) {
    await stop()
    await log.flush()
    throw error
  }
}

function addIndexCacheMetrics({ watch }: Metrics, cache: IndexCache): void {
  watch('gauge', 'vitrine_index_cache_entries', 'Entries of the index cache.', () => cache.use.entries)
  watch('gauge', 'vitrine_index_cache_bytes', 'Bytes of the index cache.', () => cache.use.bytes)
  watch('counter', 'vitrine_index_cache_hits_total', 'Reads answered from the index cache.', () => cache.use.hits)
  watch('counter', 'vitrine_index_cache_misses_total', 'Reads not in the index cache.', () => cache.use.misses)
}

const DATABASE_CHECK_MILLISECONDS = 500

/** Logs when the database becomes unavailable and when it is available again. */
function watchDatabase(editions: Editions<unknown>, logger: Logger): Disposable {
  let lostAt: number | undefined
  const timer = setInterval(() => {
    const since = editions.unavailableSince
    if (since !== undefined && lostAt === undefined)
      logger.error('the database does not answer: cached responses are served, other requests fail with 503')
    if (since === undefined && lostAt !== undefined)
      logger.info(`the database answers again, after ${Math.round((performance.now() - lostAt) / 1000)} s`)
    lostAt = since
  }, DATABASE_CHECK_MILLISECONDS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function listenForMonitoring(app: FastifyInstance, { metricsHost, metricsPort }: ServerSettings): Promise<string> {
  const ports = metricsPort === undefined ? [DEFAULT_METRICS_PORT, 0] : [metricsPort]
  return listen(app, metricsHost, ports, 'metrics-', () => '')
}

function warnOfOtherMetricsPort({ metricsPort }: ServerSettings, monitoringUrl: string, logger: Logger): void {
  if (metricsPort !== undefined || monitoringUrl.endsWith(`:${DEFAULT_METRICS_PORT}`)) return
  logger.warn(`port ${DEFAULT_METRICS_PORT} is in use: metrics and health are at ${monitoringUrl}`)
}

async function warnOfMissingStore(
  store: StoreId | undefined,
  editions: Editions<unknown>,
  logger: Logger,
): Promise<void> {
  if (store === undefined || (await findEdition(editions, store))) return
  logger.warn(`the default store ${store} does not exist yet; \`vitrine store add\` creates it`)
}
