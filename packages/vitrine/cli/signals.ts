import { InterruptedError, signalExitCode } from './errors.ts'

/** Milliseconds. A terminal and npm both forward Ctrl-C: signals within this time count as one. */
const SAME_SIGNAL_MILLISECONDS = 500

/** A terminal that closes sends SIGHUP. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls `first` at the first signal to end and `again` at every later one. Signals no longer end the process. */
export function onSignal(first: (signal: NodeJS.Signals) => void, again: (signal: NodeJS.Signals) => void): void {
  let firstAt: number | undefined
  const listener = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (firstAt === undefined) {
      firstAt = now
      first(signal)
    } else if (now - firstAt > SAME_SIGNAL_MILLISECONDS) again(signal)
  }
  for (const signal of ENDING_SIGNALS) process.on(signal, listener)
}

/**
 * A signal that aborts with an `InterruptedError` at the first signal to end. A second one ends the process. `message`
 * says what was done.
 */
export function interruptible(message?: string): AbortSignal {
  const controller = new AbortController()
  onSignal(
    (signal) => controller.abort(new InterruptedError(signal, message)),
    (signal) => process.exit(signalExitCode(signal)),
  )
  return controller.signal
}
