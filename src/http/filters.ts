import type { Static, TObject } from 'typebox'
import { parsePrice } from '../catalog/money.ts'
import { SEARCH_FIELDS, type SearchFieldName } from '../catalog/store.ts'
import { uuid } from '../catalog/uuid.ts'
import type { PriceRange, ProductConditions, VariantQuery } from '../serve/query.ts'
import { parameterReader, type Query } from './parameters.ts'
import { Type } from './schema.ts'

/** The texts that `parsePrice` accepts, as a pattern for the OpenAPI document. */
const PRICE = '^\\d+(\\.\\d{1,2}0*)?$'

const WORDS =
  'Case and accents do not matter. A word also finds its other forms and words that begin with it. Where nothing has all words, the search looks in all fields, then corrects words, then drops some, and says so in `meta.search`.'

/** The filters of products, for the list and the facets, in the order of the links. */
export const productFilters = {
  search: search(`Words to find in names and descriptions. ${WORDS}`, 'linen shirt'),
  searchIn: searchIn('names and descriptions'),
  label: codes('A label code. Given several times: products with any of the labels.', 'new-in'),
  within: codes(
    'A label code. Given several times: products with all of the labels. Facets count only these products, whatever `label` is.',
    'clothing',
  ),
  optionGroup: codes(
    'An option group code: products with the group; with `option`, the group of the option. Given several times: any of the groups.',
    'color',
  ),
  option: codes(
    'An option code, alone or as `group:option`. Several options of one group are alternatives. One variant must have an option of every given group, and also satisfy `minPrice`, `maxPrice`, `inStock` and `sku`.',
    'color:red',
  ),
  ...prices('products with a variant'),
  inStock: inStock('products with a variant'),
  id: ids('The id of a product. Given several times: any of these products.'),
  slug: codes('The slug of a product. Given several times: any of these products.', 'linen-shirt'),
  sku: codes('The sku of a variant: the product with that variant. Given several times: any of the skus.', 'LS-RED-M'),
  related: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The id of a product: the other products that share a label or an option with it. Without `sortBy`, the nearest come first: those that share the most and the rarest. An unknown id gives an empty list.',
      examples: ['7d444840-9dc0-11d1-b245-5ffdce74fad2'],
    }),
  ),
}

/** The filters of variants, in the order of the links. */
export const variantFilters = {
  product: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The id of a product: only its variants. An unknown id gives an empty list.',
      examples: ['7d444840-9dc0-11d1-b245-5ffdce74fad2'],
    }),
  ),
  search: search(`Words to find in names and skus. ${WORDS}`, 'linen red'),
  searchIn: searchIn('names and skus'),
  label: codes(
    'A label code: variants with the label, whatever labels their product has. Given several times: any of the labels.',
    'sale',
  ),
  within: codes(
    'A label code: variants with the label, whatever labels their product has. Given several times: all of the labels.',
    'sale',
  ),
  ...prices('variants'),
  inStock: inStock('variants'),
  id: ids('The id of a variant. Given several times: any of these variants.'),
  sku: codes('The sku of a variant. Given several times: any of the skus.', 'LS-RED-M'),
}

type ProductFilters = Static<TObject<typeof productFilters>>
type VariantFilters = Static<TObject<typeof variantFilters>>

/** Makes a reader of the parameters of an operation with filters. It drops a search of spaces. */
export function filterReader<T extends TObject>(schema: T): (query: Query) => Static<T> {
  const read = parameterReader(schema)
  return (query) => {
    const parameters = read(query)
    const { search, ...others } = parameters as { readonly search?: string }
    return search?.trim() === '' ? (others as Static<T>) : parameters
  }
}

export function productConditions(filters: ProductFilters): ProductConditions {
  const { optionGroup, option, slug, related } = filters
  const others = { optionGroups: optionGroup, options: option, slugs: slug }
  return { ...sharedConditions(filters), ...others, related: related === undefined ? undefined : uuid(related) }
}

export function variantConditions(filters: VariantFilters): Omit<VariantQuery, 'sort' | 'offset' | 'limit'> {
  const { product } = filters
  return { ...sharedConditions(filters), product: product === undefined ? undefined : uuid(product) }
}

function sharedConditions(filters: Omit<ProductFilters, 'optionGroup' | 'option' | 'slug' | 'related'>) {
  const { search, searchIn, label, within, minPrice, maxPrice, inStock, id, sku } = filters
  return {
    search,
    searchIn: searchedFields(search, searchIn),
    labels: label,
    within,
    ids: id.map((each) => uuid(each)!),
    skus: sku,
    price: priceRange(minPrice, maxPrice),
    inStock: inStock === true,
  }
}

/** The fields that a search names; undefined if it names none, or if there is no search. */
export function searchedFields(
  search: string | undefined,
  searchIn: readonly SearchFieldName[],
): readonly SearchFieldName[] | undefined {
  return search === undefined || searchIn.length === 0 ? undefined : searchIn
}

function priceRange(min: string | undefined, max: string | undefined): PriceRange | undefined {
  if (min === undefined && max === undefined) return undefined
  return { min: min === undefined ? min : parsePrice(min), max: max === undefined ? max : parsePrice(max) }
}

function search(description: string, example: string) {
  return Type.Optional(Type.String({ maxLength: 200, description, examples: [example] }))
}

function searchIn(defaults: string) {
  const description = `The fields that \`search\` looks in, separated by commas. Without it: the fields that the store has set, else ${defaults}. Where nothing is found, \`search\` looks in all fields.`
  const items = Type.Enum([...SEARCH_FIELDS])
  return Type.Array(items, { maxItems: 5, default: [], description, examples: [['name', 'label']] })
}

/** Codes, slugs or skus. No catalog has longer ones. */
function codes(description: string, example: string) {
  return Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, default: [], description, examples: [[example]] })
}

function ids(description: string) {
  const examples = [['7d444840-9dc0-11d1-b245-5ffdce74fad2']]
  return Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, default: [], description, examples })
}

function prices(kind: string) {
  const bound = (description: string, example: string) =>
    Type.Optional(Type.String({ format: 'decimal', pattern: PRICE, description, examples: [example] }))
  return {
    minPrice: bound(`The lowest price: only ${kind} at this price or above.`, '20'),
    maxPrice: bound(`The highest price: only ${kind} at this price or below.`, '49.90'),
  }
}

function inStock(kind: string) {
  return Type.Optional(
    Type.Literal(true, {
      description: `\`true\`: only ${kind} in stock, or without tracked inventory. Leave it out for all.`,
    }),
  )
}
