import type { OlderTables } from '../older-tables.ts'
import { schemaUnusable } from '../schema.ts'
import { connectToPrimary } from './catalogs.ts'
import type { Connection } from './connection.ts'
import { NO_TABLES, versionOf } from './schema.ts'

/** Opens a PostgreSQL database with tables of any version, to read. Throws `database-unusable`. */
export async function openOlderPostgres(database: string): Promise<OlderTables> {
  const connection = await connectToPrimary(database)
  try {
    const version = await versionOf(connection)
    if (version === undefined) throw schemaUnusable(NO_TABLES)
    const tables = await connection.query<{ name: string }>(TABLES)
    return new OlderPostgres(connection, version, new Set(tables.map(({ name }) => name)))
  } catch (error) {
    connection.destroy()
    throw error
  }
}

const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'vitrine'`

class OlderPostgres implements OlderTables {
  readonly schema = 'vitrine.'
  readonly idType = 'uuid'
  readonly version: number
  readonly names: ReadonlySet<string>
  readonly #connection: Connection

  constructor(connection: Connection, version: number, names: ReadonlySet<string>) {
    this.#connection = connection
    this.version = version
    this.names = names
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#connection.query<Row>(text, values)
  }

  async inSnapshot<Result>(read: () => Promise<Result>): Promise<Result> {
    await this.#connection.run('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    try {
      return await read()
    } finally {
      // The server ends the transaction by itself when the connection is lost.
      await this.#connection.run('ROLLBACK').catch(() => {})
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]()
  }
}
