import type { Change } from '../edition/draft.ts'
import type { Kind, Term } from '../edition/term.ts'
import { type Positions, positionsOf, subtract, unite } from '../postings/positions.ts'

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

/** A list after all changes to it. A position that one part of an import removed and another added is added. */
export function merged(before: Positions, changes: readonly Change[]): Positions {
  const removed = unite(...changes.map((change) => change.removed))
  const added = unite(...changes.map((change) => change.added))
  return unite(subtract(before, removed), added)
}
