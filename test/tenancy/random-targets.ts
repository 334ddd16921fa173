import fc from 'fast-check'
import { SHARED, type StoreIdentifiers } from './two-catalogs.ts'

/** Operations of UCP that name ids, skus, slugs, words and categories of all these stores: the path and the body. */
export function operationsOf(stores: readonly StoreIdentifiers[]): fc.Arbitrary<readonly [path: string, body: string]> {
  const ofEach = (value: (identifiers: StoreIdentifiers) => string) => stores.map(value)
  const query = fc.constantFrom('linen', 'thing', ...ofEach(({ word }) => word))
  const category = fc.constantFrom(...ofEach(({ word }) => `Sale ${word}`), 'Sale')
  const filters = fc.record({ categories: fc.array(category, { minLength: 1, maxLength: 2 }) })
  const id = fc.constantFrom(
    SHARED.product,
    SHARED.variant,
    'SHIRT',
    'thing-3',
    ...ofEach(({ product }) => product),
    ...ofEach(({ variant }) => variant),
    ...ofEach(({ word }) => `only-${word}`),
  )
  const body = (operation: string, value: fc.Arbitrary<object>) =>
    value.map((each) => [`/ucp/catalog/${operation}`, JSON.stringify(each)] as const)
  return fc.oneof(
    body('search', fc.oneof(fc.record({ query }), fc.record({ filters }), fc.record({ query, filters }))),
    body('lookup', fc.record({ ids: fc.array(id, { minLength: 1, maxLength: 4 }) })),
    body('product', fc.record({ id })),
  )
}

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
      '/store/changes?since=1-1',
      ...['l', 'linen t', 'thnig', ...ofEach(({ word }) => word)].map(
        (text) => `/store/products/suggest?search=${encodeURIComponent(text)}`,
      ),
      ...products.map((id) => `/store/products/${id}`),
      ...variants.map((id) => `/store/product-variants/${id}`),
    ),
  )
}
