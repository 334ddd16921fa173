import type { Store, StoreId } from '../catalog/store.ts'
import type { Uuid } from '../catalog/uuid.ts'
import type { PostingList } from '../index/set-algebra.ts'
import type { SortOrder } from '../index/sort-order.ts'
import type { ProductRow, VariantRow } from './rows.ts'
import type { Kind, Sort, Term } from './term.ts'
import type { Field } from './word-term.ts'

/**
 * Rendered JSON that is kept: a product as it stands in a list, a product by itself, a variant in full form.
 * A variant has no document of its own in a product's forms: it is part of them.
 */
export type Form = 'summary' | 'detail' | 'variant'

/** What a form is a document of. */
export function kindOf(form: Form): Kind {
  return form === 'variant' ? 'variant' : 'product'
}

/** What there is to say of an edition without opening it. */
export interface EditionSummary {
  readonly number: number
  /** ISO 8601 in UTC with milliseconds. */
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
}

/** What is found for a word that may not be typed to its end yet. */
export interface PrefixMatch {
  /** What has the very word. */
  readonly exact: PostingList
  /** What has a word that begins with it, the word itself included. */
  readonly all: PostingList
}

/** A label, an option group or an option that products of an edition have. */
export interface FacetValue extends FacetValueName {
  /** `label:<code>`, `group:<code>` or `option:<group>:<code>`. */
  readonly term: Term
  /** How many products have it. */
  readonly productCount: number
  /** Which ones, in a small edition: read with the names they take no reading of their own. */
  readonly postings?: PostingList
}

/** Editions of so many products are small, or of fewer. */
export const SMALL_EDITION = 1000

export interface TermPostings {
  readonly term: Term
  readonly postings: PostingList
}

/** What a value is called: by the product that was loaded first of those that have it. */
export interface FacetValueName {
  readonly id: Uuid
  readonly name: string
}

export { NO_PRODUCT } from '../index/product-variants.ts'

/**
 * One published state of one store. It never changes, so that it may be read and cached freely. A read may be a round trip
 * to another machine: reads that don't wait for one another are asked for at once.
 */
export interface Edition extends EditionSummary {
  readonly store: Store

  /** One set per term, in the order asked; a term that nothing carries gives the empty set. */
  postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]>

  /** What has a word in a field, and what has any word that begins with it. */
  prefixMatch(kind: Kind, field: Field, word: string): Promise<PrefixMatch>

  /** All words of a field, a line each; those of one first letter together, sorted. */
  dictionary(kind: Kind, field: Field): Promise<string>

  /** The words of a field with this first letter, sorted. */
  dictionaryOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]>

  /** All labels, option groups and options of products, by term. */
  facetValues(): Promise<readonly FacetValue[]>

  /** The lists of all terms that go on after `beginning` and a colon ("label", "option:color"), by term, some at a time. */
  scanPostings(kind: Kind, beginning: string): AsyncIterable<readonly TermPostings[]>

  /** The product of each slug, in the order asked; undefined where none has it. */
  productsBySlug(slugs: readonly string[]): Promise<(number | undefined)[]>

  /** The variants that have any of these skus, or the products of those variants. */
  positionsBySku(kind: Kind, skus: readonly string[]): Promise<PostingList>

  /** The variants of the product with this id; none where the edition has no such product. */
  variantsOfProduct(product: string): Promise<PostingList>

  /** All positions of a kind, sorted. */
  sortOrder(kind: Kind, sort: Sort): Promise<SortOrder>

  /** The positions at the ranks from `from` to before `to` of an order; fewer where it ends. Reads no more than it must. */
  orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array>

  /** The product of each variant: the product's position at the index that is the variant's, else `NO_OWNER`. */
  productOfVariant(): Promise<Uint32Array>

  /** The position of each id, in the order asked; undefined where the edition has nothing of that id. */
  positionsById(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]>

  /** The document of the thing with this id, as UTF-8; undefined if the edition has none. */
  documentById(form: Form, id: string): Promise<Uint8Array | undefined>

  /** Documents, in the order asked, joined by commas, as UTF-8: what stands between the brackets of a JSON array. */
  concatenatedDocuments(form: Form, positions: Uint32Array): Promise<Uint8Array>

  /** Documents as text, in the order asked; undefined where the edition has none. */
  documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]>

  /** The row of each position, in the order asked; undefined where the edition has none. */
  productRows(positions: readonly number[]): Promise<(ProductRow | undefined)[]>
  variantRows(positions: readonly number[]): Promise<(VariantRow | undefined)[]>
}

/** Where editions are read. `database/` keeps these promises, one folder a database; one test file checks them all. */
export interface Editions extends AsyncDisposable {
  /** The store's current edition. Throws `store-not-found`, or `database-unusable` as every read of an edition may. */
  current(store: StoreId): Promise<Edition>

  /**
   * Since when the database has not answered, as `performance.now()` counts; undefined while it does. What is current was
   * current then, and what is read is what a cache holds.
   */
  readonly unavailableSince: number | undefined

  /** Makes sure that the database answers. Throws `database-unusable`. */
  ping(): Promise<void>

  /** Every store with its current edition. */
  list(): Promise<{ store: Store; edition: EditionSummary }[]>
}
