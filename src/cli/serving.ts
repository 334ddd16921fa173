import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openEditions } from '../database/open.ts'
import type { PostgresSettings } from '../database/postgres/settings.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { createOperations } from '../http/operations.ts'
import type { Pictures } from '../http/pictures.ts'
import { createServer } from '../http/server.ts'
import { IndexCache } from '../serve/index-cache.ts'
import { watchDatabase } from './database-watch.ts'
import { collectByAllMemory } from './heap.ts'
import { editionIfAny } from './known-store.ts'
import { listen } from './listening.ts'
import { openLog } from './log.ts'
import { RELEASE } from './release.ts'
import type { ServerSettings } from './server-settings.ts'
import { type Stoppable, stopWhenTold } from './stop-when-told.ts'

const MB = 1_000_000
const USUAL_METRICS_PORT = 9464

/** A server that answers, with the one for the operator's machines beside it. It ends the process when it is told to stop. */
export class Serving implements Stoppable {
  /** Where it is reached from this machine: `http://127.0.0.1:3000`. */
  url = ''
  operationsUrl = ''
  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Opens the database and listens. Throws `database-unusable`, or a `Refusal` when it cannot listen. */
  static async start(settings: ServerSettings, database: string, pictures?: Pictures): Promise<Serving> {
    collectByAllMemory()
    const log = openLog(settings.logLevel)
    const parts = await assemble(settings, database, log.logger, pictures)
    const serving = new Serving(parts)
    stopWhenTold(serving, log, settings.grace)
    try {
      await warnOfDefaultStore(settings, parts.editions, log.logger)
      await serving.#listen(settings, log.logger)
      return serving
    } catch (error) {
      await close(parts)
      log.flush()
      throw error
    }
  }

  async #listen(settings: ServerSettings, logger: Logger): Promise<void> {
    const { host, port } = settings
    this.operationsUrl = await listenForOperators(this.#parts.operations, settings, logger)
    const place = { host, ports: [port], hostOption: '--host', portOption: '--port' } as const
    const announce = (url: string) => `serving at ${url}; metrics and health at ${this.operationsUrl}`
    this.url = await listen(this.#parts.app, place, announce)
  }

  /** Says that it is not ready, takes no new connections, and waits for the requests under way. */
  async stop(): Promise<void> {
    this.#parts.readiness.ready = false
    await close(this.#parts)
  }

  /** Ends every connection now, so that `stop` has nothing to wait for. */
  cut(): void {
    for (const { server } of [this.#parts.app, this.#parts.operations]) server.closeAllConnections()
  }
}

interface Parts {
  readonly editions: IndexCache
  readonly watch: Disposable
  readonly app: FastifyInstance
  readonly operations: FastifyInstance
  readonly readiness: { ready: boolean }
}

async function assemble(
  settings: ServerSettings,
  database: string,
  logger: Logger,
  pictures?: Pictures,
): Promise<Parts> {
  const { publicUrl, corsOrigin, cacheControl, defaultStore, cacheMb, indexMb } = settings
  const editions = new IndexCache(await openEditions(database, postgresOf(settings)), indexMb * MB)
  const metrics = createMetrics()
  watchIndex(metrics, editions)
  const readiness = { ready: true }
  const isReady = () => readiness.ready
  const app = createServer({
    editions,
    logger,
    metrics,
    publicUrl,
    corsOrigin,
    cacheControl,
    defaultStore,
    responseCacheBytes: cacheMb * MB,
    release: RELEASE,
    exampleStore: defaultStore,
    pictures,
    isReady,
    deadline: settings.dbDeadline * 1000,
  })
  const operations = createOperations({ editions, metrics, isReady })
  return { editions, watch: watchDatabase(editions, logger), app, operations, readiness }
}

function postgresOf({ dbConnections, dbDeadline, dbStatements }: ServerSettings): PostgresSettings {
  return { connections: dbConnections, deadline: dbDeadline * 1000, statements: dbStatements }
}

function watchIndex({ watch }: Metrics, editions: IndexCache): void {
  watch('gauge', 'vitrine_index_cache_entries', 'Posting lists and orders in memory.', () => editions.use.entries)
  watch('gauge', 'vitrine_index_cache_bytes', 'Memory that posting lists and orders take.', () => editions.use.bytes)
  watch(
    'counter',
    'vitrine_index_cache_hits_total',
    'Posting lists and orders found in memory.',
    () => editions.use.hits,
  )
  watch('counter', 'vitrine_index_cache_misses_total', 'Posting lists and orders read anew.', () => editions.use.misses)
}

async function listenForOperators(app: FastifyInstance, settings: ServerSettings, logger: Logger): Promise<string> {
  const { metricsHost: host, metricsPort: port } = settings
  const ports = port === undefined ? ([USUAL_METRICS_PORT, 0] as const) : ([port] as const)
  const url = await listen(app, { host, ports, hostOption: '--metrics-host', portOption: '--metrics-port' }, () => '')
  if (port === undefined && !url.endsWith(`:${USUAL_METRICS_PORT}`)) {
    logger.warn(`port ${USUAL_METRICS_PORT} is in use: metrics and health are at ${url}`)
  }
  return url
}

async function warnOfDefaultStore(
  { defaultStore }: ServerSettings,
  editions: IndexCache,
  logger: Logger,
): Promise<void> {
  if (defaultStore === undefined || (await editionIfAny(editions, defaultStore))) return
  logger.warn(`there is no store ${defaultStore} yet, which --default-store names; \`vitrine store add\` makes it`)
}

/** The operator's server goes last: until then it says that the other is stopping. */
async function close({ app, operations, editions, watch }: Parts): Promise<void> {
  watch[Symbol.dispose]()
  await app.close()
  await operations.close()
  await editions[Symbol.asyncDispose]()
}
