import type { Store } from '../../catalog/store.ts'
import {
  type Beginning,
  type Edition,
  type EditionSummary,
  type Form,
  kindOf,
  type NamedList,
  SMALL,
  type Value,
  type ValueName,
} from '../../edition/edition.ts'
import type { ProductRow, VariantRow } from '../../edition/rows.ts'
import type { Kind, Sort, Term } from '../../edition/term.ts'
import { type Field, isShort, prefixTerm, wordTerm } from '../../edition/word-term.ts'
import { decodePositions, wordsOf } from '../../postings/bytes.ts'
import { Order } from '../../postings/order.ts'
import { NOTHING, type Positions, positionsOf, uniteAll } from '../../postings/positions.ts'
import { ownTurn } from '../../postings/turn.ts'
import { after, CHUNK, OWNER } from '../kept.ts'
import { LISTS_AT_ONCE, type Reader } from './reader.ts'

/** One edition in a SQLite file. `node:sqlite` answers at once, so nothing waits here but to let others through. */
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
    const withPositions = this.productCount <= SMALL ? 1 : 0
    const row = this.#read.values.get(this.store.id, this.number, withPositions)
    return (JSON.parse(`[${row!.list ?? ''}]`) as [Term, number, ValueName, string][]).map(namedValue)
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
    return new Order(await this.#allChunks(kind, sort))
  }

  orderAtHand(): undefined {}

  async ranked(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const first = Math.floor(from / CHUNK)
    const positions = this.#chunks(kind, sort, first, Math.floor((to - 1) / CHUNK))
    return positions.subarray(from - first * CHUNK, to - first * CHUNK)
  }

  async owners(): Promise<Uint32Array> {
    return await this.#allChunks('variant', OWNER)
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

  atHand(): undefined {}

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

  /** All of an order, some chunks at a time: of four million positions they take 50 ms. */
  async #allChunks(kind: Kind, name: string): Promise<Uint32Array> {
    const parts: Uint32Array[] = []
    for (let from = 0; ; from += CHUNKS_AT_ONCE) {
      const part = this.#chunks(kind, name, from, from + CHUNKS_AT_ONCE - 1)
      parts.push(part)
      if (part.length < CHUNKS_AT_ONCE * CHUNK) return concatenated(parts)
      await ownTurn()
    }
  }

  #chunks(kind: Kind, name: string, from: number, to: number): Uint32Array {
    const rows = this.#read.order.all(this.store.id, kind, name, from, to, this.number, this.number)
    return concatenated(rows.map((row) => wordsOf(row.positions as Uint8Array)))
  }
}

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0]!
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Chunks of an order that are read between two turns of the event loop: 1 MB. */
const CHUNKS_AT_ONCE = 16

const NO_BYTES = new Uint8Array(0)

function setOf(row: Record<string, unknown> | undefined): Positions {
  return row ? decodePositions(row.positions as Uint8Array, row.size as number) : NOTHING
}

function namedValue([term, size, { id, name }, positions]: [Term, number, ValueName, string]): Value {
  const value = { term, size, id, name }
  return positions === '' ? value : { ...value, positions: decodePositions(Buffer.from(positions, 'hex'), size) }
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
