import type { PublishedSettings, Store } from '@vitrine/catalog/store'
import type { EditionHistory } from './edition-history.ts'
import type { HeldEdition } from './held-edition.ts'
import type { EditionSummary } from './rows.ts'
import { DEFAULT_KEPT_EDITIONS, MAX_KEPT_EDITIONS, RETAINED_MILLISECONDS } from './tables.ts'

/** An edition that the database still has. */
export interface RetainedEdition extends EditionSummary {
  /** When another edition took its place, ISO 8601 in UTC; null while none has. */
  readonly replacedAt: string | null
  /** The layer `edition` of `SettingsLayers`; of a held edition, only what its import found. */
  readonly settings: PublishedSettings
  /** Null once it was published. A held edition that was `discarded` goes with the next pruning that can remove it. */
  readonly held: HeldEdition | 'discarded' | null
  readonly history: EditionHistory
}

/** An edition that a store keeps, so that it can be rolled back to, or published if it is held. */
export interface KeptEdition extends EditionSummary {
  /** Null unless it is held. */
  readonly held: Omit<HeldEdition, 'also' | 'changes' | 'tags'> | null
  readonly history: EditionHistory
  /** When another edition took its place, the last time, ISO 8601 in UTC; null while none has. */
  readonly replacedAt: string | null
  readonly isPinned: boolean
  /** Whether it is one of the editions that were current last, which stay whatever their age. */
  readonly isNewest: boolean
  /**
   * Until when its age lets it stay, ISO 8601 in UTC; null without `keepForSeconds`, and for an edition that is
   * current.
   */
  readonly keptUntil: string | null
}

/** The settings of a store that decide which editions it keeps. */
export type Retention = Pick<Store, 'keepEditions' | 'keepForSeconds' | 'pinnedEditions'>

/**
 * Consecutive editions to remove, and the editions before and after them that stay. A row goes with them if it ended by
 * edition `end` and began after edition `start`, which is -1 if no earlier edition stays.
 */
export interface OutdatedRange {
  /** Ascending, at least one. */
  readonly editions: readonly number[]
  readonly start: number
  readonly end: number
}

/**
 * The editions of `stored` that the store keeps, newest first: the current one, some that were current last, those that
 * are pinned, those that its settings keep for their age, and those that are held. An edition that a patch has replaced
 * does not count as current last: with a patch each minute, no other edition would.
 */
export function keptEditions(
  stored: readonly RetainedEdition[],
  { keepEditions = DEFAULT_KEPT_EDITIONS, keepForSeconds, pinnedEditions = [] }: Retention,
  current: number,
  now: number,
): KeptEdition[] {
  const newestFirst = stored.toSorted((a, b) => b.number - a.number)
  const lastCurrent = newestFirst.filter(({ held }) => held === null).sort((a, b) => leftAt(b) - leftAt(a))
  const recent = new Set(lastCurrent.slice(0, MAX_KEPT_EDITIONS))
  const newest = new Set(lastCurrent.filter(({ history }) => history.left?.by !== 'patch').slice(0, keepEditions))
  return newestFirst.flatMap((each): KeptEdition[] => {
    const { settings: _, held, ...edition } = each
    if (held === 'discarded') return []
    if (held !== null) {
      const { also: _also, changes: _changes, tags: _tags, ...note } = held
      return [{ ...edition, held: note, isPinned: false, isNewest: false, keptUntil: null }]
    }
    const { number, replacedAt } = edition
    const kept = {
      ...edition,
      held,
      isPinned: pinnedEditions.includes(number),
      isNewest: newest.has(each),
      keptUntil: keepForSeconds && replacedAt ? later(replacedAt, keepForSeconds * 1000) : null,
    }
    const isRecent = recent.has(each) && kept.keptUntil !== null && Date.parse(kept.keptUntil) > now
    return number === current || kept.isPinned || kept.isNewest || isRecent ? [kept] : []
  })
}

/**
 * The edition that a rollback without a number goes to: the one that the current edition was made from, or the one
 * before that if it is not kept. Patches do not count. Undefined if there is none.
 */
export function editionBefore(kept: readonly KeptEdition[], current: number): KeptEdition | undefined {
  const before = kept.find(({ number }) => number === current)?.history.before ?? []
  const number = before.find((each) => kept.some((edition) => edition.number === each))
  return kept.find((edition) => edition.number === number)
}

export function isHeld({ held }: RetainedEdition): boolean {
  return held !== null && held !== 'discarded'
}

/** Which of the publications took the place of an edition. The current edition comes last. */
function leftAt({ history }: RetainedEdition): number {
  return history.left?.publication ?? Number.MAX_SAFE_INTEGER
}

/**
 * The editions to remove, oldest first: those that the store does not keep, and that were replaced long enough ago for
 * readers.
 */
export function outdatedEditions(
  stored: readonly RetainedEdition[],
  retention: Retention,
  current: number,
  now: number,
): OutdatedRange[] {
  const kept = new Set(keptEditions(stored, retention, current, now).map(({ number }) => number))
  const inUse = new Date(now - RETAINED_MILLISECONDS).toISOString()
  const ranges: OutdatedRange[] = []
  let editions: number[] = []
  let start = -1
  for (const { number, replacedAt } of stored.toSorted((a, b) => a.number - b.number)) {
    if (!kept.has(number) && (replacedAt ?? '') < inUse) editions.push(number)
    else {
      if (editions.length > 0) ranges.push({ editions, start, end: number })
      editions = []
      start = number
    }
  }
  return ranges
}

function later(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString()
}
