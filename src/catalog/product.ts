import type { Uuid } from './uuid.ts'

/**
 * What is sold, in the native catalog format spelled out in full: `JSON.stringify` of a `Product` is a line of an
 * export, and the documents that are served are parts of it.
 */
export interface Product extends Stamps {
  readonly id: Uuid
  readonly name: string
  readonly description: string
  readonly slug: string
  readonly variants: readonly Variant[]
  readonly files: readonly ProductFile[]
  readonly optionGroups: readonly OptionGroup[]
  readonly labelValues: readonly LabelValue[]
}

export interface Variant extends Stamps {
  readonly id: Uuid
  readonly name: string
  readonly sku: string
  /** A decimal with two digits: "19.90". */
  readonly price: string
  /** A whole number of 0 or more; null when the inventory is not tracked. */
  readonly stock: number | null
  /** Each is, by its id, an option of one of the product's option groups. */
  readonly productOptions: readonly ProductOption[]
  readonly files: readonly VariantFile[]
  readonly taxRate: TaxRate
  readonly labelValues: readonly LabelValue[]
}

export interface TaxRate extends Stamps {
  readonly id: Uuid
  readonly name: string
  /** A percentage, as given; never computed with. */
  readonly rate: number
  readonly isDefault: boolean
}

/** A value that a product can be chosen by: red, XL. */
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

/** A picture of the product as a whole. Files are kept by priority, then in the order given. */
export interface ProductFile {
  readonly id: Uuid
  readonly priority: number
  readonly file: { readonly path: string; readonly mimeType: string }
}

/** A picture of one variant. */
export interface VariantFile extends Stamps {
  readonly id: Uuid
  readonly priority: number
  readonly file: StoredFile
}

export interface StoredFile extends Stamps {
  readonly id: Uuid
  readonly originalName: string
  readonly fileName: string
  readonly mimeType: string
  /** In bytes; 0 when the catalog does not say. */
  readonly fileSize: number
  readonly path: string
}

/** When a thing was made and last changed: ISO 8601 in UTC with milliseconds. */
export interface Stamps {
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * A thing as it comes out of a catalog file: right and complete, but for timestamps that the file leaves out.
 * Publishing fills those in from the edition before, or from the clock.
 */
export type Submitted<T> = T extends Uuid
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Submitted<Item>[]
    : T extends Stamps
      ? { readonly [Key in Exclude<keyof T, keyof Stamps>]: Submitted<T[Key]> } & Partial<Stamps>
      : T extends object
        ? { readonly [Key in keyof T]: Submitted<T[Key]> }
        : T
