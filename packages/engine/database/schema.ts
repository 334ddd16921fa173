import { VitrineError } from '@vitrine/catalog/error'
import {
  KEY_COLUMNS,
  NOT_ENDED,
  SCHEMA_VERSION,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../edition/tables.ts'

/** `text` compares by its bytes, `content` is text that nothing compares, `count` begins at 0. */
type ColumnType = 'text' | 'content' | 'id' | 'int' | 'long' | 'count' | 'bytes'

interface Column {
  readonly type: ColumnType
  readonly nullable?: true
}

type Columns<Name extends string> = Readonly<Record<Name, Column>>

/** The columns of the versioned tables, apart from the store and the range of editions. */
const VERSIONED_COLUMNS: {
  readonly [T in VersionedTable]: Columns<(typeof KEY_COLUMNS)[T][number] | (typeof VALUE_COLUMNS)[T][number]>
} = {
  products: {
    position: { type: 'int' },
    digest: { type: 'text' },
    created_at: { type: 'long' },
    updated_at: { type: 'long' },
    name: { type: 'text' },
    slug: { type: 'text' },
    price: { type: 'long', nullable: true },
    highest_price: { type: 'long', nullable: true },
    variants: { type: 'text' },
    popularity: { type: 'long' },
  },
  variants: {
    position: { type: 'int' },
    product: { type: 'int' },
    created_at: { type: 'long' },
    updated_at: { type: 'long' },
    name: { type: 'text' },
    sku: { type: 'text' },
    price: { type: 'long' },
    stock: { type: 'long', nullable: true },
  },
  documents: {
    form: { type: 'text' },
    position: { type: 'int' },
    body: { type: 'text' },
  },
  postings: {
    kind: { type: 'text' },
    chunk: { type: 'text' },
    positions: { type: 'bytes' },
  },
  facet_values: {
    term: { type: 'text' },
    size: { type: 'int' },
    name: { type: 'content' },
  },
  words: {
    kind: { type: 'text' },
    field: { type: 'text' },
    initial: { type: 'text' },
    words: { type: 'content' },
  },
  orders: {
    kind: { type: 'text' },
    name: { type: 'text' },
    chunk: { type: 'int' },
    positions: { type: 'bytes' },
  },
}

/** The tables without versions: the columns after the store, in their order, and those of the primary key. */
const UNVERSIONED_TABLES: readonly {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Columns<string>
}[] = [
  {
    name: 'stores',
    key: [],
    columns: {
      settings: { type: 'content' },
      edition: { type: 'int' },
      writing: { type: 'int', nullable: true },
      product_positions: { type: 'count' },
      variant_positions: { type: 'count' },
    },
  },
  {
    name: 'editions',
    key: ['edition'],
    columns: {
      edition: { type: 'int' },
      published_at: { type: 'text' },
      products: { type: 'int' },
      variants: { type: 'int' },
      replaced_at: { type: 'text', nullable: true },
      settings: { type: 'content' },
      held: { type: 'content', nullable: true },
      history: { type: 'content' },
      content: { type: 'content', nullable: true },
    },
  },
  {
    name: 'publications',
    key: ['number'],
    columns: {
      number: { type: 'int' },
      published_at: { type: 'text' },
      previous: { type: 'int' },
      edition: { type: 'int' },
      also: { type: 'content' },
      created: { type: 'int', nullable: true },
      changed: { type: 'int', nullable: true },
      removed: { type: 'int', nullable: true },
      changes: { type: 'bytes', nullable: true },
      tags: { type: 'content', nullable: true },
    },
  },
  {
    name: 'limits',
    key: ['name'],
    columns: { name: { type: 'text' }, value: { type: 'content' } },
  },
  {
    name: 'positions',
    key: ['kind', 'id'],
    columns: { kind: { type: 'text' }, id: { type: 'id' }, position: { type: 'int' } },
  },
  {
    name: 'codes',
    key: ['number'],
    columns: { number: { type: 'int' }, given: { type: 'content' } },
  },
  {
    name: 'journal',
    key: ['run', 'kind'],
    columns: { run: { type: 'int' }, kind: { type: 'text' }, positions: { type: 'bytes' } },
  },
]

/** What two SQL databases write differently. */
export interface SchemaDialect {
  /** What stands before a table's name. */
  readonly schema: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** What stands after the columns of a table. */
  readonly options: (table: string) => string
  /** Settings of a column. */
  readonly columnSettings: (table: string, column: string, type: ColumnType) => readonly string[]
}

/**
 * The statements that create the tables and their indexes. Every primary key and index begins with the store, so that
 * the tables can be sharded by that column.
 */
export function createTables(dialect: SchemaDialect): string {
  const { schema } = dialect
  const index = (table: string, column: string) =>
    `CREATE INDEX ${table}_${column} ON ${schema}${table} (store, ${column})`
  const statements = [
    ...UNVERSIONED_TABLES.map(({ name, key, columns }) => createTable(dialect, name, key, Object.entries(columns))),
    ...VERSIONED_TABLES.flatMap((name) => createVersionedTable(dialect, name)),
    // Ids of products that the log of publications names, also of removed ones. With `kind = 'product'`, SQLite would
    // prepare each statement with `kind = ?` again at every run, because its plan could depend on the value
    // (`exprCompareVariable` in https://sqlite.org/src/file/src/expr.c).
    `CREATE INDEX positions_product ON ${schema}positions (store, position) WHERE kind <> 'variant'`,
    index('products', 'slug'),
    index('variants', 'product'),
    index('variants', 'sku'),
  ]
  return statements.map((statement) => `${statement};`).join('\n')
}

/** The statements that create a versioned table. */
function createVersionedTable(dialect: SchemaDialect, name: VersionedTable): string[] {
  const { schema, columnSettings } = dialect
  const columns = columnsOf(name)
  return [
    createTable(dialect, name, [...KEY_COLUMNS[name], 'since'], columns),
    ...columns.flatMap(([column, { type }]) => columnSettings(name, column, type)),
    // A partial index on the ended rows, which discarding, pruning and rebasing read.
    `CREATE INDEX ${name}_ended ON ${schema}${name} (store, until) WHERE until < ${NOT_ENDED}`,
  ]
}

function createTable(
  { schema, types, options }: SchemaDialect,
  name: string,
  key: readonly string[],
  columns: readonly (readonly [string, Column])[],
): string {
  const definition = ([name, { type, nullable }]: readonly [string, Column]) =>
    `${name} ${types[type]}${nullable ? '' : ' NOT NULL'}${type === 'count' ? ' DEFAULT 0' : ''}`
  const definitions = [STORE, ...columns].map(definition)
  if (key.length > 0) definitions.push(`PRIMARY KEY (store, ${key.join(', ')})`)
  else definitions[0] += ' PRIMARY KEY'
  return `CREATE TABLE ${schema}${name} (${definitions.join(', ')})${options(name)}`
}

const STORE = ['store', { type: 'text' }] as const
const SINCE = ['since', { type: 'int' }] as const
const UNTIL = ['until', { type: 'int' }] as const

function columnsOf(table: VersionedTable): (readonly [string, Column])[] {
  const columns: Columns<string> = VERSIONED_COLUMNS[table]
  const named = (name: string) => [name, columns[name]!] as const
  return [...KEY_COLUMNS[table].map(named), SINCE, UNTIL, ...VALUE_COLUMNS[table].map(named)]
}

const OLDER_VERSION =
  'use the Vitrine that wrote it, or copy its stores into a new database: `vitrine migrate --from <this> --database <new>`'

const NEWER_VERSION =
  'use the Vitrine that wrote it, or export its stores with that one and import them into a new database with this one'

/** Throws `database-unusable` unless the tables have this version. `ifNone` says what to do if there are no tables. */
export function checkVersion(version: number | undefined, ifNone: string): void {
  if (version === SCHEMA_VERSION) return
  if (version === undefined) throw schemaUnusable(ifNone)
  const versions = `its schema has version ${version}, this program needs version ${SCHEMA_VERSION}`
  throw schemaUnusable(`${versions}; ${version < SCHEMA_VERSION ? OLDER_VERSION : NEWER_VERSION}`)
}

export function schemaUnusable(reason: string): VitrineError {
  return new VitrineError('database-unusable', `the database cannot be used: ${reason}`)
}
