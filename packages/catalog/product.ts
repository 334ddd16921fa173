import type { LabelKind } from './label-kind.ts'
import type { Uuid } from './uuid.ts'

/**
 * A product with all fields of the native catalog format. A line of an export is the JSON of it and of the store's
 * currency, and the served documents are parts of it. Its texts are in one language, and its prices are those of one
 * market: docs/catalog-format.md lists the fields that differ by these.
 */
export interface Product extends Stamps {
  readonly id: Uuid
  readonly name: string
  readonly description: string
  readonly slug: string
  /** Slugs that it had, the oldest first: at most 20, without its slug. */
  readonly formerSlugs?: readonly string[]
  readonly variants: readonly Variant[]
  readonly files: readonly ProductFile[]
  readonly optionGroups: readonly OptionGroup[]
  readonly labelValues: readonly ProductLabel[]
  /** The id that the shop platform gives it, as the platform writes it: 1 to 255 characters. */
  readonly externalId?: string
  /** Those of all variants that have none of the same code. Absent if there are none. */
  readonly attributes?: readonly Attribute[]
  readonly seo?: SeoTexts
  readonly rating?: Rating
  /** How much it is wanted compared with others, such as the number sold: an integer above 0; missing for 0. */
  readonly popularity?: number
  /** What differs in the markets of its store, by their codes. A market that is not declared has no effect. */
  readonly markets?: Readonly<Record<string, MarketContent>>
}

/**
 * What a product is in a market. A text that is absent is that of the store. A variant without a price of the market
 * has that of the store if the market has the currency of the store, and is otherwise not in the market. A product
 * without variants in the market is not in it, unless it has no variants at all.
 */
export interface MarketContent {
  /** False takes the product out of the market. */
  readonly included?: boolean
  readonly name?: string
  readonly description?: string
  readonly slug?: string
  readonly externalId?: string
  readonly seo?: SeoTexts
  /** Names of labels, by their codes. */
  readonly labelValues?: Readonly<Record<string, string>>
  /** By the codes of the groups. */
  readonly optionGroups?: Readonly<Record<string, MarketOptionGroup>>
  /** By their codes, those of the product and of its variants. */
  readonly attributes?: Readonly<Record<string, MarketAttribute>>
  /** Texts in place of pictures, by their paths. */
  readonly files?: Readonly<Record<string, { readonly alt: string }>>
  /** By their skus. */
  readonly variants?: Readonly<Record<string, MarketVariant>>
}

export interface MarketOptionGroup {
  readonly name?: string
  /** Names of options, by their codes. */
  readonly options?: Readonly<Record<string, string>>
}

export interface MarketAttribute {
  readonly name?: string
  /** Of an attribute of type text. */
  readonly value?: string
}

export interface MarketVariant {
  /** False takes the variant out of the market. */
  readonly included?: boolean
  readonly name?: string
  readonly externalId?: string
  /** A decimal with two digits: "19.90". */
  readonly price?: string
  /** The price before a reduction, above the price. It is that of the market only, if the price is. */
  readonly listPrice?: string
}

/** Texts for search engines, where they differ from the name and the description. At least one is there. */
export interface SeoTexts {
  readonly title?: string
  readonly description?: string
}

/** What shoppers think of a product. */
export interface Rating {
  /** From 0 to 5, with at most two decimals. */
  readonly value: number
  /** How many shoppers rated it: 1 or more. */
  readonly count: number
}

/** Former slugs of a product. */
export const MAX_FORMER_SLUGS = 20

export interface Variant extends Stamps {
  readonly id: Uuid
  readonly name: string
  readonly sku: string
  /** A GTIN of 8, 12, 13 or 14 digits. */
  readonly gtin?: string
  /** The manufacturer's part number, as the catalog writes it. */
  readonly mpn?: string
  /** The id that the shop platform gives it, as the platform writes it: what a cart is filled with. */
  readonly externalId?: string
  /** A decimal with two digits: "19.90". */
  readonly price: string
  /** The price before a reduction, above the price: "24.90". */
  readonly listPrice?: string
  readonly unitPrice?: UnitPrice
  /** An integer of 0 or more; null if the stock is not tracked. */
  readonly stock: number | null
  /** At most one option of each option group of the product. */
  readonly productOptions: readonly ProductOption[]
  readonly files: readonly VariantFile[]
  readonly taxRate: TaxRate
  readonly labelValues: readonly LabelValue[]
  /** Its own ones. Absent if there are none. */
  readonly attributes?: readonly Attribute[]
}

/**
 * What a variant contains, and what an amount of it costs, as shops of the European Union have to say (Directive
 * 98/6/EC): a bag of 250 g for 10.50 costs 4.20 per 100 g.
 */
export interface UnitPrice {
  /** The price of `amount`, as a decimal with two digits: "4.20". */
  readonly price: string
  /** A decimal above 0: "100". */
  readonly amount: string
  /** The unit of both amounts: "g". */
  readonly unit: string
  /** What the variant contains, a decimal above 0: "250". */
  readonly contents: string
}

export interface TaxRate extends Stamps {
  readonly id: Uuid
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
  readonly isDefault: boolean
}

/** A value of an option group: red, XL. */
export interface Option {
  readonly id: Uuid
  readonly name: string
  readonly code: string
}

export interface ProductOption extends Option, Stamps {}

export interface OptionGroup {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly options: readonly GroupOption[]
}

/** An option in the group of a product. */
export interface GroupOption extends Option {
  /** What a swatch shows: `#rrggbb`. */
  readonly color?: string
}

/** A category or a tag. */
export interface LabelValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
}

/** A label of a product. */
export interface ProductLabel extends LabelValue {
  /** The code of the label of this product that is above it: the category of a subcategory. */
  readonly parent?: string
  /** Absent if the catalog does not say. */
  readonly kind?: LabelKind
}

export type AttributeType = 'number' | 'boolean' | 'date' | 'text'

/** A fact about a product or a variant, such as its weight. An owner has at most one attribute of a code. */
export interface Attribute {
  readonly code: string
  readonly name: string
  readonly type: AttributeType
  /** The unit of a number, as the catalog has it: "kg". */
  readonly unit?: string
  /**
   * A number has at most nine digits before the point and six after it, which a double holds exactly. A date is
   * "2026-03-14".
   */
  readonly value: number | boolean | string
}

/** A picture of the product. Files are sorted by priority, then in the order of the catalog file. */
export interface ProductFile {
  readonly id: Uuid
  readonly priority: number
  readonly file: PictureFile
}

export interface PictureFile extends PictureDetails {
  readonly path: string
  readonly mimeType: string
}

/** What a page says of a picture before it has loaded. */
export interface PictureDetails {
  /** Plain text in place of the picture. */
  readonly alt?: string
  /** In pixels. A picture has both a width and a height, or neither. */
  readonly width?: number
  readonly height?: number
}

/** A picture of one variant. */
export interface VariantFile extends Stamps {
  readonly id: Uuid
  readonly priority: number
  readonly file: StoredFile
}

export interface StoredFile extends PictureFile, Stamps {
  readonly id: Uuid
  readonly originalName: string
  readonly fileName: string
  /** In bytes; 0 if unknown. */
  readonly fileSize: number
}

/** The times of creation and of the last change: ISO 8601 in UTC with milliseconds. */
export interface Stamps {
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * A thing from a catalog file: valid and complete, except that timestamps may be missing. Publishing adds those from
 * the previous edition or the clock.
 */
export type Submitted<T> = T extends Uuid
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Submitted<Item>[]
    : T extends Stamps
      ? { readonly [Key in keyof T as Exclude<Key, keyof Stamps>]: Submitted<T[Key]> } & Partial<Stamps>
      : T extends object
        ? { readonly [Key in keyof T]: Submitted<T[Key]> }
        : T
