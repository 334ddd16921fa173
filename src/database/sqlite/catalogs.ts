import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import type { Store, StoreId } from '../../catalog/store.ts'
import type { Catalogs, ChooseEdition, Draft } from '../../edition/draft.ts'
import type { EditionSummary, Editions } from '../../edition/edition.ts'
import { KEPT_EDITIONS, OTHER_TABLES, SCHEMA_VERSION, VERSIONED_TABLES } from '../../edition/tables.ts'
import { connect, unusable } from './connect.ts'
import { SqliteDraft } from './draft.ts'
import { DraftThread } from './draft-thread.ts'
import { SqliteEditions, summaryOf } from './editions.ts'
import { lockImports } from './lock.ts'
import { checkSchema, versionOf } from './schema.ts'

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
  return { from, to: SCHEMA_VERSION }
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
      for (const table of [...VERSIONED_TABLES, ...OTHER_TABLES]) {
        this.db.prepare(`DELETE FROM ${table} WHERE store = ?`).run(store)
      }
    })
  }

  async draft(store: StoreId, onWait: () => void = () => {}, apart = false): Promise<Draft> {
    await this.current(store)
    const lock = await lockImports(this.#path, onWait)
    try {
      this.forget()
      // Whoever had the lock before may be a newer program.
      checkSchema(this.db)
      const base = await this.current(store)
      const unlock = () => {
        this.forget()
        lock[Symbol.dispose]()
      }
      return apart ? await DraftThread.open(this.#path, base, unlock) : new SqliteDraft(this.db, base, unlock)
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

  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
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
