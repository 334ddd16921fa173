// `npm run openapi` writes this file from the OpenAPI document. Do not edit it.

/** One value or several. */
export type Many<Value> = Value | readonly Value[]

/** A store. What the operator has not set is absent. */
export interface Store {
  /** As in `x-store-id`. */
  id: string
  /** The name that shoppers see. */
  publicName?: string
  /** The language of the texts, as a BCP 47 tag. */
  language?: string
  /** The currency of all prices, as a code of ISO 4217. */
  currency?: string
  /** The decimals of an amount in the currency (ISO 4217): 2 for EUR, 0 for JPY. With `currency`. */
  minorUnits?: number
  /** The URL of the shop. */
  url?: string
  /** The URL of a product in the shop: replace `{slug}`, `{id}` and `{sku}`, percent-encoded. */
  productUrl?: string
  /** The host names of the shop, in lower case. */
  hosts?: string[]
}

/** A product in a list. */
export interface Product {
  id: string
  name: string
  /** May be HTML, as in the catalog. */
  description: string
  /** The product’s name in URLs. */
  slug: string
  /** The variants, each with its own combination of options. */
  variants: VariantSummary[]
  /** Categories and tags. */
  labelValues: LabelValue[]
}

/** A single product, complete. */
export interface ProductDetail {
  id: string
  name: string
  /** May be HTML, as in the catalog. */
  description: string
  /** The product’s name in URLs. */
  slug: string
  /** The variants, each with its own combination of options. */
  variants: VariantSummaryWithFiles[]
  /** Pictures of the product, by priority. */
  files: File[]
  /** The groups of options to choose from, such as color and size. */
  optionGroups: OptionGroup[]
  /** Categories and tags. */
  labelValues: LabelValue[]
}

/** A product as the catalog has it, with its variants in full and all timestamps. */
export interface FullProduct {
  id: string
  name: string
  /** May be HTML, as in the catalog. */
  description: string
  /** The product’s name in URLs. */
  slug: string
  createdAt: string
  updatedAt: string
  /** The variants, each with its own combination of options. */
  variants: FullVariant[]
  /** Pictures of the product, by priority. */
  files: File[]
  /** The groups of options to choose from, such as color and size. */
  optionGroups: OptionGroup[]
  /** Categories and tags. */
  labelValues: ProductLabel[]
  /** Such as the number sold; absent for 0. */
  popularity?: number
  /** The prices of the variants. Absent if there are none. */
  price?: PriceSpan
  /** The prices before a reduction, of the variants that have one. Absent if none has. */
  listPrice?: PriceSpan
  /** Whether a variant is in stock, or its inventory is not tracked. */
  inStock: boolean
  /** Whether a variant has a `listPrice`. */
  onSale: boolean
  /** The beginning of the description as text on one line: at most 300 characters. */
  excerpt: string
  /** The description as HTML. Plain text is escaped, and its line breaks are elements. It has no scripts, unless the operator imported it with `--html keep`. */
  descriptionHtml: string
  /** The description as plain text with line breaks: no tags, no character references. */
  descriptionText: string
}

/** A product as a grid shows it: about 1 kB. */
export interface ProductCard {
  id: string
  name: string
  /** The product’s name in URLs. */
  slug: string
  /** The first picture of the product, else of its variants. Absent without pictures. */
  picture?: {
    /** The URL of the picture. */
    path: string
    /** Plain text in place of the picture. Absent if the catalog has none. */
    alt?: string
    /** The width in pixels. Width and height are both present or both absent. */
    width?: number
    /** The height in pixels. Width and height are both present or both absent. */
    height?: number
  }
  /** The prices of the variants. Absent if there are none. */
  price?: PriceSpan
  /** The prices before a reduction, of the variants that have one. Absent if none has. */
  listPrice?: PriceSpan
  /** Whether a variant is in stock, or its inventory is not tracked. */
  inStock: boolean
  /** Whether a variant has a `listPrice`. */
  onSale: boolean
  /** The beginning of the description as text on one line: at most 300 characters. */
  excerpt: string
  brand?: string
  createdAt: string
  updatedAt: string
  /** The option groups, but for that of the brand. */
  optionGroups: CardOptionGroup[]
}

/** `ProductDetail`, with `form=card` `ProductCard`, with `form=full` `FullProduct`. */
export type ProductInForm = ProductDetail | ProductCard | FullProduct

/** An option group of a card. */
export interface CardOptionGroup {
  name: string
  code: string
  /** The options of the group, also those that are left out. */
  count: number
  /** The first options, as many as a card has room for. */
  options: CardOption[]
}

/** An option of a card. */
export interface CardOption {
  name: string
  code: string
  /** The first picture of a variant with the option, if the options of the group have different ones and the card has room for it. */
  picture?: {
    /** The URL of the picture. */
    path: string
    /** Plain text in place of the picture. Absent if the catalog has none. */
    alt?: string
    /** The width in pixels. Width and height are both present or both absent. */
    width?: number
    /** The height in pixels. Width and height are both present or both absent. */
    height?: number
  }
}

/** Prices from lowest to highest, as decimals with two digits after the point. */
export interface PriceSpan {
  /** The lowest. */
  min: string
  /** The highest. */
  max: string
}

/** A variant of a product in a list. */
export interface VariantSummary {
  id: string
  name: string
  /** Stock keeping unit. */
  sku: string
  /** Exact, as a decimal with two digits after the point. */
  price: string
  /** The price before a reduction, always above `price`. Absent if the variant is not reduced. */
  listPrice?: string
  /** Items in stock; null if the inventory is not tracked. */
  stock: number | null
  /** The options of this variant. */
  productOptions: Option[]
}

/** A variant of a single product. */
export interface VariantSummaryWithFiles {
  id: string
  name: string
  /** Stock keeping unit. */
  sku: string
  /** The Global Trade Item Number (EAN, UPC, ISBN), with the right check digit. Absent if the catalog has none. */
  gtin?: string
  /** Exact, as a decimal with two digits after the point. */
  price: string
  /** The price before a reduction, always above `price`. Absent if the variant is not reduced. */
  listPrice?: string
  /** Items in stock; null if the inventory is not tracked. */
  stock: number | null
  /** The options of this variant. */
  productOptions: Option[]
  /** Pictures of this variant, by priority. */
  files: File[]
}

/** A variant, complete. */
export interface Variant {
  id: string
  name: string
  /** Stock keeping unit. */
  sku: string
  /** The Global Trade Item Number (EAN, UPC, ISBN), with the right check digit. Absent if the catalog has none. */
  gtin?: string
  /** Exact, as a decimal with two digits after the point. */
  price: string
  /** The price before a reduction, always above `price`. Absent if the variant is not reduced. */
  listPrice?: string
  /** Items in stock; null if the inventory is not tracked. */
  stock: number | null
  /** The options of this variant. */
  productOptions: StampedOption[]
  /** Pictures of this variant, by priority. */
  files: StampedFile[]
  taxRate: TaxRate
  /** Categories and tags of the variant itself; may be empty. */
  labelValues: LabelValue[]
  product: ProductReference
}

/** A variant of a product in full. */
export interface FullVariant {
  id: string
  name: string
  /** Stock keeping unit. */
  sku: string
  /** The Global Trade Item Number (EAN, UPC, ISBN), with the right check digit. Absent if the catalog has none. */
  gtin?: string
  /** Exact, as a decimal with two digits after the point. */
  price: string
  /** The price before a reduction, always above `price`. Absent if the variant is not reduced. */
  listPrice?: string
  /** Items in stock; null if the inventory is not tracked. */
  stock: number | null
  /** The options of this variant. */
  productOptions: StampedOption[]
  /** Pictures of this variant, by priority. */
  files: StampedFile[]
  taxRate: TaxRate
  /** Categories and tags of the variant itself; may be empty. */
  labelValues: LabelValue[]
  createdAt: string
  updatedAt: string
}

/** The product of a variant. Its arrays are always empty: retrieve the product for their content. */
export interface ProductReference {
  id: string
  name: string
  /** May be HTML, as in the catalog. */
  description: string
  /** The product’s name in URLs. */
  slug: string
  /** Always empty. */
  variants: never[]
  /** Always empty. */
  files: never[]
  /** Always empty. */
  optionGroups: never[]
  /** Always empty. */
  labelValues: never[]
}

/** The tax on a variant. */
export interface TaxRate {
  id: string
  name: string
  /** A percentage: 20 is 20 %. */
  rate: number
  /** Whether it is the rate of variants for which the catalog names none. */
  isDefault: boolean
  createdAt: string
  updatedAt: string
}

/** An option: one value of an option group, such as red. */
export interface Option {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
}

/** An option with its timestamps. */
export interface StampedOption {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  createdAt: string
  updatedAt: string
}

/** A group of options to choose from, such as color. */
export interface OptionGroup {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** The options of the group. */
  options: Option[]
}

/** A category or a tag. */
export interface LabelValue {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
}

/** A category or a tag of a product. */
export interface ProductLabel {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** The code of the label of this product that is above it; absent at the top. */
  parent?: string
}

/** A picture. */
export interface File {
  id: string
  /** Smaller comes first. */
  priority: number
  file: {
    /** The URL of the picture. */
    path: string
    mimeType: string
    /** Plain text in place of the picture. Absent if the catalog has none. */
    alt?: string
    /** The width in pixels. Width and height are both present or both absent. */
    width?: number
    /** The height in pixels. Width and height are both present or both absent. */
    height?: number
  }
}

/** A picture of a variant, with the details of its file. */
export interface StampedFile {
  id: string
  createdAt: string
  updatedAt: string
  /** Smaller comes first. */
  priority: number
  file: {
    id: string
    createdAt: string
    updatedAt: string
    /** The name of the uploaded file. */
    originalName: string
    /** The name of the stored file. */
    fileName: string
    mimeType: string
    /** In bytes; 0 if the catalog does not say. */
    fileSize: number
    /** The URL of the picture. */
    path: string
    /** Plain text in place of the picture. Absent if the catalog has none. */
    alt?: string
    /** The width in pixels. Width and height are both present or both absent. */
    width?: number
    /** The height in pixels. Width and height are both present or both absent. */
    height?: number
  }
}

/** A page of products. */
export interface ProductPage {
  /** The products of this page: `Product`, with `form=card` `ProductCard`, with `form=full` `FullProduct`. */
  data: (Product | ProductCard | FullProduct)[]
  meta: {
    /** The limit after its reduction to 100. */
    itemsPerPage: number
    /** Items on all pages. */
    totalItems: number
    /** The requested page. */
    currentPage: number
    /** Pages with items. */
    totalPages: number
    search?: SearchNote
  }
  links: {
    /** The previous page; from a page beyond the last, the last. Absent on page 1. A query string, to append to the path of the list. */
    previous?: string
    /** This page. A query string, to append to the path of the list. */
    current: string
    /** The next page. Absent on the last page. A query string, to append to the path of the list. */
    next?: string
  }
}

/** A page of variants. */
export interface VariantPage {
  /** The variants of this page. */
  data: Variant[]
  meta: {
    /** The limit after its reduction to 100. */
    itemsPerPage: number
    /** Items on all pages. */
    totalItems: number
    /** The requested page. */
    currentPage: number
    /** Pages with items. */
    totalPages: number
    /** The order, as pairs of field and direction. */
    sortBy: [string, string][]
    search?: SearchNote
  }
  links: {
    /** The previous page; from a page beyond the last, the last. Absent on page 1. An absolute URL. */
    previous?: string
    /** This page. An absolute URL. */
    current: string
    /** The next page. Absent on the last page. An absolute URL. */
    next?: string
    /** The last page. Absent if there are no items. An absolute URL. */
    last?: string
  }
}

/** Labels, options, prices and stock of the matching products. Every count is a number of products. */
export interface Facets {
  /** The labels, the most frequent first, each with the number of products that choosing it gives. */
  labels: CountedValue[]
  /** The option groups, the one with the most products first. */
  optionGroups: FacetGroup[]
  /** The prices of all variants of the products that match without `minPrice` and `maxPrice`. */
  price: {
    /** The lowest; null if there is no price. */
    min: string | null
    /** The highest; null if there is no price. */
    max: string | null
  }
  /** The number of products that `inStock=true` gives. */
  inStock: number
  /** About the search; absent if there is nothing to say. */
  meta?: {
    search: SearchNote
  }
}

/** An option group with its options. */
export interface FacetGroup {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** The options, the most frequent first, each with the number of products that choosing it gives. */
  options: CountedValue[]
}

/** A label or an option, with the number of products that choosing it gives. */
export interface CountedValue {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  count: number
}

/** How the results differ from those that have all words in the fields that were asked for. Only the keys that apply are there. */
export interface SearchNote {
  /** The fields that the search looked in, if they are others than those asked for. */
  fields?: ('name' | 'label' | 'option' | 'sku' | 'description')[]
  /** Words of which the results have other words. */
  corrected?: {
    /** The word of the search, folded. */
    word: string
    /** The words of the catalog that it found, the best first, five at most. */
    as: string[]
  }[]
  /** Words that were left out: the best results do not have them, or the search has more than eight words. */
  dropped?: string[]
}

/** The labels of products as a tree. */
export interface LabelList {
  /** Depth first: each label is followed by its children. Siblings with the most products come first. */
  data: Label[]
}

/** A label of products, with its place in the tree. */
export interface Label {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** The code of the label above it; absent at the top. */
  parent?: string
  /** The number of products that have it. */
  count: number
}

/** Suggestions for a search box. A part without suggestions is empty. */
export interface Suggestions {
  /** Searches that complete the typed words, those of the most products first. */
  queries: SuggestedQuery[]
  /** Labels with a word that begins with each typed word, the most frequent first. */
  labels: SuggestedLabel[]
  /** Options with a word that begins with each typed word, the most frequent first. */
  options: SuggestedOption[]
  /** The first products that a search of the text finds: with `form=card`, `SuggestedCard`. */
  products: (SuggestedProduct | SuggestedCard)[]
  correction?: Correction
}

/** A search that completes the typed words. */
export interface SuggestedQuery {
  /** In lower case, for the parameter `search`. */
  text: string
  /** The products that have every word of the text in their name, in a label or in an option. */
  count: number
  /** The characters of `text` that match: pairs of start and end in UTF-16 code units, as `slice` of JavaScript takes them. */
  highlights: [number, number][]
}

/** A product in a list, with the characters of its name that match. */
export interface SuggestedProduct {
  id: string
  name: string
  /** May be HTML, as in the catalog. */
  description: string
  /** The product’s name in URLs. */
  slug: string
  /** The variants, each with its own combination of options. */
  variants: VariantSummary[]
  /** Categories and tags. */
  labelValues: LabelValue[]
  /** The characters of `name` that match: pairs of start and end in UTF-16 code units, as `slice` of JavaScript takes them. */
  highlights: [number, number][]
}

/** A product as a grid shows it, with the characters of its name that match. */
export interface SuggestedCard {
  id: string
  name: string
  /** The product’s name in URLs. */
  slug: string
  /** The first picture of the product, else of its variants. Absent without pictures. */
  picture?: {
    /** The URL of the picture. */
    path: string
    /** Plain text in place of the picture. Absent if the catalog has none. */
    alt?: string
    /** The width in pixels. Width and height are both present or both absent. */
    width?: number
    /** The height in pixels. Width and height are both present or both absent. */
    height?: number
  }
  /** The prices of the variants. Absent if there are none. */
  price?: PriceSpan
  /** The prices before a reduction, of the variants that have one. Absent if none has. */
  listPrice?: PriceSpan
  /** Whether a variant is in stock, or its inventory is not tracked. */
  inStock: boolean
  /** Whether a variant has a `listPrice`. */
  onSale: boolean
  /** The beginning of the description as text on one line: at most 300 characters. */
  excerpt: string
  brand?: string
  createdAt: string
  updatedAt: string
  /** The option groups, but for that of the brand. */
  optionGroups: CardOptionGroup[]
  /** The characters of `name` that match: pairs of start and end in UTF-16 code units, as `slice` of JavaScript takes them. */
  highlights: [number, number][]
}

/** A label, with the number of products that have it. */
export interface SuggestedLabel {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  count: number
  /** The characters of `name` that match: pairs of start and end in UTF-16 code units, as `slice` of JavaScript takes them. */
  highlights: [number, number][]
}

/** An option, with the number of products that have it. */
export interface SuggestedOption {
  id: string
  name: string
  /** For the filter `option`, as `group:option`. */
  code: string
  /** The option group. */
  group: {
    id: string
    name: string
    /** Lower case letters, digits and hyphens, for filters. */
    code: string
  }
  count: number
  /** The characters of `name` that match: pairs of start and end in UTF-16 code units, as `slice` of JavaScript takes them. */
  highlights: [number, number][]
}

/** Did you mean? Present if a word was found only in another spelling. */
export interface Correction {
  /** The search with its words corrected. */
  text: string
  /** The products that a search of it finds. */
  count: number
}

/** An error (RFC 9457). */
export interface Problem {
  /** The URL of the explanation of the code. */
  type: string
  /** The code in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** What is wrong with this request, for a developer to read. */
  detail: string
  /** Branch on this. A code never changes, but later versions may add codes. */
  code: ErrorCode | string
  /** Every wrong parameter, with what is wrong with it. */
  errors?: {
    parameter: string
    detail: string
  }[]
  /** The log has the cause of the error under this id. */
  requestId?: string
}

/** The codes of this version. */
export type ErrorCode =
  | 'store-required'
  | 'store-not-found'
  | 'product-not-found'
  | 'variant-not-found'
  | 'route-not-found'
  | 'method-not-allowed'
  | 'invalid-id'
  | 'invalid-parameter'
  | 'malformed-request'
  | 'database-unusable'
  | 'overloaded'
  | 'internal-error'

/** List products: the parameters. */
export interface ListProductsQuery {
  /** The page, counted from 1. A page beyond the last is empty. */
  page?: number | undefined
  /** Items on each page. More than 100 counts as 100, as `meta.itemsPerPage` and the links say. */
  limit?: number | undefined
  /** Words to find in names and descriptions. Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas. Without it: the fields that the store has set, else names and descriptions. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description'> | undefined
  /** A label code. Given several times: products with any of the labels. */
  label?: Many<string> | undefined
  /** A label code. Given several times: products with all of the labels. Facets count only these products, whatever `label` is. */
  within?: Many<string> | undefined
  /** An option group code: products with the group; with `option`, the group of the option. Given several times: any of the groups. */
  optionGroup?: Many<string> | undefined
  /** An option code, alone or as `group:option`. Several options of one group are alternatives. One variant must have an option of every given group, and also satisfy `minPrice`, `maxPrice`, `inStock` and `sku`. */
  option?: Many<string> | undefined
  /** The lowest price: only products with a variant at this price or above. */
  minPrice?: string | undefined
  /** The highest price: only products with a variant at this price or below. */
  maxPrice?: string | undefined
  /** `true`: only products with a variant in stock, or without tracked inventory. Leave it out for all. */
  inStock?: true | undefined
  /** The id of a product. Given several times: any of these products. */
  id?: Many<string> | undefined
  /** The slug of a product. Given several times: any of these products. */
  slug?: Many<string> | undefined
  /** The sku of a variant: the product with that variant. Given several times: any of the skus. */
  sku?: Many<string> | undefined
  /** The id of a product: the other products that share a label or an option with it. Without `sortBy`, the nearest come first: those that share the most and the rarest. An unknown id gives an empty list. */
  related?: string | undefined
  /** The order; `price` is the lowest price of a product’s variants, and products of equal `popularity` come newest first. Without it: the order that the store has set, else the newest first; with `search` the best match, with `related` the nearest. */
  sortBy?:
    | 'createdAt:ASC'
    | 'createdAt:DESC'
    | 'name:ASC'
    | 'name:DESC'
    | 'price:ASC'
    | 'price:DESC'
    | 'popularity:ASC'
    | 'popularity:DESC'
    | undefined
  /** `card`: each product as a grid shows it, about 1 kB. `full`: each product as the catalog has it, with its variants in full, its prices from lowest to highest, and its description as HTML and as text. Leave it out for a product with its variants. */
  form?: 'card' | 'full' | undefined
}

/** Count products by label and option: the parameters. */
export interface GetProductFacetsQuery {
  /** Words to find in names and descriptions. Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas. Without it: the fields that the store has set, else names and descriptions. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description'> | undefined
  /** A label code. Given several times: products with any of the labels. */
  label?: Many<string> | undefined
  /** A label code. Given several times: products with all of the labels. Facets count only these products, whatever `label` is. */
  within?: Many<string> | undefined
  /** An option group code: products with the group; with `option`, the group of the option. Given several times: any of the groups. */
  optionGroup?: Many<string> | undefined
  /** An option code, alone or as `group:option`. Several options of one group are alternatives. One variant must have an option of every given group, and also satisfy `minPrice`, `maxPrice`, `inStock` and `sku`. */
  option?: Many<string> | undefined
  /** The lowest price: only products with a variant at this price or above. */
  minPrice?: string | undefined
  /** The highest price: only products with a variant at this price or below. */
  maxPrice?: string | undefined
  /** `true`: only products with a variant in stock, or without tracked inventory. Leave it out for all. */
  inStock?: true | undefined
  /** The id of a product. Given several times: any of these products. */
  id?: Many<string> | undefined
  /** The slug of a product. Given several times: any of these products. */
  slug?: Many<string> | undefined
  /** The sku of a variant: the product with that variant. Given several times: any of the skus. */
  sku?: Many<string> | undefined
  /** The id of a product: the other products that share a label or an option with it. Without `sortBy`, the nearest come first: those that share the most and the rarest. An unknown id gives an empty list. */
  related?: string | undefined
  /** How many labels, and how many options of each group: the most frequent. More than 1000 counts as 1000. */
  facetLimit?: number | undefined
}

/** Suggest searches while a shopper types: the parameters. */
export interface SuggestProductsQuery {
  /** What the shopper has typed so far. The last word may be incomplete. Without it: the most frequent labels and options, and the most popular products, or the newest if none has a popularity. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas. Without it: the fields that the store has set, else names and descriptions. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description'> | undefined
  /** Entries of each part. More than 10 counts as 10. */
  limit?: number | undefined
  /** `card`: each product as a grid shows it. Leave it out for a product with its variants. */
  form?: 'card' | undefined
}

/** Retrieve a product: the parameters. */
export interface GetProductQuery {
  /** `card`: the product as a grid shows it, about 1 kB. `full`: the product as the catalog has it, with its variants in full, its prices from lowest to highest, and its description as HTML and as text. Leave it out for the product with its variants and their files. */
  form?: 'card' | 'full' | undefined
}

/** List variants: the parameters. */
export interface ListVariantsQuery {
  /** The page, counted from 1. A page beyond the last is empty. */
  page?: number | undefined
  /** Items on each page. More than 100 counts as 100, as `meta.itemsPerPage` and the links say. */
  limit?: number | undefined
  /** The id of a product: only its variants. An unknown id gives an empty list. */
  product?: string | undefined
  /** Words to find in names and skus. Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas. Without it: the fields that the store has set, else names and skus. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description'> | undefined
  /** A label code: variants with the label, whatever labels their product has. Given several times: any of the labels. */
  label?: Many<string> | undefined
  /** A label code: variants with the label, whatever labels their product has. Given several times: all of the labels. */
  within?: Many<string> | undefined
  /** The lowest price: only variants at this price or above. */
  minPrice?: string | undefined
  /** The highest price: only variants at this price or below. */
  maxPrice?: string | undefined
  /** `true`: only variants in stock, or without tracked inventory. Leave it out for all. */
  inStock?: true | undefined
  /** The id of a variant. Given several times: any of these variants. */
  id?: Many<string> | undefined
  /** The sku of a variant. Given several times: any of the skus. */
  sku?: Many<string> | undefined
  /** The order. A stock that is not tracked comes last in either direction. Without it: `createdAt:DESC`, or with `search` the best match. */
  sortBy?:
    | 'createdAt:ASC'
    | 'createdAt:DESC'
    | 'updatedAt:ASC'
    | 'updatedAt:DESC'
    | 'name:ASC'
    | 'name:DESC'
    | 'sku:ASC'
    | 'sku:DESC'
    | 'price:ASC'
    | 'price:DESC'
    | 'stock:ASC'
    | 'stock:DESC'
    | undefined
}

/** The answer of each operation. */
export interface Answers {
  getStore: Store
  listProducts: ProductPage
  getProductFacets: Facets
  suggestProducts: Suggestions
  getProduct: ProductInForm
  listLabels: LabelList
  listVariants: VariantPage
  getVariant: Variant
}
