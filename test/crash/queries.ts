import type { Sort } from '@vitrine/engine/edition/term'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findProducts } from '@vitrine/engine/serve/products'
import { findVariants } from '@vitrine/engine/serve/variants'
import { summaryDocument, variantDocument } from '../model/expected-documents.ts'
import type { NaiveStore } from '../model/naive.ts'
import * as naive from '../model/naive-find.ts'
import { GROUP_CODES, LABEL_CODES, OPTION_CODES, SEARCHES } from './seeded-catalog.ts'

/** A query of a storefront: the total and one page. */
export type TestQuery =
  | { readonly of: 'products'; readonly conditions: naive.ProductListQuery; readonly page: number }
  | { readonly of: 'variants'; readonly sortBy: Sort; readonly page: number }

const LIMIT = 50
const ANY_VARIANT = { search: undefined, labels: [], within: [], ids: [], skus: [], inStock: false }
const ANY: naive.ProductListQuery = { ...ANY_VARIANT, optionGroups: [], options: [], slugs: [], sortBy: undefined }

function products(conditions: Partial<naive.ProductListQuery>, page = 1): TestQuery {
  return { of: 'products', conditions: { ...ANY, ...conditions }, page }
}

/** Every sort order, label and group, some options and words; first pages and later ones. */
export const TEST_QUERIES: readonly TestQuery[] = [
  ...[1, 7, 21, 1000].map((page) => products({}, page)),
  ...['createdAt', 'name', 'price'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction) => products({ sortBy: `${field}:${direction}` }, 3)),
  ),
  ...SEARCHES.map((search) => products({ search })),
  products({ search: SEARCHES[0]!, labels: LABEL_CODES.slice(0, 2), sortBy: 'price:ASC' }),
  ...LABEL_CODES.map((code) => products({ labels: [code] })),
  ...GROUP_CODES.map((code) => products({ optionGroups: [code] }, 2)),
  ...OPTION_CODES.filter((_, index) => index % 3 === 0).map((code) => products({ options: [code] })),
  ...OPTION_CODES.slice(0, 6).map((code, index) => products({ options: [code, OPTION_CODES[index + 6]!] })),
  ...(['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock'] as const).flatMap((field) =>
    (['ASC', 'DESC'] as const).map((direction) => ({
      of: 'variants' as const,
      sortBy: `${field}:${direction}` as const,
      page: 5,
    })),
  ),
]

/** Runs a query on an edition. Returns the total and the documents of the page. */
export async function runQuery(edition: IndexedEdition, query: TestQuery): Promise<string> {
  const offset = (query.page - 1) * LIMIT
  const limit = LIMIT
  if (query.of === 'variants') {
    const { total, documents } = await findVariants(edition, { ...ANY_VARIANT, sort: query.sortBy, offset, limit })
    return `${total} [${Buffer.from(documents)}]`
  }
  const { sortBy, ...conditions } = query.conditions
  const { total, documents } = await findProducts(edition, {
    ...conditions,
    sort: sortBy as Sort | undefined,
    offset,
    limit,
  })
  return `${total} [${Buffer.from(documents)}]`
}

/** The expected result of `runQuery`. */
export function expectedResult(store: NaiveStore, query: TestQuery): string {
  const matches =
    query.of === 'variants'
      ? naive.findVariants(store, { ...ANY_VARIANT, sortBy: query.sortBy })
      : naive.findProducts(store, query.conditions)
  const from = (query.page - 1) * LIMIT
  const page = matches
    .slice(from, from + LIMIT)
    .map((match) => JSON.stringify('variant' in match ? variantDocument(match) : summaryDocument(match)))
  return `${matches.length} [${page}]`
}
