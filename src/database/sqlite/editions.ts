import type { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import type { Store, StoreId } from '../../catalog/store.ts'
import type { Edition, EditionSummary, Editions } from '../../edition/edition.ts'
import { EmptyEdition } from '../../edition/empty.ts'
import { SqliteEdition } from './edition.ts'
import { ReadStatements } from './read-statements.ts'
import { checkSchema } from './schema.ts'

/** The editions of a SQLite file. */
export class SqliteEditions implements Editions {
  /** A file does not go away. */
  readonly unavailableSince = undefined
  protected readonly db: DatabaseSync
  readonly #read: ReadStatements
  readonly #version
  readonly #store
  readonly #all
  readonly #current = new Map<StoreId, Edition>()
  #knownVersion = -1
  #checked = false

  constructor(db: DatabaseSync) {
    this.db = db
    this.#read = new ReadStatements(db)
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
    const [settings, summary] = [JSON.parse(row.settings as string), summaryOf(row)]
    const edition =
      summary.productCount === 0
        ? new EmptyEdition(settings, summary)
        : new SqliteEdition(this.#read, settings, summary)
    this.#current.set(store, edition)
    return edition
  }

  async ping(): Promise<void> {
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

export function summaryOf(row: Record<string, unknown>): EditionSummary {
  const { number, publishedAt, productCount, variantCount } = row
  return { number, publishedAt, productCount, variantCount } as unknown as EditionSummary
}
