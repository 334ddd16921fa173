import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import { Catalogs } from '../../edition/catalogs.ts'
import type { StorageWriters } from '../../edition/storage.ts'
import { SqlCatalogStorage } from '../sql-catalogs.ts'
import { type OpenWriter, SqlWriters } from '../sql-writers.ts'
import { serverUrls } from './address.ts'
import { Connection, ConnectionLost } from './connection.ts'
import { connectTo } from './connection-pool.ts'
import { checkSchema, prepareSchema, versionOf } from './schema.ts'
import { WRITE_OPTIONS } from './settings.ts'
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
    return new Catalogs(new PostgresCatalogStorage(primary))
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

/**
 * One writer a store. The lock belongs to a session, which the server ends when the process ends, however it ends.
 */
class PostgresCatalogStorage extends SqlCatalogStorage<Connection, Connection> {
  readonly storage: PostgresStorage

  constructor(connection: Connection) {
    super(connection, SQL)
    this.storage = new PostgresStorage(connection)
  }

  async check(): Promise<void> {
    await checkSchema(this.connection)
  }

  protected async openLock(): Promise<Connection> {
    return await Connection.open(this.connection.server, WRITE_OPTIONS)
  }

  protected async tryLock(lock: Connection, store: StoreId): Promise<boolean> {
    if (lock.isPooled) throw new VitrineError('database-unusable', POOLED)
    const [row] = await lock.query<{ locked: boolean }>(LOCK, [store])
    return row!.locked
  }

  protected closeLock(lock: Connection): void {
    lock.destroy()
  }

  protected async openWriters(store: StoreId, lock: Connection, least?: number): Promise<StorageWriters> {
    const open: OpenWriter = (...of) => PostgresWriter.open(lock, this.connection, ...of)
    const writers = new SqlWriters(lock, SQL, open, () => lock[Symbol.asyncDispose]())
    await writers.of(store, least)
    return writers
  }
}

const POOLED =
  'an import holds a lock for its session, which a pooler does not keep; give the address of the server itself'

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('vitrine store ' || $1, 0)) AS locked`

/** A connection to the server that the others follow. Throws `database-unusable`. */
export async function connectToPrimary(database: string): Promise<Connection> {
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
