import type { Log } from './log.ts'
import { onSignal } from './signals.ts'

interface Stoppable {
  /** Accepts no new requests and waits for open ones. */
  stop(): Promise<void>
  /** Closes all connections at once. */
  closeConnections(): void
}

/**
 * Stops the server and ends the process at a signal or an uncaught exception. Exit code 0: all open requests were
 * finished. 1: connections were closed, at the end of the grace period or at a second signal, or there was an exception.
 */
export function shutDownOnSignal(server: Stoppable, { logger, flush }: Log, graceSeconds: number): void {
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
    await server.stop()
    logger.info('stopped')
    await exit(code)
  }

  onSignal(
    (signal) => {
      logger.info(`${signal}: finishing open requests`)
      stop(0)
    },
    (signal) => abort(`a second ${signal}`),
  )
  process.on('uncaughtException', (error) => {
    logger.fatal(error, 'uncaught exception: stopping')
    stop(1)
  })
}
