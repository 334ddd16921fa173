import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT, type Kind, type Sort } from '../edition/term.ts'
import { type Order, Ranked } from '../postings/order.ts'
import { bytesOf, intersect, type Positions } from '../postings/positions.ts'
import { search as searchFor } from './search.ts'

/** What is in `filtered` (undefined: all) and matches the search, if there is one: by the sort, if there is one, else by rank. */
export async function found(
  edition: Edition,
  kind: Kind,
  filtered: Positions | undefined,
  { search, sort }: { readonly search: string | undefined; readonly sort: Sort | undefined },
): Promise<Found> {
  const order = await edition.order(kind, sort ?? DEFAULT_SORT)
  if (search === undefined) return new Found(filtered!, [filtered!], order)
  const matches = await searchFor(edition, kind, search)
  const all = filtered ? intersect(matches.any, filtered) : matches.any
  return new Found(all, sort ? [all] : matches.tiers(all), order)
}

/** What a query found, in its order: tiers, the best first, each in an order. Any page of it is a slice. */
export class Found {
  readonly total: number
  readonly #order: Order
  readonly #tiers: Iterator<Positions>
  readonly #ranked: Ranked[] = []
  readonly #bytes: number

  /** `tiers` are parts of `all` that make it up; they are asked for when a page needs them. */
  constructor(all: Positions, tiers: Iterable<Positions>, order: Order) {
    this.total = all.size
    this.#order = order
    this.#tiers = tiers[Symbol.iterator]()
    this.#bytes = 3 * bytesOf(all)
  }

  /** Memory that it takes, about, once all of it was asked for. */
  get bytes(): number {
    return this.#bytes
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
