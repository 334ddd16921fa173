import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds. Far more than a busy machine needs: only a fault takes so long. */
const PATIENCE = 90_000

/** Waits until something is so, and fails when it does not come to be. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(10)) if (await isSo()) return
  throw new Error(`not within ${PATIENCE / 1000} s: ${isSo}`)
}
