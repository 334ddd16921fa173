import { SCHEMA_VERSION } from '../../edition/tables.ts'
import { checkVersion, createTables, type SchemaDialect } from '../schema.ts'
import type { Connection } from './connection.ts'

/**
 * The tables have a schema of their own. Text compares by its bytes, as in SQLite. Documents and posting lists are
 * stored uncompressed: otherwise every request would decompress them.
 */
const TABLES: SchemaDialect = {
  schema: 'vitrine.',
  types: {
    ...{ text: 'text COLLATE "C"', content: 'text', id: 'uuid', bytes: 'bytea' },
    ...{ int: 'integer', long: 'bigint', count: 'bigint' },
  },
  options: (table) => (/documents|postings/.test(table) ? ' WITH (toast_tuple_target = 8160)' : ''),
  columnSettings: (table, column, type) =>
    type === 'bytes' || column === 'body'
      ? [`ALTER TABLE vitrine.${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`]
      : [],
}

const SCHEMA = `
  CREATE TABLE vitrine.schema_version (version integer NOT NULL);
  INSERT INTO vitrine.schema_version VALUES (${SCHEMA_VERSION});
  ${createTables(TABLES)}
`

/** Creating the tables is serialized: two first imports may begin at the same time. */
const SCHEMA_LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('vitrine schema', 0))`

/** Creates the tables where there are none. Throws `database-unusable` if they have another version. */
export async function prepareSchema(connection: Connection): Promise<void> {
  if ((await versionOf(connection)) === undefined)
    await connection.execute([[SCHEMA_LOCK], () => makeTables(connection)])
  await checkSchema(connection)
}

async function makeTables(connection: Connection): Promise<void> {
  if ((await versionOf(connection)) !== undefined) return
  // An administrator may have created the schema for a role that may not create one itself.
  const [schema] = await connection.query<{ there: boolean }>(`SELECT to_regnamespace('vitrine') IS NOT NULL AS there`)
  if (!schema!.there) await connection.run('CREATE SCHEMA vitrine')
  await connection.run(SCHEMA)
}

/** Throws `database-unusable` unless the database has the tables of this version. */
export async function checkSchema(connection: Connection): Promise<void> {
  checkVersion(await versionOf(connection), NO_TABLES)
}

export const NO_TABLES =
  'it has no tables of Vitrine yet; `vitrine migrate --create` or `vitrine store add` creates them'

/** The version of the tables; undefined if there are none. */
export async function versionOf(connection: Connection): Promise<number | undefined> {
  const [table] = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('vitrine.schema_version') IS NOT NULL AS there`,
  )
  if (!table!.there) return undefined
  const [row] = await connection.query<{ version: number }>('SELECT version FROM vitrine.schema_version')
  return row?.version
}
