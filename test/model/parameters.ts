import type { SearchFieldName } from '@vitrine/catalog/store'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { PriceRange, ProductConditions } from '@vitrine/engine/serve/query'
import type { AttributeTexts } from './naive-attributes.ts'
import type { ProductListQuery, VariantListQuery } from './naive-find.ts'

/** Query parameters in the order of the request. */
export type Parameters = readonly (readonly [name: string, value: string])[]

/** Filters in the order of the links. */
export const PRODUCT_FILTERS = [
  'search',
  'searchIn',
  'label',
  'within',
  'optionGroup',
  'option',
  'minPrice',
  'maxPrice',
  'attribute',
  'inStock',
  'onSale',
  'id',
  'slug',
  'sku',
  'gtin',
  'mpn',
  'externalId',
  'related',
]
export const VARIANT_FILTERS = [
  'product',
  'search',
  'searchIn',
  'label',
  'within',
  'minPrice',
  'maxPrice',
  'attribute',
  'inStock',
  'onSale',
  'id',
  'sku',
  'gtin',
  'mpn',
  'externalId',
]

/** Drops empty parameters and searches for blanks, which the service ignores. Splits a list of fields. */
export function nonEmpty(parameters: Parameters): Parameters {
  return parameters
    .filter(([name, value]) => (name === 'search' ? value.trim() : value) !== '')
    .flatMap(([name, value]) => (name === 'searchIn' ? value.split(',') : [value]).map((each) => [name, each] as const))
}

export function productListQuery(parameters: Parameters): ProductListQuery {
  return { ...productConditions(parameters), sortBy: firstValue(parameters, 'sortBy') }
}

export function productConditions(parameters: Parameters): ProductConditions & AttributeTexts {
  const related = firstValue(parameters, 'related')
  return {
    related: related === undefined ? undefined : lowerCase(related),
    search: firstValue(parameters, 'search'),
    searchIn: searchIn(parameters),
    labels: allValues(parameters, 'label'),
    within: allValues(parameters, 'within'),
    optionGroups: allValues(parameters, 'optionGroup'),
    options: allValues(parameters, 'option'),
    ids: allValues(parameters, 'id').map(lowerCase),
    slugs: allValues(parameters, 'slug'),
    skus: allValues(parameters, 'sku'),
    gtins: allValues(parameters, 'gtin'),
    mpns: allValues(parameters, 'mpn'),
    externalIds: allValues(parameters, 'externalId'),
    price: priceRange(parameters),
    attributeTexts: allValues(parameters, 'attribute'),
    inStock: firstValue(parameters, 'inStock') === 'true',
    onSale: firstValue(parameters, 'onSale') === 'true',
  }
}

export function variantListQuery(parameters: Parameters): VariantListQuery {
  const product = firstValue(parameters, 'product')
  return {
    product: product === undefined ? undefined : lowerCase(product),
    search: firstValue(parameters, 'search'),
    searchIn: searchIn(parameters),
    labels: allValues(parameters, 'label'),
    within: allValues(parameters, 'within'),
    ids: allValues(parameters, 'id').map(lowerCase),
    skus: allValues(parameters, 'sku'),
    gtins: allValues(parameters, 'gtin'),
    mpns: allValues(parameters, 'mpn'),
    externalIds: allValues(parameters, 'externalId'),
    price: priceRange(parameters),
    attributeTexts: allValues(parameters, 'attribute'),
    inStock: firstValue(parameters, 'inStock') === 'true',
    onSale: firstValue(parameters, 'onSale') === 'true',
    sortBy: firstValue(parameters, 'sortBy'),
  }
}

export function firstValue(parameters: Parameters, name: string): string | undefined {
  return allValues(parameters, name)[0]
}

export function allValues(parameters: Parameters, name: string): string[] {
  return parameters.filter(([other]) => other === name).map(([, value]) => value)
}

/** The fields of a search; undefined if the request names none. */
function searchIn(parameters: Parameters): readonly SearchFieldName[] | undefined {
  const fields = allValues(parameters, 'searchIn')
  if (fields.includes('all')) return ['name', 'label', 'option', 'sku', 'description']
  return fields.length === 0 ? undefined : (fields as SearchFieldName[])
}

function lowerCase(id: string): Uuid {
  return id.toLowerCase() as Uuid
}

function priceRange(parameters: Parameters): PriceRange | undefined {
  const [min, max] = [firstValue(parameters, 'minPrice'), firstValue(parameters, 'maxPrice')]
  return min === undefined && max === undefined ? undefined : { min: cents(min), max: cents(max) }
}

function cents(decimal: string | undefined): number | undefined {
  if (decimal === undefined) return undefined
  const [whole, decimals = ''] = decimal.split('.')
  return Number(whole + decimals.padEnd(2, '0').slice(0, 2))
}
