import { type PostingList, positionsInRange } from '../index/set-algebra.ts'
import { yieldToEventLoop } from '../runtime/event-loop.ts'

/** Positions that are gone through between two turns of the event loop: 1 ms, and 10 before the code for it is compiled. */
export const CHUNK_POSITIONS = 1 << 14

/** Bytes of lists that are read in the time that a position is gone through. */
export const BYTES_PER_POSITION = 32

/** Positions that were gone through since the last turn, for whomever. */
let gone = 0

/** Lets others through, if so much was done since they last were that it is time to. */
export async function yieldIfDue(positions: number): Promise<void> {
  gone += positions
  if (gone < CHUNK_POSITIONS) return
  await yieldToEventLoop()
  gone = 0
}

/** Where the positions of one step are written: it is done with before the next step of anyone begins. */
const scratch = new Uint32Array(CHUNK_POSITIONS)

/**
 * Calls `visit` with the positions of a set, in increasing order: with all of them, or for a large set with some at a time,
 * between which others come through. What is given is good until `visit` returns.
 */
export async function forEachChunk(set: PostingList, visit: (positions: Uint32Array) => void): Promise<void> {
  const end = 'list' in set ? set.size : set.words.length * 32
  for (let from = 0; from < end; from += CHUNK_POSITIONS) {
    const some = 'list' in set ? set.list.subarray(from, from + CHUNK_POSITIONS) : positionsInRange(set, from, scratch)
    visit(some)
    await yieldIfDue(some.length)
  }
}
