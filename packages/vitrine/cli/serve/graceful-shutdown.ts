import type { Logger } from 'pino'
import type { Log } from '../log.ts'
import { onSignal } from '../signals.ts'

interface Stoppable {
  /** Accepts no new requests and waits for open ones. Returns whether all of them were answered. */
  stop(): Promise<boolean>
  /** Closes all connections at once. */
  closeConnections(): void
}

/** The end of the process. */
interface Shutdown {
  /** Finishes open requests, then ends the process with this exit code, or with 1 if they were not all answered. */
  stop(code: number): Promise<void>
  /** Closes all connections and ends the process with exit code 1. */
  abort(reason: string): void
}

/** Stops the server after an uncaught exception. At the end of the grace period, all connections are closed. */
export function shutdownOf(server: Stoppable, { logger, flush }: Log, graceSeconds: number): Shutdown {
  let isStopping = false

  const exit = async (code: number) => {
    await flush()
    process.exit(code)
  }

  const abort = (reason: string) => {
    logger.warn(`${reason}: closing all connections`)
    server.closeConnections()
    void exit(1)
  }

  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(abort, graceSeconds * 1000, 'the grace period is over')
    const isComplete = await server.stop()
    logger.info('stopped')
    await exit(isComplete ? code : 1)
  }

  process.on('uncaughtException', (error) => {
    logger.fatal(error, 'uncaught exception: stopping')
    stop(1)
  })
  return { stop, abort }
}

/**
 * At a signal, `announce` lets health checks say that the server stops. It answers requests for `delaySeconds` more,
 * and then stops with exit code 0. Aborts at a second signal.
 */
export function shutDownOnSignal(
  { stop, abort }: Shutdown,
  logger: Logger,
  delaySeconds: number,
  announce: () => void,
): void {
  onSignal(
    (signal) => {
      announce()
      if (delaySeconds > 0) logger.info(`${signal}: not ready any more; the port closes in ${delaySeconds} s`)
      const finish = () => {
        logger.info(`${signal}: finishing open requests`)
        void stop(0)
      }
      setTimeout(finish, delaySeconds * 1000)
    },
    (signal) => abort(`a second ${signal}`),
  )
}
