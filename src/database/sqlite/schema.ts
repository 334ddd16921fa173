import type { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import { NOT_ENDED, SCHEMA_VERSION, VERSIONED_TABLES } from '../../edition/tables.ts'

/**
 * What maps to what. Every primary key begins with the store. A row with `since` and `until` is part of the editions
 * from `since` to before `until`; what it holds never changes, only its `until` is set, once, by the edition that
 * replaces or removes it.
 *
 *     stores      store → its name and settings, the number of its current edition, and of the one being written
 *     editions    store, edition → when it was published, what it counts, when another took its place
 *     positions   store, kind, id → the position: once published, never another id's
 *     products    store, position → what a product is sorted by, the digest that tells whether it changed
 *     variants    store, position → what a variant is sorted by, its product
 *     documents   store, form, position → rendered JSON
 *     postings    store, kind, term → the set of positions that carry the term; what it is called, if it is a value
 *     words       store, kind, field, initial → all words of the field with this first letter, a line each
 *     orders      store, kind, name, chunk → positions in that order (`owner`: each variant's product)
 *     journal     store, run, kind → of the edition being written: positions whose rows it wrote or ended
 *
 * Documents lie in the tree of their primary key, so that neighbours are read together; pages of 32 kB hold nearly all of them whole.
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
  -- Statements name the indexes that they go by: without statistics, SQLite would rather read the whole store.
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

/** Finds the rows that an edition ended, without a scan: they alone are indexed. */
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
