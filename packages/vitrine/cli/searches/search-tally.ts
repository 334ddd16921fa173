import { marketCode } from '@vitrine/catalog/market'
import { type StoreId, storeId } from '@vitrine/catalog/store'
import { tokenize } from '@vitrine/catalog/words'
import { SEARCH_OUTCOMES, type SearchOutcome } from '@vitrine/engine/serve/query'
import type { LoggedSearch } from '../serve/search-log.ts'

/** Counts the searches of a log. */
export class SearchTally {
  /** Lines that are no searches. */
  unreadable = 0
  /** The times of the first and of the last search, ISO 8601. */
  from = ''
  to = ''
  readonly stores = new Set<StoreId>()
  hasMarkets = false
  readonly outcomes = new Map<SearchOutcome, number>(SEARCH_OUTCOMES.map((outcome) => [outcome, 0]))
  readonly #store: StoreId | undefined
  readonly #market: string | undefined
  /** Searches that found less than they asked for, by outcome, store and words. */
  readonly #searches = new Map<string, CountedSearch>()
  /** Whether there were so many different searches that rare ones were forgotten. The outcomes count all searches. */
  forgotRare = false

  /** With a store, only its searches count; with a market, only those in it. */
  constructor(store: StoreId | undefined, market?: string) {
    this.#store = store
    this.#market = market
  }

  get total(): number {
    return this.outcomes.values().reduce((sum, count) => sum + count, 0)
  }

  add(line: string): void {
    if (line.trim() === '') return
    const search = readSearch(line)
    if (!search) this.unreadable++
    else if ([undefined, search.store].includes(this.#store) && [undefined, search.market].includes(this.#market))
      this.#count(search)
  }

  /** The searches with these outcomes, the most frequent first. */
  list(outcomes: readonly SearchOutcome[]): CountedSearch[] {
    const listed = [...this.#searches.values()].filter(({ outcome }) => outcomes.includes(outcome))
    return listed.sort((a, b) => b.count - a.count || (a.words < b.words ? -1 : 1))
  }

  #count({ time, store, market, words, outcome }: ReadSearch): void {
    this.from = this.from === '' || time < this.from ? time : this.from
    this.to = time > this.to ? time : this.to
    this.stores.add(store)
    this.hasMarkets ||= market !== undefined
    this.outcomes.set(outcome, this.outcomes.get(outcome)! + 1)
    if (outcome === 'found') return
    const key = `${outcome} ${store} ${market ?? ''} ${words}`
    const before = this.#searches.get(key)
    const last = before && before.last > time ? before.last : time
    const of = { store, ...(market !== undefined && { market }) }
    this.#searches.set(key, { ...of, words, outcome, count: (before?.count ?? 0) + 1, last })
    if (this.#searches.size > MAX_SEARCHES) this.#forgetRare()
  }

  #forgetRare(): void {
    this.forgotRare = true
    for (let rare = 1; this.#searches.size > MAX_SEARCHES / 2; rare++)
      for (const [key, { count }] of this.#searches) if (count <= rare) this.#searches.delete(key)
  }
}

/** How often the same words had the same outcome. */
export interface CountedSearch {
  readonly store: StoreId
  /** The code of the market, in one. */
  readonly market?: string
  readonly words: string
  readonly outcome: SearchOutcome
  readonly count: number
  /** The time of the last one, ISO 8601. */
  readonly last: string
}

/** Some 100 MB. */
const MAX_SEARCHES = 300_000

type ReadSearch = Omit<LoggedSearch, 'total' | 'store'> & { readonly store: StoreId }

/** Undefined if the line is no search: the log of another program, or a line that the disk had no room for. */
function readSearch(line: string): ReadSearch | undefined {
  let logged: Partial<LoggedSearch>
  try {
    logged = JSON.parse(line) ?? {}
  } catch {
    return undefined
  }
  const { time, store, market, words, outcome } = logged
  if (typeof time !== 'string' || typeof store !== 'string' || typeof words !== 'string') return undefined
  const at = new Date(time)
  const id = storeId(store)
  const code = typeof market === 'string' ? marketCode(market) : undefined
  // The words become lines of a terminal and of a file of synonyms.
  const safe = tokenize(words.slice(0, MAX_CHARACTERS)).join(' ')
  if (Number.isNaN(at.valueOf()) || !id || safe === '' || !SEARCH_OUTCOMES.some((one) => one === outcome))
    return undefined
  return {
    time: at.toISOString(),
    store: id,
    ...(code !== undefined && { market: code }),
    words: safe,
    outcome: outcome!,
  }
}

/** More than a search has. */
const MAX_CHARACTERS = 1000
