import { VitrineError } from '../catalog/error.ts'
import { KEY_COLUMNS, NOT_ENDED, SCHEMA_VERSION, VALUE_COLUMNS, VERSIONED_TABLES } from '../edition/tables.ts'

/** `text` compares by its bytes, `content` is text that nothing compares, `count` begins at 0. */
export type ColumnType = 'text' | 'content' | 'id' | 'int' | 'long' | 'count' | 'bytes'

/** The type of each column that is not `text`. With `?` it may be null. */
const TYPES: Readonly<Record<string, ColumnType | `${ColumnType}?`>> = {
  ...{ id: 'id', position: 'int', product: 'int', since: 'int', until: 'int', chunk: 'int', size: 'int', run: 'int' },
  ...{ edition: 'int', writing: 'int?', products: 'int', variants: 'int', replaced_at: 'text?' },
  ...{ product_positions: 'count', variant_positions: 'count', settings: 'content', words: 'content' },
  ...{ created_at: 'long', updated_at: 'long', highest_price: 'long?', price: 'long', stock: 'long?' },
  ...{ 'products.price': 'long?', 'postings.name': 'content?', positions: 'bytes' },
}

/** The columns after the store of the tables without versions. */
const OTHER_COLUMNS = {
  stores: { key: [], others: ['settings', 'edition', 'writing', 'product_positions', 'variant_positions'] },
  editions: { key: ['edition'], others: ['published_at', 'products', 'variants', 'replaced_at'] },
  positions: { key: ['kind', 'id'], others: ['position'] },
  journal: { key: ['run', 'kind'], others: ['positions'] },
}

/** What two SQL databases write differently. */
export interface SchemaDialect {
  /** What stands before a table's name. */
  readonly schema: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** What stands after the columns of a table. */
  readonly options: (table: string) => string
}

/**
 * The statements that create the tables and their indexes. Every primary key and index begins with the store, so that the
 * tables can be sharded by that column.
 */
export function createTables({ schema, types, options }: SchemaDialect): string {
  const column = (table: string, name: string) => {
    const type = TYPES[`${table}.${name}`] ?? TYPES[name] ?? 'text'
    const definition = types[type.replace('?', '') as ColumnType]
    return `${name} ${definition}${type.endsWith('?') ? '' : ' NOT NULL'}${type === 'count' ? ' DEFAULT 0' : ''}`
  }
  const table = (name: string, key: readonly string[], others: readonly string[]) => {
    const columns = ['store', ...key, ...others].map((each) => column(name, each))
    if (key.length > 0) columns.push(`PRIMARY KEY (store, ${key.join(', ')})`)
    else columns[0] += ' PRIMARY KEY'
    return `CREATE TABLE ${schema}${name} (${columns.join(', ')})${options(name)};`
  }
  const index = (table: string, name: string, column: string, where = '') =>
    `CREATE INDEX ${table}_${name} ON ${schema}${table} (store, ${column})${where};`
  return [
    ...Object.entries(OTHER_COLUMNS).map(([name, { key, others }]) => table(name, key, others)),
    ...VERSIONED_TABLES.map((name) => table(name, [...KEY_COLUMNS[name], 'since'], ['until', ...VALUE_COLUMNS[name]])),
    index('products', 'slug', 'slug'),
    index('variants', 'product', 'product'),
    index('variants', 'sku', 'sku'),
    // Partial indexes on the ended rows, which taking back, pruning and going back look for.
    ...VERSIONED_TABLES.map((name) => index(name, 'ended', 'until', ` WHERE until < ${NOT_ENDED}`)),
  ].join('\n')
}

/** Throws `database-unusable` unless the tables have this version. `ifNone` says what to do if there are no tables. */
export function checkVersion(version: number | undefined, ifNone: string): void {
  if (version === SCHEMA_VERSION) return
  const other = `its schema has version ${version}, this program needs version ${SCHEMA_VERSION}; use the program that wrote it`
  throw schemaUnusable(version === undefined ? ifNone : other)
}

export function schemaUnusable(reason: string): VitrineError {
  return new VitrineError('database-unusable', `the database cannot be used: ${reason}`)
}
