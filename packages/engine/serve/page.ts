import type { ReadForm } from '../edition/rows.ts'
import { DEFAULT_SORT, type Kind } from '../edition/term.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import {
  hasConditions,
  type Page,
  type PageRequest,
  type ProductConditions,
  searchText,
  type VariantConditions,
} from './query.ts'
import { findResults, type ResultRequest, storedSort } from './result-set.ts'
import { noteWithPrice } from './search/price-phrase.ts'

/**
 * A page of results: reads the posting lists, combines them, and reads the documents of the page. All pages of a query
 * share its results, in every form, so the next page is only a slice.
 */
export async function findPage(
  edition: IndexedEdition,
  form: ReadForm,
  request: PageRequest,
  conditions: ProductConditions | VariantConditions,
  evaluation: Evaluation,
): Promise<Page> {
  const { positions, ...page } = await findPositions(edition, kindOf(form), request, conditions, evaluation)
  const documents = positions.length === 0 ? NO_DOCUMENTS : await edition.concatenatedDocuments(form, positions)
  return { ...page, documents }
}

type Evaluation = Pick<ResultRequest, 'filter' | 'group' | 'rule' | 'inStock'>

/** The same page without its documents. */
export interface PositionsPage extends Omit<Page, 'documents'> {
  readonly positions: Uint32Array
}

/** The positions of a page of results. */
export async function findPositions(
  edition: IndexedEdition,
  kind: Kind,
  { sort, offset, limit }: PageRequest,
  conditions: ProductConditions | VariantConditions,
  evaluation: Evaluation,
): Promise<PositionsPage> {
  const find = () => findResults(edition, kind, { ...evaluation, search: searchText(conditions), sort })
  // A list that asks for the order of the store by its name has no rule.
  const { rule, inStock } = evaluation
  const key = JSON.stringify([conditions, sort, rule && 'rule', inStock && 'in stock first'])
  const isListed = hasConditions(conditions) || inStock !== undefined
  const results = isListed ? await edition.cached(`${kind}s ${key}`, find) : undefined
  const total = results?.total ?? edition.countOf(kind)
  const { note, outcome } = results ?? {}
  const price = conditions.typed?.price
  const search = price ? noteWithPrice(note, price) : note
  if (offset >= total) return { total, positions: new Uint32Array(0), search, outcome }
  const positions = results
    ? await results.slice(offset, limit)
    : await edition.orderSlice(kind, await storedSort(edition, sort ?? DEFAULT_SORT), offset, offset + limit)
  return { total, search, outcome, positions }
}

const NO_DOCUMENTS = new Uint8Array(0)

/** The kind of thing that a form shows. */
export function kindOf(form: ReadForm): Kind {
  return form === 'variant' ? 'variant' : 'product'
}
