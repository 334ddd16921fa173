import { STEP, type Steps } from '@vitrine/runtime/steps'
import { bitAt } from './bits.ts'
import {
  type DensePostings,
  NO_POSTINGS,
  type PostingList,
  seek,
  toDense,
  toPostingList,
  toSortedPositions,
} from './posting-list.ts'
import { intersect, subtract, unionAll } from './set-algebra.ts'
import { rangesUpTo } from './steps.ts'

/**
 * The positions of a set in groups of equal score, the highest score first. The score of a position is the sum of the
 * weights of the weighted sets that have it; each must be in one of them, and none of them may be empty.
 *
 * Works in stages, as the MaxScore algorithm of Turtle and Flood, "Query evaluation: strategies and optimizations",
 * Information Processing & Management 31 (1995). A stage scores the positions of the next sets, the highest weights
 * first. What is in none of the sets so far scores the sum of all other weights at most, so the groups with more are
 * complete. The first page of a million seldom needs more than one or two rare sets.
 */
export class WeightedGroups {
  readonly #set: PostingList
  /** The highest weight first. */
  readonly #weighted: readonly WeightedSet[]
  /** How many of the sets are done. */
  #done = 0
  /** The positions of these sets. */
  #seen: PostingList = NO_POSTINGS
  /** The positions of these sets that are in no group yet. */
  #pending: Scored = { positions: new Uint32Array(0), scores: new Uint32Array(0) }

  constructor(set: PostingList, weighted: readonly WeightedSet[]) {
    this.#set = set
    this.#weighted = weighted.toSorted((a, b) => b.weight - a.weight)
  }

  /** Memory of the positions that are in no group yet, in bytes. */
  get bytes(): number {
    return 2 * this.#pending.positions.byteLength
  }

  /** The posting lists in memory. */
  get lists(): PostingList[] {
    return [this.#seen, ...this.#weighted.map(({ postings }) => postings)]
  }

  /** The groups of the next stage, which may be none; undefined after the last stage. */
  *next(): Steps<PostingList[] | undefined> {
    const from = this.#done
    if (from === this.#weighted.length) return undefined
    this.#done = this.#endOfStage()
    const union = unionAll(this.#weighted.slice(from, this.#done).map(({ postings }) => postings))
    const positions = toSortedPositions(subtract(intersect(union, this.#set), this.#seen))
    this.#seen = unionAll([this.#seen, union])
    yield positions.length
    const scores = yield* scoresOf(positions, this.#weighted.slice(from))
    const remaining = this.#weighted.slice(this.#done)
    const mostOfRemaining = remaining.reduce((sum, { weight }) => sum + weight, 0)
    return yield* this.#complete({ positions, scores }, remaining.length === 0 ? -1 : mostOfRemaining)
  }

  /** A stage has as many positions as are pending, so that all stages together visit each only a few times. */
  #endOfStage(): number {
    let end = this.#done
    let size = 0
    while (end < this.#weighted.length && size < Math.max(MIN_STAGE, this.#pending.positions.length))
      size += this.#weighted[end++]!.postings.size
    return end
  }

  /** The groups of the pending and the new positions that score more than `bound`. The others are pending then. */
  *#complete(scored: Scored, bound: number): Steps<PostingList[]> {
    const complete = new Map<number, number[]>()
    const capacity = this.#pending.positions.length + scored.positions.length
    const pending = { positions: new Uint32Array(capacity), scores: new Uint32Array(capacity) }
    let size = 0
    for (const { positions, scores } of [this.#pending, scored])
      for (const [from, to] of rangesUpTo(positions.length)) {
        for (let at = from; at < to; at++) {
          const score = scores[at]!
          if (score > bound) addTo(complete, score, positions[at]!)
          else {
            pending.positions[size] = positions[at]!
            pending.scores[size++] = score
          }
        }
        yield to - from
      }
    this.#pending = { positions: pending.positions.slice(0, size), scores: pending.scores.slice(0, size) }
    return [...complete].sort(([a], [b]) => b - a).map(([, group]) => toPostingList(group))
  }
}

/** A set that adds its weight to the score of each of its positions. Weights are integers, so that sums are exact. */
interface WeightedSet {
  readonly postings: PostingList
  readonly weight: number
}

/** Positions that were scored, in any order, and the score of each. */
interface Scored {
  readonly positions: Uint32Array
  readonly scores: Uint32Array
}

/** A stage scores at least this many positions, if there are as many. */
const MIN_STAGE = 4096

function addTo(groups: Map<number, number[]>, score: number, position: number): void {
  const group = groups.get(score)
  if (group) group.push(position)
  else groups.set(score, [position])
}

/** The score of each of these positions, which are increasing. */
function* scoresOf(positions: Uint32Array, weighted: readonly WeightedSet[]): Steps<Uint32Array> {
  const scores = new Uint32Array(positions.length)
  for (const { postings, weight } of weighted) {
    const set = toDense(postings) as DensePostings
    const end = seek(positions, set.words.length * 32, 0)
    for (const [from, to] of rangesUpTo(end, LOOKUPS_PER_STEP)) {
      addWeight(set.words, weight, positions, scores, from, to)
      yield (to - from) / LOOKUPS_PER_POSITION
    }
  }
  return scores
}

/** Bits that are looked up in the time that it takes to visit a position. */
const LOOKUPS_PER_POSITION = 8

const LOOKUPS_PER_STEP = LOOKUPS_PER_POSITION * STEP

function addWeight(
  words: Uint32Array,
  weight: number,
  positions: Uint32Array,
  scores: Uint32Array,
  from: number,
  to: number,
): void {
  // Without a branch, which the processor could not predict.
  for (let at = from; at < to; at++) scores[at]! += weight * bitAt(words, positions[at]!)
}
