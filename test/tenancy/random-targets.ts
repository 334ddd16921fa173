import fc from 'fast-check'
import { SHARED, type StoreIdentifiers } from './two-catalogs.ts'

/** Targets that name ids, codes, words, slugs and skus of all these stores. */
export function targetsOf(stores: readonly StoreIdentifiers[]): fc.Arbitrary<string> {
  const ofEach = <Value>(value: (identifiers: StoreIdentifiers) => Value) => stores.map(value)
  const products = [SHARED.product, ...ofEach(({ product }) => product)]
  const variants = [SHARED.variant, ...ofEach(({ variant }) => variant)]
  const parameters = fc.constantFrom(
    ...[1, 2, 5, 9].map((page) => `page=${page}`),
    ...[1, 7, 100].map((limit) => `limit=${limit}`),
    ...['linen', 'thing', 'o', ...ofEach(({ word }) => word)].map((word) => `search=${word}`),
    ...['sale', ...ofEach(({ label }) => label)].map((code) => `label=${code}`),
    ...['sale', ...ofEach(({ label }) => label)].map((code) => `within=${code}`),
    ...['color', ...ofEach(({ group }) => group)].map((code) => `optionGroup=${code}`),
    ...['red', 'color:blue', ...ofEach(({ option }) => option)].map((code) => `option=${code}`),
    ...products.flatMap((id) => [`product=${id}`, `id=${id}`, `related=${id}`]),
    ...['shirt', 'thing-3', ...ofEach(({ word }) => `only-${word}`)].map((slug) => `slug=${slug}`),
    ...['SHIRT', 'THING-3', ...ofEach(({ word }) => `ONLY-${word}`)].map((sku) => `sku=${sku}`),
    ...['createdAt:ASC', 'name:DESC', 'price:ASC'].map((sort) => `sortBy=${sort}`),
    'form=full',
  )
  const selector = (parameter: string) => parameter.slice(0, parameter.indexOf('='))
  return fc.oneof(
    fc
      .tuple(
        fc.constantFrom('products', 'products/facets', 'product-variants'),
        fc.uniqueArray(parameters, { maxLength: 3, selector }),
      )
      .map(([path, query]) => `/store/${path}?${query.join('&')}`),
    fc.constantFrom(
      '/store',
      '/store/labels',
      ...['l', 'linen t', 'thnig', ...ofEach(({ word }) => word)].map(
        (text) => `/store/products/suggest?search=${encodeURIComponent(text)}`,
      ),
      ...products.map((id) => `/store/products/${id}`),
      ...variants.map((id) => `/store/product-variants/${id}`),
    ),
  )
}
