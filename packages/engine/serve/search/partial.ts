import { yieldByTime } from '@vitrine/runtime/event-loop'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect, subtract, unionAll } from '../../index/set-algebra.ts'
import { type ScoredMatches, SearchMatches, type TermMatches } from './score.ts'

/** A word and what it matches. */
interface WeighedWord {
  readonly text: string
  readonly matches: TermMatches
}

/** Results that have some of the words. */
interface PartialMatches {
  readonly all: PostingList
  /** The words that were left out: those that the best results do not have, and those beyond `MAX_WORDS`. */
  readonly dropped: readonly string[]
  /** Ranks the results by the weight of their words, then by the scores of these words and of the refinements. */
  scored(refinements: readonly TermMatches[]): ScoredMatches
}

/** The share of the weight that must match. A search of at least `SENTENCE_WORDS` words is a sentence. */
const MIN_SHARE = 0.3
const MIN_SHARE_OF_SENTENCE = 0.2
const SENTENCE_WORDS = 4

/** At most this many words count, the most informative ones. Each may double the number of groups. */
const MAX_WORDS = 8

/** Sums of the same weights in another order differ by less. */
const ROUNDING = 1e-9

/** If the store does not have a word, the word counts with this share of its weight. */
const UNKNOWN_WORD = 0.2

/** Products that have the same words. */
interface Group {
  readonly words: readonly WeighedWord[]
  readonly weight: number
  readonly positions: PostingList
}

/**
 * The results that match the most informative words, ranked by the weight of the words that they have. The weight of a
 * word is its inverse document frequency, ln(1 + N/n): N products, n of them with the word (Spärck Jones 1972).
 * Undefined if no result matches enough.
 */
export async function partialMatches(
  words: readonly WeighedWord[],
  count: number,
): Promise<PartialMatches | undefined> {
  const weights = new Map(words.map((word) => [word, weightOf(word, count)]))
  const counted = words.toSorted((a, b) => weights.get(b)! - weights.get(a)!).slice(0, MAX_WORDS)
  const total = counted.reduce((sum, word) => sum + weights.get(word)!, 0)
  const minWeight = total * (words.length < SENTENCE_WORDS ? MIN_SHARE : MIN_SHARE_OF_SENTENCE)
  let groups: Group[] = [{ words: [], weight: 0, positions: unionAll(counted.map(({ matches }) => matches.all)) }]
  let remaining = total
  for (const word of counted) {
    remaining -= weights.get(word)!
    const parts: Group[] = []
    for (const group of groups) {
      await yieldByTime()
      parts.push(...split(group, word, weights.get(word)!))
    }
    groups = parts.filter(({ weight, positions }) => positions.size > 0 && weight + remaining >= minWeight - ROUNDING)
  }
  const best = groups.sort((a, b) => b.weight - a.weight)[0]
  if (!best) return undefined
  const all = unionAll(groups.map(({ positions }) => positions))
  return {
    all,
    dropped: words.filter((word) => !best.words.includes(word)).map(({ text }) => text),
    scored: (refinements) => ({
      all,
      lists: [all, ...groups.map(({ positions }) => positions), ...counted.flatMap(({ matches }) => matches.lists)],
      scoreGroups: (subset) => scoreGroups(groups, refinements, subset),
    }),
  }
}

function weightOf({ matches: { all } }: WeighedWord, count: number): number {
  return all.size === 0 ? UNKNOWN_WORD * Math.log(1 + count) : Math.log(1 + count / all.size)
}

/** The results of the group that have the word, and those that do not. */
function split(group: Group, word: WeighedWord, weight: number): Group[] {
  const withWord = intersect(group.positions, word.matches.all)
  return [
    { words: [...group.words, word], weight: group.weight + weight, positions: withWord },
    { ...group, positions: subtract(group.positions, withWord) },
  ]
}

function* scoreGroups(
  groups: readonly Group[],
  refinements: readonly TermMatches[],
  subset: PostingList,
): Generator<PostingList> {
  for (const { words, positions } of groups) {
    const inSubset = intersect(positions, subset)
    if (inSubset.size === 0) continue
    yield* new SearchMatches([...words.map(({ matches }) => matches), ...refinements], inSubset).scoreGroups(inSubset)
  }
}
