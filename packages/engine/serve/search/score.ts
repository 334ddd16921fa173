import {
  contains,
  fromSorted,
  NO_POSTINGS,
  type PostingList,
  type SortedPositions,
  seek,
  toSortedPositions,
} from '../../index/posting-list.ts'
import { intersect, intersectAll, subtract, unionAll } from '../../index/set-algebra.ts'

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

  /** `all`: the union of all classes, if the caller has it. */
  constructor(classes: readonly ScoreClass[], all = unionAll(classes.map(({ positions }) => positions))) {
    this.#classes = classes.filter(({ positions }) => positions.size > 0)
    this.all = all
  }

  /** All possible scores, best first. */
  get scores(): number[] {
    return this.#classes.map(({ score }) => score)
  }

  /** The posting lists in memory. */
  get lists(): PostingList[] {
    const disjoint = this.#disjoint.filter((list) => list !== undefined)
    return [this.all, ...this.#classes.map(({ positions }) => positions), ...disjoint]
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

  /** Adds the score of each of these positions, all of which match, to its sum. */
  addScores(positions: SortedPositions, sums: Uint32Array): void {
    const missing = new Uint32Array(positions.length)
    for (let i = 0; i < missing.length; i++) missing[i] = i
    let left = missing.length
    for (const { score, positions: scored } of this.#classes) {
      const count = left
      left = 0
      let at = 0
      for (let i = 0; i < count; i++) {
        const index = missing[i]!
        const position = positions[index]!
        if ('list' in scored) at = seek(scored.list, position, at)
        const isScored = 'list' in scored ? scored.list[at] === position : contains(scored, position)
        if (isScored) sums[index]! += score
        else missing[left++] = index
      }
    }
  }
}

/** At most this many positions are scored one by one rather than by sets, and this many more for each pair of words. */
const MAX_SCORED_SINGLY = 2048
const SCORED_SINGLY_PER_PAIR = 20

/** Results of a search that can be ranked. */
export interface ScoredMatches {
  readonly all: PostingList
  /** The posting lists in memory. */
  readonly lists: readonly PostingList[]
  /** Some of the results in groups of equal score, best first. */
  scoreGroups(subset: PostingList): Iterable<PostingList>
}

/** The positions that match all words of a search. Their score is the sum of the scores of the words. */
export class SearchMatches implements ScoredMatches {
  readonly all: PostingList
  readonly #words: readonly TermMatches[]
  /** By the number of words and the sum of their scores. */
  readonly #sets = new Map<string, PostingList>()

  /** `all`: the positions that match all words, if the caller has them. */
  constructor(words: readonly TermMatches[], all = intersectAll(words.map((word) => word.all))) {
    this.all = all
    this.#words = words
  }

  get lists(): PostingList[] {
    return [this.all, ...this.#words.flatMap(({ lists }) => lists), ...this.#sets.values()]
  }

  /** Some of the matches in groups of equal score, best first. Lazy: a first page seldom needs more than two groups. */
  scoreGroups(matches: PostingList): Iterable<PostingList> {
    const maxSingly = MAX_SCORED_SINGLY + this.#words.length ** 2 * SCORED_SINGLY_PER_PAIR
    return matches.size <= maxSingly ? this.#groupSingly(matches) : this.#groupBySets(matches)
  }

  #groupSingly(matches: PostingList): Iterable<PostingList> {
    const positions = toSortedPositions(matches)
    const sums = new Uint32Array(positions.length)
    for (const word of this.#words) word.addScores(positions, sums)
    const groups = new Map<number, number[]>()
    // By index, here as elsewhere: a typed array's iterator takes ten times as long.
    for (let i = 0; i < sums.length; i++) {
      const group = groups.get(sums[i]!)
      if (group) group.push(positions[i]!)
      else groups.set(sums[i]!, [positions[i]!])
    }
    return [...groups].sort(([a], [b]) => a - b).map(([, group]) => fromSorted(new Uint32Array(group)))
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

/** Some results before all others. */
export class FirstMatches implements ScoredMatches {
  readonly all: PostingList
  readonly #first: PostingList
  readonly #others: ScoredMatches

  constructor(first: PostingList, others: ScoredMatches) {
    this.all = unionAll([first, others.all])
    this.#first = first
    this.#others = others
  }

  get lists(): PostingList[] {
    return [this.all, this.#first, ...this.#others.lists]
  }

  *scoreGroups(subset: PostingList): Generator<PostingList> {
    const first = intersect(subset, this.#first)
    if (first.size > 0) yield first
    yield* this.#others.scoreGroups(subtract(subset, this.#first))
  }
}
