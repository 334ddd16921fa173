import { setTimeout as pause } from 'node:timers/promises'
import { VitrineError } from '../../catalog/error.ts'
import type { Store, StoreId } from '../../catalog/store.ts'
import type { Catalogs, ChooseEdition, Draft } from '../../edition/draft.ts'
import type { Edition, EditionSummary } from '../../edition/edition.ts'
import { KEPT_EDITIONS, OTHER_TABLES, SCHEMA_VERSION, VERSIONED_TABLES } from '../../edition/tables.ts'
import { serversOf } from './address.ts'
import { Connection, ConnectionLost } from './connection.ts'
import { answering } from './connections.ts'
import { PostgresDraft } from './draft.ts'
import { PostgresEdition } from './edition.ts'
import { checkSchema, prepareSchema, versionOf } from './schema.ts'
import { DURABLE, WRITING } from './settings.ts'
import { allStores, CHANNEL, oneStore, type StoreRow, summaryOf, tell } from './stores.ts'
import { replaced } from './write-statements.ts'

/**
 * Opens a PostgreSQL database for the operator's commands, on the server that can write. `ifMissing` says whether tables
 * that are not there are made. Throws `database-unusable`.
 */
export async function openPostgresCatalogs(database: string, ifMissing: 'make' | 'refuse'): Promise<Catalogs> {
  const primary = await primaryOf(serversOf(database))
  try {
    await (ifMissing === 'make' ? prepareSchema : checkSchema)(primary)
    return new PostgresCatalogs(primary)
  } catch (error) {
    primary.cut()
    throw error
  }
}

/** Whether the database has the tables. Throws `database-unusable`. */
export async function postgresHasTables(database: string): Promise<boolean> {
  await using primary = await primaryOf(serversOf(database))
  return (await versionOf(primary)) !== undefined
}

/** Throws `database-unusable`. */
export async function migratePostgres(database: string): Promise<{ from: number | undefined; to: number }> {
  await using primary = await primaryOf(serversOf(database))
  const from = await versionOf(primary)
  await prepareSchema(primary)
  return { from, to: SCHEMA_VERSION }
}

class PostgresCatalogs implements Catalogs {
  readonly unavailableSince = undefined
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async current(store: StoreId): Promise<Edition> {
    return await currentOn(this.#connection, store)
  }

  async list(): Promise<{ store: Store; edition: EditionSummary }[]> {
    const rows = await this.#connection.query<StoreRow>(allStores)
    return rows.map((row) => ({ store: JSON.parse(row.settings), edition: summaryOf(row) }))
  }

  async ping(): Promise<void> {
    await checkSchema(this.#connection)
  }

  async addStore(store: Store): Promise<void> {
    await this.#connection.transaction(async () => {
      await this.#connection.run(DURABLE)
      const added = await this.#connection.query(ADD_STORE, [store.id, JSON.stringify(store)])
      if (added.length === 0) throw new VitrineError('store-exists', `there is already a store ${store.id}`)
      await this.#connection.query(ADD_EDITION, [store.id, store.createdAt])
    })
  }

  async removeStore(store: StoreId, onWait: () => void = () => {}): Promise<void> {
    await using lock = await this.#lock(store, onWait)
    await lock.connection.transaction(async () => {
      await lock.connection.run(DURABLE)
      const removed = await lock.connection.query(REMOVE_STORE, [store])
      if (removed.length === 0) throw new VitrineError('store-not-found', `there is no store ${store}`)
      for (const table of [...VERSIONED_TABLES, ...OTHER_TABLES]) await lock.connection.query(deleteOf(table), [store])
      await lock.connection.query(tell, [CHANNEL, store])
    })
  }

  async draft(store: StoreId, onWait: () => void = () => {}): Promise<Draft> {
    await this.current(store)
    await using open = new AsyncDisposableStack()
    const lock = open.use(await this.#lock(store, onWait))
    // Whoever had the lock before may be a newer program.
    await checkSchema(lock.connection)
    const aside = open.use(await Connection.open(this.#connection.server, { ...WRITING, pipelined: true }))
    const draft = await PostgresDraft.open(lock.connection, aside, await currentOn(aside, store), () =>
      whole.disposeAsync(),
    )
    const whole = open.move()
    return draft
  }

  async editions(store: StoreId): Promise<EditionSummary[]> {
    return await keptOn(this.#connection, store)
  }

  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    await this.current(store)
    await using lock = await this.#lock(store, onWait)
    const { connection } = lock
    await checkSchema(connection)
    const kept = await keptOn(connection, store)
    const current = await currentOn(connection, store)
    const chosen = choose(kept, current)
    const edition = kept.find(({ number }) => number === chosen)
    if (!edition) throw new Error(`edition ${chosen} of ${store} is not kept`)
    await connection.transaction(async () => {
      await connection.run(DURABLE)
      await connection.query(replaced, [store, current.number, new Date().toISOString()])
      await connection.query(replaced, [store, chosen, null])
      await connection.query(GO_BACK, [store, chosen])
      await connection.query(tell, [CHANNEL, store])
    })
    return edition
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]()
  }

  /**
   * One import a store at a time; those of two stores don't wait for one another. The lock belongs to a session, which
   * the server ends when the process does, however it ends.
   */
  async #lock(store: StoreId, onWait: () => void): Promise<AsyncDisposable & { readonly connection: Connection }> {
    const connection = await Connection.open(this.#connection.server, WRITING)
    if (connection.pooled) {
      connection.cut()
      throw new VitrineError('database-unusable', POOLED)
    }
    try {
      for (let waited = false; ; waited = true) {
        const [row] = await connection.query<{ locked: boolean }>(LOCK, [store])
        if (row!.locked) return { connection, [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose]() }
        if (!waited) onWait()
        await pause(100)
      }
    } catch (error) {
      connection.cut()
      throw error
    }
  }
}

const POOLED =
  'an import holds a lock for its session, which a pooler does not keep; give the address of the server itself'

const LOCK = {
  name: 'lock-store',
  text: `SELECT pg_try_advisory_lock(hashtextextended('vitrine store ' || $1, 0)) AS locked`,
}

const ADD_STORE = {
  name: 'add-store',
  text: `INSERT INTO vitrine.stores (store, settings, edition) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING RETURNING store`,
}

const ADD_EDITION = {
  name: 'add-first-edition',
  text: 'INSERT INTO vitrine.editions (store, edition, published_at, products, variants) VALUES ($1, 0, $2, 0, 0)',
}

const REMOVE_STORE = {
  name: 'remove-store',
  text: 'DELETE FROM vitrine.stores WHERE store = $1 RETURNING store',
}

const KEPT = {
  name: 'kept-editions',
  text: `SELECT edition AS number, published_at AS "publishedAt", products AS "productCount", variants AS "variantCount"
    FROM vitrine.editions WHERE store = $1 ORDER BY edition DESC LIMIT ${KEPT_EDITIONS}`,
}

const GO_BACK = { name: 'go-back', text: 'UPDATE vitrine.stores SET edition = $2 WHERE store = $1' }

function deleteOf(table: string) {
  return { name: `delete-${table}`, text: `DELETE FROM vitrine.${table} WHERE store = $1` }
}

async function currentOn(connection: Connection, store: StoreId): Promise<Edition> {
  const [row] = await connection.query<StoreRow>(oneStore, [store])
  if (!row) throw new VitrineError('store-not-found', 'there is no such store')
  return new PostgresEdition(connection, JSON.parse(row.settings), summaryOf(row))
}

async function keptOn(connection: Connection, store: StoreId): Promise<EditionSummary[]> {
  const kept = await connection.query<EditionSummary>(KEPT, [store])
  if (kept.length === 0) throw new VitrineError('store-not-found', `there is no store ${store}`)
  return kept
}

/** A connection to the server that the others follow. Throws `database-unusable`. */
async function primaryOf(servers: readonly URL[]): Promise<Connection> {
  let lost: unknown
  for (const server of servers) {
    try {
      const { connection, standby } = await answering(server, WRITING)
      if (!standby) return connection
      connection.cut()
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      lost = error
    }
  }
  throw (
    lost ?? new VitrineError('database-unusable', 'the database follows another, which alone can be written; name that')
  )
}
