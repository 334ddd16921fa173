import { contains, fromSorted, toSortedPositions } from '../../index/posting-list.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import type { Explanation, SearchText } from '../query.ts'
import { explainedSearch } from './search.ts'
import type { MatchedWord } from './word-matches.ts'

/** Why a search found each of these products, and what ranks them. */
export async function explain(
  edition: IndexedEdition,
  text: SearchText,
  products: Uint32Array,
): Promise<Explanation[]> {
  const { words = [], orders = [] } = await explainedSearch(edition, 'product', text)
  return Array.from(products, (product) => {
    const found = words.flatMap((word) => explainWord(word, product))
    const sums = new Uint32Array(1)
    for (const order of orders) order.addScores(toSortedPositions(fromSorted(Uint32Array.of(product))), sums)
    return { cost: found.reduce((sum, { cost }) => sum + cost, sums[0]!), words: found }
  })
}

/** The best match of a word; none if the product does not have the word. */
function explainWord({ word, matches }: MatchedWord, product: number): Explanation['words'] {
  const all = [...matches.direct, ...matches.approximate].filter(({ positions }) => contains(positions, product))
  const [best] = all.sort((a, b) => a.score - b.score)
  if (!best) return []
  const { level, field, terms, score } = best
  return [{ word: word.text, how: level, as: terms.slice(0, MAX_TERMS), field, cost: score }]
}

/** The most words of the catalog that an explanation of a word names. */
const MAX_TERMS = 5
