import type { Log } from './log.ts'
import { onSignal } from './signals.ts'

/** Something that serves. */
export interface Stoppable {
  /** Takes nothing new, and waits for what is under way. */
  stop(): Promise<void>
  /** Ends what is under way now. */
  cut(): void
}

/**
 * Ends the process at a signal, or at a fault that nothing caught: with 0 when everything under way was finished in
 * time; with 1 when it was cut off, by the end of the grace time or by a second signal, or after a fault.
 */
export function stopWhenTold(serving: Stoppable, { logger, flush }: Log, graceSeconds: number): void {
  let stopping = false

  const exit = (code: number) => {
    flush()
    process.exit(code)
  }

  const cut = (why: string) => {
    logger.warn(`${why}: connections are cut`)
    serving.cut()
    exit(1)
  }

  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(cut, graceSeconds * 1000, 'the grace time is over')
    await serving.stop()
    logger.info('stopped')
    exit(code)
  }

  onSignal(
    (signal) => {
      logger.info(`${signal}: finishing the requests under way`)
      stop(0)
    },
    (signal) => cut(`a second ${signal}`),
  )
  process.on('uncaughtException', (error) => {
    logger.fatal(error, 'a fault that nothing caught: stopping')
    stop(1)
  })
}
