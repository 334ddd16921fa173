import { setImmediate as turn } from 'node:timers/promises'
import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import { forEach, highest, type Positions } from '../postings/positions.ts'
import { valuesOf } from './values.ts'

/**
 * The values of each thing: posting lists read the other way. Those of the thing at position `p` lie together:
 *
 *     starts  … 12 14 17 …
 *     values  … 3 8 | 0 3 9 | …
 */
export class Carried {
  readonly #starts: Uint32Array
  readonly #values: Uint16Array | Uint32Array

  constructor(starts: Uint32Array, values: Uint16Array | Uint32Array) {
    this.#starts = starts
    this.#values = values
  }

  get bytes(): number {
    return this.#starts.byteLength + this.#values.byteLength
  }

  /** Counts the values of things, each by its number. */
  countOf(positions: Uint32Array, counts: Uint32Array): void {
    for (let index = 0; index < positions.length; index++) {
      const position = positions[index]!
      const end = this.#starts[position + 1] ?? 0
      for (let at = this.#starts[position]!; at < end; at++) counts[this.#values[at]!]!++
    }
  }

  /** Counts a value of a thing, unless it was counted for its owner already: `counted` tells by number for whom it was last. */
  countFor(owner: number, position: number, counts: Uint32Array, counted: Uint32Array): void {
    const end = this.#starts[position + 1] ?? 0
    for (let at = this.#starts[position]!; at < end; at++) {
      const value = this.#values[at]!
      if (counted[value] === owner) continue
      counted[value] = owner
      counts[value]!++
    }
  }
}

/** Positions that are gone through between two turns of the event loop. */
const POSITIONS_AT_ONCE = 500_000

/** Which values: all of them, labels, option groups, options, or the options of one group (`option:color`). */
export type Part = 'all' | 'label' | 'group' | 'option' | `option:${string}`

/** The values of all products or variants, of one part: made once an edition, in steps that let others through. */
export function carriedBy(edition: Edition, kind: Kind, part: Part): Promise<Carried> {
  return edition.remembered(
    `${kind} values ${part}`,
    () => gather(edition, kind, part),
    ({ bytes }) => bytes,
  )
}

interface NumberedList {
  readonly number: number
  readonly positions: Positions
}

async function gather(edition: Edition, kind: Kind, part: Part): Promise<Carried> {
  const lists = await numberedLists(edition, kind, part)
  const extent = lists.reduce((most, { positions }) => Math.max(most, highest(positions) + 1), 0)
  const starts = new Uint32Array(extent + 2)
  // Each thing's count first stands two places on, its start one place on, and its end, once it is filled, in its own.
  for await (const { positions } of inSteps(lists)) forEach(positions, (position) => starts[position + 2]!++)
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const values = new (lists.every(({ number }) => number < 65_536) ? Uint16Array : Uint32Array)(
    starts[starts.length - 1]!,
  )
  for await (const { positions, number } of inSteps(lists))
    forEach(positions, (position) => {
      values[starts[position + 1]!++] = number
    })
  return new Carried(starts.subarray(0, -1), values)
}

async function numberedLists(edition: Edition, kind: Kind, part: Part): Promise<NumberedList[]> {
  const { all } = await valuesOf(edition)
  const numbers = new Map(all.map(({ term }, number) => [term, number]))
  const lists: NumberedList[] = []
  for (const beginning of part === 'all' ? ['group', 'label', 'option'] : [part]) {
    for await (const some of edition.listsOf(kind, beginning)) {
      for (const { term, positions } of some) {
        const number = numbers.get(term)
        if (number !== undefined) lists.push({ number, positions })
      }
      if (positionsIn(some) > POSITIONS_AT_ONCE) await turn()
    }
  }
  return lists
}

async function* inSteps(lists: readonly NumberedList[]): AsyncGenerator<NumberedList> {
  let gone = 0
  for (const list of lists) {
    yield list
    gone += list.positions.size
    if (gone < POSITIONS_AT_ONCE) continue
    gone = 0
    await turn()
  }
}

function positionsIn(lists: readonly { readonly positions: Positions }[]): number {
  return lists.reduce((sum, { positions }) => sum + positions.size, 0)
}
