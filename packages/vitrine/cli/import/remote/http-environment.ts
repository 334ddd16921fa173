import { setTimeout as wait } from 'node:timers/promises'
import type { HttpEnvironment } from '../../../remote/remote-catalog.ts'

/** The network and the clock of this machine. */
export const ENVIRONMENT: HttpEnvironment = {
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  random: Math.random,
  wait: pause,
}

/** Rejects with the signal's reason when the signal aborts. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}
