import { Numbers } from './numbers.ts'

type Key = number | string | null

/**
 * Positions in the order of a key, what has none last, equals by position; and in the other direction. What it gives is good
 * until it is disposed of.
 */
export class Sorted implements Disposable {
  readonly #positions = new Numbers()
  /** Where each run of one key begins. */
  readonly #runs = new Numbers()
  /** The other direction, once it was asked for. */
  readonly #falling = new Numbers()
  /** Where those begin that have no key. */
  #keyed = 0

  private constructor() {}

  /** Of rows that come in the order of their keys. */
  static of(rows: Iterable<readonly [position: number, key: Key]>): Sorted {
    const sorted = new Sorted()
    let last: Key | undefined
    for (const [position, key] of rows) {
      if (key !== last) sorted.#runs.push(sorted.#positions.length)
      if (key !== null) sorted.#keyed++
      last = key
      sorted.#positions.push(position)
    }
    return sorted
  }

  rising(): Uint32Array {
    return this.#positions.all()
  }

  /** Higher keys first; what has none last and equals by position all the same. */
  falling(): Uint32Array {
    if (this.#falling.length === 0) this.#fall()
    return this.#falling.all()
  }

  [Symbol.dispose](): void {
    for (const numbers of [this.#positions, this.#runs, this.#falling]) numbers[Symbol.dispose]()
  }

  #fall(): void {
    const rising = this.rising()
    const runs = this.#runs.all()
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
