import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT, type Kind, type Sort } from '../edition/term.ts'
import { intersect, memoryBytes, type PostingList, toSortedPositions } from '../index/set-algebra.ts'
import { SortedView, type SortOrder } from '../index/sort-order.ts'
import { search as searchFor } from './search.ts'
import { sortByRow } from './sort-by-row.ts'

/** What a query found, in its order. Any page of it is a slice. */
export interface ResultSet {
  readonly total: number
  /** Memory that it takes, about, once all of it was asked for. */
  readonly bytes: number
  slice(offset: number, limit: number): Uint32Array
}

export interface ResultRequest {
  /** Looks up what filters leave; gives undefined for all. */
  readonly filtered: () => Promise<PostingList | undefined>
  readonly search: string | undefined
  readonly sort: Sort | undefined
}

/** What filters leave that matches the search, if there is one: by the sort, if there is one, else by rank. */
export async function findResults(edition: Edition, kind: Kind, asked: ResultRequest): Promise<ResultSet> {
  const { search, sort = DEFAULT_SORT } = asked
  const [filtered, matches, early] = await Promise.all([
    asked.filtered(),
    search === undefined ? undefined : searchFor(edition, kind, search),
    earlyOrder(edition, kind, search, sort),
  ])
  const all = matches && filtered ? intersect(matches.all, filtered) : (matches?.all ?? filtered!)
  const tiers = matches && !asked.sort ? matches.scoreGroups(all) : [all]
  if (all.size <= FEW && !early) return await fewFound(edition, kind, tiers, sort)
  const order = early ?? (await edition.sortOrder(kind, sort))
  await order.buildRanks()
  return new ScoreGroups(all, tiers, order)
}

/**
 * The order, where it is at hand, or small, or there is a search. What a search finds may take a second read of lists; with
 * the order beside the first, documents are read in the third at the latest.
 */
function earlyOrder(
  edition: Edition,
  kind: Kind,
  search: string | undefined,
  sort: Sort,
): Promise<SortOrder> | SortOrder | undefined {
  const count = kind === 'product' ? edition.productCount : edition.variantCount
  if (search !== undefined || count <= SMALL) return edition.sortOrder(kind, sort)
  return edition.peekSortOrder(kind, sort)
}

/** Orders of so many are read with the lists, whatever is found. */
const SMALL = 16_384

/** So few are put in order by their own rows, so that an order of millions need not be read for them. */
const FEW = 24

async function fewFound(edition: Edition, kind: Kind, tiers: Iterable<PostingList>, sort: Sort): Promise<ResultSet> {
  const sorted: number[] = []
  for (const tier of tiers) sorted.push(...(await sortByRow(edition, kind, toSortedPositions(tier), sort)))
  const slice = (offset: number, limit: number) => Uint32Array.from(sorted.slice(offset, offset + limit))
  return { total: sorted.length, bytes: 8 * sorted.length, slice }
}

/** Tiers, the best first, each in an order. */
class ScoreGroups implements ResultSet {
  readonly total: number
  readonly bytes: number
  readonly #order: SortOrder
  readonly #tiers: Iterator<PostingList>
  readonly #ranked: SortedView[] = []

  /** `tiers` are parts of `all` that make it up; they are asked for when a page needs them. */
  constructor(all: PostingList, tiers: Iterable<PostingList>, order: SortOrder) {
    this.total = all.size
    this.bytes = 3 * memoryBytes(all)
    this.#order = order
    this.#tiers = tiers[Symbol.iterator]()
  }

  slice(offset: number, limit: number): Uint32Array {
    const parts: number[] = []
    let before = 0
    for (let at = 0; parts.length < limit && before < this.total; at++) {
      const tier = this.#tier(at)
      const from = Math.max(0, offset - before)
      if (from < tier.size) parts.push(...tier.slice(from, limit - parts.length))
      before += tier.size
    }
    return Uint32Array.from(parts)
  }

  #tier(index: number): SortedView {
    while (this.#ranked.length <= index) this.#ranked.push(new SortedView(this.#tiers.next().value!, this.#order))
    return this.#ranked[index]!
  }
}
