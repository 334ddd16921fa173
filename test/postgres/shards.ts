import { escapeIdentifier, escapeLiteral } from 'pg'
import { query } from './sql.ts'

/**
 * Makes an empty database the front of several others, the shards, each of which already has these tables. A table that
 * has a store is in pieces, one on each shard, by the hash of the store; any other is wholly on the first shard. The
 * pieces are foreign tables, so the front has no keys of its own: `ON CONFLICT (…)` cannot be asked of it. A table is
 * named with its schema, which is made where it is not there.
 */
export async function shard(front: string, shards: readonly string[], tables: readonly string[]): Promise<void> {
  const first = shards[0]!
  const definitions: string[] = []
  for (const table of tables) {
    const columns = await columnsOf(first, table)
    if (columns.length === 0) throw new Error(`there is no table ${table} on the first shard`)
    definitions.push(...define(table, columns, shards.length))
  }
  const schemas = new Set(tables.map((table) => `CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(partsOf(table)[0])}`))
  await query(front, [...shards.flatMap(reach), ...schemas, ...definitions].join(';\n'))
}

function partsOf(table: string): [schema: string, own: string] {
  const [schema, own] = table.split('.')
  return own === undefined ? ['public', schema!] : [schema!, own]
}

function nameOf(table: string): string {
  return partsOf(table).map(escapeIdentifier).join('.')
}

interface Column {
  readonly name: string
  readonly type: string
  readonly collation: string | null
  readonly required: boolean
  readonly default: string | null
  readonly generated: boolean
}

async function columnsOf(url: string, table: string): Promise<Column[]> {
  return await query<{ [Key in keyof Column]: Column[Key] }>(
    url,
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required,
        CASE WHEN attcollation <> typcollation THEN quote_ident(nspname) || '.' || quote_ident(collname) END AS collation,
        pg_get_expr(adbin, adrelid) AS default, attgenerated <> '' AS generated
      FROM pg_attribute
      JOIN pg_type ON pg_type.oid = atttypid
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      LEFT JOIN pg_namespace ON pg_namespace.oid = collnamespace
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped
      ORDER BY attnum`,
    [nameOf(table)],
  )
}

function reach(url: string, at: number): string[] {
  const { hostname, port, pathname, username, password } = new URL(url)
  const value = (text: string) => escapeLiteral(decodeURIComponent(text))
  return [
    'CREATE EXTENSION IF NOT EXISTS postgres_fdw',
    `CREATE SERVER shard_${at} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host ${value(hostname)},
      port '${port || 5432}', dbname ${value(pathname.slice(1))}, fetch_size '10000', batch_size '1000')`,
    `CREATE USER MAPPING FOR PUBLIC SERVER shard_${at}
      OPTIONS (user ${value(username)}, password ${value(password)})`,
  ]
}

function define(table: string, columns: readonly Column[], shards: number): string[] {
  const name = nameOf(table)
  const [schema, own] = partsOf(table)
  const body = `(${columns.map(defineColumn).join(', ')})`
  const remote = `OPTIONS (schema_name ${escapeLiteral(schema)}, table_name ${escapeLiteral(own)})`
  if (!columns.some(({ name }) => name === 'store'))
    return [`CREATE FOREIGN TABLE ${name} ${body} SERVER shard_0 ${remote}`]
  const pieces = Array.from(
    { length: shards },
    (_, at) => `CREATE FOREIGN TABLE ${nameOf(`${table}_${at}`)} PARTITION OF ${name}
      FOR VALUES WITH (MODULUS ${shards}, REMAINDER ${at}) SERVER shard_${at} ${remote}`,
  )
  return [`CREATE TABLE ${name} ${body} PARTITION BY HASH (store)`, ...pieces]
}

/** A number that the shard gives, as an identity or from a sequence, is not the front's to give: it has no default. */
function defineColumn(column: Column): string {
  const expression = column.default?.startsWith('nextval(') ? null : column.default
  return [
    escapeIdentifier(column.name),
    column.type,
    column.collation && `COLLATE ${column.collation}`,
    expression && (column.generated ? `GENERATED ALWAYS AS (${expression}) STORED` : `DEFAULT ${expression}`),
    column.required && 'NOT NULL',
  ]
    .filter(Boolean)
    .join(' ')
}
