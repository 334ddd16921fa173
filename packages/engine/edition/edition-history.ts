/** What an edition was made from, when it was current, and why it ceased to be. */
export interface EditionHistory {
  /** Null for the empty edition that a store begins with. */
  readonly madeFrom: MadeFrom | null
  /** The editions that a rollback without a number goes to: the first of them that is still stored. */
  readonly before: readonly number[]
  /** How many editions of patches it contains, from the first edition of the store on. */
  readonly patches: number
  /** When it became current, the last time: ISO 8601 in UTC; null if it never was. */
  readonly since: string | null
  /** How it ceased to be current, the last time; null while it is current, and if it never was. */
  readonly left: LeftEdition | null
}

/**
 * What editions are made from. `patch`: patches, or few changes of a program. `removal`: patches with the removal of
 * many products. `settings`: the tax rate or the markets. `migration`: an edition of another database.
 */
export type MadeFrom =
  | 'import'
  | 'patch'
  | 'removal'
  | 'held'
  | 'labels'
  | 'rules'
  | 'synonyms'
  | 'settings'
  | 'migration'

export interface LeftEdition {
  /** The edition that became current instead, and what that was made from. */
  readonly for: number
  readonly by: MadeFrom | 'rollback'
  /** The number of that publication: of two editions, the one with the higher number was current later. */
  readonly publication: number
}

/** The most editions that a history names to go back to. */
const MAX_BEFORE = 10

/** The history of the empty edition of a new store. */
export function firstHistory(since: string): EditionHistory {
  return { madeFrom: null, before: [], patches: 0, since, left: null }
}

/** The history of an edition that is made from edition `base`, and has not been current yet. */
export function historyFrom(
  base: number,
  stored: readonly { readonly number: number; readonly history: EditionHistory }[],
  madeFrom: MadeFrom,
): EditionHistory {
  const { before, patches } = stored.find(({ number }) => number === base)!.history
  const isPatch = madeFrom === 'patch'
  // What a store was before a migration is in the other database.
  const all = madeFrom === 'migration' ? [] : isPatch ? before : [base, ...before]
  return {
    madeFrom,
    before: all.filter((each) => stored.some(({ number }) => number === each)).slice(0, MAX_BEFORE),
    patches: patches + (isPatch ? 1 : 0),
    since: null,
    left: null,
  }
}

/** The histories of both editions when another one becomes current. */
export interface ChangedHistories {
  readonly replaced: EditionHistory
  readonly current: EditionHistory
}
