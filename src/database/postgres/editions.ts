import { LRUCache } from 'lru-cache'
import { VitrineError } from '../../catalog/error.ts'
import type { StoreId } from '../../catalog/store.ts'
import type { Edition, Editions, StoreState } from '../../edition/edition.ts'
import { EditionReader } from '../../edition/edition-reader.ts'
import { serversOf } from './address.ts'
import type { Connections } from './connections.ts'
import { Servers } from './servers.ts'
import { PATIENCE_MILLISECONDS, type PostgresSettings, reading } from './settings.ts'
import type { QueryRunner } from './statements.ts'
import { ALL_STATES, CHANGED_STATES, NOTIFY_CHANNEL, ONE_STATE, type StateRow, stateOf } from './states.ts'
import { PostgresStorage } from './storage.ts'

/** How soon a new edition is seen. */
export interface Freshness {
  /** Between two questions of what is new. Writers tell of it besides, where the server passes that on. */
  readonly pollMilliseconds: number
  /** So long it is certain that what was current is current still; then a request asks by itself. */
  readonly certainMilliseconds: number
}

const WITHIN_A_SECOND: Freshness = { pollMilliseconds: 400, certainMilliseconds: 1000 }

/** Of stores that nobody asked for so long, nothing is asked: their next request does. */
const WATCHED_MILLISECONDS = 60_000

/** Every so many polls, a server that reads are better sent to is looked for. */
const PREFER_EVERY = 10

const MOST_KNOWN = 50_000

/**
 * Opens a PostgreSQL database for the server. Its sessions cannot write, so that nothing it does can change a catalog.
 * Throws `database-unusable`.
 */
export async function openPostgresEditions(
  database: string,
  settings: PostgresSettings,
  freshness: Freshness = WITHIN_A_SECOND,
): Promise<Editions> {
  const servers = await Servers.open(serversOf(database), settings.connections, reading(settings))
  const editions = new PostgresEditions(servers, freshness)
  await editions.start()
  return editions
}

interface Known {
  readonly edition: Edition
  asked: number
  /** When it was last asked whether it is current. */
  confirmed: number
}

class PostgresEditions implements Editions {
  protected readonly servers: Servers
  readonly #freshness: Freshness
  readonly #known = new LRUCache<StoreId, Known>({ max: MOST_KNOWN })
  readonly #underWay = new Map<StoreId, Promise<Edition>>()
  #timer: NodeJS.Timeout | undefined
  #polls = 0
  #closed = false

  constructor(servers: Servers, freshness: Freshness) {
    this.servers = servers
    this.#freshness = freshness
  }

  get unavailableSince(): number | undefined {
    return this.servers.awaySince
  }

  /** Begins to look for what is new. */
  async start(): Promise<void> {
    this.servers.onFound = (connections) => this.#meet(connections)
    await this.#meet(this.servers.connections!)
    this.#schedule()
  }

  async current(store: StoreId): Promise<Edition> {
    const known = this.#known.get(store)
    if (!known) return await this.#read(store)
    known.asked = performance.now()
    if (this.unavailableSince !== undefined || known.asked - known.confirmed < this.#freshness.certainMilliseconds)
      return known.edition
    try {
      return await this.#read(store)
    } catch (error) {
      // What was current when the database went away is served until it is back.
      if (error instanceof VitrineError && error.code === 'database-unusable') return known.edition
      throw error
    }
  }

  async list(): Promise<StoreState[]> {
    return (await this.servers.query<StateRow>(ALL_STATES)).map(stateOf)
  }

  async ping(): Promise<void> {
    await this.servers.query({ name: 'check', text: 'SELECT 1' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.servers[Symbol.asyncDispose]()
  }

  /** Asks for the store's edition; all who want it meanwhile wait for the one answer. */
  #read(store: StoreId): Promise<Edition> {
    const underWay = this.#underWay.get(store)
    if (underWay) return underWay
    const reading = this.#readNow(store).finally(() => this.#underWay.delete(store))
    this.#underWay.set(store, reading)
    return reading
  }

  async #readNow(store: StoreId): Promise<Edition> {
    const asked = performance.now()
    const [row] = await this.servers.query<StateRow>(ONE_STATE, [store])
    if (!row) {
      this.#known.delete(store)
      throw new VitrineError('store-not-found', 'there is no such store')
    }
    return this.#keep(row, asked, asked).edition
  }

  /** An edition that is known already stays the same object, which caches know it by. */
  #keep(row: StateRow, asked: number, confirmed: number): Known {
    const before = this.#known.get(row.store)?.edition
    const same = before?.number === row.number && before.publishedAt === row.publishedAt
    const { store, edition: summary } = stateOf(row)
    const edition = same ? before : new EditionReader(new PostgresStorage(this.#watched(row.store)), store, summary)
    const known = { edition, asked, confirmed }
    this.#known.set(row.store, known)
    return known
  }

  /** Statements of a store's edition: when it is gone, its next request asks which is current. */
  #watched(store: StoreId): QueryRunner {
    const servers = this.servers
    return {
      query: async <Row>(...asked: Parameters<QueryRunner['query']>): Promise<Row[]> => {
        const rows = await servers.query<Row>(...asked)
        const known = this.#known.get(store)
        if (rows.length === 0 && known) known.confirmed = Number.NEGATIVE_INFINITY
        return rows
      },
    }
  }

  /** Hears of what is new from a server that reads are sent to from now on, and asks it what changed before. */
  async #meet(connections: Connections): Promise<void> {
    await connections.listen(NOTIFY_CHANNEL, (store) => {
      if (this.#known.has(store as StoreId)) this.#read(store as StoreId).catch(() => {})
    })
    await this.#confirm(connections)
  }

  #schedule(): void {
    if (this.#closed) return
    this.#timer = setTimeout(async () => {
      await this.#poll()
      this.#schedule()
    }, this.#freshness.pollMilliseconds)
    this.#timer.unref()
  }

  async #poll(): Promise<void> {
    const { connections } = this.servers
    if (!connections) return
    let given = false
    const patience = setTimeout(() => {
      given = true
      this.servers.giveUp(connections)
    }, PATIENCE_MILLISECONDS)
    try {
      await this.#confirm(connections)
      if (++this.#polls % PREFER_EVERY === 0) await this.servers.prefer()
    } catch {
      if (!given) this.servers.giveUp(connections)
    } finally {
      clearTimeout(patience)
    }
  }

  /** Asks which of the stores that are in use have another edition than is known here, or are gone. */
  async #confirm(connections: Connections): Promise<void> {
    const asked = performance.now()
    const used = [...this.#known].filter(([, known]) => asked - known.asked < WATCHED_MILLISECONDS)
    const rows = await connections.query<StateRow & { known: StoreId }>(CHANGED_STATES, [
      used.map(([store]) => store),
      used.map(([, { edition }]) => edition.number),
      used.map(([, { edition }]) => edition.publishedAt),
    ])
    for (const [, known] of used) known.confirmed = Math.max(known.confirmed, asked)
    for (const { known, ...row } of rows) {
      if (row.store === null) this.#known.delete(known)
      else this.#keep(row, this.#known.get(known)?.asked ?? asked, asked)
    }
  }
}
