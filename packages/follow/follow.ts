import { setTimeout as wait } from 'node:timers/promises'
import type { FollowerState } from './follower-state.ts'
import { RetrySchedule } from './retry-schedule.ts'
import { type CatalogEvent, DeliveryFailed, FollowError, type Target } from './target.ts'

export { Command, wordsOfCommand } from './command.ts'
export { FollowerState } from './follower-state.ts'
export { FollowError, type Target, TargetGone } from './target.ts'
export { Webhook, webhookSecrets } from './webhook.ts'

/** Milliseconds between two looks at the log of publications. */
const LOOK_MILLISECONDS = 250

export interface Following {
  readonly log: PublicationLog
  readonly target: Target
  readonly state: FollowerState
  /** Milliseconds until all servers answer from a publication. */
  readonly delay: number
  /** Milliseconds between two attempts, at least. */
  readonly pause: number
  readonly logger: Logger
}

/** The publications of the store that is followed. */
export interface PublicationLog {
  /** The newest publication; undefined if there is none. */
  newest(): Promise<LoggedPublication | undefined>
}

export interface LoggedPublication {
  readonly name: string
  /** The event of it for a receiver that knows the publication `delivered`, if it knows one. */
  event(delivered: string | undefined): Promise<CatalogEvent>
}

/** Where the follower says what it does. */
export interface Logger {
  info(sentence: string): void
  warn(sentence: string): void
  error(sentence: string): void
}

/**
 * Delivers the publications of a store, each at least once. Those that came since the last delivery are one event.
 * Goes on while the database cannot be read. Returns when the signal aborts. Throws `TargetGone`, or `FollowError` if
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
  { log, state, delay, logger }: Following,
  schedule: RetrySchedule,
): () => Promise<CatalogEvent | undefined> {
  let problem: string | undefined
  const settle = settling(delay)
  const read = async () => {
    const newest = await log.newest()
    const now = performance.now()
    const settled = newest && settle(newest, now)
    if (!settled) return undefined
    const { delivered } = state
    if (settled.name === delivered?.publication || now < schedule.dueAt(settled.name)) return undefined
    return await settled.event(delivered?.publication)
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
function settling(delay: number): (newest: LoggedPublication, now: number) => LoggedPublication | undefined {
  let settled: LoggedPublication | undefined
  let next: { readonly publication: LoggedPublication; readonly seenAt: number } | undefined
  return (newest, now) => {
    if (next && now - next.seenAt >= delay) {
      settled = next.publication
      next = undefined
    }
    if (settled?.name !== newest.name) next ??= { publication: newest, seenAt: now }
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
    if (!(error instanceof DeliveryFailed || error instanceof FollowError)) throw error
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
