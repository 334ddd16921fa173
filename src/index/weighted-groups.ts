import { fromSorted, highestPosition, type PostingList } from './posting-list.ts'
import { chunksOf, type Steps, type Workspace } from './steps.ts'

/** A set that adds its weight to the score of each of its positions. Weights are integers, so that sums are exact. */
export interface WeightedSet {
  readonly postings: PostingList
  readonly weight: number
}

/**
 * The positions of a set in groups of equal score, the highest score first. The score of a position is the sum of the weights
 * of the weighted sets that have it; each must be in one of them, and none of them may be empty. Counting sort: takes memory for the sum of all weights.
 */
export function* groupByWeight(
  set: PostingList,
  weighted: readonly WeightedSet[],
  workspace: Workspace,
): Steps<Iterable<PostingList>> {
  if (set.size === 0) return []
  const scores = yield* scoresOf(weighted, workspace)
  const highest = weighted.reduce((sum, { weight }) => sum + weight, 0)
  const next = new Uint32Array(highest + 1)
  for (const chunk of chunksOf(set, workspace.chunk)) {
    countScores(chunk, scores, next)
    yield chunk.length
  }
  const starts: number[] = []
  let start = 0
  for (let score = highest; score >= 0; score--) {
    const count = next[score]!
    if (count === 0) continue
    next[score] = start
    starts.push(start)
    start += count
  }
  yield highest / SCORES_PER_POSITION
  const grouped = new Uint32Array(set.size)
  for (const chunk of chunksOf(set, workspace.chunk)) {
    place(chunk, scores, next, grouped)
    yield chunk.length
  }
  return groupsOf(grouped, starts)
}

/** Scores that are visited in the time that it takes to visit a position. */
const SCORES_PER_POSITION = 64

/** The score of each position. */
function* scoresOf(weighted: readonly WeightedSet[], { chunk: buffer }: Workspace): Steps<Uint32Array> {
  const extent = weighted.reduce((most, { postings }) => Math.max(most, highestPosition(postings) + 1), 0)
  const scores = new Uint32Array(extent)
  for (const { postings, weight } of weighted)
    for (const chunk of chunksOf(postings, buffer)) {
      addWeight(chunk, weight, scores)
      yield chunk.length
    }
  return scores
}

/** Lazy: a first page seldom needs more than a few groups. */
function* groupsOf(grouped: Uint32Array, starts: readonly number[]): Generator<PostingList> {
  for (const [index, start] of starts.entries()) yield fromSorted(grouped.subarray(start, starts[index + 1]))
}

function addWeight(positions: Uint32Array, weight: number, scores: Uint32Array): void {
  for (let index = 0; index < positions.length; index++) scores[positions[index]!]! += weight
}

function countScores(positions: Uint32Array, scores: Uint32Array, counts: Uint32Array): void {
  for (let index = 0; index < positions.length; index++) counts[scores[positions[index]!]!]!++
}

/** `next` has the next index of each score. */
function place(positions: Uint32Array, scores: Uint32Array, next: Uint32Array, grouped: Uint32Array): void {
  for (let index = 0; index < positions.length; index++)
    grouped[next[scores[positions[index]!]!]!++] = positions[index]!
}
