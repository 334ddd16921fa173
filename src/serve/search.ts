import { tokenize } from '../catalog/words.ts'
import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import {
  forEachPosition,
  intersect,
  NO_POSTINGS,
  type PostingList,
  toPostingList,
  unionAll,
} from '../index/set-algebra.ts'
import { matchTerm, type TermMatches } from './term-query.ts'

/** What a search finds. */
export class Matches {
  /** What has every word. */
  readonly all: PostingList
  readonly #words: readonly TermMatches[]

  constructor(words: readonly TermMatches[]) {
    const [first, ...rest] = words.map((word) => word.all)
    this.all = first ? intersect(first, ...rest) : NO_POSTINGS
    this.#words = words
  }

  /**
   * Those of `found`, which all match, that match equally well together, the best first. Each set is worked out when it is
   * asked for: a first page is seldom made of more than one or two.
   */
  scoreGroups(found: PostingList): Iterable<PostingList> {
    const words = this.#words.length
    return found.size <= FEW + words * words * SUMS_COST ? this.#oneByOne(found) : this.#bySets(found)
  }

  /** Adds up the ranks of each thing. */
  #oneByOne(found: PostingList): Iterable<PostingList> {
    const byRank = new Map<number, number[]>()
    forEachPosition(found, (position) => {
      const rank = this.#words.reduce((sum, word) => sum + word.rankOf(position), 0)
      const same = byRank.get(rank)
      if (same) same.push(position)
      else byRank.set(rank, [position])
    })
    return [...byRank].sort(([a], [b]) => a - b).map(([, positions]) => toPostingList(positions))
  }

  /** Goes through the sums that ranks can have. */
  *#bySets(found: PostingList): Generator<PostingList> {
    const sums = new Sums(this.#words)
    let left = found.size
    for (const rank of sums.possible()) {
      if (left === 0) return
      const tier = intersect(found, sums.at(rank))
      if (tier.size > 0) yield tier
      left -= tier.size
    }
  }
}

/** So few things are ranked one by one rather than by sets, and so many more for each pair of words. */
const FEW = 2048
const SUMS_COST = 20

/** What matches several words, by the sum of the ranks. */
class Sums {
  readonly #words: readonly TermMatches[]
  readonly #known = new Map<string, PostingList>()

  constructor(words: readonly TermMatches[]) {
    this.#words = words
  }

  /** Every sum of one rank a word, lower first. */
  possible(): number[] {
    let sums = new Set([0])
    for (const { ranks } of this.#words) sums = new Set([...sums].flatMap((sum) => ranks.map((rank) => sum + rank)))
    return [...sums].sort((a, b) => a - b)
  }

  /** What matches the first `count` words with ranks of this sum. */
  at(sum: number, count: number = this.#words.length): PostingList {
    const last = this.#words[count - 1]!
    if (count === 1) return last.at(sum)
    const key = `${count} ${sum}`
    const known = this.#known.get(key)
    if (known) return known
    const parts = last.ranks.filter((rank) => rank <= sum)
    const made = unionAll(parts.map((rank) => intersect(this.at(sum - rank, count - 1), last.at(rank))))
    this.#known.set(key, made)
    return made
  }
}

/** What has every word of a search. A search without a single word (punctuation alone) finds nothing. */
export async function search(edition: Edition, kind: Kind, text: string): Promise<Matches> {
  const words = await Promise.all([...new Set(tokenize(text))].map((word) => matchTerm(edition, kind, word)))
  return new Matches(words.every((word) => word.all.size > 0) ? words : [])
}
