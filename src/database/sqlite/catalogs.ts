import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import type { Store, StoreId } from '../../catalog/store.ts'
import type { Catalogs, Choice, Draft } from '../../edition/draft.ts'
import type { Edition, EditionSummary, Editions } from '../../edition/edition.ts'
import { KEPT_EDITIONS, UNVERSIONED, VERSION, VERSIONED } from '../kept.ts'
import { SqliteDraft } from './draft.ts'
import { SqliteEdition } from './edition.ts'
import { lockImports } from './lock.ts'
import { Reader } from './reader.ts'
import { checkSchema, prepareSchema, versionOf } from './schema.ts'

/** Opens a SQLite file for the server: read-only, so that nothing it does can change a catalog. Throws `database-unusable`. */
export function openSqliteEditions(path: string): Editions {
  if (!existsSync(path)) {
    throw new VitrineError(
      'database-unusable',
      `there is no database at ${path}; \`vitrine store add\` makes one, --database names another`,
    )
  }
  return new SqliteEditions(connect(path, true))
}

/** Opens a SQLite file for the operator's commands, and makes it if there is none. Throws `database-unusable`. */
export function openSqliteCatalogs(path: string): Catalogs {
  mkdirSync(dirname(path), { recursive: true })
  return new SqliteCatalogs(path, connect(path, false))
}

/** Throws `database-unusable`. */
export function migrateSqlite(path: string): { from: number | undefined; to: number } {
  const from = versionAt(path)
  mkdirSync(dirname(path), { recursive: true })
  connect(path, false).close()
  return { from, to: VERSION }
}

/** The version of a file's tables; undefined where there are none. */
function versionAt(path: string): number | undefined {
  if (!existsSync(path)) return undefined
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
    return versionOf(db) || undefined
  } catch (error) {
    throw unusable(path, error as Error)
  }
}

class SqliteEditions implements Editions {
  /** A file does not go away. */
  readonly awaySince = undefined
  protected readonly db: DatabaseSync
  readonly #read: Reader
  readonly #version
  readonly #store
  readonly #all
  readonly #current = new Map<StoreId, SqliteEdition>()
  #knownVersion = -1
  #checked = false

  constructor(db: DatabaseSync) {
    this.db = db
    this.#read = new Reader(db)
    this.#version = db.prepare('PRAGMA data_version')
    const columns = `
      s.settings, e.edition AS number, e.published_at AS publishedAt, e.products AS productCount, e.variants AS variantCount
      FROM stores s JOIN editions e ON e.store = s.store AND e.edition = s.edition`
    this.#store = db.prepare(`SELECT ${columns} WHERE s.store = ?`)
    this.#all = db.prepare(`SELECT ${columns} ORDER BY s.store`)
  }

  async current(store: StoreId): Promise<Edition> {
    this.forgetIfChanged()
    const known = this.#current.get(store)
    if (known) return known
    const row = this.#store.get(store)
    if (!row) throw new VitrineError('store-not-found', 'there is no such store')
    const edition = new SqliteEdition(this.#read, JSON.parse(row.settings as string), summaryOf(row))
    this.#current.set(store, edition)
    return edition
  }

  async check(): Promise<void> {
    checkSchema(this.db)
  }

  async list(): Promise<{ store: Store; edition: EditionSummary }[]> {
    return this.#all.all().map((row) => ({ store: JSON.parse(row.settings as string), edition: summaryOf(row) }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.db.close()
  }

  protected forget(): void {
    this.#current.clear()
  }

  /**
   * SQLite tells in 3 µs whether another connection has committed anything; that is asked once a turn of the event loop.
   * All requests of one turn were received before it began, so none of them misses an edition published before it was sent.
   */
  protected forgetIfChanged(): void {
    if (this.#checked) return
    this.#checked = true
    setImmediate(() => {
      this.#checked = false
    })
    const { data_version: version } = this.#version.get() as { data_version: number }
    if (version !== this.#knownVersion) this.forget()
    this.#knownVersion = version
  }
}

class SqliteCatalogs extends SqliteEditions implements Catalogs {
  readonly #path: string

  constructor(path: string, db: DatabaseSync) {
    super(db)
    this.#path = path
  }

  async addStore(store: Store): Promise<void> {
    this.#transaction(() => {
      const { changes } = this.db
        .prepare('INSERT OR IGNORE INTO stores (store, settings, edition) VALUES (?, ?, 0)')
        .run(store.id, JSON.stringify(store))
      if (changes === 0) throw new VitrineError('store-exists', `there is already a store ${store.id}`)
      this.db.prepare(ADD_EDITION).run(store.id, store.createdAt)
    })
  }

  async removeStore(store: StoreId, onWait: () => void = () => {}): Promise<void> {
    using _lock = await lockImports(this.#path, onWait)
    this.#transaction(() => {
      const { changes } = this.db.prepare('DELETE FROM stores WHERE store = ?').run(store)
      if (changes === 0) throw new VitrineError('store-not-found', `there is no store ${store}`)
      for (const table of [...VERSIONED, ...UNVERSIONED]) {
        this.db.prepare(`DELETE FROM ${table} WHERE store = ?`).run(store)
      }
    })
  }

  async draft(store: StoreId, onWait: () => void = () => {}): Promise<Draft> {
    await this.current(store)
    const lock = await lockImports(this.#path, onWait)
    try {
      this.forget()
      // Whoever had the lock before may be a newer program.
      checkSchema(this.db)
      return new SqliteDraft(this.db, await this.current(store), () => {
        this.forget()
        lock[Symbol.dispose]()
      })
    } catch (error) {
      lock[Symbol.dispose]()
      throw error
    }
  }

  async editions(store: StoreId): Promise<EditionSummary[]> {
    const rows = this.db.prepare(KEPT).all(store)
    if (rows.length === 0) throw new VitrineError('store-not-found', `there is no store ${store}`)
    return rows.map(summaryOf)
  }

  async rollback(store: StoreId, choose: Choice, onWait: () => void = () => {}): Promise<EditionSummary> {
    await this.current(store)
    using _lock = await lockImports(this.#path, onWait)
    this.forget()
    checkSchema(this.db)
    const kept = await this.editions(store)
    const current = await this.current(store)
    const chosen = choose(kept, current)
    const edition = kept.find(({ number }) => number === chosen)
    if (!edition) throw new Error(`edition ${chosen} of ${store} is not kept`)
    // As publishing: what was told to be done survives a power cut.
    this.db.exec('PRAGMA synchronous = FULL')
    this.#transaction(() => {
      const replaced = this.db.prepare('UPDATE editions SET replaced_at = ? WHERE store = ? AND edition = ?')
      replaced.run(new Date().toISOString(), store, current.number)
      replaced.run(null, store, chosen)
      this.db.prepare('UPDATE stores SET edition = ? WHERE store = ?').run(chosen, store)
    })
    this.db.exec('PRAGMA synchronous = NORMAL')
    return edition
  }

  #transaction(work: () => void): void {
    this.db.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.db.exec('COMMIT')
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK')
      throw error
    } finally {
      this.forget()
    }
  }
}

const ADD_EDITION = 'INSERT INTO editions (store, edition, published_at, products, variants) VALUES (?, 0, ?, 0, 0)'

const KEPT = `
  SELECT edition AS number, published_at AS publishedAt, products AS productCount, variants AS variantCount
  FROM editions WHERE store = ? ORDER BY edition DESC LIMIT ${KEPT_EDITIONS}`

function connect(path: string, readOnly: boolean): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly, timeout: 10_000, enableForeignKeyConstraints: false })
    if (readOnly) {
      checkSchema(db)
      db.exec(`PRAGMA mmap_size = ${mappedBytes(statSync(path).size)}; PRAGMA cache_size = -65536`)
    } else {
      prepareSchema(db)
      // The log is folded into the file every 64 MB: seldom enough that a page changed often is written once.
      db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 8000')
      db.exec('PRAGMA journal_size_limit = 67108864')
    }
    return db
  } catch (error) {
    db?.close()
    if (error instanceof VitrineError) throw error
    throw unusable(path, error as Error)
  }
}

function unusable(path: string, { message }: Error): VitrineError {
  return new VitrineError('database-unusable', `the database ${path} cannot be used: ${message}`)
}

/** SQLite maps no more than 2 GB. Of a larger file a part gains little, and counts as memory of the process as much. */
function mappedBytes(fileBytes: number): number {
  return fileBytes <= MOST_MAPPED ? MOST_MAPPED : 268_435_456
}

const MOST_MAPPED = 2_147_418_112

function summaryOf(row: Record<string, unknown>): EditionSummary {
  const { number, publishedAt, productCount, variantCount } = row
  return { number, publishedAt, productCount, variantCount } as unknown as EditionSummary
}
