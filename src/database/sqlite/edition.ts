import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Store } from '../../catalog/store.ts'
import {
  type Beginning,
  type Edition,
  type EditionSummary,
  type Form,
  kindOf,
  type NamedList,
  type Value,
  type ValueName,
} from '../../edition/edition.ts'
import type { ProductRow, VariantRow } from '../../edition/rows.ts'
import type { Kind, Sort, Term } from '../../edition/term.ts'
import { type Field, isShort, prefixTerm, wordTerm } from '../../edition/word-term.ts'
import { decodePositions, wordsOf } from '../../postings/bytes.ts'
import { Order } from '../../postings/order.ts'
import { NOTHING, type Positions, positionsOf, uniteAll } from '../../postings/positions.ts'
import { after, CHUNK, OWNER } from '../kept.ts'

/** One edition in a SQLite file. `node:sqlite` answers at once, so nothing here ever waits. */
export class SqliteEdition implements Edition {
  readonly store: Store
  readonly number: number
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
  readonly #read: Reader

  constructor(read: Reader, store: Store, summary: EditionSummary) {
    this.#read = read
    this.store = store
    this.number = summary.number
    this.publishedAt = summary.publishedAt
    this.productCount = summary.productCount
    this.variantCount = summary.variantCount
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<Positions[]> {
    return terms.map((term) => setOf(this.#read.posting.get(this.store.id, kind, term, this.number, this.number)))
  }

  async beginning(kind: Kind, field: Field, word: string): Promise<Beginning> {
    const term = wordTerm(field, word)
    if (isShort(word)) {
      const [exactly, any] = await this.postings(kind, [term, prefixTerm(field, word)])
      return { exactly: exactly!, any: any! }
    }
    const rows = this.#read.prefix.all(this.store.id, kind, term, after(term), this.number, this.number)
    const sets = rows.map(setOf)
    return { exactly: rows[0]?.term === term ? sets[0]! : NOTHING, any: uniteAll(sets) }
  }

  async words(kind: Kind, field: Field): Promise<string> {
    const rows = this.#read.words.all(this.store.id, kind, field, this.number, this.number)
    return rows.map((row) => row.words as string).join('\n')
  }

  async wordsOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]> {
    const row = this.#read.wordsOfInitial.get(this.store.id, kind, field, initial, this.number, this.number)
    return row ? (row.words as string).split('\n') : []
  }

  async values(): Promise<readonly Value[]> {
    return ['group', 'label', 'option'].flatMap((field) =>
      this.#read.values.all(this.store.id, `${field}:`, after(`${field}:`), this.number, this.number).map(valueIn),
    )
  }

  async *listsOf(kind: Kind, beginning: string): AsyncGenerator<readonly NamedList[]> {
    const end = after(`${beginning}:`)
    for (let from = `${beginning}:`; ; ) {
      const rows = this.#read.lists.all(this.store.id, kind, from, end, this.number, this.number)
      if (rows.length > 0) yield rows.map((row) => ({ term: row.term as Term, positions: setOf(row) }))
      if (rows.length < LISTS_AT_ONCE) return
      from = rows.at(-1)!.term as string
    }
  }

  async bySlug(slugs: readonly string[]): Promise<(number | undefined)[]> {
    return slugs.map(
      (slug) =>
        this.#read.productBySlug.get(this.store.id, slug, this.number, this.number)?.position as number | undefined,
    )
  }

  async bySku(kind: Kind, skus: readonly string[]): Promise<Positions> {
    const bySku = this.#read[kind === 'product' ? 'productsBySku' : 'variantsBySku']
    return positionsOf(skus.flatMap((sku) => bySku.all(this.store.id, sku, this.number, this.number).map(positionIn)))
  }

  async variantsOf(product: string): Promise<Positions> {
    const rows = this.#read.variantsOfProduct.all(this.store.id, product, this.number, this.number)
    return positionsOf(rows.map(positionIn))
  }

  async order(kind: Kind, sort: Sort): Promise<Order> {
    return new Order(this.#chunks(kind, sort, 0, Number.MAX_SAFE_INTEGER))
  }

  orderAtHand(): undefined {}

  async ranked(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const first = Math.floor(from / CHUNK)
    const positions = this.#chunks(kind, sort, first, Math.floor((to - 1) / CHUNK))
    return positions.subarray(from - first * CHUNK, to - first * CHUNK)
  }

  async owners(): Promise<Uint32Array> {
    return this.#chunks('variant', OWNER, 0, Number.MAX_SAFE_INTEGER)
  }

  async positions(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    const byId = this.#read[kind === 'product' ? 'productById' : 'variantById']
    return ids.map((id) => byId.get(this.store.id, kind, id, this.number, this.number)?.position as number | undefined)
  }

  async document(form: Form, id: string): Promise<Uint8Array | undefined> {
    return this.#read.documentById.get(this.store.id, kindOf(form), id, form, this.number, this.number)?.body as
      | Uint8Array
      | undefined
  }

  async joined(form: Form, positions: Uint32Array): Promise<Uint8Array> {
    const { length } = positions
    if (length === 0) return NO_BYTES
    const low = Math.min(positions[0]!, positions[length - 1]!)
    const row =
      length > 1 && isRun(positions)
        ? this.#read[low === positions[0] ? 'rising' : 'falling'].get(
            this.store.id,
            form,
            this.number,
            this.number,
            low,
            low + length - 1,
          )
        : this.#read.scattered.get(this.store.id, form, this.number, this.number, `[${positions.join()}]`)
    if (row?.count !== length)
      throw new Error(`edition ${this.number} of ${this.store.id} lacks documents that it lists`)
    return row.body as Uint8Array
  }

  async documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]> {
    return positions.map(
      (position) =>
        this.#read.document.get(this.store.id, form, position, this.number, this.number)?.body as string | undefined,
    )
  }

  remembered<Value>(_key: string, make: () => Promise<Value>): Promise<Value> {
    return make()
  }

  async products(positions: readonly number[]): Promise<(ProductRow | undefined)[]> {
    return positions.map(
      (position) => this.#read.product.get(this.store.id, position, this.number, this.number) as ProductRow | undefined,
    )
  }

  async variants(positions: readonly number[]): Promise<(VariantRow | undefined)[]> {
    return positions.map(
      (position) => this.#read.variant.get(this.store.id, position, this.number, this.number) as VariantRow | undefined,
    )
  }

  #chunks(kind: Kind, name: string, from: number, to: number): Uint32Array {
    const rows = this.#read.order.all(this.store.id, kind, name, from, to, this.number, this.number)
    if (rows.length === 1) return wordsOf(rows[0]!.positions as Uint8Array)
    const parts = rows.map((row) => wordsOf(row.positions as Uint8Array))
    const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
}

/** Lists of one field that are read together: of four million variants, up to 8 MB. */
const LISTS_AT_ONCE = 16

/** The statements that read an edition, prepared once a connection. Each asks by a primary key that begins with the store. */
export class Reader {
  readonly posting: StatementSync
  readonly prefix: StatementSync
  readonly lists: StatementSync
  readonly words: StatementSync
  readonly wordsOfInitial: StatementSync
  readonly values: StatementSync
  readonly productBySlug: StatementSync
  readonly variantsBySku: StatementSync
  readonly productsBySku: StatementSync
  readonly variantsOfProduct: StatementSync
  readonly order: StatementSync
  readonly productById: StatementSync
  readonly variantById: StatementSync
  readonly documentById: StatementSync
  readonly document: StatementSync
  readonly rising: StatementSync
  readonly falling: StatementSync
  readonly scattered: StatementSync
  readonly product: StatementSync
  readonly variant: StatementSync

  constructor(db: DatabaseSync) {
    const during = 'since <= ? AND until > ?'
    const joined = (order: string) => `
      SELECT CAST(group_concat(body, ',') AS BLOB) AS body, count(*) AS count FROM (
        SELECT body FROM documents
        WHERE store = ?1 AND form = ?2 AND since <= ?3 AND until > ?4 AND position BETWEEN ?5 AND ?6 ORDER BY position ${order})`
    const byId = (table: string) => `
      SELECT position FROM positions p WHERE store = ? AND kind = ? AND id = ? AND EXISTS (
        SELECT 1 FROM ${table} t WHERE t.store = p.store AND t.position = p.position AND t.since <= ? AND t.until > ?)`
    this.posting = db.prepare(
      `SELECT size, positions FROM postings WHERE store = ? AND kind = ? AND term = ? AND ${during}`,
    )
    this.prefix = db.prepare(
      `SELECT term, size, positions FROM postings WHERE store = ? AND kind = ? AND term >= ? AND term < ? AND ${during} ORDER BY term`,
    )
    this.lists = db.prepare(`
      SELECT term, size, positions FROM postings
      WHERE store = ? AND kind = ? AND term > ? AND term < ? AND ${during} ORDER BY term LIMIT ${LISTS_AT_ONCE}`)
    this.words = db.prepare(
      `SELECT words FROM words WHERE store = ? AND kind = ? AND field = ? AND ${during} ORDER BY initial`,
    )
    this.wordsOfInitial = db.prepare(
      `SELECT words FROM words WHERE store = ? AND kind = ? AND field = ? AND initial = ? AND ${during}`,
    )
    this.values = db.prepare(`
      SELECT term, size, name FROM postings
      WHERE store = ? AND kind = 'product' AND term >= ? AND term < ? AND ${during} AND name IS NOT NULL ORDER BY term`)
    this.productBySlug = db.prepare(
      `SELECT position FROM products INDEXED BY products_slug WHERE store = ? AND slug = ? AND ${during}`,
    )
    const bySku = (column: string) =>
      `SELECT ${column} AS position FROM variants INDEXED BY variants_sku WHERE store = ? AND sku = ? AND ${during}`
    this.variantsBySku = db.prepare(bySku('position'))
    this.productsBySku = db.prepare(bySku('product'))
    this.variantsOfProduct = db.prepare(`
      SELECT v.position FROM positions p CROSS JOIN variants v INDEXED BY variants_product
      ON v.store = p.store AND v.product = p.position AND v.since <= ?3 AND v.until > ?4
      WHERE p.store = ?1 AND p.kind = 'product' AND p.id = ?2`)
    this.order = db.prepare(
      `SELECT positions FROM orders WHERE store = ? AND kind = ? AND name = ? AND chunk BETWEEN ? AND ? AND ${during} ORDER BY chunk`,
    )
    this.productById = db.prepare(byId('products'))
    this.variantById = db.prepare(byId('variants'))
    this.documentById = db.prepare(`
      SELECT CAST(d.body AS BLOB) AS body FROM positions p CROSS JOIN documents d
      ON d.store = ?1 AND d.form = ?4 AND d.position = p.position AND d.since <= ?5 AND d.until > ?6
      WHERE p.store = ?1 AND p.kind = ?2 AND p.id = ?3`)
    this.document = db.prepare(`SELECT body FROM documents WHERE store = ? AND form = ? AND position = ? AND ${during}`)
    this.rising = db.prepare(joined('ASC'))
    this.falling = db.prepare(joined('DESC'))
    this.scattered = db.prepare(`
      SELECT CAST(group_concat(body, ',') AS BLOB) AS body, count(*) AS count FROM (
        SELECT d.body FROM json_each(?5) p CROSS JOIN documents d
        ON d.store = ?1 AND d.form = ?2 AND d.position = p.value AND d.since <= ?3 AND d.until > ?4)`)
    this.product = db.prepare(`
      SELECT position, digest, created_at AS createdAt, updated_at AS updatedAt, name, slug, price,
        highest_price AS highestPrice
      FROM products WHERE store = ? AND position = ? AND ${during}`)
    this.variant = db.prepare(`
      SELECT position, product, created_at AS createdAt, updated_at AS updatedAt, name, sku, price, stock
      FROM variants WHERE store = ? AND position = ? AND ${during}`)
  }
}

const NO_BYTES = new Uint8Array(0)

function setOf(row: Record<string, unknown> | undefined): Positions {
  return row ? decodePositions(row.positions as Uint8Array, row.size as number) : NOTHING
}

function valueIn(row: Record<string, unknown>): Value {
  const { term, size, name } = row as { term: Term; size: number; name: string }
  return { term, size, ...(JSON.parse(name) as ValueName) }
}

function positionIn(row: Record<string, unknown>): number {
  return row.position as number
}

/** Whether positions are neighbours, all rising or all falling by one. */
function isRun(positions: Uint32Array): boolean {
  const step = positions[1]! - positions[0]!
  if (step !== 1 && step !== -1) return false
  for (let i = 2; i < positions.length; i++) if (positions[i]! - positions[i - 1]! !== step) return false
  return true
}
