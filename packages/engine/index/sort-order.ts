import { runAtOnce, STEP, type Steps } from '@vitrine/runtime/steps'
import { rangesUpTo } from './steps.ts'

/** All positions, sorted by one field. */
export class SortOrder {
  /** The position at each rank. */
  readonly positions: Uint32Array
  #ranks: Uint32Array | undefined
  #runs: readonly Run[] | undefined

  constructor(positions: Uint32Array) {
    this.positions = positions
  }

  /** The rank of each position: the inverse permutation. Built on first use, unless `buildRanks` ran before. */
  get ranks(): Uint32Array {
    return this.#ranks ?? runAtOnce(this.buildRanks())
  }

  /** Builds the ranks. Four million take 45 ms. */
  *buildRanks(): Steps<Uint32Array> {
    const { positions } = this
    let highest = -1
    for (const [from, to] of rangesUpTo(positions.length, RANKS_PER_STEP)) {
      highest = Math.max(highest, highestIn(positions, from, to))
      yield STEP
    }
    const ranks = new Uint32Array(highest + 1).fill(NO_RANK)
    for (const [from, to] of rangesUpTo(positions.length, RANKS_PER_STEP)) {
      invert(positions, from, to, ranks)
      yield STEP
    }
    this.#ranks = ranks
    return ranks
  }

  /** Empty if the runs are too short on average to be of use. */
  get runs(): readonly Run[] {
    this.#runs ??= runsOf(this.positions)
    return this.#runs
  }

  /** Memory of the order and its ranks, in bytes. */
  get bytes(): number {
    return this.positions.byteLength * 2
  }
}

/** Ranks of positions that the order does not have. */
const NO_RANK = 0xffffffff

/** Positions per step of building ranks: 1 ms. */
const RANKS_PER_STEP = 100_000

/** Consecutive ranks whose positions are consecutive too. */
interface Run {
  readonly rank: number
  readonly position: number
  readonly length: number
}

/** Runs are worth copying if they are this long on average. */
const MIN_RUN_LENGTH = 64

function highestIn(positions: Uint32Array, from: number, to: number): number {
  let highest = -1
  // By index: a typed array's iterator takes ten times as long before it is compiled.
  for (let rank = from; rank < to; rank++) if (positions[rank]! > highest) highest = positions[rank]!
  return highest
}

function invert(positions: Uint32Array, from: number, to: number, ranks: Uint32Array): void {
  for (let rank = from; rank < to; rank++) ranks[positions[rank]!] = rank
}

/** Products are mostly sorted by default as they were loaded, so that the default order consists of few runs. */
function runsOf(positions: Uint32Array): Run[] {
  const maxRuns = positions.length / MIN_RUN_LENGTH + 1
  const runs: Run[] = []
  for (let rank = 0; rank < positions.length; ) {
    let end = rank + 1
    while (end < positions.length && positions[end] === positions[end - 1]! + 1) end++
    if (runs.push({ rank, position: positions[rank]!, length: end - rank }) > maxRuns) return []
    rank = end
  }
  return runs
}
