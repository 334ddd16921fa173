import type { StoreId } from '@vitrine/catalog/store'
import { tokenize } from '@vitrine/catalog/words'
import { type Page, SEARCH_OUTCOMES, type SearchOutcome } from '@vitrine/engine/serve/query'
import { Counter, type Registry } from 'prom-client'

/** A search of a shopper, and how it went. */
export interface SearchRecord {
  /** The words, folded, with spaces between them. At most 200 characters. */
  readonly words: string
  /** The number of results. */
  readonly total: number
  readonly outcome: SearchOutcome
}

/** Runs for each search that is answered, also from a cache; with the code of the market, in one. It must not throw. */
export type OnSearch = (store: StoreId, search: SearchRecord, market: string | undefined) => void

/** The record of a search that has been answered. Undefined if it has no words, and for pages after the first. */
export function searchRecord(
  text: string,
  offset: number,
  { total, outcome }: Pick<Page, 'total' | 'outcome'>,
): SearchRecord | undefined {
  if (offset > 0 || outcome === undefined) return undefined
  const words = tokenize(text).join(' ').slice(0, MAX_CHARACTERS).toWellFormed()
  return words === '' ? undefined : { words, total, outcome }
}

/** As long as a search may be. Folding makes some characters longer. */
const MAX_CHARACTERS = 200

/** Counts searches by their outcome, and hands them on. */
export function countedSearches(registry: Registry, onSearch: OnSearch | undefined): OnSearch {
  const counter = new Counter({
    name: 'vitrine_searches_total',
    help: 'First pages of searches, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of SEARCH_OUTCOMES) counter.inc({ outcome }, 0)
  return (store, search, market) => {
    counter.inc({ outcome: search.outcome })
    onSearch?.(store, search, market)
  }
}
