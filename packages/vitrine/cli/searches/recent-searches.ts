import { open } from 'node:fs/promises'
import { yieldToEventLoop } from '@vitrine/runtime/event-loop'
import { type CountedSearch, SearchTally } from './search-tally.ts'

/** The searches at the end of a log. */
export interface RecentSearches {
  readonly total: number
  /** ISO 8601, UTC. */
  readonly from: string
  /** Those that found nothing, the most frequent first. */
  readonly missed: readonly CountedSearch[]
}

/** Some 2,000 searches: a server reads them in milliseconds. */
const TAIL_BYTES = 256 * 1024

const LINES_AT_ONCE = 100

const MAX_MISSED = 20

/** Reads the end of a log of searches. Throws the error of Node if it cannot be read. */
export async function recentSearches(path: string): Promise<RecentSearches> {
  await using file = await open(path)
  const { size } = await file.stat()
  const start = Math.max(0, size - TAIL_BYTES)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, start)
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
  // The first line has lost its beginning.
  if (start > 0) lines.shift()
  const tally = new SearchTally(undefined)
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await yieldToEventLoop()
    tally.add(line)
  }
  return { total: tally.total, from: tally.from, missed: tally.list(['none']).slice(0, MAX_MISSED) }
}
