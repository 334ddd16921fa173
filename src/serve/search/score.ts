import {
  contains,
  memoryBytes,
  NO_POSTINGS,
  type PostingList,
  toPostingList,
  toSortedPositions,
} from '../../index/posting-list.ts'
import { intersect, subtract, unionAll } from '../../index/set-algebra.ts'

/** Positions that match a word equally well. A lower score is better. */
export interface ScoreClass {
  readonly score: number
  readonly positions: PostingList
}

/** The positions that match one word of a search, and their scores. */
export class TermMatches {
  readonly all: PostingList
  /** Best first. A position in several classes belongs to the first of them. */
  readonly #classes: readonly ScoreClass[]
  /** The positions that belong to each class. */
  readonly #disjoint: (PostingList | undefined)[] = []

  constructor(classes: readonly ScoreClass[]) {
    this.#classes = classes.filter(({ positions }) => positions.size > 0)
    this.all = unionAll(this.#classes.map(({ positions }) => positions))
  }

  /** All possible scores, best first. */
  get scores(): number[] {
    return this.#classes.map(({ score }) => score)
  }

  /** Memory once all of it was used, in bytes. */
  get bytes(): number {
    return memoryBytes(this.all) + 2 * this.#classes.reduce((sum, { positions }) => sum + memoryBytes(positions), 0)
  }

  /** The positions with this score. */
  at(score: number): PostingList {
    const index = this.#classes.findIndex((scoreClass) => scoreClass.score === score)
    if (index < 0) return NO_POSTINGS
    this.#disjoint[index] ??= this.#classes
      .slice(0, index)
      .reduce((left, { positions }) => subtract(left, positions), this.#classes[index]!.positions)
    return this.#disjoint[index]
  }

  /** The score of a position that matches. */
  scoreOf(position: number): number {
    return this.#classes.find(({ positions }) => contains(positions, position))!.score
  }
}

/** Up to so many positions are scored one by one rather than by sets, and so many more for each pair of words. */
const MAX_SCORED_SINGLY = 2048
const SCORED_SINGLY_PER_PAIR = 20

/** Results of a search that can be ranked. */
export interface ScoredMatches {
  readonly all: PostingList
  /** Some of the results in groups of equal score, best first. */
  scoreGroups(subset: PostingList): Iterable<PostingList>
}

/** The positions that match all words of a search. Their score is the sum of the scores of the words. */
export class SearchMatches implements ScoredMatches {
  readonly all: PostingList
  readonly #words: readonly TermMatches[]
  /** By the number of words and the sum of their scores. */
  readonly #sets = new Map<string, PostingList>()

  constructor(words: readonly TermMatches[]) {
    const [first, ...others] = words.map((word) => word.all)
    this.all = first ? intersect(first, ...others) : NO_POSTINGS
    this.#words = words
  }

  /** Some of the matches in groups of equal score, best first. Lazy: a first page seldom needs more than two groups. */
  scoreGroups(matches: PostingList): Iterable<PostingList> {
    const maxSingly = MAX_SCORED_SINGLY + this.#words.length ** 2 * SCORED_SINGLY_PER_PAIR
    return matches.size <= maxSingly ? this.#groupSingly(matches) : this.#groupBySets(matches)
  }

  #groupSingly(matches: PostingList): Iterable<PostingList> {
    const scoreOf = (position: number) => this.#words.reduce((sum, word) => sum + word.scoreOf(position), 0)
    const groups = Map.groupBy(toSortedPositions(matches), scoreOf)
    return [...groups].sort(([a], [b]) => a - b).map(([, positions]) => toPostingList(positions))
  }

  *#groupBySets(matches: PostingList): Generator<PostingList> {
    let left = matches.size
    for (const score of this.#possibleScores()) {
      if (left === 0) return
      const group = intersect(matches, this.#at(score))
      if (group.size > 0) yield group
      left -= group.size
    }
  }

  /** All sums of one score per word, best first. */
  #possibleScores(): number[] {
    let sums = new Set([0])
    for (const { scores } of this.#words) sums = new Set([...sums].flatMap((sum) => scores.map((score) => sum + score)))
    return [...sums].sort((a, b) => a - b)
  }

  /** The positions that match the first `count` words with scores of this sum. */
  #at(sum: number, count: number = this.#words.length): PostingList {
    const last = this.#words[count - 1]!
    if (count === 1) return last.at(sum)
    const key = `${count} ${sum}`
    const existing = this.#sets.get(key)
    if (existing) return existing
    const scores = last.scores.filter((score) => score <= sum)
    const set = unionAll(scores.map((score) => intersect(this.#at(sum - score, count - 1), last.at(score))))
    this.#sets.set(key, set)
    return set
  }
}
