import { Interruption } from './failure.ts'

/** A terminal and npm both pass Ctrl-C on: what comes within this time is one and the same. */
const SAME_MOMENT = 500

/**
 * Calls `first` at the first SIGINT or SIGTERM, and `again` at every later one. Until disposed of, signals do not end the
 * process of themselves.
 */
export function onSignal(first: (signal: NodeJS.Signals) => void, again: (signal: NodeJS.Signals) => void): Disposable {
  let since: number | undefined
  const listen = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (since === undefined) {
      since = now
      first(signal)
    } else if (now - since > SAME_MOMENT) again(signal)
  }
  process.on('SIGINT', listen).on('SIGTERM', listen)
  return {
    [Symbol.dispose]() {
      process.off('SIGINT', listen).off('SIGTERM', listen)
    },
  }
}

/** An abort signal that the first SIGINT or SIGTERM sets off, with an `Interruption` as its reason; a second ends at once. */
export function interruptible(): AbortSignal {
  const controller = new AbortController()
  onSignal(
    (signal) => controller.abort(new Interruption(signal)),
    (signal) => process.exit(signal === 'SIGINT' ? 130 : 143),
  )
  return controller.signal
}

/** What the promise gives, or the signal's reason if that is set off first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
