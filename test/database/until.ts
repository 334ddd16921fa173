import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE = 10_000

/** Waits until something is so, and fails when it does not come to be. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(10)) if (await isSo()) return
  throw new Error(`not within ${PATIENCE} ms: ${isSo}`)
}
