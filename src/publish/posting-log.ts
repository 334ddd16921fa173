import type { Kind, Term } from '../edition/term.ts'
import { listedPrefixes, parseWordTerm, prefixTerm } from '../edition/word-term.ts'
import { GrowableArray } from '../index/growable-array.ts'
import { toPostingList } from '../index/posting-list.ts'
import type { PostingChange } from './posting-staging.ts'

/**
 * A log in memory of the changes of posting lists: two numbers for each position that a list gains or loses. One array
 * for each of a hundred thousand lists would be slower to fill, and to garbage-collect.
 */
export class PostingLog implements Disposable {
  /** The number of each list, which is its index in `#lists`. */
  readonly #numbers: Record<Kind, Map<Term, number>> = { product: new Map(), variant: new Map() }
  readonly #lists: { readonly kind: Kind; readonly term: Term }[] = []
  /** By list: the position that it gained last. A product's terms repeat, and are recorded in a row. */
  readonly #lastGained: number[] = []
  /** By change: twice the number of the list, plus 1 if the list loses the position. */
  readonly #operations = new GrowableArray()
  readonly #positions = new GrowableArray()
  readonly #touched = new Set<number>()

  /** The number of changes. */
  get size(): number {
    return this.#positions.length
  }

  /** Records that a position had the terms `before` and has the terms `after`. Both may repeat terms. */
  record(kind: Kind, position: number, before: readonly Term[], after: readonly Term[]): void {
    if (before.length === 0) for (const term of after) this.#gain(kind, term, position)
    else this.#replace(kind, position, new Set(before), new Set(after))
  }

  /** Records that a list has to be written even if its positions stay the same. */
  touch(kind: Kind, term: Term): void {
    this.#touched.add(this.#numberOf(kind, term))
  }

  /** All changes by list. */
  changes(): PostingChange[] {
    const sorted = this.#sortByOperation()
    const changes: PostingChange[] = []
    for (const [number, list] of this.#lists.entries()) {
      const [added, removed] = [sorted(2 * number), sorted(2 * number + 1)]
      if (added.length + removed.length > 0 || this.#touched.has(number))
        changes.push({ ...list, added: toPostingList(added), removed: toPostingList(removed) })
    }
    return changes
  }

  [Symbol.dispose](): void {
    this.#operations[Symbol.dispose]()
    this.#positions[Symbol.dispose]()
  }

  #replace(kind: Kind, position: number, before: ReadonlySet<Term>, after: ReadonlySet<Term>): void {
    for (const term of after) if (!before.has(term)) this.#gain(kind, term, position)
    for (const term of before) if (!after.has(term)) this.#lose(kind, term, position)
    for (const term of lostPrefixes(before, after)) this.#lose(kind, term, position)
  }

  #gain(kind: Kind, term: Term, position: number): void {
    const number = this.#numberOf(kind, term)
    if (this.#lastGained[number] === position) return
    this.#lastGained[number] = position
    this.#operations.push(2 * number)
    this.#positions.push(position)
  }

  #lose(kind: Kind, term: Term, position: number): void {
    this.#operations.push(2 * this.#numberOf(kind, term) + 1)
    this.#positions.push(position)
  }

  #numberOf(kind: Kind, term: Term): number {
    const existing = this.#numbers[kind].get(term)
    if (existing !== undefined) return existing
    const number = this.#lists.push({ kind, term }) - 1
    this.#lastGained.push(-1)
    this.#numbers[kind].set(term, number)
    return number
  }

  /**
   * The positions of each operation, in the order of the log. Counting sort: `ends[o + 2]` first holds the count of the
   * operation o, then its start; after filling, `ends[o + 1]` holds its end.
   */
  #sortByOperation(): (operation: number) => Uint32Array {
    const [operations, positions] = [this.#operations.view(), this.#positions.view()]
    const ends = new Uint32Array(2 * this.#lists.length + 2)
    for (let i = 0; i < operations.length; i++) ends[operations[i]! + 2]!++
    for (let i = 2; i < ends.length; i++) ends[i]! += ends[i - 1]!
    const sorted = new Uint32Array(positions.length)
    for (let i = 0; i < operations.length; i++) sorted[ends[operations[i]! + 1]!++] = positions[i]!
    return (operation) => sorted.subarray(ends[operation], ends[operation + 1])
  }
}

/** The prefix lists that a position leaves: it had words with the prefix, and has none any more. */
function lostPrefixes(before: ReadonlySet<Term>, after: ReadonlySet<Term>): Set<Term> {
  const lost = new Set<Term>()
  for (const term of before) if (!after.has(term)) for (const prefix of prefixTerms(term)) lost.add(prefix)
  if (lost.size > 0) for (const term of after) for (const prefix of prefixTerms(term)) lost.delete(prefix)
  return lost
}

function prefixTerms(term: Term): Term[] {
  const word = parseWordTerm(term)
  return word ? listedPrefixes(word.word).map((prefix) => prefixTerm(word.field, prefix)) : []
}
