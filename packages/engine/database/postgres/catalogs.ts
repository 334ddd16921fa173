import { setTimeout as pause } from 'node:timers/promises'
import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import { Catalogs } from '../../edition/catalogs.ts'
import type { StorageWriter } from '../../edition/storage.ts'
import { SCHEMA_VERSION } from '../../edition/tables.ts'
import type { Migration } from '../adapter.ts'
import { SqlCatalogStorage } from '../sql-catalogs.ts'
import type { TransactionStep } from '../sql-connection.ts'
import { upgrade } from '../upgrade.ts'
import { serverUrls } from './address.ts'
import { APPLICATION, Connection, ConnectionLost } from './connection.ts'
import { connectTo } from './connection-pool.ts'
import { copyLines } from './copy.ts'
import { checkSchema, prepareSchema, SCHEMA_LOCK, TABLES, versionOf } from './schema.ts'
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

/** Creates the tables where there are none, and upgrades those of an older version. Throws `database-unusable`. */
export async function migratePostgres(database: string): Promise<Migration> {
  await using primary = await connectToPrimary(database)
  const from = await versionOf(primary)
  if (from !== undefined && from < SCHEMA_VERSION) {
    await requireNoOtherUser(primary)
    // COPY needs a connection that is not pipelined.
    await using connection = await Connection.open(primary.server, WRITE_OPTIONS)
    await connection.execute(upgradeOnce(connection, from), 'durable')
  }
  await prepareSchema(primary)
  return { from, to: SCHEMA_VERSION }
}

/**
 * Throws `database-unusable` if another process has sessions on this server: a server could not read the new tables.
 * Sessions of this process that have just been closed end soon.
 */
async function requireNoOtherUser(connection: Connection): Promise<void> {
  let sessions = 0
  for (let tries = 0; tries < SESSION_TRIES; tries++) {
    if (tries > 0) await pause(SESSION_MILLISECONDS)
    const [row] = await connection.query<{ count: number }>(OTHER_SESSIONS)
    sessions = row!.count
    if (sessions === 0) return
  }
  const sentence =
    `another process, such as a server or an import, has the database open: sessions of Vitrine there: ${sessions}; ` +
    'stop it and migrate again'
  throw new VitrineError('database-unusable', sentence)
}

const SESSION_TRIES = 20
const SESSION_MILLISECONDS = 100

/** Every role sees the names of all sessions. */
const OTHER_SESSIONS = `
  SELECT count(*) FROM pg_stat_activity
  WHERE application_name = '${APPLICATION}' AND datname = current_database() AND pid <> pg_backend_pid()`

/** The steps of an upgrade. They wait for the imports of all stores, and do nothing if another process was first. */
function* upgradeOnce(connection: Connection, from: number): Generator<TransactionStep> {
  yield [SCHEMA_LOCK]
  yield [LOCK_STORES]
  let current: number | undefined = from
  yield async () => {
    current = await versionOf(connection)
  }
  if (current !== from) return
  const dialect: Parameters<typeof upgrade>[0] = {
    schema: TABLES,
    parameterSign: '$',
    insert: (table, columns, rows) => connection.copy(table, columns.join(), copyLines(rows)),
    setVersion: (version) => `UPDATE vitrine.schema_version SET version = ${version}`,
  }
  yield* upgrade(dialect, from, SCHEMA_VERSION)
}

/** Waits for the writer of each store, and holds its lock until the transaction ends. */
const LOCK_STORES = `SELECT pg_advisory_xact_lock(hashtextextended('vitrine store ' || store, 0)) FROM vitrine.stores`

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

  protected async openWriter(store: StoreId, lock: Connection): Promise<StorageWriter> {
    return await PostgresWriter.open(lock, this.connection, store)
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
