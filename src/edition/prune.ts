import type { EditionSummary } from './rows.ts'
import { RETAINED_EDITIONS, RETAINED_MILLISECONDS } from './tables.ts'

/** An edition that the database still has. */
export interface RetainedEdition extends EditionSummary {
  /** When another edition took its place, ISO 8601 in UTC; null while none has. */
  readonly replacedAt: string | null
}

/**
 * The numbers of the editions to remove, oldest first. An edition stays if it is current, among the newest
 * `RETAINED_EDITIONS`, replaced less than `RETAINED_MILLISECONDS` ago, or newer than one that stays for these reasons.
 */
export function outdatedEditions(editions: readonly RetainedEdition[], current: number, now: number): number[] {
  const newest = editions.map(({ number }) => number).sort((a, b) => b - a)
  const since = new Date(now - RETAINED_MILLISECONDS).toISOString()
  const inUse = editions.filter(({ number, replacedAt }) => number === current || (replacedAt ?? '') >= since)
  const oldest = Math.min(...newest.slice(0, RETAINED_EDITIONS), ...inUse.map(({ number }) => number))
  return newest.filter((number) => number < oldest).reverse()
}
