import type { Edition, NamedList } from '../edition/edition.ts'
import type { Term } from '../edition/term.ts'
import { bytesOf, NOTHING, type Positions } from '../postings/positions.ts'
import { BYTES_A_POSITION, step } from './steps.ts'
import { valuesOf } from './values.ts'

/** Labels, option groups, or options of any group. */
export type Part = 'label' | 'group' | 'option'

/** What has a value. */
export interface NumberedList {
  /** Of the value among those of the edition. */
  readonly number: number
  readonly positions: Positions
}

/** The products of each value of a part. */
export class Lists {
  readonly #byNumber: ReadonlyMap<number, Positions>

  constructor(lists: readonly NumberedList[]) {
    this.#byNumber = new Map(lists.map(({ number, positions }) => [number, positions]))
  }

  /** Memory that they take, about. */
  get bytes(): number {
    return this.#byNumber.values().reduce((sum, positions) => sum + LIST_BYTES + bytesOf(positions), 0)
  }

  of(value: number): Positions {
    return this.#byNumber.get(value) ?? NOTHING
  }

  /** By number. */
  *[Symbol.iterator](): Generator<NumberedList> {
    const numbers = [...this.#byNumber.keys()].sort((a, b) => a - b)
    for (const number of numbers) yield { number, positions: this.of(number) }
  }
}

/** Memory that a list takes beside its positions, about: the objects around an array of numbers. */
const LIST_BYTES = 600

/** Read once an edition. */
export function listsOfPart(edition: Edition, part: Part): Promise<Lists> {
  const read = async () => {
    const known = await readWithValues(edition, part)
    if (known) return new Lists(known)
    const lists: NumberedList[] = []
    for await (const some of numberedLists(edition, 'product', part)) lists.push(...some)
    return new Lists(lists)
  }
  return edition.remembered(`product lists ${part}`, read, ({ bytes }) => bytes)
}

/** The lists of a part that came with the values, in a small edition. */
async function readWithValues(edition: Edition, part: Part): Promise<NumberedList[] | undefined> {
  const { all } = await valuesOf(edition)
  if (all.some(({ positions }) => !positions)) return undefined
  const numbered = all.map(({ term, positions }, number) => ({ term, positions: positions!, number }))
  return numbered.filter(({ term }) => term.startsWith(`${part}:`))
}

/** The lists of all values of a part, some at a time; but for those that no product can be chosen by. */
export async function* numberedLists(
  edition: Edition,
  kind: 'product' | 'variant',
  part: Part,
): AsyncGenerator<readonly NumberedList[]> {
  const { all, groups } = await valuesOf(edition)
  const numbers = new Map(all.map(({ term }, number) => [term, number]))
  // By group: an option has a list without its group too.
  const beginnings = part === 'option' ? groups.map(({ code }) => `option:${code}`) : [part]
  for (const beginning of beginnings) yield* numberedIn(edition.listsOf(kind, beginning), numbers)
}

async function* numberedIn(
  lists: AsyncIterable<readonly NamedList[]>,
  numbers: ReadonlyMap<Term, number>,
): AsyncGenerator<readonly NumberedList[]> {
  for await (const some of lists) {
    await step(some.reduce((sum, { positions }) => sum + bytesOf(positions), 0) / BYTES_A_POSITION)
    yield some.flatMap(({ term, positions }) => {
      const number = numbers.get(term)
      return number === undefined ? [] : [{ number, positions }]
    })
  }
}
