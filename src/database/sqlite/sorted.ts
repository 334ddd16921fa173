import { Numbers } from './numbers.ts'
import { rankedBy } from './radix-sort.ts'

type Key = number | string | null

/**
 * Positions in the order of a key, what has none last, equals by position; and in the other direction. What it gives is good
 * until it is disposed of.
 */
export class Sorted implements Disposable {
  readonly #positions = Numbers.of32Bits()
  /** Where each run of one key begins. */
  readonly #runs = Numbers.of32Bits()
  /** The other direction, once it was asked for. */
  readonly #falling = Numbers.of32Bits()
  /** Where those begin that have no key. */
  #keyed = 0

  private constructor() {}

  /** Of rows that come in the order of their keys. */
  static ofSorted(rows: Iterable<readonly [position: number, key: Key]>): Sorted {
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

  /** Of rows that come in the order of their positions, whose keys are whole numbers: quicker than SQLite sorts them. */
  static ofNumbers(rows: Iterable<readonly [position: number, key: number | null]>): Sorted {
    const sorted = new Sorted()
    using positions = Numbers.of32Bits()
    using keys = Numbers.ofAnySize()
    using without = Numbers.of32Bits()
    for (const [position, key] of rows) {
      if (key === null) without.push(position)
      else {
        positions.push(position)
        keys.push(key)
      }
    }
    sorted.#fill(positions.all(), keys.all(), without.all())
    return sorted
  }

  #fill(positions: Uint32Array, keys: Float64Array, without: Uint32Array): void {
    const order = rankedBy(keys)
    this.#keyed = order.length
    for (let at = 0; at < order.length; at++) {
      if (at === 0 || keys[order[at]!] !== keys[order[at - 1]!]) this.#runs.push(at)
      this.#positions.push(positions[order[at]!]!)
    }
    if (without.length > 0) this.#runs.push(order.length)
    for (let at = 0; at < without.length; at++) this.#positions.push(without[at]!)
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
