import { join } from 'node:path'
import { after } from 'node:test'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Editions } from '@vitrine/engine/edition/editions'
import { OTHER_TABLES, SCHEMA_VERSION, VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import { type FreshDatabase, freshDatabase, noDatabases } from '../postgres/databases.ts'
import { type Roles, withRoles } from '../postgres/roles.ts'
import { noServers, type PostgresServer, startServer } from '../postgres/server.ts'
import { shard } from '../postgres/shards.ts'
import { query } from '../postgres/sql.ts'
import { leftOut } from '../quick.ts'
import { temporaryFolder } from '../temporary.ts'
import { createTables } from './create-tables.ts'
import { forgetMemoryDatabase, newMemoryDatabase } from './memory.ts'
import { watchStatements } from './statement-rules.ts'

/** One database, opened as the operator's commands open it and as the server does. */
export interface Opened extends AsyncDisposable {
  /** The address that the command line takes, for writers and for readers. In memory, only a name for `rowsOf`. */
  readonly address: string
  readonly reader: string
  readonly catalogs: Catalogs
  readonly editions: Editions
  /** Opens the same database again. */
  readonly openCatalogs: () => Promise<Catalogs>
  readonly openEditions: () => Promise<Editions>
}

interface Database {
  readonly database: 'memory' | 'sqlite' | 'postgres' | 'sharded postgres'
  /** Makes one with nothing in it. */
  readonly open: () => Promise<Opened>
  /** Whether other programs can open it, by its address: they write to it, damage it and are killed. */
  readonly hasAddress: boolean
  /** Whether drafts of different stores can be written at the same time. */
  readonly hasWriterPerStore: boolean
  /** Why tests that need one have to be skipped, or false. */
  readonly skip: string | false
}

export const MEMORY: Database = {
  database: 'memory',
  open: inMemory,
  hasAddress: false,
  hasWriterPerStore: true,
  skip: leftOut('memory'),
}

export const SQLITE: Database = {
  database: 'sqlite',
  open: () => sqliteOnDisk(),
  hasAddress: true,
  hasWriterPerStore: false,
  skip: leftOut('a database on disk'),
}

export const POSTGRES: Database = {
  database: 'postgres',
  open: emptyPostgres,
  hasAddress: true,
  hasWriterPerStore: true,
  skip: noDatabases(),
}

/** The tables of one database in pieces on two PostgreSQL servers, by the hash of the store. */
export const SHARDED: Database = {
  database: 'sharded postgres',
  open: shardedPostgres,
  hasAddress: true,
  hasWriterPerStore: true,
  skip: noServers(),
}

/** Every database that editions can live in: what holds of one is tested of all. */
export const DATABASES: readonly Database[] = [MEMORY, SQLITE, POSTGRES]

/** Those that other programs can open. */
export const SHARED_DATABASES = DATABASES.filter(({ hasAddress }) => hasAddress)

async function inMemory(): Promise<Opened> {
  const { address, database } = newMemoryDatabase()
  const openCatalogs = async () => database.openCatalogs()
  const openEditions = async () => database.openEditions()
  return await opened({ address, openCatalogs, openEditions, remove: async () => forgetMemoryDatabase(address) })
}

/** With `inWorker`, editions are written in a worker thread. */
export async function sqliteOnDisk({ inWorker = false } = {}): Promise<Opened> {
  const folder = temporaryFolder()
  const address = join(folder.path, 'catalog.db')
  return await openedAt(address, async () => folder[Symbol.dispose](), address, inWorker)
}

interface PostgresDatabase {
  readonly database: FreshDatabase
  readonly roles: Roles
}

/** Databases of tests that have ended. Emptying one takes a fifth of the time of creating one with its roles and tables. */
const unused: PostgresDatabase[] = []

after(async () => {
  await Promise.all(unused.map(({ database }) => database[Symbol.asyncDispose]()))
})

async function emptyPostgres(): Promise<Opened> {
  await watchStatements()
  const reused = unused.pop()
  if (reused) await query(reused.database.url, EMPTY)
  const postgres = reused ?? (await newPostgres())
  const { writer, reader } = postgres.roles
  return await openedAt(writer, async () => void unused.push(postgres), reader)
}

async function newPostgres(): Promise<PostgresDatabase> {
  const database = await freshDatabase()
  return { database, roles: await withRoles(database.url) }
}

let pair: Promise<PostgresServer[]> | undefined
let sharded = 0

/** The servers are started once and end with the process, which takes their folders with it. */
async function shardedPostgres(): Promise<Opened> {
  await watchStatements()
  pair ??= Promise.all([startServer(), startServer()])
  return await openedAt(await frontOf(await pair), async () => {})
}

/** The address of a new database whose tables are in pieces on two servers. The first also has the front. */
export async function frontOf(servers: readonly PostgresServer[]): Promise<string> {
  const [first, second] = servers as [PostgresServer, PostgresServer]
  const name = `catalog_${++sharded}`
  const front = first.url(`front_of_${name}`)
  const shards = [first.url(name), second.url(name)]
  await query(first.url(), `CREATE DATABASE front_of_${name}`)
  for (const server of [first, second]) await query(server.url(), `CREATE DATABASE ${name}`)
  for (const url of shards) await createTables(url)
  await shard(front, shards, TABLES)
  return front
}

const TABLES = ['schema_version', 'stores', ...VERSIONED_TABLES, ...OTHER_TABLES].map((table) => `vitrine.${table}`)

/** Ends the sessions that a failed test has left, and makes the tables as they were when they were created. */
const EMPTY = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend';
  TRUNCATE ${TABLES.slice(1).join()};
  UPDATE vitrine.schema_version SET version = ${SCHEMA_VERSION}`

async function openedAt(
  address: string,
  remove: () => Promise<void>,
  reader: string = address,
  inWorker = false,
): Promise<Opened> {
  return await opened({
    address,
    reader,
    openCatalogs: () => openCatalogs(address, 'create', inWorker),
    openEditions: () => openEditions(reader),
    remove,
  })
}

type Openable = Pick<Opened, 'address' | 'openCatalogs' | 'openEditions'> & {
  readonly reader?: string
  readonly remove: () => Promise<void>
}

async function opened({ address, reader = address, openCatalogs, openEditions, remove }: Openable): Promise<Opened> {
  const catalogs = await openCatalogs()
  const editions = await openEditions()
  return {
    address,
    reader,
    catalogs,
    editions,
    openCatalogs,
    openEditions,
    async [Symbol.asyncDispose]() {
      await editions[Symbol.asyncDispose]()
      await catalogs[Symbol.asyncDispose]()
      await remove()
    },
  }
}
