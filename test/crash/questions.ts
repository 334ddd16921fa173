import type { Sort } from '../../src/edition/term.ts'
import type { IndexedEdition } from '../../src/serve/indexed-edition.ts'
import { findProducts } from '../../src/serve/products.ts'
import { findVariants } from '../../src/serve/variants.ts'
import { listForm, variantForm } from '../model/forms.ts'
import type { NaiveStore } from '../model/naive.ts'
import * as naive from '../model/naive-find.ts'
import { GROUP_CODES, LABEL_CODES, OPTION_CODES, SEARCHES } from './seeded-catalog.ts'

/** Something that a storefront asks for: all that is found is counted, one page of it is read. */
export type Question =
  | { readonly about: 'products'; readonly asked: naive.ProductsAsked; readonly page: number }
  | { readonly about: 'variants'; readonly sortBy: Sort; readonly page: number }

const LIMIT = 50
const ANY_VARIANT = { search: undefined, labels: [], ids: [], skus: [], inStock: false }
const ANY: naive.ProductsAsked = { ...ANY_VARIANT, optionGroups: [], options: [], slugs: [], sortBy: undefined }

function products(asked: Partial<naive.ProductsAsked>, page = 1): Question {
  return { about: 'products', asked: { ...ANY, ...asked }, page }
}

/** Every order, every label and group, some options and words, from the first page and from within. */
export const QUESTIONS: readonly Question[] = [
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
      about: 'variants' as const,
      sortBy: `${field}:${direction}` as const,
      page: 5,
    })),
  ),
]

/** What an edition answers: how many there are, and the documents of the page. */
export async function answer(edition: IndexedEdition, question: Question): Promise<string> {
  const { page } = question
  const limit = LIMIT
  if (question.about === 'variants') {
    const { total, documents } = await findVariants(edition, { ...ANY_VARIANT, sort: question.sortBy, page, limit })
    return `${total} [${Buffer.from(documents)}]`
  }
  const { sortBy, ...asked } = question.asked
  const { total, documents } = await findProducts(edition, { ...asked, sort: sortBy as Sort | undefined, page, limit })
  return `${total} [${Buffer.from(documents)}]`
}

/** What it should answer. */
export function expectedAnswer(store: NaiveStore, question: Question): string {
  const found =
    question.about === 'variants'
      ? naive.findVariants(store, { ...ANY_VARIANT, sortBy: question.sortBy })
      : naive.findProducts(store, question.asked)
  const from = (question.page - 1) * LIMIT
  const page = found
    .slice(from, from + LIMIT)
    .map((thing) => JSON.stringify('variant' in thing ? variantForm(thing) : listForm(thing)))
  return `${found.length} [${page}]`
}
