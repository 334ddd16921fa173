import { setImmediate as turn } from 'node:timers/promises'
import type { Edition } from '../edition/edition.ts'
import type { Kind, Term } from '../edition/term.ts'
import { forEach, has, type Positions } from '../postings/positions.ts'
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

  /** Counts the values of the things in a set, each by its number. */
  countOf(set: Positions, counts: Uint32Array): void {
    forEach(set, (position) => this.#add(position, counts))
  }

  /** Counts the values of the things that are not in a set. */
  countOutside(set: Positions, counts: Uint32Array): void {
    for (let position = 0; position < this.#starts.length - 1; position++)
      if (!has(set, position)) this.#add(position, counts)
  }

  /** Counts a value of a thing, unless it was counted for its owner already: `counted` tells by number for whom it was last. */
  countFor(owner: number, position: number, counts: Uint32Array, counted: Uint32Array): void {
    const end = this.#starts[position + 1]!
    for (let at = this.#starts[position]!; at < end; at++) {
      const value = this.#values[at]!
      if (counted[value] === owner) continue
      counted[value] = owner
      counts[value]!++
    }
  }

  #add(position: number, counts: Uint32Array): void {
    const end = this.#starts[position + 1]!
    for (let at = this.#starts[position]!; at < end; at++) counts[this.#values[at]!]!++
  }
}

/** Lists that are read between two turns of the event loop. */
const LISTS_AT_ONCE = 2

/** The values of all products, or the options of all variants: made once an edition, in steps that let others through. */
export function carriedBy(edition: Edition, kind: Kind): Promise<Carried> {
  return edition.remembered(
    `${kind} values`,
    () => gather(edition, kind),
    ({ bytes }) => bytes,
  )
}

async function gather(edition: Edition, kind: Kind): Promise<Carried> {
  const { all } = await valuesOf(edition)
  const terms = all.map(({ term }) => term)
  const starts = new Uint32Array((await extentOf(edition, kind)) + 2)
  // Each thing's count first stands two places on, its start one place on, and its end, once it is filled, in its own.
  for await (const lists of inSteps(edition, kind, terms))
    for (const { positions } of lists) forEach(positions, (position) => starts[position + 2]!++)
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const values = new (terms.length < 65_536 ? Uint16Array : Uint32Array)(starts[starts.length - 1]!)
  for await (const lists of inSteps(edition, kind, terms))
    for (const { positions, number } of lists)
      forEach(positions, (position) => {
        values[starts[position + 1]!++] = number
      })
  return new Carried(starts.subarray(0, -1), values)
}

async function* inSteps(edition: Edition, kind: Kind, terms: readonly Term[]) {
  for (let from = 0; from < terms.length; from += LISTS_AT_ONCE) {
    const lists = await edition.postings(kind, terms.slice(from, from + LISTS_AT_ONCE))
    yield lists.map((positions, index) => ({ positions, number: from + index }))
    await turn()
  }
}

/** One more than the highest position of a kind. */
async function extentOf(edition: Edition, kind: Kind): Promise<number> {
  if (kind === 'variant') return (await edition.owners()).length
  const order = await edition.order('product', 'createdAt:DESC')
  await order.prepare()
  return order.ranks.length
}
