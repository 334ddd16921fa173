import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Listed } from './address.ts'
import type { RemoteItem, RemotePage } from './page.ts'
import { CatalogMoved, RemoteError } from './remote-error.ts'

/** A product that was listed, of which the single form may have to be asked for. */
export interface SpooledItem {
  readonly number: number
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A list that is on its way: what has come, and where the rest is. */
export interface ListState {
  readonly count: number
  readonly totalItems: number
  /** The URL of the next page; null when all have come. */
  readonly next: string | null
}

/**
 * What has been read of a server so far: a SQLite file, which stays when the process ends, so that the next one goes on
 * where it stopped. Everything is of one state of the catalog. No more of it is in memory than SQLite's cache.
 */
export class Spool implements Disposable {
  readonly #database: DatabaseSync
  readonly #sql: Readonly<Record<keyof typeof STATEMENTS, StatementSync>>

  /** Milliseconds since 1970. */
  readonly #now: () => number

  /** Throws `RemoteError` if another process has the file. */
  constructor(path: string, now: () => number) {
    this.#now = now
    this.#database = new DatabaseSync(path)
    try {
      // Exclusive: the first to write holds the file until it is closed.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      this.#database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; COMMIT`)
    } catch (error) {
      this.#database.close()
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
        throw new RemoteError('Another import from this server into this store is under way.')
      throw error
    }
    const prepare = ([name, sql]: [string, string]) => [name, this.#database.prepare(sql)]
    this.#sql = Object.fromEntries(Object.entries(STATEMENTS).map(prepare))
  }

  /** Of which state of the catalog this is; undefined if nothing has been read. */
  get identity(): string | undefined {
    return (this.#sql.identity.get() as { text: string } | undefined)?.text
  }

  /** When something was last put in; milliseconds since 1970. */
  get writtenAt(): number {
    return (this.#sql.writtenAt.get() as { at: number } | undefined)?.at ?? 0
  }

  /** Forgets all, and begins with another state of the catalog. */
  begin(identity: string): void {
    this.#transaction(() => {
      this.#database.exec(FORGET)
      this.#sql.setIdentity.run(identity, this.#now())
    })
  }

  clear(): void {
    this.#transaction(() => this.#database.exec(FORGET))
  }

  /** undefined if none of its pages has come. */
  list(kind: Listed): ListState | undefined {
    const row = this.#sql.list.get(kind) as { total: number; next: string | null } | undefined
    if (!row) return undefined
    const { n: count } = this.#sql[`${kind}Count`].get() as { n: number }
    return { count, totalItems: row.total, next: row.next }
  }

  /** Throws `CatalogMoved` for what is there already. */
  addPage(kind: Listed, { items, totalItems }: RemotePage, next: string | null): void {
    this.#transaction(() => {
      for (const item of items) this.#add(kind, item)
      this.#sql.setList.run(kind, totalItems, next)
      this.#sql.written.run(this.#now())
    })
  }

  hasVariant(id: string): boolean {
    return this.#sql.variant.get(id.toLowerCase()) !== undefined
  }

  variant(id: string): Record<string, unknown> | undefined {
    const row = this.#sql.variant.get(id.toLowerCase()) as { body: string } | undefined
    return row && JSON.parse(row.body)
  }

  /** The products after this number that are not whole yet, a few. */
  waiting(after: number): SpooledItem[] {
    const rows = this.#sql.waiting.all(after) as unknown as { number: number; body: string }[]
    return rows.map(({ number, body }) => {
      const fields = JSON.parse(body)
      return { number, id: fields.id, fields }
    })
  }

  get wholeCount(): number {
    return (this.#sql.wholeCount.get() as { n: number }).n
  }

  /** The product is whole: `fields` is all that there is to know of it beside its variants' full forms. */
  complete(number: number, fields: Readonly<Record<string, unknown>>): void {
    this.#transaction(() => {
      this.#sql.complete.run(JSON.stringify(fields), number)
      this.#sql.written.run(this.#now())
    })
  }

  /** All products, in the order in which the server lists them, counted from 1. */
  *products(): Generator<{ readonly number: number; readonly fields: Record<string, unknown> }> {
    for (const { number, body } of this.#sql.products.iterate() as Iterable<{ number: number; body: string }>)
      yield { number, fields: JSON.parse(body) }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #add(kind: Listed, { id, fields }: RemoteItem): void {
    const { changes } = this.#sql[`${kind}Add`].run(id.toLowerCase(), JSON.stringify(fields))
    if (changes === 0) throw new CatalogMoved(`the ${kind} ${id} is listed twice`)
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

const SQLITE_BUSY = 5

/** `whole`: 1 once a product's single form is there, or is not needed. Ids are in lower case: UUIDs compare without case. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS lists (kind TEXT PRIMARY KEY, total INTEGER NOT NULL, next TEXT);
  CREATE TABLE IF NOT EXISTS products
    (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, whole INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS variants (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL)`

const FORGET = 'DELETE FROM state; DELETE FROM lists; DELETE FROM products; DELETE FROM variants'

const STATEMENTS = {
  identity: 'SELECT text FROM state',
  setIdentity: 'INSERT INTO state (one, text, at) VALUES (1, ?, ?)',
  writtenAt: 'SELECT at FROM state',
  written: 'UPDATE state SET at = ?',
  list: 'SELECT total, next FROM lists WHERE kind = ?',
  setList: 'INSERT OR REPLACE INTO lists (kind, total, next) VALUES (?, ?, ?)',
  // Nothing is ever taken out of the middle, so that the last number is the count.
  productCount: 'SELECT coalesce(max(number), 0) AS n FROM products',
  variantCount: 'SELECT coalesce(max(number), 0) AS n FROM variants',
  productAdd: 'INSERT OR IGNORE INTO products (id, body) VALUES (?, ?)',
  variantAdd: 'INSERT OR IGNORE INTO variants (id, body) VALUES (?, ?)',
  variant: 'SELECT body FROM variants WHERE id = ?',
  waiting: 'SELECT number, body FROM products WHERE number > ? AND whole = 0 ORDER BY number LIMIT 100',
  wholeCount: 'SELECT count(*) AS n FROM products WHERE whole = 1',
  complete: 'UPDATE products SET body = ?, whole = 1 WHERE number = ?',
  products: 'SELECT number, body FROM products ORDER BY number',
} as const
