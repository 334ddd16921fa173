import type { Logger } from 'pino'
import type { Editions } from '../edition/edition.ts'

const EVERY_MILLISECONDS = 500

/** Writes a line when the database goes away, and one when it is back. */
export function watchDatabase(editions: Editions, logger: Logger): Disposable {
  let away: number | undefined
  const timer = setInterval(() => {
    const since = editions.unavailableSince
    if (since !== undefined && away === undefined)
      logger.error('the database does not answer: what is in memory is served as it was, the rest is refused')
    if (since === undefined && away !== undefined)
      logger.info(`the database answers again, after ${Math.round((performance.now() - away) / 1000)} s`)
    away = since
  }, EVERY_MILLISECONDS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
