/** A product in the native format (docs/catalog-format.md): plain data, as `JSON.parse` gives it. */
export interface ProductInput {
  /** A UUID. Left out: derived from the store and the slug, the same each time. */
  readonly id?: string | null
  readonly name: string
  /** Text without white space, `/`, `?` and `#`; no two products share one. Left out: made from the name. */
  readonly slug?: string | null
  /** Text, may be HTML. */
  readonly description?: string | null
  readonly variants?: readonly VariantInput[] | null
  readonly files?: readonly FileInput[] | null
  /** Left out: gathered from the variants, where those name their groups. */
  readonly optionGroups?: readonly OptionGroupInput[] | null
  readonly labelValues?: readonly LabelInput[] | null
  readonly createdAt?: Timestamp | null
  readonly updatedAt?: Timestamp | null
}

export interface VariantInput {
  /** A UUID. Left out: derived from the store, the slug and the sku. */
  readonly id?: string | null
  /** No two variants of a product share one. */
  readonly sku: string
  /** A decimal of 0 or more with at most two decimals: 19.9, "19.90". In the store's currency; text is always exact. */
  readonly price: number | string
  /** A whole number of 0 or more; null, or left out: not tracked. */
  readonly stock?: number | null
  /** Left out: the product's. */
  readonly name?: string | null
  /** Options of the product's groups; or one of each group: `{ color: 'red', size: 'M' }`, by code or name. */
  readonly productOptions?: readonly ChosenOptionInput[] | Readonly<Record<string, string | null>> | null
  readonly files?: readonly FileInput[] | null
  /** Left out: the store's. */
  readonly taxRate?: TaxRateInput | null
  readonly labelValues?: readonly LabelInput[] | null
  readonly createdAt?: Timestamp | null
  readonly updatedAt?: Timestamp | null
}

/** ISO 8601, in UTC where it names no offset; or milliseconds since 1970. */
export type Timestamp = string | number

/** A label: its name, or what it is called in full. */
export type LabelInput = string | NamedInput

export interface NamedInput {
  /** A UUID. Left out: derived from the code. */
  readonly id?: string | null
  readonly name: string
  /** Without white space and colons; kept in lower case. Left out: made from the name. */
  readonly code?: string | null
}

export interface OptionGroupInput extends NamedInput {
  readonly options?: readonly NamedInput[] | null
}

/** By `id`, `code` or `name`. An option that the product does not list has to name its group. */
export interface ChosenOptionInput {
  readonly id?: string | null
  readonly code?: string | null
  readonly name?: string | null
  readonly group?: string | null
  readonly createdAt?: Timestamp | null
  readonly updatedAt?: Timestamp | null
}

export interface TaxRateInput {
  readonly id?: string | null
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
  readonly isDefault?: boolean | null
  readonly createdAt?: Timestamp | null
  readonly updatedAt?: Timestamp | null
}

/** A picture. Of a product's own, the id, the priority, the path and the media type are kept. */
export interface FileInput {
  readonly id?: string | null
  /** Files are served by priority, the lowest first, then in the order given. */
  readonly priority?: number | null
  readonly file: {
    readonly id?: string | null
    readonly path: string
    readonly originalName?: string | null
    readonly fileName?: string | null
    readonly mimeType?: string | null
    /** In bytes. */
    readonly fileSize?: number | null
    readonly createdAt?: Timestamp | null
    readonly updatedAt?: Timestamp | null
  }
  readonly createdAt?: Timestamp | null
  readonly updatedAt?: Timestamp | null
}

/** New values for every variant of the store that has the sku; what is left out stays as it is. */
export interface PatchInput {
  readonly sku: string
  /** As in `VariantInput`. */
  readonly price?: number | string
  /** As in `VariantInput`; null: not tracked from now on. */
  readonly stock?: number | null
}

/** A product of the store, by its id or by its slug. */
export type RemovalInput =
  | { readonly id: string; readonly slug?: never }
  | { readonly slug: string; readonly id?: never }
