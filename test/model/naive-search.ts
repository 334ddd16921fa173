import { tokenize } from '../../src/catalog/words.ts'
import { editDistance } from './edit-distance.ts'

/** The words of a thing in its two fields: its name, and the text that counts less. */
export interface Words {
  readonly name: readonly string[]
  readonly text: readonly string[]
}

/** How well a thing matches, in what counts most first. Less is better. */
export type Rank = readonly [corrections: number, field: number, manner: number]

/** The things that have every word of a search, each with the sum of its ranks. `all` is everything of this kind there is. */
export function searched<Thing>(
  all: readonly Thing[],
  wordsIn: (thing: Thing) => Words,
  search: string,
): Map<Thing, Rank> {
  const words = [...new Set(tokenize(search))]
  if (words.length === 0) return new Map()
  const vocabulary = new Set(all.flatMap((thing) => [...wordsIn(thing).name, ...wordsIn(thing).text]))
  const matches = words.map((word) => matchesOf(word, [...vocabulary]))
  const found = new Map<Thing, Rank>()
  for (const thing of all) {
    const ranks = matches.map((each) => bestRank(wordsIn(thing), each))
    if (ranks.every((rank) => rank !== undefined)) found.set(thing, ranks.reduce(sum))
  }
  return found
}

export function compareRanks(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** How a word of the store matches a word of a search; the manner is 0 for a whole word, 1 for its beginning. */
type Match = readonly [corrections: number, manner: number]

/** The words of the store that a word matches: a later way to match is tried when the ways before it match nothing. */
function matchesOf(word: string, vocabulary: readonly string[]): Map<string, Match> {
  for (const way of [asWritten, misspelt, inside]) {
    const matches = new Map<string, Match>()
    for (const other of vocabulary) {
      const match = way(word, other)
      if (match) matches.set(other, match)
    }
    if (matches.size > 0) return matches
  }
  return new Map()
}

function asWritten(word: string, other: string): Match | undefined {
  if (other === word) return [0, 0]
  return other.startsWith(word) ? [0, 1] : undefined
}

function misspelt(word: string, other: string): Match | undefined {
  const letters = [...word].length
  if (letters < 4) return undefined
  const distance = editDistance(word, other)
  return distance <= (letters < 8 ? 1 : 2) ? [distance, 0] : undefined
}

function inside(word: string, other: string): Match | undefined {
  return other.includes(word) ? [0, 0] : undefined
}

function bestRank({ name, text }: Words, matches: ReadonlyMap<string, Match>): Rank | undefined {
  const ranksIn = (words: readonly string[], field: number) =>
    words
      .map((word) => matches.get(word))
      .filter((match) => match !== undefined)
      .map(([corrections, manner]): Rank => [corrections, field, manner])
  return [...ranksIn(name, 0), ...ranksIn(text, 1)].sort(compareRanks)[0]
}

function sum(a: Rank, b: Rank): Rank {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
