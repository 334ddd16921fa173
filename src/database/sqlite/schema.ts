import type { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import { NOT_ENDED, SCHEMA_VERSION, VERSIONED_TABLES } from '../../edition/tables.ts'

/**
 * The tables that `edition/tables.ts` describes. Documents lie in the B-tree of their primary key, so that neighbours are read
 * together. Pages of 32 kB hold nearly all documents without overflow pages.
 */
const SCHEMA = `
  CREATE TABLE stores (
    store TEXT NOT NULL PRIMARY KEY, settings TEXT NOT NULL, edition INTEGER NOT NULL, writing INTEGER,
    product_positions INTEGER NOT NULL DEFAULT 0, variant_positions INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE editions (
    store TEXT NOT NULL, edition INTEGER NOT NULL, published_at TEXT NOT NULL, products INTEGER NOT NULL,
    variants INTEGER NOT NULL, replaced_at TEXT, PRIMARY KEY (store, edition)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE positions (
    store TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (store, kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE products (
    store TEXT NOT NULL, position INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    digest TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, name TEXT NOT NULL,
    slug TEXT NOT NULL, price INTEGER, highest_price INTEGER, PRIMARY KEY (store, position, since)
  ) STRICT, WITHOUT ROWID;
  -- Statements name their index: without statistics, SQLite would scan the store.
  CREATE INDEX products_slug ON products (store, slug);

  CREATE TABLE variants (
    store TEXT NOT NULL, position INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    product INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, name TEXT NOT NULL,
    sku TEXT NOT NULL, price INTEGER NOT NULL, stock INTEGER, PRIMARY KEY (store, position, since)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX variants_product ON variants (store, product);
  CREATE INDEX variants_sku ON variants (store, sku);

  CREATE TABLE documents (
    store TEXT NOT NULL, form TEXT NOT NULL, position INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (store, form, position, since)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE postings (
    store TEXT NOT NULL, kind TEXT NOT NULL, term TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    size INTEGER NOT NULL, name TEXT, positions BLOB NOT NULL, PRIMARY KEY (store, kind, term, since)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE words (
    store TEXT NOT NULL, kind TEXT NOT NULL, field TEXT NOT NULL, initial TEXT NOT NULL, since INTEGER NOT NULL,
    until INTEGER NOT NULL, words TEXT NOT NULL, PRIMARY KEY (store, kind, field, initial, since)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE orders (
    store TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, chunk INTEGER NOT NULL, since INTEGER NOT NULL,
    until INTEGER NOT NULL, positions BLOB NOT NULL, PRIMARY KEY (store, kind, name, chunk, since)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE journal (
    store TEXT NOT NULL, run INTEGER NOT NULL, kind TEXT NOT NULL, positions BLOB NOT NULL,
    PRIMARY KEY (store, run, kind)
  ) STRICT, WITHOUT ROWID;
`

/** Partial indexes on the ended rows, which taking back, pruning and going back look for. */
const ENDED = VERSIONED_TABLES.map(
  (table) => `CREATE INDEX ${table}_ended ON ${table} (store, until) WHERE until < ${NOT_ENDED};`,
).join('\n')

/** Creates the tables in a new database file. Throws `database-unusable` if they have another version. */
export function prepareSchema(db: DatabaseSync): void {
  if (versionOf(db) === 0 && holdsTables(db)) throw foreign()
  // Before the first table: the page size cannot be changed later.
  db.exec('PRAGMA page_size = 32768; PRAGMA journal_mode = WAL;')
  db.exec('BEGIN IMMEDIATE')
  try {
    if (versionOf(db) === 0) db.exec(`${SCHEMA}${ENDED} PRAGMA user_version = ${SCHEMA_VERSION};`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
  checkSchema(db)
}

/** Throws `database-unusable` unless the database has the tables of this version. */
export function checkSchema(db: DatabaseSync): void {
  const version = versionOf(db)
  if (version === SCHEMA_VERSION) return
  if (version === 0 && holdsTables(db)) throw foreign()
  const reason =
    version === 0
      ? 'it holds no Vitrine catalog yet; `vitrine store add` makes one'
      : `its schema has version ${version}, this program needs version ${SCHEMA_VERSION}; use the program that wrote it`
  throw new VitrineError('database-unusable', `the database cannot be used: ${reason}`)
}

function holdsTables(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined
}

function foreign(): VitrineError {
  const reason = 'it holds the tables of another program; name another file, or one that does not exist yet'
  return new VitrineError('database-unusable', `the database cannot be used: ${reason}`)
}

export function versionOf(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}
