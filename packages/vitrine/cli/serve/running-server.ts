import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { StoreId } from '@vitrine/catalog/store'
import { openEditions } from '@vitrine/engine/database/open'
import { EditionPreview } from '@vitrine/engine/edition/edition-preview'
import type { Editions } from '@vitrine/engine/edition/editions'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { type DatabaseCheck, type DatabaseStatus, databaseCheck } from '@vitrine/server/database-check'
import { createMetrics, type Metrics, storeGauges } from '@vitrine/server/metrics'
import { createMonitoringServer, type Health, healthOf } from '@vitrine/server/monitoring'
import { createServer } from '@vitrine/server/server'
import type { ServerOptions } from '@vitrine/server/server-options'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { findEdition, requireEdition } from '../find-store.ts'
import { type Log, openLog } from '../log.ts'
import { findAgents } from '../optional-packages.ts'
import { collectSeldom, countBuffersAsHeap, putRequestsFirst } from '../v8-flags.ts'
import { VERSION } from '../version.ts'
import { shutDownOnSignal, shutdownOf } from './graceful-shutdown.ts'
import { listen, listenForMonitoring, warnOfOtherMetricsPort } from './listen.ts'
import { operatorPage } from './operator-page.ts'
import { SearchLog } from './search-log.ts'
import { MB, type ServerSettings, shareOfWorker } from './server-settings.ts'
import { type StoresPage, storesPage } from './store-overview.ts'

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
  pages: Pages = {},
): Promise<RunningServer> {
  const log = await openLog(settings.logLevel)
  const { logger } = log
  const server = await openReadServer(settings, database, log, pages)
  const monitoring = createMonitoringServer({ ...server, resources: [operatorPage(server, settings, database)] })
  // The monitoring server closes last, so that its health checks report the shutdown.
  const stop = async () => {
    const isComplete = await server.stop()
    await monitoring.close()
    return isComplete
  }
  const closeConnections = () => {
    server.closeConnections()
    monitoring.server.closeAllConnections()
  }
  const shutdown = shutdownOf({ stop, closeConnections }, log, settings.grace)
  shutDownOnSignal(shutdown, logger, settings.shutdownDelay, server.announceStop)
  process.on('SIGUSR2', () =>
    logger.warn('SIGUSR2 replaces workers one after another, which needs --workers 2 or more'),
  )
  try {
    const monitoringUrl = await listenForMonitoring(monitoring, settings)
    const url = await server.listen()
    logger.info(`serving at ${url}; metrics and health at ${monitoringUrl}`)
    warnOfOtherMetricsPort(settings, monitoringUrl, logger)
    return { url, monitoringUrl }
  } catch (error) {
    await stop()
    await log.flush()
    throw error
  }
}

type Pages = Pick<ServerOptions, 'pictures' | 'website' | 'isPrivate'>

/** The API server of one process. */
interface ReadServer {
  readonly http: Server
  /** The health of this process. */
  readonly health: Health
  /** The metrics of this process. */
  collect(): Promise<Registry>
  /** Reads a page of stores. Throws `database-unusable`. */
  stores(page: number): Promise<StoresPage>
  /** Listens and returns the URL on this machine. Throws `CommandError` if it cannot listen. */
  listen(): Promise<string>
  /**
   * Accepts no new connections, and ends each of the others after its next answer. Returns when there are none, or
   * after so many seconds.
   */
  drain(seconds: number): Promise<void>
  /** Makes the health say that the server stops. It still answers requests. */
  announceStop(): void
  /** Accepts no new requests, waits for open ones and closes the database. Returns true. */
  stop(): Promise<boolean>
  closeConnections(): void
}

/**
 * Opens the database for a server that does not listen yet. A worker has its share of the limits of `settings`, and
 * tells the health of its group. Throws `database-unusable`.
 */
export async function openReadServer(
  settings: ServerSettings,
  database: string,
  { logger }: Log,
  { healthOfGroup, ...pages }: Pages & { readonly healthOfGroup?: Health },
): Promise<ReadServer> {
  const { publicUrl, corsOrigin, cacheControl, cacheTags, events, defaultStore, dbStatements, workers } = settings
  countBuffersAsHeap()
  collectSeldom()
  putRequestsFirst(workers)
  const deadline = Math.round(settings.deadline * 1000)
  const share = shareOfWorker(settings)
  const postgres = { connections: share.dbConnections, deadline, statements: dbStatements }
  const stored = await openEditions(database, postgres, (level, sentence) => logger[level](sentence))
  const shown = await editionsToShow(stored, settings, logger)
  const editions = new IndexCache(shown, Math.floor(share.indexMb * MB), Math.floor(share.documentsMb * MB))
  const metrics = createMetrics()
  addIndexCacheMetrics(metrics, editions)
  const collect = storeGauges(metrics.registry, editions)
  let isStopping = false
  const announceStop = () => {
    isStopping = true
  }
  const check = databaseCheck(editions)
  const health = healthOf(editions, () => !isStopping, check)
  const searchLog = openSearchLog(settings.searchLog, logger)
  const app = createServer({
    editions,
    logger,
    metrics,
    publicUrl,
    corsOrigin,
    resources: settings.agents === 'on' ? await resourcesOfAgents(logger) : undefined,
    cacheControl,
    cacheTags,
    events,
    defaultStore,
    responseCacheBytes: Math.floor(share.cacheMb * MB),
    release: VERSION,
    ...pages,
    health: healthOfGroup ?? health,
    deadline,
    workers,
    onSearch: searchLog?.add,
  })
  const watch = watchDatabase(check, logger)
  return {
    http: app.server,
    health,
    collect,
    stores: (page) => storesPage(shown, page, Date.now()),
    listen: async () => {
      await warnOfMissingStore(defaultStore, editions, logger)
      return await listen(app, settings.host, [settings.port], '')
    },
    drain: (seconds) => {
      app.endStreams()
      return drain(app.server, seconds)
    },
    announceStop,
    stop: async () => {
      announceStop()
      watch[Symbol.dispose]()
      await app.close()
      await searchLog?.flush()
      await editions[Symbol.asyncDispose]()
      return true
    },
    closeConnections: () => app.server.closeAllConnections(),
  }
}

/** The resources for assistants. Without their package, the log says so, and there are none. */
async function resourcesOfAgents(logger: Logger): Promise<ServerOptions['resources']> {
  const agents = await findAgents()
  if (!agents)
    logger.info(
      'no MCP and no UCP: the package @vitrine/agents is not installed; `npm install @vitrine/agents` adds it',
    )
  return agents?.agentResources
}

/** The current editions, or only the one that the settings name. Throws `CommandError` without its store. */
async function editionsToShow(
  editions: Editions,
  { edition: number, defaultStore: store }: ServerSettings,
  logger: Logger,
): Promise<Editions> {
  if (number === undefined || store === undefined) return editions
  const { number: current } = await requireEdition(editions, store)
  const preview = new EditionPreview(editions, store, number)
  await preview.current(store)
  logger.info(`showing edition ${number} of store ${store} only, for a look at it; edition ${current} is current`)
  return preview
}

function openSearchLog(path: string | undefined, logger: Logger): SearchLog | undefined {
  if (path === undefined) return undefined
  return new SearchLog(path, {
    onFailure: (error) => logger.error(`searches cannot be written to ${path}, and are lost: ${error.message}`),
    onRecovery: (lines) => logger.warn(`searches are written to ${path} again; ${lines} were lost`),
  })
}

/**
 * Stops listening without closing idle connections: a client may be sending a request on one. The next answer on each
 * tells the client to close it.
 */
async function drain(server: Server, seconds: number): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => response.setHeader('connection', 'close'))
  const timer = new AbortController()
  const closed = once(server, 'close').then(() => timer.abort())
  TcpServer.prototype.close.call(server)
  await Promise.race([closed, pause(seconds * 1000, undefined, timer).catch(() => {})])
}

function addIndexCacheMetrics({ watch }: Metrics, cache: IndexCache): void {
  watch('gauge', 'vitrine_index_cache_entries', 'Entries of the index cache.', () => cache.use.entries)
  watch('gauge', 'vitrine_index_cache_bytes', 'Bytes of the index cache.', () => cache.use.bytes)
  watch('counter', 'vitrine_index_cache_hits_total', 'Reads answered from the index cache.', () => cache.use.hits)
  watch('counter', 'vitrine_index_cache_misses_total', 'Reads not in the index cache.', () => cache.use.misses)
  watch('gauge', 'vitrine_document_cache_bytes', 'Bytes of the document cache.', () => cache.documentUse.bytes)
  const [hits, misses] = ['vitrine_document_cache_hits_total', 'vitrine_document_cache_misses_total'] as const
  watch('counter', hits, 'Documents answered from the document cache.', () => cache.documentUse.hits)
  watch('counter', misses, 'Documents not in the document cache.', () => cache.documentUse.misses)
}

const DATABASE_CHECK_MILLISECONDS = 500

const CONSEQUENCES = {
  'answers from memory': 'the database does not answer: cached responses are served, other requests fail with 503',
  'database unusable': 'the database cannot be read: requests that need it fail with 503',
  'database does not answer': 'the database does not answer within a second',
}

/** Logs when the database cannot be read and when it can be read again. */
function watchDatabase(check: DatabaseCheck, logger: Logger): Disposable {
  let before: DatabaseStatus = 'ok'
  let lostAt = 0
  let isEnded = false
  const look = async () => {
    const { status, error } = await check()
    if (isEnded || status === before) return
    if (before === 'ok') lostAt = performance.now()
    if (status === 'ok')
      logger.info(`the database answers again, after ${Math.round((performance.now() - lostAt) / 1000)} s`)
    else logger.error({ err: error }, CONSEQUENCES[status])
    before = status
  }
  const timer = setInterval(() => void look(), DATABASE_CHECK_MILLISECONDS)
  timer.unref()
  return {
    [Symbol.dispose]: () => {
      isEnded = true
      clearInterval(timer)
    },
  }
}

async function warnOfMissingStore(
  store: StoreId | undefined,
  editions: Editions<unknown>,
  logger: Logger,
): Promise<void> {
  if (store === undefined || (await findEdition(editions, store))) return
  logger.warn(`the default store ${store} does not exist yet; \`vitrine store add\` creates it`)
}
