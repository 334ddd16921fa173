import type { Catalogs } from '../edition/catalogs.ts'
import type { Editions } from '../edition/editions.ts'
import type { OlderTables } from './older-tables.ts'
import type { PostgresSettings } from './postgres/settings.ts'

/**
 * A kind of database. Every method takes the name of a database that `accepts` accepted, and throws
 * `database-unusable`.
 */
export interface Adapter {
  /** Whether the name of a database, such as a path or an address, belongs to this kind. */
  readonly accepts: (database: string) => boolean
  /** Opens a database for the server, read-only. `report` says for the log what happens to the database later. */
  readonly openEditions: (database: string, postgres: PostgresSettings, report?: DatabaseLog) => Promise<Editions>
  /** Opens a database for the operator's commands. `inWorker` asks for a thread that writes. */
  readonly openCatalogs: (database: string, ifMissing: 'create' | 'require', inWorker: boolean) => Promise<Catalogs>
  /** Opens a database with tables of any version, to read them. */
  readonly openOlder: (database: string) => Promise<OlderTables>
  /** Copies the database into a file that does not exist, while others read and write it. */
  readonly backUp: (database: string, file: string) => Promise<void>
  /** What the database system itself finds damaged, in its words. A server of PostgreSQL does not tell a client. */
  readonly integrityProblems: (database: string) => Promise<readonly string[]>
  /** The free bytes of the disk with the database and in its file; undefined if it is on a server. */
  readonly freeBytes: (database: string) => number | undefined
  readonly exists: (database: string) => Promise<boolean>
  /** The name of a database for messages: without its password. */
  readonly publicName: (database: string) => string
}

export type DatabaseLog = (level: 'info' | 'error', sentence: string) => void
