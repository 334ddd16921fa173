import { GrowableArray } from './growable-array.ts'

type Key = number | string | null

/**
 * Positions sorted by a key, in both directions. Positions without a key come last, equal keys in the order of positions, in
 * either direction. The arrays are valid until it is disposed of.
 */
export class SortPermutation implements Disposable {
  readonly #positions = new GrowableArray()
  /** The index of the first position of each key. */
  readonly #runs = new GrowableArray()
  /** Empty until it is first needed. */
  readonly #descending = new GrowableArray()
  /** The number of positions with a key. */
  #keyed = 0

  private constructor() {}

  /** Takes rows sorted by key, those without a key last. */
  static fromRows(rows: Iterable<readonly [position: number, key: Key]>): SortPermutation {
    const sorted = new SortPermutation()
    let last: Key | undefined
    for (const [position, key] of rows) {
      if (key !== last) sorted.#runs.push(sorted.#positions.length)
      if (key !== null) sorted.#keyed++
      last = key
      sorted.#positions.push(position)
    }
    return sorted
  }

  ascending(): Uint32Array {
    return this.#positions.view()
  }

  descending(): Uint32Array {
    if (this.#descending.length === 0) this.#reverseRuns()
    return this.#descending.view()
  }

  [Symbol.dispose](): void {
    for (const numbers of [this.#positions, this.#runs, this.#descending]) numbers[Symbol.dispose]()
  }

  #reverseRuns(): void {
    const ascending = this.ascending()
    const runs = this.#runs.view()
    let end = this.#keyed
    for (let run = runs.length - 1; run >= 0; run--) {
      const start = runs[run]!
      if (start >= this.#keyed) continue
      for (let at = start; at < end; at++) this.#descending.push(ascending[at]!)
      end = start
    }
    for (let at = this.#keyed; at < ascending.length; at++) this.#descending.push(ascending[at]!)
  }
}
