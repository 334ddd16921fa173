import { setImmediate } from 'node:timers/promises'

/** The last of the turns that are waited for. */
let turns: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop that nobody else of those who wait here goes on in: between two steps of something long,
 * where others come through. Of one request half a dozen such things may be under way, and going on together they would hold
 * up everyone else together.
 */
export async function yieldToEventLoop(): Promise<void> {
  turns = turns.then(() => setImmediate())
  await turns
}
