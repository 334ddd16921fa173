import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something is so, and fails when it does not come to be. */
export async function until(isSo: () => boolean | Promise<boolean>, milliseconds = 10_000): Promise<void> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(10)) if (await isSo()) return
  throw new Error(`not within ${milliseconds} ms: ${isSo}`)
}
