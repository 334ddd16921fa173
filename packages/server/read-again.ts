import { setImmediate as nextTurn } from 'node:timers/promises'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import type { MaybePromise } from '@vitrine/engine/edition/maybe-promise'

/**
 * What `read` gives, which finds the current edition of a store and reads it. If its rows went meanwhile, because the
 * store was removed or is published all the time, it is called again, once.
 */
export function readAgainIfGone<Result>(read: () => MaybePromise<Result>): MaybePromise<Result> {
  const again = async (error: unknown) => {
    if (!(error instanceof EditionGone)) throw error
    // Within a turn of the event loop, the current edition stays the same.
    await nextTurn()
    return await read()
  }
  try {
    const result = read()
    return result instanceof Promise ? result.catch(again) : result
  } catch (error) {
    return again(error)
  }
}
