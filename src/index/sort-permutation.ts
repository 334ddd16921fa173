import { GrowableArray } from './growable-array.ts'

type Key = number | string | null

/**
 * Positions in the order of a key, what has none last, equals by position; and in the other direction. What it gives is good
 * until it is disposed of.
 */
export class SortPermutation implements Disposable {
  readonly #positions = new GrowableArray()
  /** Where each run of one key begins. */
  readonly #runs = new GrowableArray()
  /** The other direction, once it was asked for. */
  readonly #falling = new GrowableArray()
  /** Where those begin that have no key. */
  #keyed = 0

  private constructor() {}

  /** Of rows that come in the order of their keys. */
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

  /** Higher keys first; what has none last and equals by position all the same. */
  descending(): Uint32Array {
    if (this.#falling.length === 0) this.#fall()
    return this.#falling.view()
  }

  [Symbol.dispose](): void {
    for (const numbers of [this.#positions, this.#runs, this.#falling]) numbers[Symbol.dispose]()
  }

  #fall(): void {
    const rising = this.ascending()
    const runs = this.#runs.view()
    let end = this.#keyed
    for (let run = runs.length - 1; run >= 0; run--) {
      const start = runs[run]!
      if (start >= this.#keyed) continue
      for (let at = start; at < end; at++) this.#falling.push(rising[at]!)
      end = start
    }
    for (let at = this.#keyed; at < rising.length; at++) this.#falling.push(rising[at]!)
  }
}
