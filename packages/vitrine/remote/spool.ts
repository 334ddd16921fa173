import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isObject } from '@vitrine/catalog/native/fields'
import { type FileUnusable, openFile } from '@vitrine/runtime/sqlite-file'
import type { ListKind } from './address.ts'
import type { RemoteItem, RemotePage } from './page.ts'
import { InconsistentCatalog, RemoteError } from './remote-error.ts'

/**
 * A SQLite file with what has been read from a server, all of one state of its catalog. An interrupted reading can be
 * resumed from it. Memory is limited to SQLite's cache.
 */
export class Spool implements Disposable {
  readonly #database: DatabaseSync
  readonly #sql: Readonly<Record<keyof typeof STATEMENTS, StatementSync>>
  /** Milliseconds since 1970. */
  readonly #now: () => number

  /** Throws `RemoteError` if another process uses the file. Every use may throw `database-unusable`. */
  constructor(path: string, now: () => number) {
    this.#now = now
    this.#database = openFile(path)
    try {
      // With EXCLUSIVE, the first process that writes holds the file until it closes it.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      this.#database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; COMMIT`)
    } catch (error) {
      this.#database.close()
      if ((error as FileUnusable).errcode === SQLITE_BUSY)
        throw new RemoteError('Another import from this server into this store is running.')
      throw error
    }
    const prepare = ([name, sql]: [string, string]) => [name, this.#database.prepare(sql)]
    this.#sql = Object.fromEntries(Object.entries(STATEMENTS).map(prepare))
  }

  /** The text of the catalog's fingerprint; undefined if the spool is empty. */
  get fingerprint(): string | undefined {
    return (this.#sql.fingerprint.get() as { text: string } | undefined)?.text
  }

  /** The time of the last write, milliseconds since 1970. */
  get writtenAt(): number {
    return (this.#sql.writtenAt.get() as { at: number } | undefined)?.at ?? 0
  }

  /** Deletes everything and sets the fingerprint of the catalog that is read next. */
  begin(fingerprint: string): void {
    this.#transaction(() => {
      this.#database.exec(DELETE_ALL)
      this.#sql.setFingerprint.run(fingerprint, this.#now())
    })
  }

  clear(): void {
    this.#transaction(() => this.#database.exec(DELETE_ALL))
  }

  /** undefined before the first page. */
  list(kind: ListKind): ListState | undefined {
    const row = this.#sql.list.get(kind) as { total: number; next: string | null } | undefined
    if (!row) return undefined
    const { n: count } = this.#sql[`${kind}Count`].get() as { n: number }
    return { count, totalItems: row.total, next: row.next }
  }

  /** Throws `InconsistentCatalog` if an item is already in the spool. */
  addPage(kind: ListKind, { items, totalItems }: RemotePage, next: string | null): void {
    this.#transaction(() => {
      for (const item of items) this.#add(kind, item)
      this.#sql.setList.run(kind, totalItems, next, Number(items.every(isInFull)))
      this.#sql.setWrittenAt.run(this.#now())
    })
  }

  /** Whether there are products, and all of the list so far are in full. They need no request of their own. */
  get isInFull(): boolean {
    return (this.#sql.isInFull.get() as { n: number }).n === 1
  }

  /** The labels of the server; undefined until they are set. */
  get labels(): Record<string, unknown>[] | undefined {
    const row = this.#sql.labels.get() as { body: string } | undefined
    return row && JSON.parse(row.body)
  }

  setLabels(labels: readonly object[]): void {
    this.#sql.setLabels.run(JSON.stringify(labels))
  }

  hasVariant(id: string): boolean {
    return this.#sql.variant.get(id.toLowerCase()) !== undefined
  }

  variant(id: string): Record<string, unknown> | undefined {
    const row = this.#sql.variant.get(id.toLowerCase()) as { body: string } | undefined
    return row && JSON.parse(row.body)
  }

  /** The next incomplete products after this number, at most 100. */
  incompleteProducts(after: number): SpooledProduct[] {
    const rows = this.#sql.incompleteProducts.all(after) as unknown as { number: number; body: string }[]
    return rows.map(({ number, body }) => {
      const fields = JSON.parse(body)
      return { number, id: fields.id, fields }
    })
  }

  get completeProducts(): number {
    const { completeCount, productCount } = this.#sql
    return ((this.isInFull ? productCount : completeCount).get() as { n: number }).n
  }

  /** Stores the complete product, except for its variants, which have rows of their own. */
  completeProduct(number: number, fields: Readonly<Record<string, unknown>>): void {
    this.#transaction(() => {
      this.#sql.completeProduct.run(JSON.stringify(fields), number)
      this.#sql.setWrittenAt.run(this.#now())
    })
  }

  /** All products in the order of the server's list. */
  *products(): Generator<{ readonly number: number; readonly fields: Record<string, unknown> }> {
    for (const { number, body } of this.#sql.products.iterate() as Iterable<{ number: number; body: string }>)
      yield { number, fields: JSON.parse(body) }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #add(kind: ListKind, { id, fields }: RemoteItem): void {
    const { changes } = this.#sql[`${kind}Add`].run(id.toLowerCase(), JSON.stringify(fields))
    if (changes === 0) throw new InconsistentCatalog(`${kind} ${id} is listed twice`)
  }

  #transaction(work: () => void): void {
    this.#database.exec('BEGIN')
    try {
      work()
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

/** A product of the product list. */
export interface SpooledProduct {
  /** Its place in the server's list, from 1. */
  readonly number: number
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** How far a list has been read. */
export interface ListState {
  readonly count: number
  readonly totalItems: number
  /** The URL of the next page; null after the last one. */
  readonly next: string | null
}

/** Whether a product has all of its fields, and its variants too. */
function isInFull({ fields: { createdAt, files, optionGroups, variants } }: RemoteItem): boolean {
  if (![files, optionGroups, variants].every(Array.isArray) || (createdAt ?? null) === null) return false
  return (variants as unknown[]).every((variant) => isObject(variant) && (variant.taxRate ?? null) !== null)
}

const SQLITE_BUSY = 5

/**
 * `complete` is 1 when the product needs no request of its own any more. It stays 0 if all products are in full. Ids
 * are lower case: UUIDs ignore case.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS lists (kind TEXT PRIMARY KEY, total INTEGER NOT NULL, next TEXT, in_full INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS products
    (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, complete INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS variants (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS labels (one INTEGER PRIMARY KEY, body TEXT NOT NULL)`

const DELETE_ALL = ['state', 'lists', 'products', 'variants', 'labels']
  .map((table) => `DELETE FROM ${table}`)
  .join('; ')

const STATEMENTS = {
  fingerprint: 'SELECT text FROM state',
  setFingerprint: 'INSERT INTO state (one, text, at) VALUES (1, ?, ?)',
  writtenAt: 'SELECT at FROM state',
  setWrittenAt: 'UPDATE state SET at = ?',
  list: 'SELECT total, next FROM lists WHERE kind = ?',
  setList: `
    INSERT INTO lists (kind, total, next, in_full) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind) DO UPDATE SET
      total = excluded.total, next = excluded.next, in_full = min(in_full, excluded.in_full)`,
  // Rows are never deleted one by one, so the highest number is the count.
  productCount: 'SELECT coalesce(max(number), 0) AS n FROM products',
  isInFull:
    "SELECT EXISTS (SELECT 1 FROM products) AND EXISTS (SELECT 1 FROM lists WHERE kind = 'product' AND in_full) AS n",
  variantCount: 'SELECT coalesce(max(number), 0) AS n FROM variants',
  productAdd: 'INSERT OR IGNORE INTO products (id, body) VALUES (?, ?)',
  variantAdd: 'INSERT OR IGNORE INTO variants (id, body) VALUES (?, ?)',
  labels: 'SELECT body FROM labels',
  setLabels: 'INSERT OR REPLACE INTO labels (one, body) VALUES (1, ?)',
  variant: 'SELECT body FROM variants WHERE id = ?',
  incompleteProducts: 'SELECT number, body FROM products WHERE number > ? AND complete = 0 ORDER BY number LIMIT 100',
  completeCount: 'SELECT count(*) AS n FROM products WHERE complete = 1',
  completeProduct: 'UPDATE products SET body = ?, complete = 1 WHERE number = ?',
  products: 'SELECT number, body FROM products ORDER BY number',
} as const
