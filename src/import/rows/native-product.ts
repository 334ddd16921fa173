import type { Row } from './row.ts'

/** A product in the words of the native format, and the rows that it comes from. */
export interface GroupResult<Key extends string> {
  /** The row that carries the product. */
  readonly row: Row<Key>
  readonly product: NativeProduct
  /** The slug gives way, as one that is made from the name does, where another product has it. */
  readonly slugIsWish?: boolean
  /** The row of each variant, in their order. */
  readonly variantRows: readonly Row<Key>[]
}

/** The part of the native format that other formats have something to say for. */
export interface NativeProduct {
  readonly id?: string
  readonly name: string
  readonly slug?: string
  readonly description: string
  readonly variants: readonly NativeVariant[]
  readonly files: readonly NativeFile[]
  readonly optionGroups: readonly NativeGroup[]
  readonly labelValues: readonly NativeName[]
}

export interface NativeVariant {
  readonly id?: string
  readonly name?: string
  readonly sku: string
  readonly price: string
  readonly stock: number | null
  readonly productOptions: readonly (NativeName & { readonly group: string })[]
  readonly files: readonly NativeFile[]
  readonly taxRate?: { readonly name: string; readonly rate: number }
}

export interface NativeFile {
  readonly priority: number
  readonly file: { readonly path: string }
}

/** The code is given only where none can be made from the name. */
export interface NativeName {
  readonly name: string
  readonly code?: string
}

export interface NativeGroup extends NativeName {
  readonly options: readonly NativeName[]
}
