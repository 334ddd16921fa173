import { setTimeout as sleep } from 'node:timers/promises'
import { VitrineError } from '../../catalog/error.ts'
import type { Store, StoreId } from '../../catalog/store.ts'
import { StoredCatalogs } from '../../edition/catalogs.ts'
import type { Catalogs } from '../../edition/draft.ts'
import type { StoreState } from '../../edition/edition.ts'
import type { KeptEdition } from '../../edition/prune.ts'
import type { Storage, StorageWriter, WritableStorage } from '../../edition/storage.ts'
import { SCHEMA_VERSION } from '../../edition/tables.ts'
import { type StateRow, stateOf } from '../state-row.ts'
import { serverUrls } from './address.ts'
import { Connection, ConnectionLost } from './connection.ts'
import { connectTo } from './connection-pool.ts'
import { checkSchema, prepareSchema, versionOf } from './schema.ts'
import { DURABLE, WRITE_OPTIONS } from './settings.ts'
import { SQL } from './statements.ts'
import { PostgresStorage } from './storage.ts'
import { PostgresWriter } from './writer.ts'

/**
 * Opens a PostgreSQL database for the operator's commands, on the server that can write. Missing tables are made, or
 * refused. Throws `database-unusable`.
 */
export async function openPostgresCatalogs(database: string, ifMissing: 'create' | 'require'): Promise<Catalogs> {
  const primary = await connectToPrimary(database)
  try {
    await (ifMissing === 'create' ? prepareSchema : checkSchema)(primary)
    return new StoredCatalogs(new PostgresCatalogStorage(primary))
  } catch (error) {
    primary.destroy()
    throw error
  }
}

/** Whether the database has the tables. Throws `database-unusable`. */
export async function postgresHasTables(database: string): Promise<boolean> {
  await using primary = await connectToPrimary(database)
  return (await versionOf(primary)) !== undefined
}

/** Creates the tables where there are none. Throws `database-unusable`. */
export async function migratePostgres(database: string): Promise<{ from: number | undefined; to: number }> {
  await using primary = await connectToPrimary(database)
  const from = await versionOf(primary)
  await prepareSchema(primary)
  return { from, to: SCHEMA_VERSION }
}

class PostgresCatalogStorage implements WritableStorage {
  readonly #connection: Connection
  readonly #storage: PostgresStorage

  constructor(connection: Connection) {
    this.#connection = connection
    this.#storage = new PostgresStorage(connection)
  }

  async stores(store?: StoreId): Promise<readonly StoreState[]> {
    const rows =
      store === undefined
        ? await this.#connection.query<StateRow>(SQL.allStates)
        : await this.#connection.query<StateRow>(SQL.oneState, [store])
    return rows.map(stateOf)
  }

  async editions(store: StoreId): Promise<readonly KeptEdition[]> {
    return await this.#connection.query<KeptEdition>(SQL.editions, [store])
  }

  async addStore(store: Store): Promise<boolean> {
    return await this.#connection.transaction(async () => {
      await this.#connection.run(DURABLE)
      const added = await this.#connection.query(SQL.addStore, [store.id, JSON.stringify(store)])
      if (added.length > 0) await this.#connection.query(SQL.addEdition, [store.id, 0, store.createdAt, 0, 0])
      return added.length > 0
    })
  }

  reads(): Storage {
    return this.#storage
  }

  async open(store: StoreId, onWait: () => void, signal?: AbortSignal): Promise<StorageWriter> {
    const locked = await lock(this.#connection.server, store, onWait, signal)
    try {
      // A newer program may have had the lock before.
      await checkSchema(locked)
      return await PostgresWriter.open(locked, this.#connection, store)
    } catch (error) {
      locked.destroy()
      throw error
    }
  }

  async check(): Promise<void> {
    await checkSchema(this.#connection)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]()
  }
}

/**
 * A connection that holds the lock of a store. Writers of other stores do not wait. The lock belongs to a session, which
 * the server ends when the process ends, however it ends.
 */
async function lock(server: URL, store: StoreId, onWait: () => void, signal?: AbortSignal): Promise<Connection> {
  const connection = await Connection.open(server, WRITE_OPTIONS)
  try {
    if (connection.isPooled) throw new VitrineError('database-unusable', POOLED)
    for (let waited = false; ; waited = true) {
      signal?.throwIfAborted()
      const [row] = await connection.query<{ locked: boolean }>(LOCK, [store])
      if (row!.locked) return connection
      if (!waited) onWait()
      await sleep(100)
    }
  } catch (error) {
    connection.destroy()
    throw error
  }
}

const POOLED =
  'an import holds a lock for its session, which a pooler does not keep; give the address of the server itself'

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('vitrine store ' || $1, 0)) AS locked`

/** A connection to the server that the others follow. Throws `database-unusable`. */
async function connectToPrimary(database: string): Promise<Connection> {
  let lost: unknown
  for (const server of serverUrls(database)) {
    try {
      // Statements of several callers share the connection: an import looks up positions while it reads its base.
      const { connection, isStandby } = await connectTo(server, { ...WRITE_OPTIONS, pipelined: true })
      if (!isStandby) return connection
      connection.destroy()
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      lost = error
    }
  }
  throw (
    lost ??
    new VitrineError('database-unusable', 'the database is a standby, which cannot be written; name its primary')
  )
}
