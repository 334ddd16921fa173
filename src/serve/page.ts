import { type Form, kindOf } from '../edition/edition.ts'
import { DEFAULT_SORT } from '../edition/term.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { hasConditions, type Page, type PageRequest, type ProductConditions, type VariantConditions } from './query.ts'
import { findResults, type ResultRequest } from './result-set.ts'
import { searchText } from './search/search.ts'

/**
 * A page of results: reads the posting lists, combines them, and reads the documents of the page. All pages of a query
 * share its results, in every form, so the next page is only a slice.
 */
export async function findPage(
  edition: IndexedEdition,
  form: Form,
  { sort, offset, limit }: PageRequest,
  conditions: ProductConditions | VariantConditions,
  evaluation: Pick<ResultRequest, 'filter' | 'group'>,
): Promise<Page> {
  const kind = kindOf(form)
  const find = () => findResults(edition, kind, { ...evaluation, search: searchText(conditions), sort })
  const results = hasConditions(conditions)
    ? await edition.cachedResults(`${kind}s`, [conditions, sort], find)
    : undefined
  const total = results?.total ?? edition.countOf(kind)
  const search = results?.note
  if (offset >= total) return { total, documents: NO_DOCUMENTS, search }
  const positions = results
    ? results.slice(offset, limit)
    : await edition.orderSlice(kind, sort ?? DEFAULT_SORT, offset, offset + limit)
  return { total, search, documents: await edition.stored.concatenatedDocuments(form, positions) }
}

const NO_DOCUMENTS = new Uint8Array(0)
