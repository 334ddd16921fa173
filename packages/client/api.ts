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
  /** Whether all prices include taxes. */
  taxIncluded?: boolean
  /** The host names of the shop, in lower case. */
  hosts?: string[]
  /** The code of the market, if the request selects one: the settings are then its own. */
  market?: string
}

/** A store and its markets. */
export interface MarketList {
  /** The store itself, then its markets in the order of the store. */
  data: Market[]
}

/** A market of a store, or the store itself. What the operator has not set is absent. */
export interface Market {
  /** What the parameter `market` names. Absent for the store itself. */
  code?: string
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
  /** Whether all prices include taxes. */
  taxIncluded?: boolean
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
  /** Slugs that the product had. `slug=` finds it by them too. Absent if there are none. */
  formerSlugs?: string[]
  /** The variants, each with its own combination of options. */
  variants: FullVariant[]
  /** Pictures of the product, by priority. */
  files: File[]
  /** The groups of options to choose from, such as color and size. */
  optionGroups: FullOptionGroup[]
  /** Categories and tags. */
  labelValues: ProductLabel[]
  /** The id that the shop platform gives the product. Absent if the catalog has none. */
  externalId?: string
  /** The attributes of all variants that have none of the same code. Absent if there are none. */
  attributes?: Attribute[]
  seo?: SeoTexts
  rating?: Rating
  /** Such as the number sold; absent for 0. */
  popularity?: number
  /** The prices of the variants. Absent if there are none. */
  price?: PriceSpan
  /** The prices before a reduction, of the variants that have one. Absent if none has. */
  listPrice?: PriceSpan
  /** The unit price of the variant with the lowest price. Absent if it has none. */
  unitPrice?: UnitPrice
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
  /** The slugs of the product in the store and its markets, for links to its pages in other languages. Absent in a store without markets. */
  alternates?: Alternate[]
}

/** The slug of a product in a market. */
export interface Alternate {
  /** The code of the market. Absent for the store itself. */
  market?: string
  slug: string
}

/** A product as a grid shows it: about 1 kB. */
export interface ProductCard {
  id: string
  name: string
  /** The product’s name in URLs. */
  slug: string
  /** The first picture of the product, else of its variants. Absent without pictures. */
  picture?: Picture
  /** The prices of the variants. Absent if there are none. */
  price?: PriceSpan
  /** The prices before a reduction, of the variants that have one. Absent if none has. */
  listPrice?: PriceSpan
  /** The unit price of the variant with the lowest price. Absent if it has none. */
  unitPrice?: UnitPrice
  /** Whether a variant is in stock, or its inventory is not tracked. */
  inStock: boolean
  /** Whether a variant has a `listPrice`. */
  onSale: boolean
  /** The beginning of the description as text on one line: at most 300 characters. */
  excerpt: string
  brand?: string
  rating?: Rating
  createdAt: string
  updatedAt: string
  /** The id that the shop platform gives the product. Absent if the catalog has none. */
  externalId?: string
  /** The `externalId` of the only variant. Absent if the product has several, or if the catalog has none. */
  variantExternalId?: string
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
  /** What a swatch shows. Absent if the catalog has none. */
  color?: string
  /** The first picture of a variant with the option, if the options of the group have different ones and the card has room for it. */
  picture?: Picture
}

/** Texts for search engines. Without one, use the name, or the excerpt. */
export interface SeoTexts {
  title?: string
  description?: string
}

/** What shoppers think of a product. */
export interface Rating {
  /** The mean, from 0 to 5. */
  value: number
  /** How many shoppers rated it. */
  count: number
}

/** What an amount of the content of a variant costs: 4.20 per 100 g. */
export interface UnitPrice {
  /** The price of `amount`, rounded. */
  price: string
  /** A decimal. */
  amount: string
  /** The unit of `amount` and of `contents`. */
  unit: string
  /** What the variant contains, as a decimal. */
  contents: string
}

/** A group of options to choose from, with the colors of its options. */
export interface FullOptionGroup {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** The options of the group. */
  options: FullOption[]
}

/** An option: one value of an option group, such as red. */
export interface FullOption {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** What a swatch shows. Absent if the catalog has none. */
  color?: string
}

/** What a grid shows of the variant that was looked for. */
export interface MatchedVariant {
  id: string
  /** Stock keeping unit. */
  sku: string
  /** The id that the shop platform gives the variant, which its cart takes. Absent if the catalog has none. */
  externalId?: string
  /** Exact, as a decimal with two digits after the point. */
  price: string
  /** The price before a reduction, always above `price`. Absent if the variant is not reduced. */
  listPrice?: string
  /** The first picture of the variant. Absent if it has none of its own. */
  picture?: Picture
  /** The options of the variant. */
  options: {
    name: string
    code: string
  }[]
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
  /** The id that the shop platform gives the variant, which its cart takes. Absent if the catalog has none. */
  externalId?: string
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
  /** The id that the shop platform gives the variant, which its cart takes. Absent if the catalog has none. */
  externalId?: string
  /** Exact, as a decimal with two digits after the point. */
  price: string
  /** The price before a reduction, always above `price`. Absent if the variant is not reduced. */
  listPrice?: string
  unitPrice?: UnitPrice
  /** Items in stock; null if the inventory is not tracked. */
  stock: number | null
  /** The options of this variant. */
  productOptions: StampedOption[]
  /** Pictures of this variant, by priority. */
  files: StampedFile[]
  taxRate: TaxRate
  /** Categories and tags of the variant itself; may be empty. */
  labelValues: LabelValue[]
  /** The manufacturer part number. Absent if the catalog has none. */
  mpn?: string
  /** Its own attributes. Absent if there are none. */
  attributes?: Attribute[]
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

/** A fact about a product or a variant, such as its weight. */
export interface Attribute {
  /** For the filter `attribute`. */
  code: string
  name: string
  type: 'number' | 'boolean' | 'date' | 'text'
  /** The unit of a number, as in the catalog; absent if it has none. */
  unit?: string
  /** A number has at most nine digits before the point and six after it. A date is a text such as `2026-03-14`. */
  value: number | boolean | string
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
  /** What the catalog says that it is; absent if it does not say. */
  kind?: 'category' | 'collection' | 'tag'
}

/** A picture as a card or a label has it. */
export interface Picture {
  /** The URL of the picture. */
  path: string
  /** Plain text in place of the picture. Absent if the catalog has none. */
  alt?: string
  /** The width in pixels. Width and height are both present or both absent. */
  width?: number
  /** The height in pixels. Width and height are both present or both absent. */
  height?: number
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
    /** With `matches=true`: the variant to show of each product, in the order of `data`; null if no variant satisfies all conditions. */
    matches?: (MatchedVariant | null)[]
    /** With `explain=true` and a search: why it found each product, in the order of `data`. */
    explain?: Explanation[]
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

/** A page of what changed between two publications. */
export interface ChangePage {
  /** The products of this page that changed. */
  data: Change[]
  meta: {
    /** The limit after its reduction to 100. */
    itemsPerPage: number
    /** Items on all pages. */
    totalItems: number
    /** The requested page. */
    currentPage: number
    /** Pages with items. */
    totalPages: number
    /** The publication of `since`; null without it. */
    from: string | null
    /** The publication up to which the changes are listed: the `since` of the next time. Null if nothing was ever published. */
    to: string | null
    /** The number of the edition that `to` made current. */
    edition: number
    /** What else may have changed: what `/store` and `/store/labels` say, what searches and lists find. */
    also: ('settings' | 'synonyms' | 'labels' | 'rules')[]
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

/** A product that differs between two publications. */
export interface Change {
  /** The id of the product. */
  id: string
  /** What happened to it. */
  change: 'created' | 'changed' | 'removed'
  /** What may have changed of a changed product, its variants included. `texts`: names, descriptions, slug, skus. `price`: prices, list prices and tax rates. `stock`. `labels`: labels, options and attributes. `pictures`. `other`: anything else, such as the set of variants or the popularity. Empty if it was created or removed. */
  what: ('texts' | 'price' | 'stock' | 'labels' | 'pictures' | 'other')[]
}

/** Labels, options, prices, stock and attributes of the matching products. Every count is a number of products. */
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
    /** With the parameter `buckets`: buckets of equal width. */
    buckets?: {
      /** The prices from this one on. */
      from: string
      /** To below this one; in the last bucket, to this one. */
      to: string
      /** Each product counts once, by the lowest value of its variants that match. */
      count: number
    }[]
  }
  /** The number of products that `inStock=true` gives. */
  inStock: number
  /** The number of products that `onSale=true` gives. Absent if no variant of the store has a list price. */
  onSale?: number
  /** The attributes, those of the most products first, at most 50. Absent if the store has none. */
  attributes?: FacetAttribute[]
  /** About the search; absent if there is nothing to say. */
  meta?: {
    search: SearchNote
  }
}

/** An attribute of the products that match without the conditions on it. */
export interface FacetAttribute {
  /** For the filter `attribute`. */
  code: string
  name: string
  type: 'number' | 'boolean' | 'date'
  /** What numbers compare in: g, mm, ml, or the unit of the catalog; absent if there is none. */
  unit?: string
  /** The number of products that have it. */
  count: number
  /** The lowest value of the products. */
  min: number | boolean | string
  /** The highest value of the products. */
  max: number | boolean | string
  /** With the parameter `buckets`: buckets of equal width. */
  buckets?: {
    /** The values from this one on. */
    from: number | boolean | string
    /** To below this one; in the last bucket, to this one. */
    to: number | boolean | string
    /** Each product counts once, by the lowest value of its variants that match. */
    count: number
  }[]
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
  /** What a swatch shows. Absent if the catalog has none. */
  color?: string
  /** What it is; absent if the catalog does not say. */
  kind?: 'category' | 'collection' | 'tag'
  /** The parameter whose list has `count` products: `within` for a category, whose count includes the categories below it. Absent if it is `label`. */
  parameter?: 'within'
}

/** How the results differ from those that have all words in the fields that were asked for. Only the keys that apply are there. */
export interface SearchNote {
  /** Where the search looked, if not only in the fields that were asked for. `slugOrPicture`: in slugs, names of picture files and alt texts. */
  fields?: ('name' | 'label' | 'option' | 'sku' | 'description' | 'slugOrPicture')[]
  /** Words of which the results have other words. */
  corrected?: {
    /** The word of the search, folded. */
    word: string
    /** The words of the catalog that it found, the best first, five at most. */
    as: string[]
    /** What they are: the word spelled right (`misspelling`), `split` into others, in the letters of another `script`, or longer words of which it is a `part`. */
    kind: 'misspelling' | 'split' | 'script' | 'part'
  }[]
  /** Words that were left out: the best results do not have them, or the search has more than eight words. */
  dropped?: string[]
  /** A rule of the store has put products at places of their own, or left some out. */
  rule?: true
  /** The price that words of the search say, such as `under 50`. They are a filter, and no words to find. */
  price?: {
    /** The lowest price. */
    min?: string
    /** The highest price. */
    max?: string
  }
}

/** Why a search found a product. */
export interface Explanation {
  /** The sum of the costs of the words, and up to 5 more for the order of the words in the name and for options on several variants. Of the products that have the same words, those of the lowest cost come first. */
  cost: number
  /** The best match of each word that the product has. Empty if it was found by its GTIN, its part number, its sku or a rule. */
  words: {
    /** The word of the search, folded. */
    word: string
    /** The way in which it matches: see the table of ways in the documentation of the search. */
    how: 'exact' | 'form' | 'synonym' | 'joined' | 'script' | 'compound' | 'prefix' | 'misspelt' | 'part'
    /** The words of the catalog that match, five at most. */
    as: string[]
    /** Where they are. */
    field: 'name' | 'label' | 'option' | 'sku' | 'description' | 'slugOrPicture'
    /** The cost of the way and of the field. */
    cost: number
  }[]
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
  /** The products of the list that it leads to. */
  count: number
  /** What it is; absent if the catalog does not say. */
  kind?: 'category' | 'collection' | 'tag'
  /** The parameter whose list has `count` products: `within` for a category, whose count includes the categories below it. Absent if it is `label`. */
  parameter?: 'within'
  /** Plain text. */
  description?: string
  picture?: Picture
  seo?: SeoTexts
  /** The place among its siblings, of which those with a rank come first, the lowest before the others. */
  rank?: number
  /** Menus should leave it out, as facets and suggestions do. Absent otherwise. */
  hidden?: true
}

/** A label with those around it. */
export interface LabelDetail {
  id: string
  name: string
  /** Lower case letters, digits and hyphens, for filters. */
  code: string
  /** The code of the label above it; absent at the top. */
  parent?: string
  /** The products of the list that it leads to. */
  count: number
  /** What it is; absent if the catalog does not say. */
  kind?: 'category' | 'collection' | 'tag'
  /** The parameter whose list has `count` products: `within` for a category, whose count includes the categories below it. Absent if it is `label`. */
  parameter?: 'within'
  /** Plain text. */
  description?: string
  picture?: Picture
  seo?: SeoTexts
  /** The place among its siblings, of which those with a rank come first, the lowest before the others. */
  rank?: number
  /** Menus should leave it out, as facets and suggestions do. Absent otherwise. */
  hidden?: true
  /** The labels above it, from the top down. */
  ancestors: {
    /** Lower case letters, digits and hyphens, for filters. */
    code: string
    name: string
  }[]
  /** The labels directly below it, in the order of the list. */
  children: Label[]
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
  /** The products that have every word of the text exactly. A list with it and the same `searchIn` has all of them. */
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
  picture?: Picture
  /** The prices of the variants. Absent if there are none. */
  price?: PriceSpan
  /** The prices before a reduction, of the variants that have one. Absent if none has. */
  listPrice?: PriceSpan
  /** The unit price of the variant with the lowest price. Absent if it has none. */
  unitPrice?: UnitPrice
  /** Whether a variant is in stock, or its inventory is not tracked. */
  inStock: boolean
  /** Whether a variant has a `listPrice`. */
  onSale: boolean
  /** The beginning of the description as text on one line: at most 300 characters. */
  excerpt: string
  brand?: string
  rating?: Rating
  createdAt: string
  updatedAt: string
  /** The id that the shop platform gives the product. Absent if the catalog has none. */
  externalId?: string
  /** The `externalId` of the only variant. Absent if the product has several, or if the catalog has none. */
  variantExternalId?: string
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
  /** What it is; absent if the catalog does not say. */
  kind?: 'category' | 'collection' | 'tag'
  /** The parameter whose list has `count` products: `within` for a category, whose count includes the categories below it. Absent if it is `label`. */
  parameter?: 'within'
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

/** What a publication changed, or several that follow one another. */
export interface PublicationEvent {
  /** The name of the publication, as the `id` of the event. It is opaque. */
  publication: string
  /** The edition that is current since then. */
  edition: number
  publishedAt: string
  /** Numbers of products; null if they are not known. */
  products: {
    created: number | null
    changed: number | null
    removed: number | null
  }
  /** What else may have changed: `settings`, `synonyms`, `labels` or `rules`. Later versions may add words. */
  also: string[]
  /** The cache tags of the answers that may have changed: only that of the store for all answers. */
  tags: string[]
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
  | 'label-not-found'
  | 'publication-gone'
  | 'route-not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'invalid-id'
  | 'invalid-parameter'
  | 'malformed-request'
  | 'database-unusable'
  | 'overloaded'
  | 'internal-error'

/** Retrieve the store: the parameters. */
export interface GetStoreQuery {
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** List markets: the parameters. */
export interface ListMarketsQuery {
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** List what changed since a publication: the parameters. */
export interface ListChangesQuery {
  /** The page, counted from 1. A page beyond the last is empty. */
  page?: number | undefined
  /** Items on each page. More than 100 counts as 100, as `meta.itemsPerPage` and the links say. */
  limit?: number | undefined
  /** The publication whose catalog the client has: `meta.to` of an earlier answer. Without it, the answer has no changes and names the newest publication. */
  since?: string | undefined
  /** The publication up to which changes are listed. The links have it, so that all pages are of the same changes. Without it: the newest. */
  until?: string | undefined
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** List products: the parameters. */
export interface ListProductsQuery {
  /** The page, counted from 1. A page beyond the last is empty. */
  page?: number | undefined
  /** Items on each page. More than 100 counts as 100, as `meta.itemsPerPage` and the links say. */
  limit?: number | undefined
  /** Words to find in names and descriptions. Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas, or `all`. Without it: the fields that the store has set, else names and descriptions. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description' | 'all'> | undefined
  /** A label code. Given several times: products with any of the labels. */
  label?: Many<string> | undefined
  /** A label code: products with the label or, if it is a category, with one below it. Given several times: all of them. Facets count only these products, whatever `label` is. */
  within?: Many<string> | undefined
  /** An option group code: products with the group; with `option`, the group of the option. Given several times: any of the groups. */
  optionGroup?: Many<string> | undefined
  /** An option code, alone or as `group:option`. Several options of one group are alternatives. One variant must have an option of every given group, and also satisfy `minPrice`, `maxPrice`, `attribute`, `inStock`, `onSale`, `sku`, `gtin`, `mpn` and `externalId`. */
  option?: Many<string> | undefined
  /** The lowest price: only products with a variant at this price or above. */
  minPrice?: string | undefined
  /** The highest price: only products with a variant at this price or below. */
  maxPrice?: string | undefined
  /** A range of an attribute: only products with a variant in it, both ends included. Numbers may have a unit, else they are in g, mm, ml or the unit of the catalog. Several ranges of one attribute are alternatives; one variant must be in a range of every given attribute. Text is no condition. */
  attribute?: Many<string> | undefined
  /** `true`: only products with a variant in stock, or without tracked inventory. Leave it out for all. */
  inStock?: boolean | undefined
  /** `true`: only products with a variant that has a list price. Leave it out for all. */
  onSale?: boolean | undefined
  /** The id of a product. Given several times: any of these products. */
  id?: Many<string> | undefined
  /** The slug of a product in the market. One that no product has there finds the product that has it in another market, or that had it: the slug of the answer then differs, and the shop redirects to it. Given several times: any of these products. */
  slug?: Many<string> | undefined
  /** The sku of a variant: the product with that variant. Given several times: any of the skus. */
  sku?: Many<string> | undefined
  /** The GTIN (EAN, UPC, ISBN) of a variant, with or without zeros before it and hyphens: the product with that variant. Given several times: any of them. */
  gtin?: Many<string> | undefined
  /** The manufacturer part number of a variant. Case, spaces, hyphens, dots and slashes do not count: `ab123` is `AB-12/3`. Given several times: any of them. */
  mpn?: Many<string> | undefined
  /** The id that the shop platform gives a product, or one of its variants: the product. It compares exactly, but `gid://shopify/Product/123` is `123`. Given several times: any of them. */
  externalId?: Many<string> | undefined
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
  /** `true`: `meta.explain` says why the search found each product of the page, for those who tune a store. Leave it out otherwise. */
  explain?: boolean | undefined
  /** `true`: `meta.matches` has one variant for each product of the page: the first that satisfies all conditions on variants, and if possible the search too. Leave it out otherwise. */
  matches?: boolean | undefined
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** Retrieve facets: the parameters. */
export interface GetProductFacetsQuery {
  /** Words to find in names and descriptions. Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas, or `all`. Without it: the fields that the store has set, else names and descriptions. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description' | 'all'> | undefined
  /** A label code. Given several times: products with any of the labels. */
  label?: Many<string> | undefined
  /** A label code: products with the label or, if it is a category, with one below it. Given several times: all of them. Facets count only these products, whatever `label` is. */
  within?: Many<string> | undefined
  /** An option group code: products with the group; with `option`, the group of the option. Given several times: any of the groups. */
  optionGroup?: Many<string> | undefined
  /** An option code, alone or as `group:option`. Several options of one group are alternatives. One variant must have an option of every given group, and also satisfy `minPrice`, `maxPrice`, `attribute`, `inStock`, `onSale`, `sku`, `gtin`, `mpn` and `externalId`. */
  option?: Many<string> | undefined
  /** The lowest price: only products with a variant at this price or above. */
  minPrice?: string | undefined
  /** The highest price: only products with a variant at this price or below. */
  maxPrice?: string | undefined
  /** A range of an attribute: only products with a variant in it, both ends included. Numbers may have a unit, else they are in g, mm, ml or the unit of the catalog. Several ranges of one attribute are alternatives; one variant must be in a range of every given attribute. Text is no condition. */
  attribute?: Many<string> | undefined
  /** `true`: only products with a variant in stock, or without tracked inventory. Leave it out for all. */
  inStock?: boolean | undefined
  /** `true`: only products with a variant that has a list price. Leave it out for all. */
  onSale?: boolean | undefined
  /** The id of a product. Given several times: any of these products. */
  id?: Many<string> | undefined
  /** The slug of a product in the market. One that no product has there finds the product that has it in another market, or that had it: the slug of the answer then differs, and the shop redirects to it. Given several times: any of these products. */
  slug?: Many<string> | undefined
  /** The sku of a variant: the product with that variant. Given several times: any of the skus. */
  sku?: Many<string> | undefined
  /** The GTIN (EAN, UPC, ISBN) of a variant, with or without zeros before it and hyphens: the product with that variant. Given several times: any of them. */
  gtin?: Many<string> | undefined
  /** The manufacturer part number of a variant. Case, spaces, hyphens, dots and slashes do not count: `ab123` is `AB-12/3`. Given several times: any of them. */
  mpn?: Many<string> | undefined
  /** The id that the shop platform gives a product, or one of its variants: the product. It compares exactly, but `gid://shopify/Product/123` is `123`. Given several times: any of them. */
  externalId?: Many<string> | undefined
  /** The id of a product: the other products that share a label or an option with it. Without `sortBy`, the nearest come first: those that share the most and the rarest. An unknown id gives an empty list. */
  related?: string | undefined
  /** How many labels, attributes, and options of each group: the most frequent. More than 1000 counts as 1000. */
  facetLimit?: number | undefined
  /** `natural`: the options of a group are sorted as shoppers expect them: sizes from small to large, numbers by their value, others by letters. `catalog`: they are sorted by their places in the products that the catalog has first, and labels by their rank. Leave it out for the most frequent first. */
  facetOrder?: 'natural' | 'catalog' | undefined
  /** The most buckets into which the prices, and the values of each attribute, are divided. Leave it out for none. */
  buckets?: number | undefined
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** Retrieve suggestions: the parameters. */
export interface SuggestProductsQuery {
  /** What the shopper has typed so far. The last word may be incomplete. Without it: the most frequent labels and options, and the most popular products, or the newest if none has a popularity. */
  search?: string | undefined
  /** The fields that `search` looks in, separated by commas, or `all`. Without it: the fields that the store has set, else names and descriptions. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description' | 'all'> | undefined
  /** Entries of each part. More than 10 counts as 10. */
  limit?: number | undefined
  /** `card`: each product as a grid shows it. Leave it out for a product with its variants. */
  form?: 'card' | undefined
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** Retrieve a product: the parameters. */
export interface GetProductQuery {
  /** `card`: the product as a grid shows it, about 1 kB. `full`: the product as the catalog has it, with its variants in full, its prices from lowest to highest, and its description as HTML and as text. Leave it out for the product with its variants and their files. */
  form?: 'card' | 'full' | undefined
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** List labels: the parameters. */
export interface ListLabelsQuery {
  /** Only labels of this kind, or of any of several. `unknown`: the labels of which the catalog does not say what they are. */
  kind?: Many<'category' | 'collection' | 'tag' | 'unknown'> | undefined
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** Retrieve a label: the parameters. */
export interface GetLabelQuery {
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
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
  /** The fields that `search` looks in, separated by commas, or `all`. Without it: the fields that the store has set, else names and skus. Where nothing is found, `search` looks in all fields. */
  searchIn?: Many<'name' | 'label' | 'option' | 'sku' | 'description' | 'all'> | undefined
  /** A label code: variants with the label, whatever labels their product has. Given several times: any of the labels. */
  label?: Many<string> | undefined
  /** A label code: variants with the label or, if it is a category, with one below it, whatever labels their product has. Given several times: all of them. */
  within?: Many<string> | undefined
  /** The lowest price: only variants at this price or above. */
  minPrice?: string | undefined
  /** The highest price: only variants at this price or below. */
  maxPrice?: string | undefined
  /** A range of an attribute: only variants in it, both ends included. Numbers may have a unit, else they are in g, mm, ml or the unit of the catalog. Several ranges of one attribute are alternatives; one variant must be in a range of every given attribute. Text is no condition. */
  attribute?: Many<string> | undefined
  /** `true`: only variants in stock, or without tracked inventory. Leave it out for all. */
  inStock?: boolean | undefined
  /** `true`: only variants that has a list price. Leave it out for all. */
  onSale?: boolean | undefined
  /** The id of a variant. Given several times: any of these variants. */
  id?: Many<string> | undefined
  /** The sku of a variant. Given several times: any of the skus. */
  sku?: Many<string> | undefined
  /** The GTIN (EAN, UPC, ISBN) of a variant, with or without zeros before it and hyphens. Given several times: any of them. */
  gtin?: Many<string> | undefined
  /** The manufacturer part number of a variant. Case, spaces, hyphens, dots and slashes do not count: `ab123` is `AB-12/3`. Given several times: any of them. */
  mpn?: Many<string> | undefined
  /** The id that the shop platform gives a variant. It compares exactly, but `gid://shopify/Product/123` is `123`. Given several times: any of them. */
  externalId?: Many<string> | undefined
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
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** Retrieve a variant: the parameters. */
export interface GetVariantQuery {
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** Stream the publications: the parameters. */
export interface StreamEventsQuery {
  /** The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market. */
  market?: string | undefined
}

/** The answer of each operation. */
export interface Answers {
  getStore: Store
  listMarkets: MarketList
  listChanges: ChangePage
  listProducts: ProductPage
  getProductFacets: Facets
  suggestProducts: Suggestions
  getProduct: ProductInForm
  listLabels: LabelList
  getLabel: LabelDetail
  listVariants: VariantPage
  getVariant: Variant
  streamEvents: PublicationEvent
}
