import { escapeIdentifier, escapeLiteral } from 'pg'
import { query } from './sql.ts'

/**
 * Turns an empty database into the front of several shards, which already have these tables. A table with a column `store`
 * is partitioned over the shards by the hash of that column; any other table is on the first shard only. The partitions
 * are foreign tables, so the front has no unique keys and cannot run `ON CONFLICT (…)`. Table names may have a schema.
 */
export async function shard(front: string, shards: readonly string[], tables: readonly string[]): Promise<void> {
  const first = shards[0]!
  const definitions: string[] = []
  for (const table of tables) {
    const columns = await columnsOf(first, table)
    if (columns.length === 0) throw new Error(`the first shard has no table ${table}`)
    definitions.push(...define(table, columns, shards.length))
  }
  const schemas = new Set(tables.map((table) => `CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(partsOf(table)[0])}`))
  await query(front, [...shards.flatMap(foreignServer), ...schemas, ...definitions].join(';\n'))
}

function partsOf(table: string): [schema: string, name: string] {
  const [first, second] = table.split('.')
  return second === undefined ? ['public', first!] : [first!, second]
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

function foreignServer(url: string, shard: number): string[] {
  const { hostname, port, pathname, username, password } = new URL(url)
  const value = (text: string) => escapeLiteral(decodeURIComponent(text))
  return [
    'CREATE EXTENSION IF NOT EXISTS postgres_fdw',
    `CREATE SERVER shard_${shard} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host ${value(hostname)},
      port '${port || 5432}', dbname ${value(pathname.slice(1))}, fetch_size '10000', batch_size '1000')`,
    `CREATE USER MAPPING FOR PUBLIC SERVER shard_${shard}
      OPTIONS (user ${value(username)}, password ${value(password)})`,
  ]
}

function define(table: string, columns: readonly Column[], shards: number): string[] {
  const name = nameOf(table)
  const [schema, unqualified] = partsOf(table)
  const body = `(${columns.map(defineColumn).join(', ')})`
  const remote = `OPTIONS (schema_name ${escapeLiteral(schema)}, table_name ${escapeLiteral(unqualified)})`
  if (!columns.some(({ name }) => name === 'store'))
    return [`CREATE FOREIGN TABLE ${name} ${body} SERVER shard_0 ${remote}`]
  const partitions = Array.from(
    { length: shards },
    (_, shard) => `CREATE FOREIGN TABLE ${nameOf(`${table}_${shard}`)} PARTITION OF ${name}
      FOR VALUES WITH (MODULUS ${shards}, REMAINDER ${shard}) SERVER shard_${shard} ${remote}`,
  )
  return [`CREATE TABLE ${name} ${body} PARTITION BY HASH (store)`, ...partitions]
}

/** Sequences are on the shards, so a column that draws from one has no default on the front. */
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
