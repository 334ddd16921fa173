import { tokenize } from '../../src/catalog/words.ts'
import { editDistance } from './edit-distance.ts'

/** The words of a product or variant in its two fields. Matches in the name rank higher than matches in the text. */
export interface FieldWords {
  readonly name: readonly string[]
  readonly text: readonly string[]
}

/** How well an item matches, the most important number first. Lower is better. */
export type Rank = readonly [corrections: number, field: number, prefix: number]

/** The items that match every word of a search, each with the sum of its ranks. `all` holds the complete store. */
export function rankMatches<Item>(
  all: readonly Item[],
  wordsIn: (item: Item) => FieldWords,
  search: string,
): Map<Item, Rank> {
  const words = [...new Set(tokenize(search))]
  if (words.length === 0) return new Map()
  const vocabulary = new Set(all.flatMap((item) => [...wordsIn(item).name, ...wordsIn(item).text]))
  const matches = words.map((word) => matchesOf(word, [...vocabulary]))
  const result = new Map<Item, Rank>()
  for (const item of all) {
    const ranks = matches.map((each) => bestRank(wordsIn(item), each))
    if (ranks.every((rank) => rank !== undefined)) result.set(item, ranks.reduce(sum))
  }
  return result
}

export function compareRanks(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** How a word of the store matches a word of a search. `prefix` is 0 for a complete word and 1 for its beginning. */
type Match = readonly [corrections: number, prefix: number]

/** The words of the store that match a word of a search. Each kind of match applies only if the kinds before it fail. */
function matchesOf(word: string, vocabulary: readonly string[]): Map<string, Match> {
  for (const kind of [exactOrPrefix, misspelt, substring]) {
    const matches = new Map<string, Match>()
    for (const other of vocabulary) {
      const match = kind(word, other)
      if (match) matches.set(other, match)
    }
    if (matches.size > 0) return matches
  }
  return new Map()
}

function exactOrPrefix(word: string, other: string): Match | undefined {
  if (other === word) return [0, 0]
  return other.startsWith(word) ? [0, 1] : undefined
}

function misspelt(word: string, other: string): Match | undefined {
  const letters = [...word].length
  if (letters < 4) return undefined
  const distance = editDistance(word, other)
  return distance <= (letters < 8 ? 1 : 2) ? [distance, 0] : undefined
}

function substring(word: string, other: string): Match | undefined {
  return other.includes(word) ? [0, 0] : undefined
}

function bestRank({ name, text }: FieldWords, matches: ReadonlyMap<string, Match>): Rank | undefined {
  const ranksIn = (words: readonly string[], field: number) =>
    words
      .map((word) => matches.get(word))
      .filter((match) => match !== undefined)
      .map(([corrections, prefix]): Rank => [corrections, field, prefix])
  return [...ranksIn(name, 0), ...ranksIn(text, 1)].sort(compareRanks)[0]
}

function sum(a: Rank, b: Rank): Rank {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
