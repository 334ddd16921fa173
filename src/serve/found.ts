import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT, type Kind, type Sort } from '../edition/term.ts'
import { type Order, Ranked } from '../postings/order.ts'
import { bytesOf, intersect, listOf, type Positions } from '../postings/positions.ts'
import { search as searchFor } from './search.ts'
import { sortedByRows } from './sorted-by-rows.ts'

/** What a query found, in its order. Any page of it is a slice. */
export interface Found {
  readonly total: number
  /** Memory that it takes, about, once all of it was asked for. */
  readonly bytes: number
  slice(offset: number, limit: number): Uint32Array
}

/** What is in `filtered` (undefined: all) and matches the search, if there is one: by the sort, if there is one, else by rank. */
export async function found(
  edition: Edition,
  kind: Kind,
  filtered: Positions | undefined,
  { search, sort }: { readonly search: string | undefined; readonly sort: Sort | undefined },
): Promise<Found> {
  const matches = search === undefined ? undefined : await searchFor(edition, kind, search)
  const all = matches && filtered ? intersect(matches.any, filtered) : (matches?.any ?? filtered!)
  const tiers = matches && !sort ? matches.tiers(all) : [all]
  if (all.size <= FEW) return await fewFound(edition, kind, tiers, sort ?? DEFAULT_SORT)
  const order = await edition.order(kind, sort ?? DEFAULT_SORT)
  await order.prepare()
  return new Tiers(all, tiers, order)
}

/** So few are put in order by their own rows, so that an order of millions need not be read for them. */
const FEW = 24

async function fewFound(edition: Edition, kind: Kind, tiers: Iterable<Positions>, sort: Sort): Promise<Found> {
  const sorted: number[] = []
  for (const tier of tiers) sorted.push(...(await sortedByRows(edition, kind, listOf(tier), sort)))
  const slice = (offset: number, limit: number) => Uint32Array.from(sorted.slice(offset, offset + limit))
  return { total: sorted.length, bytes: 8 * sorted.length, slice }
}

/** Tiers, the best first, each in an order. */
class Tiers implements Found {
  readonly total: number
  readonly bytes: number
  readonly #order: Order
  readonly #tiers: Iterator<Positions>
  readonly #ranked: Ranked[] = []

  /** `tiers` are parts of `all` that make it up; they are asked for when a page needs them. */
  constructor(all: Positions, tiers: Iterable<Positions>, order: Order) {
    this.total = all.size
    this.bytes = 3 * bytesOf(all)
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

  #tier(index: number): Ranked {
    while (this.#ranked.length <= index) this.#ranked.push(new Ranked(this.#tiers.next().value!, this.#order))
    return this.#ranked[index]!
  }
}
