import { chmodSync, chownSync, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import type { Store } from '../../catalog/store.ts'
import type { Catalogs } from '../../edition/draft.ts'
import type { EditionSummary, Form } from '../../edition/edition.ts'
import type { ProductRow, VariantRow } from '../../edition/rows.ts'
import type { Kind } from '../../edition/term.ts'
import { VERSION } from '../kept.ts'
import { openSqliteCatalogs } from './catalogs.ts'
import { lockImports } from './lock.ts'
import { prepareSchema, UPGRADED, versionOf } from './schema.ts'

/**
 * A file whose tables are of an older version, and its successor: a new file beside it, with the same stores and nothing
 * in them yet. Until it is disposed of, nobody can write to the old file or import into it, while readers go on. Disposing
 * of it before `replace` leaves the old file as it was; so does the end of the process, whatever ends it.
 */
export class OlderFile implements AsyncDisposable {
  readonly version: number
  /** Where the old file is kept. */
  readonly keptAs: string
  readonly successor: Catalogs
  /** What each store has published. */
  readonly editions: readonly OlderEdition[]
  readonly #path: string
  readonly #db: DatabaseSync
  readonly #lock: Disposable
  #writing = true

  /** Undefined if the file is not there, or not of an older version that can be read. Throws `database-unusable`. */
  static async open(path: string, onWait: () => void): Promise<OlderFile | undefined> {
    if (olderVersion(path) === undefined) return undefined
    using opened = new DisposableStack()
    const lock = opened.use(await lockImports(path, onWait))
    // Whoever had the lock before may have upgraded the file.
    const version = olderVersion(path)
    if (version === undefined) return undefined
    const real = realpathSync(path)
    const kept = `${real}.version-${version}`
    removeRemnants(real, kept)
    if (existsSync(kept))
      throw unusable(`${kept} is there already, where ${path} would be kept; move it elsewhere first`)
    opened.defer(() => removeRemnants(real, kept))
    const older = new OlderFile(real, kept, version, opened.use(frozen(real)), lock)
    opened.move()
    return older
  }

  private constructor(path: string, keptAs: string, version: number, db: DatabaseSync, lock: Disposable) {
    this.version = version
    this.keptAs = keptAs
    this.#path = path
    this.#db = db
    this.#lock = lock
    const read = new OlderReader(db)
    this.editions = read.stores.all().map((row) => new OlderEdition(read, row as unknown as StoreRow))
    this.successor = successorOf(path, this.editions)
  }

  /** Puts the successor in the place of the old file, which is kept under another name. */
  async replace(): Promise<void> {
    await this.#endWriting()
    const fresh = freshPath(this.#path)
    sealed(fresh)
    takeAfter(fresh, statSync(this.#path))
    // Before the names change: the last connection to a file removes the log of that name.
    this.#db.close()
    if (logSize(this.#path) > 0) throw unusable(`${this.#path} was written to while it was upgraded; try again`)
    linkSync(this.#path, this.keptAs)
    // A server of the older program may still have them open. What they held is in the file.
    for (const end of ['-wal', '-shm']) rmSync(`${this.#path}${end}`, { force: true })
    // At every moment there is a file of this name, and it is whole.
    renameSync(fresh, this.#path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#endWriting()
      this.#db[Symbol.dispose]()
      removeRemnants(this.#path, this.keptAs)
    } finally {
      this.#lock[Symbol.dispose]()
    }
  }

  async #endWriting(): Promise<void> {
    if (!this.#writing) return
    this.#writing = false
    await this.successor[Symbol.asyncDispose]()
  }
}

/**
 * What a store of an older file has published, as far as an upgrade needs it. A version whose tables or documents differ
 * in this gets a reader of its own.
 */
export class OlderEdition implements EditionSummary {
  readonly store: Store
  readonly number: number
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
  readonly #read: OlderReader
  readonly #positions: Readonly<Record<Kind, number>>

  constructor(read: OlderReader, row: StoreRow) {
    this.store = JSON.parse(row.settings)
    this.number = row.number
    this.publishedAt = row.publishedAt
    this.productCount = row.productCount
    this.variantCount = row.variantCount
    this.#read = read
    this.#positions = { product: row.productPositions, variant: row.variantPositions }
  }

  /** Every id that was ever published, in the order of their positions, some at a time. */
  *ids(kind: Kind): Generator<string[]> {
    let ids: string[] = []
    for (const { id } of this.#read.ids.iterate(this.store.id, kind, this.#positions[kind])) {
      if (ids.push(id as string) < IDS_AT_ONCE) continue
      yield ids
      ids = []
    }
    if (ids.length > 0) yield ids
  }

  /** The positions of products in the order of their loading: so many from an index on. */
  loaded(from: number, count: number): number[] {
    const rows = this.#read.loaded.all(this.store.id, this.number, this.number, count, from)
    return rows.map(({ position }) => position as number)
  }

  /** The same, from the first to the last, some at a time. */
  *inOrderOfLoading(): Generator<number[]> {
    for (let last = -1; ; ) {
      const rows = this.#read.after.all(this.store.id, this.number, this.number, last, PRODUCTS_AT_ONCE)
      if (rows.length === 0) return
      yield rows.map(({ position }) => position as number)
      last = rows.at(-1)!.position as number
    }
  }

  /** The id of the product at a position. Looks at them all. */
  idAt(position: number): string {
    return String(this.#read.id.get(this.store.id, position)?.id)
  }

  async positions(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    return ids.map((id) => this.#read.position.get(this.store.id, kind, id)?.position as number | undefined)
  }

  async documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]> {
    return positions.map(
      (position) =>
        this.#read.document.get(this.store.id, form, position, this.number, this.number)?.body as string | undefined,
    )
  }

  async products(positions: readonly number[]) {
    return positions.map(
      (position) =>
        this.#read.product.get(this.store.id, position, this.number, this.number) as Moments<ProductRow> | undefined,
    )
  }

  async variants(positions: readonly number[]) {
    return positions.map(
      (position) =>
        this.#read.variant.get(this.store.id, position, this.number, this.number) as Moments<VariantRow> | undefined,
    )
  }
}

const IDS_AT_ONCE = 10_000
const PRODUCTS_AT_ONCE = 200

type Moments<Row extends ProductRow | VariantRow> = Pick<Row, 'createdAt' | 'updatedAt'>

interface StoreRow {
  readonly settings: string
  readonly number: number
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
  readonly productPositions: number
  readonly variantPositions: number
}

/** The statements that read a file of version 1. */
class OlderReader {
  readonly stores
  readonly ids
  readonly id
  readonly loaded
  readonly after
  readonly position
  readonly document
  readonly product
  readonly variant

  constructor(db: DatabaseSync) {
    const during = 'since <= ? AND until > ?'
    const moments = 'created_at AS createdAt, updated_at AS updatedAt'
    this.stores = db.prepare(`
      SELECT s.settings, e.edition AS number, e.published_at AS publishedAt, e.products AS productCount,
        e.variants AS variantCount, s.product_positions AS productPositions, s.variant_positions AS variantPositions
      FROM stores s LEFT JOIN editions e ON e.store = s.store AND e.edition = s.edition ORDER BY s.store`)
    // What lies beyond was given to an import that never ended.
    this.ids = db.prepare('SELECT id FROM positions WHERE store = ? AND kind = ? AND position < ? ORDER BY position')
    this.id = db.prepare("SELECT id FROM positions WHERE store = ? AND kind = 'product' AND position = ?")
    this.loaded = db.prepare(
      `SELECT position FROM products WHERE store = ? AND ${during} ORDER BY position LIMIT ? OFFSET ?`,
    )
    this.after = db.prepare(
      `SELECT position FROM products WHERE store = ? AND ${during} AND position > ? ORDER BY position LIMIT ?`,
    )
    this.position = db.prepare('SELECT position FROM positions WHERE store = ? AND kind = ? AND id = ?')
    this.document = db.prepare(`SELECT body FROM documents WHERE store = ? AND form = ? AND position = ? AND ${during}`)
    this.product = db.prepare(`SELECT ${moments} FROM products WHERE store = ? AND position = ? AND ${during}`)
    this.variant = db.prepare(`SELECT ${moments} FROM variants WHERE store = ? AND position = ? AND ${during}`)
  }
}

function olderVersion(path: string): number | undefined {
  if (!existsSync(path)) return undefined
  try {
    using db = new DatabaseSync(path, { timeout: 10_000 })
    const version = versionOf(db)
    return version < VERSION && UPGRADED.includes(version) ? version : undefined
  } catch (error) {
    throw unusable(`the database ${path} cannot be used: ${(error as Error).message}`)
  }
}

/** A connection that keeps all others from writing, to a file that holds everything: its log is empty. */
function frozen(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 10_000 })
  try {
    for (let tries = 0; tries < 3; tries++) {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE')
      if (logSize(path) === 0) return db
      db.exec('ROLLBACK')
    }
  } catch (error) {
    db.close()
    throw unusable(`the database ${path} cannot be used: ${(error as Error).message}`)
  }
  db.close()
  throw unusable(`another program reads ${path} or writes to it without a pause; stop it, and try again`)
}

function logSize(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

/** Makes the new file. Its stores go on counting their editions, so that none is taken for one that was before. */
function successorOf(path: string, editions: readonly OlderEdition[]): Catalogs {
  const fresh = freshPath(path)
  {
    using db = new DatabaseSync(fresh)
    prepareSchema(db)
    const addStore = db.prepare('INSERT INTO stores (store, settings, edition) VALUES (?, ?, ?)')
    const addEdition = db.prepare(
      'INSERT INTO editions (store, edition, published_at, products, variants) VALUES (?, ?, ?, 0, 0)',
    )
    for (const { store, number, publishedAt } of editions) {
      addStore.run(store.id, JSON.stringify(store), number)
      addEdition.run(store.id, number, publishedAt)
    }
  }
  return openSqliteCatalogs(fresh)
}

/** Sees to it that a file that nobody has open, and that was just filled, is on the disk, all of it. */
function sealed(path: string): void {
  {
    using db = new DatabaseSync(path, { timeout: 10_000 })
    // The editions that stores began with hold nothing: nobody should go back to them.
    db.exec('DELETE FROM editions WHERE edition < (SELECT edition FROM stores s WHERE s.store = editions.store)')
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  if (logSize(path) > 0) throw unusable(`another program has ${path} open; stop it, and try again`)
}

/** Gives a file the owner and the permissions of another: the server may run as somebody else. */
function takeAfter(path: string, { mode, uid, gid }: { mode: number; uid: number; gid: number }): void {
  const own = statSync(path)
  chmodSync(path, mode)
  if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid)
}

function freshPath(path: string): string {
  return `${path}.upgrading`
}

/** Removes what an upgrade that did not come to its end has left. */
function removeRemnants(path: string, kept: string): void {
  for (const end of ['', '-wal', '-shm', '-journal', '-lock', '-lock-journal']) {
    rmSync(`${freshPath(path)}${end}`, { force: true })
  }
  // The old file has both names until its successor takes one.
  if (isSameFile(path, kept)) rmSync(kept)
}

function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) => statSync(name, { throwIfNoEntry: false, bigint: true }))
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev
}

function unusable(sentence: string): VitrineError {
  return new VitrineError('database-unusable', sentence)
}
