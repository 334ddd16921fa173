import type { Uuid } from '../../src/catalog/uuid.ts'
import type { PriceRange, ProductConditions } from '../../src/serve/query.ts'
import type { ProductsAsked, VariantsAsked } from './naive-find.ts'

/** Parameters in the order in which they were sent. */
export type Parameters = readonly (readonly [name: string, value: string])[]

/** Filters in the order in which links have them. */
export const PRODUCT_FILTERS = [
  'search',
  'label',
  'optionGroup',
  'option',
  'minPrice',
  'maxPrice',
  'inStock',
  'id',
  'slug',
  'sku',
]
export const VARIANT_FILTERS = ['product', 'search', 'label', 'minPrice', 'maxPrice', 'inStock', 'id', 'sku']

/** The parameters that say something: not those that are empty, nor a search for blanks. */
export function given(parameters: Parameters): Parameters {
  return parameters.filter(([name, value]) => (name === 'search' ? value.trim() : value) !== '')
}

export function productsAsked(parameters: Parameters): ProductsAsked {
  return { ...productConditions(parameters), sortBy: firstOf(parameters, 'sortBy') }
}

export function productConditions(parameters: Parameters): ProductConditions {
  return {
    search: firstOf(parameters, 'search'),
    labels: allOf(parameters, 'label'),
    optionGroups: allOf(parameters, 'optionGroup'),
    options: allOf(parameters, 'option'),
    ids: allOf(parameters, 'id').map(lowerCase),
    slugs: allOf(parameters, 'slug'),
    skus: allOf(parameters, 'sku'),
    price: priceRange(parameters),
    inStock: firstOf(parameters, 'inStock') === 'true',
  }
}

export function variantsAsked(parameters: Parameters): VariantsAsked {
  const product = firstOf(parameters, 'product')
  return {
    product: product === undefined ? undefined : lowerCase(product),
    search: firstOf(parameters, 'search'),
    labels: allOf(parameters, 'label'),
    ids: allOf(parameters, 'id').map(lowerCase),
    skus: allOf(parameters, 'sku'),
    price: priceRange(parameters),
    inStock: firstOf(parameters, 'inStock') === 'true',
    sortBy: firstOf(parameters, 'sortBy'),
  }
}

export function firstOf(parameters: Parameters, name: string): string | undefined {
  return allOf(parameters, name)[0]
}

export function allOf(parameters: Parameters, name: string): string[] {
  return parameters.filter(([other]) => other === name).map(([, value]) => value)
}

function lowerCase(id: string): Uuid {
  return id.toLowerCase() as Uuid
}

function priceRange(parameters: Parameters): PriceRange | undefined {
  const [min, max] = [firstOf(parameters, 'minPrice'), firstOf(parameters, 'maxPrice')]
  return min === undefined && max === undefined ? undefined : { min: cents(min), max: cents(max) }
}

function cents(decimal: string | undefined): number | undefined {
  if (decimal === undefined) return undefined
  const [whole, decimals = ''] = decimal.split('.')
  return Number(whole + decimals.padEnd(2, '0').slice(0, 2))
}
