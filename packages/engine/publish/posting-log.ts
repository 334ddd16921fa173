import { KINDS, type Kind, type Term } from '../edition/term.ts'
import { listedPrefixTerms, parseWordTerm } from '../edition/word-term.ts'
import { GrowableArray } from '../index/growable-array.ts'
import { toPostingList } from '../index/posting-list.ts'
import type { PostingChange } from './posting-staging.ts'
import type { TermGroups } from './terms.ts'

/**
 * A log in memory of the changes of posting lists: two numbers for each position that a list gains or loses. One array
 * for each of a hundred thousand lists would be slower to fill, and to garbage-collect.
 */
export class PostingLog implements Disposable {
  /** The number of each term, which is its index in `#terms`. */
  readonly #numbers = new Map<Term, number>()
  readonly #terms: Term[] = []
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

  /** Records the changes of a product and its variants. Looks up the terms of each group once. */
  record(changes: readonly PositionChange[]): void {
    const numbers = new Map<readonly Term[], readonly number[]>()
    for (const { kind, position, before, after } of changes) {
      if (before.length === 0)
        for (const group of after) {
          const known = numbers.get(group) ?? group.map((term) => this.#numberOf(term))
          numbers.set(group, known)
          for (const number of known) this.#gain(listOf(kind, number), position)
        }
      else this.#replace(kind, position, new Set(before.flat()), new Set(after.flat()))
    }
  }

  /** Records that a list has to be written even if its positions stay the same. */
  touch(kind: Kind, term: Term): void {
    this.#touched.add(listOf(kind, this.#numberOf(term)))
  }

  /** All changes by list. */
  changes(): PostingChange[] {
    const sorted = this.#sortByOperation()
    const changes: PostingChange[] = []
    for (const [number, term] of this.#terms.entries())
      for (const kind of KINDS) {
        const list = listOf(kind, number)
        const [added, removed] = [sorted(2 * list), sorted(2 * list + 1)]
        if (added.length + removed.length > 0 || this.#touched.has(list))
          changes.push({ kind, term, added: toPostingList(added), removed: toPostingList(removed) })
      }
    return changes
  }

  [Symbol.dispose](): void {
    this.#operations[Symbol.dispose]()
    this.#positions[Symbol.dispose]()
  }

  #replace(kind: Kind, position: number, before: ReadonlySet<Term>, after: ReadonlySet<Term>): void {
    for (const term of after) if (!before.has(term)) this.#gain(listOf(kind, this.#numberOf(term)), position)
    for (const term of before) if (!after.has(term)) this.#lose(listOf(kind, this.#numberOf(term)), position)
    for (const term of lostPrefixes(before, after)) this.#lose(listOf(kind, this.#numberOf(term)), position)
  }

  #gain(list: number, position: number): void {
    if (this.#lastGained[list] === position) return
    this.#lastGained[list] = position
    this.#operations.push(2 * list)
    this.#positions.push(position)
  }

  #lose(list: number, position: number): void {
    this.#operations.push(2 * list + 1)
    this.#positions.push(position)
  }

  #numberOf(term: Term): number {
    const existing = this.#numbers.get(term)
    if (existing !== undefined) return existing
    const number = this.#terms.push(term) - 1
    for (const _ of KINDS) this.#lastGained.push(-1)
    this.#numbers.set(term, number)
    return number
  }

  /**
   * The positions of each operation, in the order of the log. Counting sort: `ends[o + 2]` first holds the count of the
   * operation o, then its start; after filling, `ends[o + 1]` holds its end.
   */
  #sortByOperation(): (operation: number) => Uint32Array {
    const [operations, positions] = [this.#operations.view(), this.#positions.view()]
    const ends = new Uint32Array(2 * KINDS.length * this.#terms.length + 2)
    for (let i = 0; i < operations.length; i++) ends[operations[i]! + 2]!++
    for (let i = 2; i < ends.length; i++) ends[i]! += ends[i - 1]!
    const sorted = new Uint32Array(positions.length)
    for (let i = 0; i < operations.length; i++) sorted[ends[operations[i]! + 1]!++] = positions[i]!
    return (operation) => sorted.subarray(ends[operation], ends[operation + 1])
  }
}

/** The terms that a position had and has. Both may repeat terms. */
interface PositionChange {
  readonly kind: Kind
  readonly position: number
  readonly before: TermGroups
  readonly after: TermGroups
}

/** The number of the list of a term, which has one for each kind. */
function listOf(kind: Kind, term: number): number {
  return KINDS.length * term + KINDS.indexOf(kind)
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
  return word ? listedPrefixTerms(word.field, word.word) : []
}
