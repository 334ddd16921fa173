import type { Editions } from '../edition/edition.ts'
import type { Metrics } from './metrics.ts'

/** Headers of an answer that may be out of date; none while the database answers. Counts those that have them. */
export type StaleHeaders = () => Readonly<Record<string, string>>

const FRESH = {}

/**
 * While the database is away, what was current before is served, and says so in the words of RFC 9211: from how many
 * seconds ago it is sure to be, counted below zero as time to live.
 */
export function staleHeaders(editions: Editions, { watch }: Metrics): StaleHeaders {
  let count = 0
  watch('counter', 'vitrine_stale_answers_total', 'Answers given while the database was away.', () => count)
  watch('gauge', 'vitrine_database_up', 'Whether the database answers.', () =>
    Number(editions.unavailableSince === undefined),
  )
  return () => {
    const since = editions.unavailableSince
    if (since === undefined) return FRESH
    count++
    const seconds = Math.ceil((performance.now() - since) / 1000)
    return { 'cache-status': `vitrine; hit; ttl=-${seconds}; detail=database-away` }
  }
}
