import { hash } from 'node:crypto'
import { VitrineError } from '@vitrine/catalog/error'
import type { Store, StoreId } from '@vitrine/catalog/store'
import { LRUCache } from 'lru-cache'
import { Edition } from '../../edition/edition.ts'
import type { Editions } from '../../edition/editions.ts'
import type { StoreState } from '../../edition/rows.ts'
import { VERSIONED_TABLES } from '../../edition/tables.ts'
import type { QueryRunner } from '../sql-connection.ts'
import { type StateRow, stateOf } from '../state-row.ts'
import { serverUrls } from './address.ts'
import { ShardLost } from './connection.ts'
import type { ConnectionPool, PoolSettings } from './connection-pool.ts'
import { FailoverPool } from './failover.ts'
import { ANSWER_MILLISECONDS, type PostgresSettings, readOptions } from './settings.ts'
import { joinNewest, NOTIFY_CHANNEL, SQL } from './statements.ts'
import { PostgresStorage } from './storage.ts'

/** How soon a new edition is seen. */
interface Freshness {
  /**
   * The pause between polls for new editions. Notifications of writers come besides, where the server passes them on.
   */
  readonly pollMilliseconds: number
  /** How long a confirmed edition counts as current. After that a request asks the database itself. */
  readonly trustMilliseconds: number
}

const DEFAULT_FRESHNESS: Freshness = { pollMilliseconds: 400, trustMilliseconds: 1000 }

/** Polls leave out stores without a request for this long. Their next request asks. */
const WATCHED_MILLISECONDS = 60_000

/** Polls between two searches for a standby. */
const POLLS_PER_STANDBY_SEARCH = 10

/** Milliseconds between two looks whether the database has become unavailable, while something waits for it. */
const LOOK_MILLISECONDS = 50

const MAX_CACHED_STORES = 50_000

/** Opens a PostgreSQL database for the server. Its sessions cannot write. Throws `database-unusable`. */
export async function openPostgresEditions(
  database: string,
  settings: PostgresSettings & Pick<PoolSettings, 'report'>,
  freshness: Freshness = DEFAULT_FRESHNESS,
): Promise<Editions> {
  const servers = await FailoverPool.open(serverUrls(database), settings, readOptions(settings))
  const editions = new PostgresEditions(servers, freshness)
  await editions.start()
  return editions
}

interface StoreEntry {
  readonly edition: Edition
  /** A digest of the store's settings. */
  readonly settings: string
  /** The time of the last request for the store, as `performance.now()` counts. */
  requestedAt: number
  /** The time of the last query that found the edition to be current. */
  confirmedAt: number
  /** Whether the last question about the store failed. */
  isLost: boolean
}

class PostgresEditions implements Editions {
  protected readonly servers: FailoverPool
  readonly #freshness: Freshness
  readonly #entries = new LRUCache<StoreId, StoreEntry>({ max: MAX_CACHED_STORES })
  readonly #pending = new Map<StoreId, Promise<Edition>>()
  #pinging: Promise<unknown> | undefined
  #timer: NodeJS.Timeout | undefined
  #polls = 0
  #closed = false

  constructor(servers: FailoverPool, freshness: Freshness) {
    this.servers = servers
    this.#freshness = freshness
  }

  get unavailableSince(): number | undefined {
    return this.servers.unavailableSince
  }

  lostSince(store: StoreId): number | undefined {
    const entry = this.#entries.get(store)
    return entry?.isLost ? entry.confirmedAt : undefined
  }

  /** Begins to watch for new editions. */
  async start(): Promise<void> {
    this.servers.onConnected = (pool) => this.#watch(pool)
    await this.#watch(this.servers.current!)
    this.#schedulePoll()
  }

  async current(store: StoreId): Promise<Edition> {
    const entry = this.#entries.get(store)
    if (!entry) return await this.#read(store)
    entry.requestedAt = performance.now()
    const isTrusted = entry.requestedAt - entry.confirmedAt < this.#freshness.trustMilliseconds
    if (isTrusted || this.unavailableSince !== undefined) return entry.edition
    try {
      return (await this.#unlessAway(this.#read(store))) ?? entry.edition
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code !== 'database-unusable') throw error
      // The last known edition is served until the database, or the shard of the store, is back.
      entry.isLost = true
      return entry.edition
    }
  }

  async list(): Promise<StoreState[]> {
    return (await this.servers.query<StateRow>(SQL.allStates)).map(stateOf)
  }

  /** Reads stored rows as requests do. One read answers all calls, so that they do not fill the connections. */
  async ping(): Promise<void> {
    this.#pinging ??= this.#readRow().finally(() => {
      this.#pinging = undefined
    })
    if (await this.#unlessAway(this.#pinging)) return
    throw new VitrineError('database-unusable', 'the database has not answered for a while')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.servers[Symbol.asyncDispose]()
  }

  /** A shard that is lost concerns its stores only. */
  async #readRow(): Promise<unknown> {
    const [store] = this.#entries.keys()
    try {
      return await (store === undefined ? this.servers.query(ANY_ROW) : this.servers.query(STORED_ROW, [store]))
    } catch (error) {
      if (!(error instanceof ShardLost)) throw error
      return await this.servers.query(VERSION)
    }
  }

  /** The result; undefined if the database counts as unavailable before. */
  async #unlessAway<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const away = Promise.withResolvers<undefined>()
    const look = () => this.unavailableSince !== undefined && away.resolve(undefined)
    const timer = setInterval(look, LOOK_MILLISECONDS)
    try {
      return await Promise.race([work, away.promise])
    } finally {
      clearInterval(timer)
    }
  }

  /** Queries the store's edition. Concurrent calls share one query. */
  #read(store: StoreId): Promise<Edition> {
    const pending = this.#pending.get(store)
    if (pending) return pending
    const reading = this.#query(store).finally(() => this.#pending.delete(store))
    this.#pending.set(store, reading)
    return reading
  }

  async #query(store: StoreId): Promise<Edition> {
    const edition = await this.#ask(this.servers, store)
    if (!edition) throw new VitrineError('store-not-found', 'this store does not exist')
    return edition
  }

  /** Asks for the state of a store. Undefined if there is none. */
  async #ask(servers: Pick<ConnectionPool, 'ask'>, store: StoreId): Promise<Edition | undefined> {
    const now = performance.now()
    const [row] = await servers.ask<StateRow>(SQL.oneState, [store])
    if (row) return this.#update(row, this.#entries.get(store)?.requestedAt ?? now, now)
    this.#entries.delete(store)
    return undefined
  }

  /**
   * An unchanged edition of a store without a new publication stays the same object, because caches are keyed by it.
   * What the store remembers of its last import does not count. The answer to an earlier query may come later, over
   * another connection: it changes nothing.
   */
  #update(row: StateRow, requestedAt: number, confirmedAt: number): Edition {
    const before = this.#entries.get(row.store)
    if (before && before.confirmedAt > confirmedAt) return before.edition
    const settings = digestOf(row)
    const state = stateOf(row)
    const isSame =
      isSameEdition(before?.edition, row) && servedSettings(before?.edition.store) === servedSettings(state.store)
    const edition = isSame ? before!.edition : new Edition(new PostgresStorage(this.#queriesOf(row.store)), state)
    this.#entries.set(row.store, { edition, settings, requestedAt, confirmedAt, isLost: false })
    return edition
  }

  /**
   * Runs statements of a store's edition. If the edition is gone, the store's next request asks for the current one.
   */
  #queriesOf(store: StoreId): QueryRunner {
    return {
      query: async <Row>(...args: Parameters<QueryRunner['query']>): Promise<Row[]> => {
        const rows = await this.servers.query<Row>(...args)
        const entry = this.#entries.get(store)
        if (rows.length === 0 && entry) entry.confirmedAt = Number.NEGATIVE_INFINITY
        return rows
      },
    }
  }

  /** Listens for notifications on new connections, and asks what has changed so far. */
  async #watch(pool: ConnectionPool): Promise<void> {
    await pool.listen(NOTIFY_CHANNEL, (store) => {
      if (this.#entries.has(store as StoreId)) this.#read(store as StoreId).catch(() => {})
    })
    await this.#confirm(pool)
  }

  #schedulePoll(): void {
    if (this.#closed) return
    this.#timer = setTimeout(async () => {
      await this.#poll()
      this.#schedulePoll()
    }, this.#freshness.pollMilliseconds)
    this.#timer.unref()
  }

  async #poll(): Promise<void> {
    const { current } = this.servers
    if (!current) return
    const timeout = setTimeout(() => this.servers.abandon(current), ANSWER_MILLISECONDS)
    try {
      await this.#confirm(current)
    } catch {
      return this.servers.abandon(current)
    } finally {
      clearTimeout(timeout)
    }
    // Without a standby that can be used, reads stay at the primary.
    if (++this.#polls % POLLS_PER_STANDBY_SEARCH === 0) await this.servers.preferStandby().catch(() => {})
  }

  /**
   * Asks which stores in use have another edition than the cached one, or other settings, or are gone. If a shard is
   * lost, the question about all of them fails. Each is then asked about by its next request.
   */
  async #confirm(pool: ConnectionPool): Promise<void> {
    try {
      const now = performance.now()
      const used = [...this.#entries].filter(([, { requestedAt }]) => now - requestedAt < WATCHED_MILLISECONDS)
      const rows = await pool.ask<WatchedRow>(WATCHED, [used.map(([store]) => store)])
      const found = new Map(rows.map((row) => [row.store, row]))
      const changed: StoreId[] = []
      for (const [store, entry] of used)
        if (isUnchanged(entry, found.get(store))) {
          entry.confirmedAt = Math.max(entry.confirmedAt, now)
          entry.isLost = false
        } else changed.push(store)
      await Promise.all(changed.map((store) => this.#ask(pool, store)))
    } catch (error) {
      if (!(error instanceof ShardLost)) throw error
    }
  }
}

/** Reads what requests read: an edition, and a row of each table that has its contents. */
const storedRow = (store: string) => `
  SELECT e.edition, ARRAY[${['positions', ...VERSIONED_TABLES]
    .map((table) => `(SELECT 1 FROM vitrine.${table} t WHERE t.store = ${store} LIMIT 1)`)
    .join()}] AS rows
  FROM vitrine.editions e`
const STORED_ROW = `${storedRow('$1')} WHERE e.store = $1 LIMIT 1`

/** The same, of any store, before there was a request for one. */
const ANY_ROW = `${storedRow('e.store')} LIMIT 1`

const VERSION = 'SELECT version FROM vitrine.schema_version'

/** A short digest of settings, as `WATCHED` computes it. */
function digestOf({ settings, editionSettings }: StateRow): string {
  return hash('sha256', settings + editionSettings, 'hex').slice(0, 16)
}

/** The settings that readers see. */
function servedSettings(store: Store | undefined): string {
  return JSON.stringify({ ...store, lastImport: undefined })
}

type EditionNumbers = Pick<StateRow, 'number' | 'publishedAt' | 'publication'>

function isSameEdition(edition: Edition | undefined, { number, publishedAt, publication }: EditionNumbers): boolean {
  const newest = edition?.publication?.number ?? null
  return edition?.number === number && edition.publishedAt === publishedAt && newest === publication
}

/** A row of `WATCHED`. */
interface WatchedRow extends EditionNumbers {
  readonly store: StoreId
  readonly settings: string
}

function isUnchanged({ edition, settings }: StoreEntry, row: WatchedRow | undefined): boolean {
  return row !== undefined && isSameEdition(edition, row) && settings === row.settings
}

/**
 * The current editions of the stores `$1`, and digests of their settings. It is the only statement that reads stores by
 * a list of them: a statement for each store would be work for the server even if nothing has changed.
 */
const WATCHED = `
  SELECT s.store, e.edition AS "number", e.published_at AS "publishedAt", p.number AS "publication",
    left(encode(sha256(convert_to(s.settings || e.settings, 'UTF8')), 'hex'), 16) AS "settings"
  FROM vitrine.stores s JOIN vitrine.editions e ON e.store = s.store AND e.edition = s.edition ${joinNewest('s.store')}
  WHERE s.store = ANY ($1::text[])`
