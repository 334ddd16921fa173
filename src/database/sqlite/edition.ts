import type { Store } from '../../catalog/store.ts'
import {
  type Edition,
  type EditionSummary,
  type FacetValue,
  type FacetValueName,
  type Form,
  kindOf,
  type PrefixMatch,
  SMALL_EDITION,
  type TermPostings,
} from '../../edition/edition.ts'
import type { ProductRow, VariantRow } from '../../edition/rows.ts'
import { ORDER_CHUNK, PRODUCT_OF_VARIANT, prefixEnd } from '../../edition/tables.ts'
import type { Kind, Sort, Term } from '../../edition/term.ts'
import { type Field, hasPrefixList, prefixTerm, wordTerm } from '../../edition/word-term.ts'
import { decodePostings, wordsOfBytes } from '../../index/posting-codec.ts'
import { NO_POSTINGS, type PostingList, toPostingList, unionAll } from '../../index/set-algebra.ts'
import { SortOrder } from '../../index/sort-order.ts'
import { yieldToEventLoop } from '../../runtime/event-loop.ts'
import { LISTS_AT_ONCE, type ReadStatements } from './read-statements.ts'

/** One edition in a SQLite file. `node:sqlite` answers at once, so nothing waits here but to let others through. */
export class SqliteEdition implements Edition {
  readonly store: Store
  readonly number: number
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
  readonly #read: ReadStatements

  constructor(read: ReadStatements, store: Store, summary: EditionSummary) {
    this.#read = read
    this.store = store
    this.number = summary.number
    this.publishedAt = summary.publishedAt
    this.productCount = summary.productCount
    this.variantCount = summary.variantCount
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    return terms.map((term) => setOf(this.#read.posting.get(this.store.id, kind, term, this.number, this.number)))
  }

  async prefixMatch(kind: Kind, field: Field, word: string): Promise<PrefixMatch> {
    const term = wordTerm(field, word)
    if (hasPrefixList(word)) {
      const [exactly, any] = await this.postings(kind, [term, prefixTerm(field, word)])
      return { exact: exactly!, all: any! }
    }
    const rows = this.#read.prefix.all(this.store.id, kind, term, prefixEnd(term), this.number, this.number)
    const sets = rows.map(setOf)
    return { exact: rows[0]?.term === term ? sets[0]! : NO_POSTINGS, all: unionAll(sets) }
  }

  async dictionary(kind: Kind, field: Field): Promise<string> {
    const rows = this.#read.words.all(this.store.id, kind, field, this.number, this.number)
    return rows.map((row) => row.words as string).join('\n')
  }

  async dictionaryOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]> {
    const row = this.#read.wordsOfInitial.get(this.store.id, kind, field, initial, this.number, this.number)
    return row ? (row.words as string).split('\n') : []
  }

  async facetValues(): Promise<readonly FacetValue[]> {
    const withPositions = this.productCount <= SMALL_EDITION ? 1 : 0
    const row = this.#read.values.get(this.store.id, this.number, withPositions)
    return (JSON.parse(`[${row!.list ?? ''}]`) as [Term, number, FacetValueName, string][]).map(namedValue)
  }

  async *scanPostings(kind: Kind, beginning: string): AsyncGenerator<readonly TermPostings[]> {
    const end = prefixEnd(`${beginning}:`)
    for (let from = `${beginning}:`; ; ) {
      const rows = this.#read.lists.all(this.store.id, kind, from, end, this.number, this.number)
      if (rows.length > 0) yield rows.map((row) => ({ term: row.term as Term, postings: setOf(row) }))
      if (rows.length < LISTS_AT_ONCE) return
      from = rows.at(-1)!.term as string
    }
  }

  async productsBySlug(slugs: readonly string[]): Promise<(number | undefined)[]> {
    return slugs.map(
      (slug) =>
        this.#read.productBySlug.get(this.store.id, slug, this.number, this.number)?.position as number | undefined,
    )
  }

  async positionsBySku(kind: Kind, skus: readonly string[]): Promise<PostingList> {
    const bySku = this.#read[kind === 'product' ? 'productsBySku' : 'variantsBySku']
    return toPostingList(skus.flatMap((sku) => bySku.all(this.store.id, sku, this.number, this.number).map(positionIn)))
  }

  async variantsOfProduct(product: string): Promise<PostingList> {
    const rows = this.#read.variantsOfProduct.all(this.store.id, product, this.number, this.number)
    return toPostingList(rows.map(positionIn))
  }

  async sortOrder(kind: Kind, sort: Sort): Promise<SortOrder> {
    return new SortOrder(await this.#allChunks(kind, sort))
  }

  async orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const first = Math.floor(from / ORDER_CHUNK)
    const positions = this.#chunks(kind, sort, first, Math.floor((to - 1) / ORDER_CHUNK))
    return positions.subarray(from - first * ORDER_CHUNK, to - first * ORDER_CHUNK)
  }

  async productOfVariant(): Promise<Uint32Array> {
    return await this.#allChunks('variant', PRODUCT_OF_VARIANT)
  }

  async positionsById(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    const byId = this.#read[kind === 'product' ? 'productById' : 'variantById']
    return ids.map((id) => byId.get(this.store.id, kind, id, this.number, this.number)?.position as number | undefined)
  }

  async documentById(form: Form, id: string): Promise<Uint8Array | undefined> {
    return this.#read.documentById.get(this.store.id, kindOf(form), id, form, this.number, this.number)?.body as
      | Uint8Array
      | undefined
  }

  async concatenatedDocuments(form: Form, positions: Uint32Array): Promise<Uint8Array> {
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

  async productRows(positions: readonly number[]): Promise<(ProductRow | undefined)[]> {
    return positions.map(
      (position) => this.#read.product.get(this.store.id, position, this.number, this.number) as ProductRow | undefined,
    )
  }

  async variantRows(positions: readonly number[]): Promise<(VariantRow | undefined)[]> {
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
      if (part.length < CHUNKS_AT_ONCE * ORDER_CHUNK) return concatenated(parts)
      await yieldToEventLoop()
    }
  }

  #chunks(kind: Kind, name: string, from: number, to: number): Uint32Array {
    const rows = this.#read.order.all(this.store.id, kind, name, from, to, this.number, this.number)
    return concatenated(rows.map((row) => wordsOfBytes(row.positions as Uint8Array)))
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

function setOf(row: Record<string, unknown> | undefined): PostingList {
  return row ? decodePostings(row.positions as Uint8Array, row.size as number) : NO_POSTINGS
}

function namedValue([term, size, { id, name }, positions]: [Term, number, FacetValueName, string]): FacetValue {
  const value = { term, productCount: size, id, name }
  return positions === '' ? value : { ...value, postings: decodePostings(Buffer.from(positions, 'hex'), size) }
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
