import type { Edition, TermPostings } from '../edition/edition.ts'
import type { Term } from '../edition/term.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../index/set-algebra.ts'
import { facetValuesOf } from './facet-values.ts'
import { BYTES_PER_POSITION, yieldIfDue } from './steps.ts'

/** Labels, option groups, or options of any group. */
export type FacetDimension = 'label' | 'group' | 'option'

/** What has a value. */
export interface OrdinalPostings {
  /** Of the value among those of the edition. */
  readonly ordinal: number
  readonly postings: PostingList
}

/** The products of each value of a part. */
export class FacetPostings {
  readonly #byOrdinal: ReadonlyMap<number, PostingList>

  constructor(lists: readonly OrdinalPostings[]) {
    this.#byOrdinal = new Map(lists.map(({ ordinal, postings }) => [ordinal, postings]))
  }

  /** Memory that they take, about. */
  get bytes(): number {
    return this.#byOrdinal.values().reduce((sum, positions) => sum + LIST_BYTES + memoryBytes(positions), 0)
  }

  of(value: number): PostingList {
    return this.#byOrdinal.get(value) ?? NO_POSTINGS
  }

  /** By number. */
  *[Symbol.iterator](): Generator<OrdinalPostings> {
    const ordinals = [...this.#byOrdinal.keys()].sort((a, b) => a - b)
    for (const ordinal of ordinals) yield { ordinal, postings: this.of(ordinal) }
  }
}

/** Memory that a list takes beside its positions, about: the objects around an array of numbers. */
const LIST_BYTES = 600

/** Read once an edition. */
export function facetPostingsOf(edition: Edition, part: FacetDimension): Promise<FacetPostings> {
  const read = async () => {
    const known = await readWithValues(edition, part)
    if (known) return new FacetPostings(known)
    const lists: OrdinalPostings[] = []
    for await (const some of scanFacetPostings(edition, 'product', part)) lists.push(...some)
    return new FacetPostings(lists)
  }
  return edition.memoize(`product lists ${part}`, read, ({ bytes }) => bytes)
}

/** The lists of a part that came with the values, in a small edition. */
async function readWithValues(edition: Edition, part: FacetDimension): Promise<OrdinalPostings[] | undefined> {
  const { all } = await facetValuesOf(edition)
  if (all.some(({ postings }) => !postings)) return undefined
  const known = all.map(({ term, postings }, ordinal) => ({ term, postings: postings!, ordinal }))
  return known.filter(({ term }) => term.startsWith(`${part}:`))
}

/** The lists of all values of a part, some at a time; but for those that no product can be chosen by. */
export async function* scanFacetPostings(
  edition: Edition,
  kind: 'product' | 'variant',
  part: FacetDimension,
): AsyncGenerator<readonly OrdinalPostings[]> {
  const { all, groups } = await facetValuesOf(edition)
  const ordinals = new Map(all.map(({ term }, ordinal) => [term, ordinal]))
  // By group: an option has a list without its group too.
  const beginnings = part === 'option' ? groups.map(({ code }) => `option:${code}`) : [part]
  for (const beginning of beginnings) yield* withOrdinals(edition.scanPostings(kind, beginning), ordinals)
}

async function* withOrdinals(
  lists: AsyncIterable<readonly TermPostings[]>,
  ordinals: ReadonlyMap<Term, number>,
): AsyncGenerator<readonly OrdinalPostings[]> {
  for await (const some of lists) {
    await yieldIfDue(some.reduce((sum, { postings }) => sum + memoryBytes(postings), 0) / BYTES_PER_POSITION)
    yield some.flatMap(({ term, postings }) => {
      const ordinal = ordinals.get(term)
      return ordinal === undefined ? [] : [{ ordinal, postings }]
    })
  }
}
