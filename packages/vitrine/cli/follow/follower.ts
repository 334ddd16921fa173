import { setTimeout as wait } from 'node:timers/promises'
import type { StoreId } from '@vitrine/catalog/store'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import type { Logger } from 'pino'
import { CommandError } from '../errors.ts'
import { type CatalogEvent, catalogEvent } from './catalog-event.ts'
import type { FollowerState } from './follower-state.ts'
import { RetrySchedule } from './retry-schedule.ts'
import { DeliveryFailed, type Target } from './target.ts'

/** Milliseconds between two looks at the log of publications. */
const LOOK_MILLISECONDS = 250

export interface Following {
  readonly editions: Editions
  readonly store: StoreId
  readonly target: Target
  readonly state: FollowerState
  /** Milliseconds until all servers answer from a publication. */
  readonly delay: number
  /** Milliseconds between two attempts, at least. */
  readonly pause: number
  readonly logger: Logger
}

/**
 * Delivers the publications of a store, each at least once. Those that came since the last delivery are one event.
 * Goes on while the database cannot be read. Returns when the signal aborts. Throws `TargetGone`, or `CommandError` if
 * the state cannot be written.
 */
export async function followStore(following: Following, signal: AbortSignal): Promise<void> {
  const { state, pause, logger } = following
  const { publication, at } = state.delivered ?? { publication: undefined, at: Number.NEGATIVE_INFINITY }
  logger.info(
    publication === undefined
      ? 'nothing was delivered yet: the first event says that everything may have changed'
      : `the last publication that was delivered is ${publication}`,
  )
  const rest = Math.min(Math.max(at + pause - Date.now(), 0), pause)
  const schedule = new RetrySchedule(pause, performance.now() + rest)
  const look = watchLog(following, schedule)
  while (!signal.aborted) {
    const event = await look()
    if (event) await attempt(following, event, schedule, signal)
    await wait(LOOK_MILLISECONDS, undefined, { signal }).catch(() => {})
  }
}

/** A function that gives the event that is due. It logs once when the log of publications cannot be read. */
function watchLog(
  { editions, store, state, delay, logger }: Following,
  schedule: RetrySchedule,
): () => Promise<CatalogEvent | undefined> {
  let problem: string | undefined
  const settle = settling(delay)
  const read = async () => {
    const edition = await editions.current(store)
    const newest = (await edition.publications().next()).value as Publication | undefined
    const now = performance.now()
    const settled = newest && settle(newest, now)
    if (!settled) return undefined
    const publication = publicationName(settled)
    const { delivered } = state
    if (publication === delivered?.publication || now < schedule.dueAt(publication)) return undefined
    return await catalogEvent(edition, settled, delivered?.publication)
  }
  return async () => {
    try {
      const event = await read()
      if (problem !== undefined) logger.info('the log of publications can be read again')
      problem = undefined
      return event
    } catch (error) {
      const { message } = error as Error
      if (message !== problem) logger.error(`the log of publications cannot be read: ${message}`)
      problem = message
      return undefined
    }
  }
}

/**
 * A function that takes the newest publication again and again, and gives the newest that it has known for so many
 * milliseconds. A receiver that hears of a publication earlier might read the answers of the one before, and keep them.
 */
function settling(delay: number): (newest: Publication, now: number) => Publication | undefined {
  let settled: Publication | undefined
  let next: { readonly publication: Publication; readonly seenAt: number } | undefined
  return (newest, now) => {
    if (next && now - next.seenAt >= delay) {
      settled = next.publication
      next = undefined
    }
    const isKnown = settled && publicationName(settled) === publicationName(newest)
    if (!isKnown) next ??= { publication: newest, seenAt: now }
    return settled
  }
}

async function attempt(
  { target, state, logger }: Following,
  event: CatalogEvent,
  schedule: RetrySchedule,
  signal: AbortSignal,
): Promise<void> {
  const { publication } = event
  try {
    await target.deliver(event, signal)
  } catch (error) {
    if (signal.aborted) return
    // The secrets may be unreadable while they are replaced.
    if (!(error instanceof DeliveryFailed || error instanceof CommandError)) throw error
    const retryAfter = error instanceof DeliveryFailed ? error.retryAfter : 0
    const pause = schedule.failed(publication, performance.now(), retryAfter, Math.random())
    const reason = `${publication} was not delivered to ${target.name}: ${error.message}`
    const next = `the next attempt is in ${Math.round(pause / 1000)} s`
    if (schedule.isOver) logger.error(`${reason}; all attempts of three days have failed; ${next}, then daily`)
    else logger.warn(`${reason}; ${next}`)
    return
  }
  schedule.succeeded(performance.now())
  state.note({ publication, at: Date.now() })
  logger.info(`${publication} was delivered to ${target.name}`)
}
