import { VitrineError } from '../../catalog/error.ts'
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
import type { QueryRunner, Statement } from './connection.ts'
import * as statements from './read-statements.ts'

/** The edition is not on the server that was asked: a replica that is behind, or it is not kept any longer. */
export class EditionGone extends VitrineError {
  constructor(edition: EditionSummary) {
    super('database-unusable', `the database does not have edition ${edition.number} that was current before`)
  }
}

/** One edition in PostgreSQL. What is read together is asked in one statement; every method is one round trip. */
export class PostgresEdition implements Edition {
  readonly store: Store
  readonly number: number
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
  readonly #queries: QueryRunner

  constructor(queries: QueryRunner, store: Store, summary: EditionSummary) {
    this.#queries = queries
    this.store = store
    this.number = summary.number
    this.publishedAt = summary.publishedAt
    this.productCount = summary.productCount
    this.variantCount = summary.variantCount
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    if (terms.length === 0) return []
    const rows = await this.#rows<ListRow>(statements.postings, kind, terms)
    const sets = new Map(rows.map((row) => [row.term, setOf(row)]))
    return terms.map((term) => sets.get(term) ?? NO_POSTINGS)
  }

  async prefixMatch(kind: Kind, field: Field, word: string): Promise<PrefixMatch> {
    const term = wordTerm(field, word)
    if (hasPrefixList(word)) {
      const [exactly, any] = await this.postings(kind, [term, prefixTerm(field, word)])
      return { exact: exactly!, all: any! }
    }
    const rows = await this.#rows<ListRow>(statements.prefix, kind, term, prefixEnd(term))
    const sets = rows.map(setOf)
    return { exact: rows[0]?.term === term ? sets[0]! : NO_POSTINGS, all: unionAll(sets) }
  }

  async dictionary(kind: Kind, field: Field): Promise<string> {
    const rows = await this.#rows<{ words: string }>(statements.words, kind, field)
    return rows.map(({ words }) => words).join('\n')
  }

  async dictionaryOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]> {
    const [row] = await this.#rows<{ words: string }>(statements.wordsOfInitial, kind, field, initial)
    return row ? row.words.split('\n') : []
  }

  async facetValues(): Promise<readonly FacetValue[]> {
    const beginnings = ['group:', 'label:', 'option:']
    const rows = await this.#rows<{ term: Term; size: number; name: string; positions: Buffer | null }>(
      statements.values,
      this.productCount <= SMALL_EDITION,
      beginnings,
      beginnings.map(prefixEnd),
    )
    return rows.map(({ term, size, name, positions }) => {
      const value = { term, productCount: size, ...(JSON.parse(name) as FacetValueName) }
      return positions ? { ...value, postings: decodePostings(positions, size) } : value
    })
  }

  async *scanPostings(kind: Kind, beginning: string): AsyncGenerator<readonly TermPostings[]> {
    const end = prefixEnd(`${beginning}:`)
    for (let from = `${beginning}:`; ; ) {
      const rows = await this.#rows<ListRow>(statements.lists, kind, from, end)
      if (rows.length > 0) yield rows.map((row) => ({ term: row.term, postings: setOf(row) }))
      if (rows.length < statements.LISTS_AT_ONCE) return
      from = rows.at(-1)!.term
    }
  }

  async productsBySlug(slugs: readonly string[]): Promise<(number | undefined)[]> {
    const rows = await this.#rows<{ slug: string; position: number }>(statements.bySlug, slugs)
    const positions = new Map(rows.map(({ slug, position }) => [slug, position]))
    return slugs.map((slug) => positions.get(slug))
  }

  async positionsBySku(kind: Kind, skus: readonly string[]): Promise<PostingList> {
    const statement = kind === 'product' ? statements.productsBySku : statements.variantsBySku
    return toPostingList((await this.#rows<PositionRow>(statement, skus)).map(positionIn))
  }

  async variantsOfProduct(product: string): Promise<PostingList> {
    return toPostingList((await this.#rows<PositionRow>(statements.variantsOf, product)).map(positionIn))
  }

  async sortOrder(kind: Kind, sort: Sort): Promise<SortOrder> {
    return new SortOrder(await this.#chunks(kind, sort, 0, MOST_CHUNKS))
  }

  async orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const first = Math.floor(from / ORDER_CHUNK)
    const positions = await this.#chunks(kind, sort, first, Math.floor((to - 1) / ORDER_CHUNK))
    return positions.subarray(from - first * ORDER_CHUNK, to - first * ORDER_CHUNK)
  }

  async productOfVariant(): Promise<Uint32Array> {
    return await this.#chunks('variant', PRODUCT_OF_VARIANT, 0, MOST_CHUNKS)
  }

  async positionsById(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    const statement = kind === 'product' ? statements.productsById : statements.variantsById
    const rows = await this.#rows<{ id: string; position: number }>(statement, ids)
    const positions = new Map(rows.map(({ id, position }) => [id, position]))
    return ids.map((id) => positions.get(id))
  }

  async documentById(form: Form, id: string): Promise<Uint8Array | undefined> {
    const [row] = await this.#rows<{ body: string }>(statements.documentById, form, kindOf(form), id)
    return row && Buffer.from(row.body)
  }

  async concatenatedDocuments(form: Form, positions: Uint32Array): Promise<Uint8Array> {
    if (positions.length === 0) return NO_BYTES
    const [row] = await this.#rows<{ body: string; count: number }>(statements.joined, form, arrayOf(positions))
    if (row?.count !== positions.length)
      throw new Error(`edition ${this.number} of ${this.store.id} lacks documents that it lists`)
    return Buffer.from(row.body)
  }

  async documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]> {
    const rows = await this.#rows<{ position: number; body: string }>(statements.documents, form, arrayOf(positions))
    const bodies = new Map(rows.map(({ position, body }) => [position, body]))
    return positions.map((position) => bodies.get(position))
  }

  async productRows(positions: readonly number[]): Promise<(ProductRow | undefined)[]> {
    return inOrder(positions, await this.#rows<ProductRow>(statements.products, arrayOf(positions)))
  }

  async variantRows(positions: readonly number[]): Promise<(VariantRow | undefined)[]> {
    return inOrder(positions, await this.#rows<VariantRow>(statements.variants, arrayOf(positions)))
  }

  async #chunks(kind: Kind, name: string, from: number, to: number): Promise<Uint32Array> {
    const rows = await this.#rows<{ positions: Buffer }>(statements.chunks, kind, name, from, to)
    return wordsOfBytes(rows.length === 1 ? rows[0]!.positions : Buffer.concat(rows.map(({ positions }) => positions)))
  }

  /** The rows that a statement finds in this edition. Throws `EditionGone`. */
  async #rows<Row>(statement: Statement, ...values: readonly unknown[]): Promise<Row[]> {
    const rows = await this.#queries.query<Row & { here: unknown }>(statement, [this.store.id, this.number, ...values])
    // The edition's own row is always there; what is asked for may not be.
    if (rows.length === 0) throw new EditionGone(this)
    return rows[0]!.here === null ? [] : rows
  }
}

interface ListRow {
  readonly term: Term
  readonly size: number
  readonly positions: Buffer
}

interface PositionRow {
  readonly position: number
}

const MOST_CHUNKS = 2_147_483_647
const NO_BYTES = new Uint8Array(0)

function setOf({ positions, size }: ListRow): PostingList {
  return decodePostings(positions, size)
}

function positionIn({ position }: PositionRow): number {
  return position
}

function inOrder<Row extends PositionRow>(positions: readonly number[], rows: readonly Row[]): (Row | undefined)[] {
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return positions.map((position) => byPosition.get(position))
}

/** Numbers as PostgreSQL writes an array. */
export function arrayOf(numbers: readonly number[] | Uint32Array): string {
  return `{${numbers.join()}}`
}
