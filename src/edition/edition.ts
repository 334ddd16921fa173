import type { Store, StoreId } from '../catalog/store.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import type { Uuid } from '../catalog/uuid.ts'
import type { PostingList } from '../index/posting-list.ts'
import type { SortOrder } from '../index/sort-order.ts'
import type { ProductRow, VariantRow } from './rows.ts'
import type { Kind, Sort, Term } from './term.ts'
import type { Field } from './word-term.ts'

/**
 * The forms of rendered JSON: `summary` is a product in a list, `detail` a product by itself, `variant` a variant in full.
 * Both forms of a product contain its variants.
 */
export type Form = 'summary' | 'detail' | 'variant'

/** The kind of thing that a form shows. */
export function kindOf(form: Form): Kind {
  return form === 'variant' ? 'variant' : 'product'
}

/** What is known of an edition without opening it. */
export interface EditionSummary {
  readonly number: number
  /** ISO 8601 in UTC with milliseconds. */
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
}

/** The posting lists for a word that may be the beginning of a longer one. */
export interface PrefixMatch {
  /** Things that have the word itself. */
  readonly exact: PostingList
  /** Things that have a word with this prefix, the word itself included. */
  readonly all: PostingList
}

/** The id and name of a facet value, as the product with the lowest position that has the value gives them. */
export interface FacetValueName {
  readonly id: Uuid
  readonly name: string
}

/** A label, an option group or an option of an edition's products. */
export interface FacetValue extends FacetValueName {
  /** `label:<code>`, `group:<code>` or `option:<group>:<code>`. */
  readonly term: Term
  /** How many products have it. */
  readonly productCount: number
  /** The products that have it. Given in small editions, where reading them with the names costs no round trip. */
  readonly postings?: PostingList
}

/** An edition of at most this many products is small. */
export const SMALL_EDITION = 1000

export interface TermPostings {
  readonly term: Term
  readonly postings: PostingList
}

export { NO_PRODUCT } from '../index/product-variants.ts'

/**
 * One published state of one store. It never changes, so it may be read and cached freely. A read may be a round trip to
 * another machine: start reads that do not depend on each other together. Every read may throw `database-unusable`.
 */
export interface Edition extends EditionSummary {
  readonly store: Store

  /** One posting list per term, in the order of `terms`. A term that nothing has gives an empty list. */
  postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]>

  /** The posting lists of a word and of the words that begin with it, in a field. */
  prefixMatch(kind: Kind, field: Field, word: string): Promise<PrefixMatch>

  /** All words of a field, one a line. Words with the same first letter are adjacent and sorted. */
  dictionary(kind: Kind, field: Field): Promise<string>

  /** The synonyms of the store, as they were declared. */
  synonymEntries(): Promise<readonly SynonymEntry[]>

  /** The words of a field that have this first letter, sorted. */
  dictionaryOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]>

  /** All labels, option groups and options of products, by term. */
  facetValues(): Promise<readonly FacetValue[]>

  /** The posting lists of all terms that begin with `beginning` and a colon (`label`, `option:color`), by term, in pages. */
  scanPostings(kind: Kind, beginning: string): AsyncIterable<readonly TermPostings[]>

  /** The product of each slug, in the order of `slugs`; undefined where no product has it. */
  productsBySlug(slugs: readonly string[]): Promise<(number | undefined)[]>

  /** The variants that have any of these skus, or the products of those variants. */
  positionsBySku(kind: Kind, skus: readonly string[]): Promise<PostingList>

  /** The variants of the product with this id. Empty if the edition has no such product. */
  variantsOfProduct(product: string): Promise<PostingList>

  /** All positions of a kind, sorted. */
  sortOrder(kind: Kind, sort: Sort): Promise<SortOrder>

  /** The positions at ranks `from` to before `to` of an order; fewer at its end. Reads only the chunks that hold them. */
  orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array>

  /** The product's position at the index that is the variant's position, else `NO_PRODUCT`. */
  productOfVariant(): Promise<Uint32Array>

  /** The position of each id, in the order of `ids`; undefined where the edition has nothing with that id. */
  positionsById(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]>

  /** The document of the product or variant with this id, as UTF-8; undefined if the edition has none. */
  documentById(form: Form, id: string): Promise<Uint8Array | undefined>

  /** Documents in the order of the positions, joined by commas, as UTF-8: the content of a JSON array. */
  concatenatedDocuments(form: Form, positions: Uint32Array): Promise<Uint8Array>

  /** Documents as text, in the order of the positions; undefined where the edition has none. */
  documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]>

  /** The row of each position, in order; undefined where the edition has none. */
  productRows(positions: readonly number[]): Promise<(ProductRow | undefined)[]>
  variantRows(positions: readonly number[]): Promise<(VariantRow | undefined)[]>
}

/** A store with its current edition. */
export interface StoreState {
  readonly store: Store
  readonly edition: EditionSummary
}

/** The current editions of a database. */
export interface Editions extends AsyncDisposable {
  /** The store's current edition. Throws `store-not-found`, or `database-unusable`. */
  current(store: StoreId): Promise<Edition>

  /**
   * Since when the database has not answered, as `performance.now()` counts; undefined while it answers. Meanwhile `current`
   * gives the last known editions, and only cached reads succeed.
   */
  readonly unavailableSince: number | undefined

  /** Asks the database for an answer. Throws `database-unusable`. */
  ping(): Promise<void>

  /** Every store with its current edition. */
  list(): Promise<StoreState[]>
}
