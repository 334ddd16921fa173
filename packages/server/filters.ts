import { EXTERNAL_ID_LIMIT } from '@vitrine/catalog/external-id'
import type { Cents } from '@vitrine/catalog/money'
import { ALL_FIELDS, SEARCH_FIELDS, type SearchFieldName } from '@vitrine/catalog/store'
import type { Uuid } from '@vitrine/catalog/uuid'
import { SEARCH_LIMIT } from '@vitrine/catalog/words'
import type { AttributeRange, PriceRange, ProductConditions, VariantQuery } from '@vitrine/engine/serve/query'
import type { Static, TObject } from 'typebox'
import { ATTRIBUTE_FORMAT, type Parameters, type ParsedQueryString, parameterReader } from './parameters.ts'
import { Type } from './schema.ts'

/** The texts that `parsePrice` accepts, as a pattern for the OpenAPI document. */
const PRICE = '^\\d+(\\.\\d{1,2}0*)?$'

const EXAMPLE_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2'

const WORDS =
  'Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`.'

const GTIN = 'The GTIN (EAN, UPC, ISBN) of a variant, with or without zeros before it and hyphens'

const MPN =
  'The manufacturer part number of a variant. Case, spaces, hyphens, dots and slashes do not count: `ab123` is `AB-12/3`'

const EXTERNAL_ID = 'compares exactly, but `gid://shopify/Product/123` is `123`'

/** The filters of products, for the list and the facets, in the order of the links. */
export const productFilters = {
  search: search(`Words to find in names and descriptions. ${WORDS}`, 'linen shirt'),
  searchIn: searchIn('names and descriptions'),
  label: codes('A label code. Given several times: products with any of the labels.', 'new-in'),
  within: codes(
    'A label code: products with the label or, if it is a category, with one below it. Given several times: all of them. Facets count only these products, whatever `label` is.',
    'clothing',
  ),
  optionGroup: codes(
    'An option group code: products with the group; with `option`, the group of the option. Given several times: any of the groups.',
    'color',
  ),
  option: codes(
    'An option code, alone or as `group:option`. Several options of one group are alternatives. One variant must have an option of every given group, and also satisfy `minPrice`, `maxPrice`, `attribute`, `inStock`, `onSale`, `sku`, `gtin`, `mpn` and `externalId`.',
    'color:red',
  ),
  ...prices('products with a variant'),
  attribute: attribute('products with a variant'),
  inStock: inStock('products with a variant'),
  onSale: onSale('products with a variant'),
  id: ids('The id of a product. Given several times: any of these products.'),
  slug: codes(
    'The slug of a product in the market. One that no product has there finds the product that has it in another market, or that had it: the slug of the answer then differs, and the shop redirects to it. Given several times: any of these products.',
    'linen-shirt',
  ),
  sku: codes('The sku of a variant: the product with that variant. Given several times: any of the skus.', 'LS-RED-M'),
  gtin: codes(`${GTIN}: the product with that variant. Given several times: any of them.`, '4006381333931'),
  mpn: codes(`${MPN}. Given several times: any of them.`, 'AB-12/3'),
  externalId: externalIds(
    `The id that the shop platform gives a product, or one of its variants: the product. It ${EXTERNAL_ID}. Given several times: any of them.`,
    'gid://shopify/Product/123',
  ),
  related: Type.Optional(
    id(
      'The id of a product: the other products that share a label or an option with it. Without `sortBy`, the nearest come first: those that share the most and the rarest. An unknown id gives an empty list.',
    ),
  ),
}

/** The filters of variants, in the order of the links. */
export const variantFilters = {
  product: Type.Optional(id('The id of a product: only its variants. An unknown id gives an empty list.')),
  search: search(`Words to find in names and skus. ${WORDS}`, 'linen red'),
  searchIn: searchIn('names and skus'),
  label: codes(
    'A label code: variants with the label, whatever labels their product has. Given several times: any of the labels.',
    'sale',
  ),
  within: codes(
    'A label code: variants with the label or, if it is a category, with one below it, whatever labels their product has. Given several times: all of them.',
    'sale',
  ),
  ...prices('variants'),
  attribute: attribute('variants'),
  inStock: inStock('variants'),
  onSale: onSale('variants'),
  id: ids('The id of a variant. Given several times: any of these variants.'),
  sku: codes('The sku of a variant. Given several times: any of the skus.', 'LS-RED-M'),
  gtin: codes(`${GTIN}. Given several times: any of them.`, '4006381333931'),
  mpn: codes(`${MPN}. Given several times: any of them.`, 'AB-12/3'),
  externalId: externalIds(
    `The id that the shop platform gives a variant. It ${EXTERNAL_ID}. Given several times: any of them.`,
    'gid://shopify/ProductVariant/456',
  ),
}

/** Filters that few things can satisfy, and the fields of a search. */
const NARROW: readonly string[] = ['id', 'slug', 'sku', 'gtin', 'mpn', 'externalId', 'product', 'searchIn']
const BROAD = Object.keys({ ...productFilters, ...variantFilters }).filter((name) => !NARROW.includes(name))
const NAMES_BROAD_FILTER = new RegExp(`(?:^|&)(?:${BROAD.join('|')})=`)

/** Whether a query string has a filter that many things can satisfy. Overlooks a name that is percent-encoded. */
export function namesBroadFilter(queryString: string): boolean {
  return NAMES_BROAD_FILTER.test(queryString)
}

/** Whether the filters of a request for products are a single slug or sku, as on the page of a product. */
export function selectsOne(texts: Parameters<unknown>['texts']): boolean {
  let count = 0
  for (const name in texts) if (name in productFilters) count += texts[name]!.length
  return count === 1 && (texts.slug?.length === 1 || texts.sku?.length === 1)
}

type ProductFilters = Static<TObject<typeof productFilters>>
type VariantFilters = Static<TObject<typeof variantFilters>>

/** Makes a reader of the parameters of an operation with filters. It drops a search of spaces. */
export function filterReader<T extends TObject>(schema: T): (query: ParsedQueryString) => Parameters<Static<T>> {
  const read = parameterReader(schema)
  return (query) => {
    const { values, texts } = read(query)
    if ((values as { readonly search?: string }).search?.trim() !== '') return { values, texts }
    return { values: { ...values, search: undefined }, texts: { ...texts, search: [] } }
  }
}

export function productConditions(filters: ProductFilters): ProductConditions {
  const { optionGroup, option, slug, related } = filters
  return {
    ...sharedConditions(filters),
    optionGroups: inAllForms(optionGroup),
    options: inAllForms(option),
    slugs: inAllForms(slug),
    related,
  }
}

export function variantConditions(filters: VariantFilters): Omit<VariantQuery, 'sort' | 'offset' | 'limit'> {
  return { ...sharedConditions(filters), product: filters.product }
}

function sharedConditions(filters: Omit<ProductFilters, 'optionGroup' | 'option' | 'slug' | 'related'>) {
  const { search, searchIn, label, within, minPrice, maxPrice, attribute, inStock, onSale } = filters
  const { id, sku, gtin, mpn, externalId } = filters
  return {
    search,
    searchIn: searchedFields(search, searchIn),
    labels: inAllForms(label),
    within: within.map((code) => code.normalize()),
    ids: id,
    skus: sku,
    gtins: gtin.length > 0 ? gtin : undefined,
    mpns: mpn.length > 0 ? mpn : undefined,
    externalIds: externalId.length > 0 ? externalId : undefined,
    price: priceRange(minPrice, maxPrice),
    attributes: attribute.length > 0 ? attribute : undefined,
    inStock: inStock === true,
    onSale,
  }
}

/**
 * Codes or slugs as a client may have written them, and with composed and decomposed letters: é is one character in
 * most catalogs, and two in addresses that are made from file names of macOS.
 */
function inAllForms(texts: readonly string[]): readonly string[] {
  if (texts.every((text) => ASCII.test(text))) return texts
  return [...new Set(texts.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))]
}

const ASCII = /^[\x00-\x7f]*$/

/** The fields that a search names; undefined if it names none, or if there is no search. */
export function searchedFields(
  search: string | undefined,
  searchIn: readonly (SearchFieldName | typeof ALL_FIELDS)[],
): readonly SearchFieldName[] | undefined {
  if (search === undefined || searchIn.length === 0) return undefined
  return searchIn.includes(ALL_FIELDS) ? SEARCH_FIELDS : searchIn.filter((name) => name !== ALL_FIELDS)
}

function priceRange(min: Cents | undefined, max: Cents | undefined): PriceRange | undefined {
  return min === undefined && max === undefined ? undefined : { min, max }
}

function search(description: string, example: string) {
  return Type.Optional(Type.String({ maxLength: SEARCH_LIMIT, description, examples: [example] }))
}

function searchIn(defaults: string) {
  const description = `The fields that \`search\` looks in, separated by commas, or \`all\`. Without it: the fields that the store has set, else ${defaults}. Where nothing is found, \`search\` looks in all fields.`
  const items = Type.Enum([...SEARCH_FIELDS, ALL_FIELDS])
  return Type.Array(items, { maxItems: 6, default: [], description, examples: [['name', 'label']] })
}

/** Codes, slugs or skus. No catalog has longer ones. */
function codes(description: string, example: string) {
  return Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, default: [], description, examples: [[example]] })
}

function externalIds(description: string, example: string) {
  const items = Type.String({ maxLength: EXTERNAL_ID_LIMIT })
  return Type.Array(items, { maxItems: 100, default: [], description, examples: [[example]] })
}

function id(description: string) {
  return Type.Unsafe<Uuid>(Type.String({ format: 'uuid', description, examples: [EXAMPLE_ID] }))
}

function ids(description: string) {
  const items = Type.Unsafe<Uuid>(Type.String({ format: 'uuid' }))
  return Type.Array(items, { maxItems: 100, default: [], description, examples: [[EXAMPLE_ID]] })
}

function prices(kind: string) {
  const bound = (description: string, example: string) =>
    Type.Optional(
      Type.Unsafe<Cents>(Type.String({ format: 'decimal', pattern: PRICE, description, examples: [example] })),
    )
  return {
    minPrice: bound(`The lowest price: only ${kind} at this price or above.`, '20'),
    maxPrice: bound(`The highest price: only ${kind} at this price or below.`, '49.90'),
  }
}

function onSale(kind: string) {
  return Type.Optional(
    Type.Literal(true, { description: `\`true\`: only ${kind} that has a list price. Leave it out for all.` }),
  )
}

function attribute(kind: string) {
  const description = `A range of an attribute: only ${kind} in it, both ends included. Numbers may have a unit, else they are in g, mm, ml or the unit of the catalog. Several ranges of one attribute are alternatives; one variant must be in a range of every given attribute. Text is no condition.`
  const items = Type.Unsafe<AttributeRange>(Type.String({ format: ATTRIBUTE_FORMAT, maxLength: 300 }))
  return Type.Array(items, {
    maxItems: 20,
    default: [],
    description,
    examples: [['weight:0.2..0.5kg', 'waterproof:true', 'released:2026-01-01..']],
  })
}

function inStock(kind: string) {
  return Type.Optional(
    Type.Literal(true, {
      description: `\`true\`: only ${kind} in stock, or without tracked inventory. Leave it out for all.`,
    }),
  )
}
