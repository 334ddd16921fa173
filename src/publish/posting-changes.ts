import type { Kind, Term } from '../edition/term.ts'
import { prefixTerm, shortPrefixes, wordOf } from '../edition/word-term.ts'
import { changed, type Positions, positionsOf, uniteAll } from '../postings/positions.ts'
import type { Change } from './staging.ts'

/** What an import does to posting lists, gathered in memory until it is set aside. */
export class PostingChanges {
  readonly #lists: Record<Kind, Map<Term, { added: number[]; removed: number[] }>> = {
    product: new Map(),
    variant: new Map(),
  }
  #size = 0

  /** How many positions were added or removed since the last `take`. */
  get size(): number {
    return this.#size
  }

  /** Notes that a position had the terms `before`, and has the terms `now`. */
  note(kind: Kind, position: number, before: ReadonlySet<Term>, now: ReadonlySet<Term>): void {
    for (const term of now) if (!before.has(term)) this.#list(kind, term).added.push(position)
    for (const term of before) if (!now.has(term)) this.#list(kind, term).removed.push(position)
    for (const term of lostPrefixes(before, now)) this.#list(kind, term).removed.push(position)
  }

  /** Notes that a list is to be written again though its positions stay. */
  touch(kind: Kind, term: Term): void {
    this.#list(kind, term)
  }

  /** All that was gathered; begins anew. */
  take(): Change[] {
    const changes = (['product', 'variant'] as const).flatMap((kind) =>
      [...this.#lists[kind]].map(([term, { added, removed }]) => ({
        kind,
        term,
        added: positionsOf(added),
        removed: positionsOf(removed),
      })),
    )
    for (const kind of ['product', 'variant'] as const) this.#lists[kind].clear()
    this.#size = 0
    return changes
  }

  #list(kind: Kind, term: Term) {
    this.#size++
    const known = this.#lists[kind].get(term)
    if (known) return known
    const list = { added: [], removed: [] }
    this.#lists[kind].set(term, list)
    return list
  }
}

/** The lists of beginnings that a thing leaves: it had words that begin so, and has none any more. */
function lostPrefixes(before: ReadonlySet<Term>, now: ReadonlySet<Term>): Set<Term> {
  const lost = new Set<Term>()
  for (const term of before) if (!now.has(term)) for (const prefix of prefixTerms(term)) lost.add(prefix)
  if (lost.size > 0) for (const term of now) for (const prefix of prefixTerms(term)) lost.delete(prefix)
  return lost
}

function prefixTerms(term: Term): Term[] {
  const word = wordOf(term)
  return word ? shortPrefixes(word.word).map((prefix) => prefixTerm(word.field, prefix)) : []
}

/** A list after all changes to it. A position that one part of an import removed and another added is added. */
export function merged(before: Positions, removed: readonly Positions[], added: readonly Positions[]): Positions {
  return changed(before, uniteAll(removed), uniteAll(added))
}
