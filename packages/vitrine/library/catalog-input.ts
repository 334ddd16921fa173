import type { LabelKind } from '@vitrine/catalog/label-kind'

/** A product in the native format (docs/catalog-format.md): plain data, as `JSON.parse` returns it. */
export interface ProductInput extends TimestampsInput {
  /** A UUID. Default: derived from the store and the slug, the same each time. */
  readonly id?: string | null
  readonly name: string
  /** Text without white space, `/`, `?` and `#`, unique in the store. Default: made from the name. */
  readonly slug?: string | null
  /** Slugs that it had, at most 20. A changed slug is noted without it. */
  readonly formerSlugs?: readonly string[] | null
  /** Text; may be HTML. */
  readonly description?: string | null
  /** The currency of the prices, a code of ISO 4217: that of the store. Default: the store's. */
  readonly currency?: string | null
  readonly variants?: readonly VariantInput[] | null
  readonly files?: readonly FileInput[] | null
  /** Default: collected from the variants, where those name their groups. */
  readonly optionGroups?: readonly OptionGroupInput[] | null
  readonly labelValues?: readonly ProductLabelInput[] | null
  /** The id that the shop platform gives the product. A wrong one is dropped, with a warning. */
  readonly externalId?: number | string | null
  /** Those of all variants that have none of the same code. */
  readonly attributes?: readonly AttributeInput[] | null
  /** Texts for search engines. */
  readonly seo?: { readonly title?: string | null; readonly description?: string | null } | null
  /** A mean from 0 to 5, and how many shoppers rated it. */
  readonly rating?: { readonly value: number | string; readonly count: number | string } | null
  /** A whole number of 0 or more, also as text, such as the number sold. Default: 0. */
  readonly popularity?: number | string | null
  /** What differs in markets, by their codes. It replaces what the store has of all of them. Default: what it has. */
  readonly markets?: Readonly<Record<string, MarketInput | null>> | null
}

/** What differs in a market. A text that is left out is that of the store. */
export interface MarketInput {
  /** False takes the product out of the market. */
  readonly included?: boolean | null
  readonly name?: string | null
  readonly description?: string | null
  readonly slug?: string | null
  /** As in `ProductInput`. */
  readonly externalId?: number | string | null
  readonly seo?: { readonly title?: string | null; readonly description?: string | null } | null
  /** Names of labels, by their codes. */
  readonly labelValues?: Readonly<Record<string, string | null>> | null
  /** By the codes of the groups. */
  readonly optionGroups?: Readonly<Record<string, MarketOptionGroupInput | null>> | null
  /** By their codes. A value is that of an attribute of type text. */
  readonly attributes?: Readonly<
    Record<string, { readonly name?: string | null; readonly value?: string | null } | null>
  > | null
  /** By the paths of pictures. */
  readonly files?: Readonly<Record<string, { readonly alt?: string | null } | null>> | null
  /** By their skus. */
  readonly variants?: Readonly<Record<string, MarketVariantInput | null>> | null
}

export interface MarketOptionGroupInput {
  readonly name?: string | null
  /** Names of options, by their codes. */
  readonly options?: Readonly<Record<string, string | null>> | null
}

/** Without a price, it has that of the store if the currencies are equal, and else it is not in the market. */
export interface MarketVariantInput {
  /** False takes the variant out of the market. */
  readonly included?: boolean | null
  readonly name?: string | null
  /** As in `VariantInput`. */
  readonly externalId?: number | string | null
  /** As in `VariantInput`, in the currency of the market. */
  readonly price?: number | string | null
  /** As in `VariantInput`, with a price beside it. */
  readonly listPrice?: number | string | null
}

export interface VariantInput extends TimestampsInput {
  /** A UUID. Default: derived from the store, the slug and the sku. */
  readonly id?: string | null
  /** Unique in the product. */
  readonly sku: string
  /** 0 or more, with at most two decimals: 19.9, "19.90". In the store's currency; text is always exact. */
  readonly price: number | string
  /** The price before a reduction, as `price`. One that is not above the price is dropped, with a warning. */
  readonly listPrice?: number | string | null
  /** What it contains, such as `{ contents: '250', unit: 'g' }`. A wrong one is dropped, with a warning. */
  readonly unitPrice?: UnitPriceInput | null
  /** A GTIN (EAN, UPC, ISBN) of 8, 12, 13 or 14 digits, or an ISBN of ten. A wrong one is dropped, with a warning. */
  readonly gtin?: number | string | null
  /** The manufacturer part number. A wrong one is dropped, with a warning. */
  readonly mpn?: number | string | null
  /** The id that the shop platform gives the variant. A wrong one is dropped, with a warning. */
  readonly externalId?: number | string | null
  /** A whole number of 0 or more, also as text. Default: null, which means not tracked. */
  readonly stock?: number | string | null
  /** Default: the product's name. */
  readonly name?: string | null
  /** Options of the product's groups; or one option a group, by code or name: `{ color: 'red', size: 'M' }`. */
  readonly productOptions?: readonly VariantOptionInput[] | Readonly<Record<string, string | null>> | null
  readonly files?: readonly FileInput[] | null
  /** Default: the store's tax rate. */
  readonly taxRate?: TaxRateInput | null
  readonly labelValues?: readonly LabelInput[] | null
  readonly attributes?: readonly AttributeInput[] | null
}

/** Amounts may have their units: `{ contents: '750 ml', amount: '1 l' }`. */
export interface UnitPriceInput {
  readonly contents: number | string
  readonly unit?: string | null
  /** Default: 100 for g and ml, else 1. */
  readonly amount?: number | string | null
}

/** A fact such as a weight. A wrong one is dropped, with a warning. */
export interface AttributeInput {
  /** Without white space and colons; stored in lower case. Default: made from the name. */
  readonly code?: string | null
  /** Default: the code. */
  readonly name?: string | null
  /** Default: that of the JSON value; text for a string. */
  readonly type?: 'number' | 'boolean' | 'date' | 'text' | null
  /** The unit of a number: "kg". */
  readonly unit?: string | null
  /** A number may be text, "0.4". It has at most nine digits before the point and six after. A date is "2026-03-14". */
  readonly value: number | boolean | string
}

/** Each is ISO 8601, in UTC unless it has an offset; or milliseconds since 1970. */
export interface TimestampsInput {
  readonly createdAt?: string | number | null
  readonly updatedAt?: string | number | null
}

/** A label, or only its name. */
export type LabelInput = string | NamedInput

/** A label, or only its name. */
export type ProductLabelInput = string | ProductLabelObjectInput

export interface ProductLabelObjectInput extends NamedInput {
  /** The code or the name of the label above it, which the product has too. */
  readonly parent?: string | null
  /** Default: unknown. A wrong one is dropped, with a warning. */
  readonly kind?: LabelKind | null
}

export interface NamedInput {
  /** A UUID. Default: derived from the code. */
  readonly id?: string | null
  readonly name: string
  /** Without white space and colons; stored in lower case. Default: made from the name. */
  readonly code?: string | null
}

export interface OptionGroupInput extends NamedInput {
  readonly options?: readonly GroupOptionInput[] | null
}

export interface GroupOptionInput extends NamedInput {
  /** For a swatch, as hexadecimal digits: "#1f2a44". A wrong one is dropped. */
  readonly color?: string | null
}

/** Names an option by `id`, `code` or `name`. Needs a `group` if the product does not list the option. */
export interface VariantOptionInput extends TimestampsInput {
  readonly id?: string | null
  readonly code?: string | null
  readonly name?: string | null
  readonly group?: string | null
}

export interface TaxRateInput extends TimestampsInput {
  readonly id?: string | null
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
  readonly isDefault?: boolean | null
}

/** A picture, or only its path. */
export type FileInput = string | FileObjectInput

/** A product's own files keep only the id, the priority, the path, the media type, the alt text and the size. */
export interface FileObjectInput extends TimestampsInput {
  readonly id?: string | null
  /** Files are served by ascending priority. Files of equal priority keep their order. */
  readonly priority?: number | null
  readonly file: StoredFileInput
}

export interface StoredFileInput extends TimestampsInput {
  readonly id?: string | null
  readonly path: string
  readonly originalName?: string | null
  readonly fileName?: string | null
  readonly mimeType?: string | null
  /** In bytes. */
  readonly fileSize?: number | null
  /** Plain text of at most 500 characters in place of the picture. A wrong one is dropped, with a warning. */
  readonly alt?: string | null
  /** In pixels, from 1 to 100,000; both or neither. Wrong ones are dropped, with a warning. */
  readonly width?: number | null
  readonly height?: number | null
}

/** New values by sku, or the popularity of a product by its slug. */
export type PatchInput = VariantPatchInput | ProductPatchInput

/** New values for every variant of the store with the sku. A field that you leave out keeps its value. */
export interface VariantPatchInput {
  readonly sku: string
  readonly slug?: never
  /** As in `VariantInput`. */
  readonly price?: number | string
  /** As in `VariantInput`; null removes it. So does a price that is not below it. */
  readonly listPrice?: number | string | null
  /** As in `VariantInput`; null stops tracking. */
  readonly stock?: number | string | null
  /** A whole number of 0 or more. A product gets the sum of those of its skus. */
  readonly popularity?: number | string | null
}

export interface ProductPatchInput {
  readonly slug: string
  readonly sku?: never
  readonly popularity: number | string | null
}

/** A product of the store, by its id or by its slug. */
export type RemovalInput =
  | { readonly id: string; readonly slug?: never }
  | { readonly slug: string; readonly id?: never }
