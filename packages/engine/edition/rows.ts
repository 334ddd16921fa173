import type { LabelKind } from '@vitrine/catalog/label-kind'
import type { SettingsLayers, Store } from '@vitrine/catalog/store'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { PostingList } from '../index/posting-list.ts'
import type { Term } from './term.ts'

/** The facts of an edition that are read without opening it. */
export interface EditionSummary {
  readonly number: number
  /** ISO 8601 in UTC with milliseconds. */
  readonly publishedAt: string
  readonly productCount: number
  readonly variantCount: number
}

/** A store with its current edition. */
export interface StoreState {
  /** As readers see it. */
  readonly store: Store
  readonly edition: EditionSummary
  /** What the store is made of: the operator's settings, and those of the edition. */
  readonly settings: SettingsLayers
  /** The newest publication; null if there is none. */
  readonly publication: PublicationStamp | null
  /** Which edition last changed each part of the content, as `ContentVersions` reads it; null if that is not known. */
  readonly content: string | null
}

/** What tells a publication of a store from all others, also from those before it was removed or restored. */
export interface PublicationStamp {
  readonly number: number
  readonly publishedAt: string
}

/**
 * The row of a product: its sort keys, the digest that detects changes, and its variants. The product is its document
 * `source`.
 */
export interface ProductRow {
  readonly position: number
  /** A digest of the submitted product. An equal digest means an unchanged product. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Without case and accents, for sorting. */
  readonly name: string
  readonly slug: string
  /** The lowest price of its variants, in cents; null if it has none. */
  readonly price: number | null
  readonly highestPrice: number | null
  /** The positions of its variants in its order, separated by commas. */
  readonly variants: string
  readonly popularity: number
}

/** The row of a variant: its sort keys and its product. */
export interface VariantRow {
  readonly position: number
  /** The position of its product. */
  readonly product: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly name: string
  readonly sku: string
  readonly price: number
  readonly stock: number | null
}

/**
 * The forms in which a product is stored, each a JSON document. `source` is the product as it came, with all that the
 * catalog says of it. The others are rendered from it: `summary` is a product in a list, `detail` a product by itself,
 * and `card` what a grid shows of it. All but the card contain its variants.
 */
export const FORMS = ['source', 'summary', 'detail', 'card'] as const
export type Form = (typeof FORMS)[number]

/**
 * What answers show as it is. `variant` is a variant in full, which each read renders from the source of its product.
 */
export type RenderedForm = Exclude<Form, 'source'> | 'variant'

/** `full` is the source with the fields that follow from it, such as the range of prices. */
export type ReadForm = Form | RenderedForm | 'full'

/**
 * The id, name, place and color of a facet value, as the product with the lowest position that has the value gives
 * them.
 */
export interface FacetValueName {
  /** Attributes have none. */
  readonly id?: Uuid
  readonly name: string
  /** Of an option: its index among the options of its group. */
  readonly place?: number
  /** Of an option. */
  readonly color?: string
}

/** A label, a category with all below it, an option group, an option or an attribute of an edition's products. */
export interface FacetValue extends FacetValueName {
  /** `label:<code>`, `within:<code>`, `group:<code>`, `option:<group>:<code>` or `attribute:<code>:<scale>`. */
  readonly term: Term
  /** How many products have it. */
  readonly productCount: number
  /** The products that have it. Given in small editions, where reading them with the names costs no round trip. */
  readonly postings?: PostingList
  /** The kind of a label. A label of the tree is a category. */
  readonly kind?: LabelKind
  /** The code of the label above a label. */
  readonly parent?: string
}
