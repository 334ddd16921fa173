import type { Kind, Term } from '../edition/term.ts'
import { listedPrefixes, parseWordTerm, prefixTerm } from '../edition/word-term.ts'
import { applyChanges, type PostingList, toPostingList, unionAll } from '../index/set-algebra.ts'
import type { PostingChange } from './staging.ts'

/** What the log has room for at first, in changes. */
const ROOM = 65_536

/** Lists whose names are remembered from one part of an import to the next: some 20 MB. */
const REMEMBERED = 200_000

/**
 * What an import does to posting lists, gathered in memory until it is set aside: a log of which list gains or loses which
 * position, in two numbers each. Arrays for each of a hundred thousand lists would be as many things for the collector to
 * look through.
 */
export class PostingChanges {
  readonly #lists: Record<Kind, Map<Term, number>> = { product: new Map(), variant: new Map() }
  readonly #named: { readonly kind: Kind; readonly term: Term }[] = []
  /** By list: the position that it gained last, and one more. What a product says twice follows the first time at once. */
  #gained = new Uint32Array(1024)
  /** Twice the number of a list, and one more where it loses the position. */
  #what = new Uint32Array(ROOM)
  #positions = new Uint32Array(ROOM)
  #size = 0
  readonly #touched = new Set<number>()

  /** How many positions were added or removed since the last `take`. */
  get size(): number {
    return this.#size
  }

  /** Notes that a position had the terms `before`, and has the terms `now`; either may name one again and again. */
  note(kind: Kind, position: number, before: readonly Term[], now: readonly Term[]): void {
    if (before.length === 0) for (const term of now) this.#add(kind, term, position)
    else this.#replace(kind, position, new Set(before), new Set(now))
  }

  /** Notes that a list is to be written again though its positions stay. */
  touch(kind: Kind, term: Term): void {
    this.#touched.add(this.#list(kind, term))
  }

  /** All that was gathered, by list; begins anew. */
  take(): PostingChange[] {
    const sorted = this.#byList()
    const changes: PostingChange[] = []
    for (const [list, named] of this.#named.entries()) {
      const [added, removed] = [sorted(2 * list), sorted(2 * list + 1)]
      if (added.length + removed.length > 0 || this.#touched.has(list))
        changes.push({ ...named, added: toPostingList(added), removed: toPostingList(removed) })
    }
    this.#size = 0
    this.#touched.clear()
    this.#gained.fill(0)
    if (this.#named.length > REMEMBERED) this.#forget()
    return changes
  }

  #forget(): void {
    this.#named.length = 0
    this.#lists.product.clear()
    this.#lists.variant.clear()
  }

  #replace(kind: Kind, position: number, before: ReadonlySet<Term>, now: ReadonlySet<Term>): void {
    for (const term of now) if (!before.has(term)) this.#add(kind, term, position)
    for (const term of before) if (!now.has(term)) this.#log(2 * this.#list(kind, term) + 1, position)
    for (const term of lostPrefixes(before, now)) this.#log(2 * this.#list(kind, term) + 1, position)
  }

  #add(kind: Kind, term: Term, position: number): void {
    const list = this.#list(kind, term)
    if (this.#gained[list] === position + 1) return
    this.#gained[list] = position + 1
    this.#log(2 * list, position)
  }

  /** The number of a list. */
  #list(kind: Kind, term: Term): number {
    const known = this.#lists[kind].get(term)
    if (known !== undefined) return known
    const list = this.#named.push({ kind, term }) - 1
    this.#lists[kind].set(term, list)
    if (list === this.#gained.length) this.#gained = longer(this.#gained)
    return list
  }

  #log(what: number, position: number): void {
    if (this.#size === this.#what.length) {
      this.#what = longer(this.#what)
      this.#positions = longer(this.#positions)
    }
    this.#what[this.#size] = what
    this.#positions[this.#size++] = position
  }

  /** The log by what it says, in its order: a count stands two places on, a start one, and an end, once filled, in its own. */
  #byList(): (what: number) => Uint32Array {
    const ends = new Uint32Array(2 * this.#named.length + 2)
    for (let at = 0; at < this.#size; at++) ends[this.#what[at]! + 2]!++
    for (let at = 2; at < ends.length; at++) ends[at]! += ends[at - 1]!
    const positions = new Uint32Array(this.#size)
    for (let at = 0; at < this.#size; at++) positions[ends[this.#what[at]! + 1]!++] = this.#positions[at]!
    return (what) => positions.subarray(ends[what], ends[what + 1])
  }
}

function longer(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * numbers.length)
  more.set(numbers)
  return more
}

/** The lists of beginnings that a thing leaves: it had words that begin so, and has none any more. */
function lostPrefixes(before: ReadonlySet<Term>, now: ReadonlySet<Term>): Set<Term> {
  const lost = new Set<Term>()
  for (const term of before) if (!now.has(term)) for (const prefix of prefixTerms(term)) lost.add(prefix)
  if (lost.size > 0) for (const term of now) for (const prefix of prefixTerms(term)) lost.delete(prefix)
  return lost
}

function prefixTerms(term: Term): Term[] {
  const word = parseWordTerm(term)
  return word ? listedPrefixes(word.word).map((prefix) => prefixTerm(word.field, prefix)) : []
}

/** A list after all changes to it. A position that one part of an import removed and another added is added. */
export function merged(
  before: PostingList,
  removed: readonly PostingList[],
  added: readonly PostingList[],
): PostingList {
  return applyChanges(before, unionAll(removed), unionAll(added))
}
