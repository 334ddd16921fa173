import { wordsOf } from '../catalog/words.ts'
import type { Edition } from '../edition/edition.ts'
import { bytesOf, intersect, type Positions, subtract, unite } from '../postings/positions.ts'

/** Products that match a search equally well. */
export interface Tier {
  /** Lower is better. */
  readonly rank: number
  readonly products: Positions
}

/**
 * How well one word matches, in what counts most first: the name before the description, then exactly before as a
 * prefix. Ranks of several words add up part by part: no sum of prefixes outweighs a description, since a search has
 * fewer words than `FIELD`.
 */
const FIELD = 256
const RANKS = { nameExact: 0, namePrefix: 1, textExact: FIELD, textPrefix: FIELD + 1 }

/**
 * The products of `among` (undefined: all) that have every word of the search in their name or description, best
 * matches first. A search without a single word (punctuation alone) finds nothing.
 */
export async function searchProducts(edition: Edition, search: string, among: Positions | undefined): Promise<Tier[]> {
  const words = new Set(wordsOf(search))
  if (words.size === 0) return []
  let found: Tier[] | undefined = among && [{ rank: 0, products: among }]
  for (const word of words) {
    const matches = await edition.remembered(`word ${word}`, () => matchesOf(edition, word), bytesOfTiers)
    found = found ? combined(found, matches) : matches
    if (found.length === 0) return []
  }
  return found!
}

/** The products with one word, each in its best tier. */
async function matchesOf(edition: Edition, word: string): Promise<Tier[]> {
  const [name, text] = await Promise.all([
    edition.beginning('product', `name:${word}`),
    edition.beginning('product', `text:${word}`),
  ])
  const tiers = [
    { rank: RANKS.nameExact, products: name.exactly },
    { rank: RANKS.namePrefix, products: name.any },
    { rank: RANKS.textExact, products: text.exactly },
    { rank: RANKS.textPrefix, products: text.any },
  ]
  const best: Tier[] = []
  for (const { rank, products } of tiers) {
    const left = best.reduce((rest, tier) => subtract(rest, tier.products), products)
    if (left.size > 0) best.push({ rank, products: left })
  }
  return best
}

function bytesOfTiers(tiers: readonly Tier[]): number {
  return tiers.reduce((sum, { products }) => sum + bytesOf(products), 0)
}

/** The products in both, at the sum of their ranks. */
function combined(some: readonly Tier[], others: readonly Tier[]): Tier[] {
  const byRank = new Map<number, Positions[]>()
  for (const a of some) {
    for (const b of others) {
      const products = intersect(a.products, b.products)
      if (products.size > 0) byRank.set(a.rank + b.rank, [...(byRank.get(a.rank + b.rank) ?? []), products])
    }
  }
  return [...byRank].sort(([a], [b]) => a - b).map(([rank, sets]) => ({ rank, products: unite(...sets) }))
}
