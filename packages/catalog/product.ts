import type { Uuid } from './uuid.ts'

/**
 * A product with all fields of the native catalog format. A line of an export is the JSON of it and of the store's
 * currency, and the served documents are parts of it.
 */
export interface Product extends Stamps {
  readonly id: Uuid
  readonly name: string
  readonly description: string
  readonly slug: string
  readonly variants: readonly Variant[]
  readonly files: readonly ProductFile[]
  readonly optionGroups: readonly OptionGroup[]
  readonly labelValues: readonly ProductLabel[]
  /** How much it is wanted compared with others, such as the number sold: an integer above 0; missing for 0. */
  readonly popularity?: number
}

export interface Variant extends Stamps {
  readonly id: Uuid
  readonly name: string
  readonly sku: string
  /** A GTIN of 8, 12, 13 or 14 digits. */
  readonly gtin?: string
  /** A decimal with two digits: "19.90". */
  readonly price: string
  /** The price before a reduction, above the price: "24.90". */
  readonly listPrice?: string
  /** An integer of 0 or more; null if the stock is not tracked. */
  readonly stock: number | null
  /** At most one option of each option group of the product. */
  readonly productOptions: readonly ProductOption[]
  readonly files: readonly VariantFile[]
  readonly taxRate: TaxRate
  readonly labelValues: readonly LabelValue[]
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
  readonly options: readonly Option[]
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
