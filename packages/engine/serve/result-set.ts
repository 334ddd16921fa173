import { compareBy, sortKeyBy } from '../edition/row-order.ts'
import { DEFAULT_SORT, isByPopularity, type Kind, POPULAR_FIRST, type Sort } from '../edition/term.ts'
import { contains, type PostingList, toSortedPositions } from '../index/posting-list.ts'
import { intersect, subtract, unionAll } from '../index/set-algebra.ts'
import type { SortOrder } from '../index/sort-order.ts'
import { SortedView } from '../index/sorted-view.ts'
import { inStockFirst } from './in-stock-first.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { LazyGroups } from './lazy-groups.ts'
import type { SearchNote, SearchOutcome, SearchText } from './query.ts'
import type { AppliedRule, PinnedPosition } from './rules.ts'
import type { ScoredMatches } from './search/score.ts'
import { type CachedSearchResult, search as runSearch } from './search/search.ts'

/** The sorted results of a query. Every page is a slice of them. */
export interface ResultSet {
  readonly total: number
  /** Approximate memory without the lists, in bytes. */
  readonly bytes: number
  /** The posting lists in memory. */
  readonly lists?: readonly PostingList[]
  readonly note?: SearchNote | undefined
  /** How the search went. Undefined without one. */
  readonly outcome?: SearchOutcome | undefined
  slice(offset: number, limit: number): Promise<Uint32Array>
}

export interface ResultRequest {
  /** Evaluates all conditions but the search. Undefined means that everything matches. */
  readonly filter: () => Promise<PostingList | undefined>
  readonly search: SearchText | undefined
  /**
   * Undefined: by `group` if it is set, else best match first with a search, else newest first. Products that match
   * equally well come by popularity.
   */
  readonly sort: Sort | undefined
  /** Puts all results into groups, the best group first. Within a group, the newest come first. */
  readonly group?: ((all: PostingList) => Promise<LazyGroups>) | undefined
  /** Looks for the rule of the store that applies. */
  readonly rule?: (() => Promise<AppliedRule | undefined>) | undefined
  /** Looks for the products in stock, if they come before others that match equally well. */
  readonly inStock?: (() => Promise<PostingList>) | undefined
}

type Groups = Iterable<PostingList> | LazyGroups

/** The results of filters, a search, or both. */
export async function findResults(edition: IndexedEdition, kind: Kind, request: ResultRequest): Promise<ResultSet> {
  const { search } = request
  const isRanked = request.sort === undefined && request.group === undefined
  const ifUnsorted = isRanked && search !== undefined && kind === 'product' ? POPULAR_FIRST : DEFAULT_SORT
  const sort = request.sort ?? ifUnsorted
  const [filtered, searchResult, orderAhead, rule, inStock] = await Promise.all([
    request.filter(),
    search === undefined ? undefined : runSearch(edition, kind, search, isRanked),
    readOrderAhead(edition, kind, request, sort),
    request.rule?.(),
    request.inStock?.(),
  ])
  const { matches } = searchResult ?? {}
  const found = matches && filtered ? intersect(matches.all, filtered) : (matches?.all ?? filtered!)
  const unpinned = rule ? subtract(found, unionAll([rule.pinned, rule.hidden])) : found
  const results = await inOrder(edition, kind, unpinned, { request, searchResult, sort, orderAhead, inStock })
  if (!rule) return results
  const pins = rule.pins.filter(({ position }) => !filtered || contains(filtered, position))
  return new PinnedResults(results, pins)
}

/** What else the order of results depends on. */
interface Ordering {
  readonly request: ResultRequest
  readonly searchResult: CachedSearchResult | undefined
  readonly sort: Sort
  readonly orderAhead: SortOrder | undefined
  readonly inStock: PostingList | undefined
}

async function inOrder(
  edition: IndexedEdition,
  kind: Kind,
  all: PostingList,
  { request, searchResult, sort, orderAhead, inStock }: Ordering,
): Promise<ResultSet> {
  const { matches, note } = searchResult ?? {}
  const groups = await groupsInOrder(request, matches, all, inStock)
  if (all.size <= MAX_SORTED_BY_ROW && !orderAhead) {
    const outcome = outcomeOf(searchResult, all.size)
    return { ...(await sortByRow(edition, kind, groups, sort)), note, outcome }
  }
  const order = orderAhead ?? (await edition.sortOrder(kind, await storedSort(edition, sort)))
  return new SortedResults(all, groups, order, searchResult)
}

function outcomeOf(searchResult: CachedSearchResult | undefined, total: number): SearchOutcome | undefined {
  if (!searchResult) return undefined
  if (searchResult.matches.all.size === 0) return 'none'
  if (total === 0) return 'filtered'
  if (searchResult.note?.dropped) return 'dropped'
  return searchResult.note?.corrected ? 'corrected' : 'found'
}

async function groupsInOrder(
  { sort, group }: ResultRequest,
  matches: ScoredMatches | undefined,
  all: PostingList,
  inStock: PostingList | undefined,
): Promise<Groups> {
  if (group && !sort) return await group(all)
  const groups = matches && !sort ? matches.scoreGroups(all) : [all]
  return inStock ? inStockFirst(groups, inStock) : groups
}

/** The stored order that has the results in this order: the default one while no product has a popularity. */
export async function storedSort(edition: IndexedEdition, sort: Sort): Promise<Sort> {
  const isStored = !isByPopularity(sort) || (await edition.orderSlice('product', sort, 0, 1)).length > 0
  return isStored ? sort : DEFAULT_SORT
}

/**
 * Reads the sort order together with the posting lists if the order is in memory or small, or if there is a search or a
 * group. A search or a group may need a second read of posting lists. With the order read before that, the documents
 * are the third read at the latest.
 */
async function readOrderAhead(
  edition: IndexedEdition,
  kind: Kind,
  { search, group }: ResultRequest,
  sort: Sort,
): Promise<SortOrder | undefined> {
  const isAhead = search !== undefined || group !== undefined || edition.countOf(kind) <= MAX_SMALL_ORDER
  const stored = await storedSort(edition, sort)
  return isAhead ? await edition.sortOrder(kind, stored) : edition.peekSortOrder(kind, stored)
}

/** An order of at most this many positions is read whatever the results. */
const MAX_SMALL_ORDER = 16_384

/** At most this many results are sorted by their own rows. That avoids reading an order of millions. */
const MAX_SORTED_BY_ROW = 24

async function sortByRow(edition: IndexedEdition, kind: Kind, groups: Groups, sort: Sort): Promise<ResultSet> {
  const sorted: number[] = []
  for await (const group of groups) {
    const rows = await edition.stored[kind === 'product' ? 'productRows' : 'variantRows']([...toSortedPositions(group)])
    const keys = rows.map((row) => sortKeyBy(sort)(row!)).sort(compareBy(sort))
    sorted.push(...keys.map(({ position }) => position))
  }
  const slice = async (offset: number, limit: number) => Uint32Array.from(sorted.slice(offset, offset + limit))
  return { total: sorted.length, bytes: 8 * sorted.length, slice }
}

/** Results with products at places of their own. The others fill the places between them, in their order. */
class PinnedResults implements ResultSet {
  readonly total: number
  readonly note: SearchNote
  readonly outcome: SearchOutcome | undefined
  readonly #unpinned: ResultSet
  /** By index. */
  readonly #pins: readonly { readonly position: number; readonly index: number }[]

  /** `unpinned` are the results without `pins`, which are sorted by their places. A place behind the end is the end. */
  constructor(unpinned: ResultSet, pins: readonly PinnedPosition[]) {
    this.total = unpinned.total + pins.length
    this.note = { ...unpinned.note, rule: true }
    this.outcome = unpinned.outcome && unpinned.total === 0 && pins.length > 0 ? 'found' : unpinned.outcome
    this.#unpinned = unpinned
    this.#pins = pins.map(({ position, at }, order) => ({ position, index: Math.min(at - 1, unpinned.total + order) }))
  }

  get bytes(): number {
    return this.#unpinned.bytes + this.#pins.length * PIN_BYTES
  }

  get lists(): readonly PostingList[] {
    return this.#unpinned.lists ?? []
  }

  async slice(offset: number, limit: number): Promise<Uint32Array> {
    const before = this.#pins.filter(({ index }) => index < offset).length
    const within = this.#pins.filter(({ index }) => index >= offset && index < offset + limit)
    const positions = [...(await this.#unpinned.slice(offset - before, limit - within.length))]
    for (const { position, index } of within) positions.splice(index - offset, 0, position)
    return Uint32Array.from(positions)
  }
}

/** Approximate memory of a pin, in bytes. */
const PIN_BYTES = 60

/** Groups of results, best first, each in the sort order. */
class SortedResults implements ResultSet {
  readonly total: number
  readonly note: SearchNote | undefined
  readonly outcome: SearchOutcome | undefined
  readonly #all: PostingList
  readonly #order: SortOrder
  readonly #groups: Iterator<PostingList> | AsyncIterator<PostingList>
  /** Its lists are what the groups are made of. */
  readonly #result: CachedSearchResult | undefined
  readonly #lazyGroups: LazyGroups | undefined
  /** The groups that pages have needed so far, and their views. */
  readonly #read: PostingList[] = []
  readonly #views: SortedView[] = []
  /** The view of the last group that a page has asked for. */
  #lastView: Promise<void> = Promise.resolve()

  /** `groups` are disjoint. Together they are all results. */
  constructor(all: PostingList, groups: Groups, order: SortOrder, searchResult: CachedSearchResult | undefined) {
    this.note = searchResult?.note
    this.outcome = outcomeOf(searchResult, all.size)
    this.total = all.size
    this.#all = all
    this.#order = order
    this.#groups = Symbol.iterator in groups ? groups[Symbol.iterator]() : groups[Symbol.asyncIterator]()
    this.#result = searchResult
    this.#lazyGroups = Symbol.asyncIterator in groups ? groups : undefined
  }

  get bytes(): number {
    return this.#views.reduce((sum, view) => sum + view.bytes, this.#lazyGroups?.bytes ?? 0)
  }

  get lists(): PostingList[] {
    return [this.#all, ...this.#read, ...(this.#result?.lists ?? []), ...(this.#lazyGroups?.lists ?? [])]
  }

  async slice(offset: number, limit: number): Promise<Uint32Array> {
    const positions: number[] = []
    let before = 0
    for (let index = 0; positions.length < limit && before < this.total; index++) {
      const view = this.#views[index] ?? (await this.#readView(index))
      const from = Math.max(0, offset - before)
      if (from < view.size) positions.push(...view.slice(from, limit - positions.length))
      before += view.size
    }
    return Uint32Array.from(positions)
  }

  /** Reads groups one after another, also for pages that are asked for at once. */
  async #readView(index: number): Promise<SortedView> {
    const last = this.#lastView
    this.#lastView = last.then(async () => {
      if (this.#views.length > index) return
      const { value: group } = await this.#groups.next()
      this.#read.push(group)
      this.#views.push(new SortedView(group, this.#order))
    })
    await this.#lastView
    return this.#views[index]!
  }
}
