import Type, { type Static, type TObject } from 'typebox'
import { parsePrice } from '../catalog/money.ts'
import { uuid } from '../catalog/uuid.ts'
import type { PriceRange, ProductConditions, VariantQuery } from '../serve/query.ts'
import { parametersOf } from './parameters.ts'

/** What `parsePrice` reads, as tools are told it. */
const PRICE = '^\\d+(\\.\\d{1,2}0*)?$'

const WORDS = 'All of them must match, each exactly or as the beginning of a word; case and accents do not matter.'

/** What products are found by, in the order that links keep. The list and the facets have it in common. */
export const productFilters = {
  search: search(
    `Words to find in names and descriptions. ${WORDS} A word that begins none in the store is taken for a misspelling.`,
    'linen shirt',
  ),
  label: several('A label code. Given several times: products with any of the labels.', 'new-in'),
  optionGroup: several(
    'An option group code: products that have the group; with `option`, the group that the option is in. Given several times: any of the groups.',
    'color',
  ),
  option: several(
    'An option code, alone or as `group:option`. Several options of one group are alternatives, options of several groups must meet on one variant, as they must with `minPrice`, `maxPrice`, `inStock` and `sku`.',
    'color:red',
  ),
  ...prices('products with a variant'),
  inStock: inStock('products with a variant'),
  id: ids('The id of a product. Given several times: any of these products.'),
  slug: several('The slug of a product. Given several times: any of these products.', 'linen-shirt'),
  sku: several('The sku of a variant: products that have it. Given several times: any of the skus.', 'LS-RED-M'),
}

/** What variants are found by, in the order that links keep. */
export const variantFilters = {
  product: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The id of a product: its variants only. An id that no product has gives an empty list.',
      examples: ['7d444840-9dc0-11d1-b245-5ffdce74fad2'],
    }),
  ),
  search: search(
    `Words to find in names and skus. ${WORDS} A word that begins none in the store is taken for a misspelling.`,
    'linen red',
  ),
  label: several(
    'A label code: variants that have the label themselves. Given several times: any of the labels.',
    'sale',
  ),
  ...prices('variants'),
  inStock: inStock('variants'),
  id: ids('The id of a variant. Given several times: any of these variants.'),
  sku: several('The sku of a variant. Given several times: any of the skus.', 'LS-RED-M'),
}

type ProductFilters = Static<TObject<typeof productFilters>>
type VariantFilters = Static<TObject<typeof variantFilters>>

/** A reader of the query string of an operation that has filters. To it, a search of spaces is no search. */
export function filteredBy<T extends TObject>(schema: T): (rawQuery: string) => Static<T> {
  const read = parametersOf(schema)
  return (rawQuery) => {
    const given = read(rawQuery)
    const { search, ...rest } = given as { readonly search?: string }
    return search?.trim() === '' ? (rest as Static<T>) : given
  }
}

export function productConditions(given: ProductFilters): ProductConditions {
  const { optionGroup, option, slug } = given
  return { ...sharedConditions(given), optionGroups: optionGroup, options: option, slugs: slug }
}

export function variantConditions(given: VariantFilters): Omit<VariantQuery, 'sort' | 'page' | 'limit'> {
  return { ...sharedConditions(given), product: given.product === undefined ? undefined : uuid(given.product) }
}

function sharedConditions(given: Omit<ProductFilters, 'optionGroup' | 'option' | 'slug'>) {
  const { search, label, minPrice, maxPrice, inStock, id, sku } = given
  return {
    search,
    labels: label,
    ids: id.map((each) => uuid(each)!),
    skus: sku,
    price: rangeOf(minPrice, maxPrice),
    inStock: inStock === true,
  }
}

function rangeOf(min: string | undefined, max: string | undefined): PriceRange | undefined {
  if (min === undefined && max === undefined) return undefined
  return { min: min === undefined ? min : parsePrice(min), max: max === undefined ? max : parsePrice(max) }
}

function search(description: string, example: string) {
  return Type.Optional(Type.String({ maxLength: 200, description, examples: [example] }))
}

/** Codes, slugs and skus, none of which a catalog may have longer. */
function several(description: string, example: string) {
  return Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, default: [], description, examples: [[example]] })
}

function ids(description: string) {
  const examples = [['7d444840-9dc0-11d1-b245-5ffdce74fad2']]
  return Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, default: [], description, examples })
}

function prices(what: string) {
  const bound = (description: string, example: string) =>
    Type.Optional(Type.String({ format: 'decimal', pattern: PRICE, description, examples: [example] }))
  return {
    minPrice: bound(`The lowest price: ${what} that costs as much or more.`, '20'),
    maxPrice: bound(`The highest price: ${what} that costs as much or less.`, '49.90'),
  }
}

function inStock(what: string) {
  return Type.Optional(
    Type.Literal(true, {
      description: `With \`true\`: ${what} of which there are any, or whose inventory is not tracked. Leave it out for all.`,
    }),
  )
}
