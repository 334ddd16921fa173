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
import type { ConnectionPool, PoolSettings } from './connection-pool.ts'
import { FailoverPool } from './failover.ts'
import { ANSWER_MILLISECONDS, type PostgresSettings, readOptions } from './settings.ts'
import { NOTIFY_CHANNEL, SQL } from './statements.ts'
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
      // The last known edition is served until the database is back.
      if (error instanceof VitrineError && error.code === 'database-unusable') return entry.edition
      throw error
    }
  }

  async list(): Promise<StoreState[]> {
    return (await this.servers.query<StateRow>(SQL.allStates)).map(stateOf)
  }

  /** Reads stored rows as requests do. One read answers all calls, so that they do not fill the connections. */
  async ping(): Promise<void> {
    this.#pinging ??= this.servers.query(STORED_ROWS).finally(() => {
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
    const now = performance.now()
    const [row] = await this.servers.ask<StateRow>(SQL.oneState, [store])
    if (!row) {
      this.#entries.delete(store)
      throw new VitrineError('store-not-found', 'this store does not exist')
    }
    return this.#update(row, now, now)
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
    this.#entries.set(row.store, { edition, settings, requestedAt, confirmedAt })
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

  /** Asks which stores in use have another edition than the cached one, or other settings, or are gone. */
  async #confirm(pool: ConnectionPool): Promise<void> {
    const now = performance.now()
    const used = [...this.#entries].filter(([, { requestedAt }]) => now - requestedAt < WATCHED_MILLISECONDS)
    const rows = await pool.ask<StateRow & { cached: StoreId }>(CHANGED_STATES, [
      used.map(([store]) => store),
      used.map(([, { edition }]) => edition.number),
      used.map(([, { edition }]) => edition.publishedAt),
      used.map(([, { settings }]) => settings),
      used.map(([, { edition }]) => edition.publication?.number ?? null),
    ])
    for (const [, entry] of used) entry.confirmedAt = Math.max(entry.confirmedAt, now)
    for (const { cached, ...row } of rows) {
      const entry = this.#entries.get(cached)
      if (row.store !== null) this.#update(row, entry?.requestedAt ?? now, now)
      else if (entry && entry.confirmedAt <= now) this.#entries.delete(cached)
    }
  }
}

/** Reads what requests read: an edition, and a row of each table that has its contents. */
const STORED_ROWS = `
  SELECT e.edition, ARRAY[${['positions', ...VERSIONED_TABLES]
    .map((table) => `(SELECT 1 FROM vitrine.${table} t WHERE t.store = e.store LIMIT 1)`)
    .join()}] AS rows
  FROM vitrine.editions e LIMIT 1`

/** A short digest of settings, as `CHANGED_STATES` computes it. */
function digestOf({ settings, editionSettings }: StateRow): string {
  return hash('sha256', settings + editionSettings, 'hex').slice(0, 16)
}

/** The settings that readers see. */
function servedSettings(store: Store | undefined): string {
  return JSON.stringify({ ...store, lastImport: undefined })
}

function isSameEdition(edition: Edition | undefined, { number, publishedAt, publication }: StateRow): boolean {
  const newest = edition?.publication?.number ?? null
  return edition?.number === number && edition.publishedAt === publishedAt && newest === publication
}

/**
 * Of the stores `$1`, cached with the editions `$2` published at `$3`, with settings of the digests `$4` and with the
 * newest publications `$5`: those that have another edition, other settings or another publication now, or are gone.
 */
const CHANGED_STATES = `
  SELECT k.store AS cached, s.* FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[])
    AS k (store, edition, published_at, settings, publication)
  LEFT JOIN (${SQL.allStates}) AS s ON s.store = k.store
  WHERE s.number IS DISTINCT FROM k.edition OR s."publishedAt" IS DISTINCT FROM k.published_at
    OR s.publication IS DISTINCT FROM k.publication
    OR left(encode(sha256(convert_to(s.settings || s."editionSettings", 'UTF8')), 'hex'), 16)
      IS DISTINCT FROM k.settings`
