import { STEP } from '@vitrine/runtime/steps'
import { type PostingList, positionsInRange } from './posting-list.ts'

/**
 * Arrays that steps reuse: arrays of this size are allocated outside V8's heap, and the collector is late to free them.
 * One workspace serves all computations of a thread, since no step uses what an earlier one left.
 */
export class Workspace {
  readonly chunk = new Uint32Array(STEP)
  readonly masks = new Uint32Array(STEP)
}

/**
 * The positions of a set in increasing order, at most `STEP` at a time. A chunk is valid until the next one; those of a
 * dense set are written to the buffer.
 */
export function* chunksOf(set: PostingList, buffer?: Uint32Array): Generator<Uint32Array, void, undefined> {
  if ('list' in set) {
    for (let from = 0; from < set.size; from += STEP) yield set.list.subarray(from, from + STEP)
    return
  }
  const end = set.words.length * 32
  const room = buffer ?? new Uint32Array(Math.min(STEP, end))
  for (let from = 0; from < end; from += room.length) yield positionsInRange(set, from, room)
}

/** The ranges from 0 to before `end`, at most `STEP` long. */
export function* rangesUpTo(
  end: number,
  length = STEP,
): Generator<readonly [from: number, to: number], void, undefined> {
  for (let from = 0; from < end; from += length) yield [from, Math.min(end, from + length)]
}

/** Bytes of stored lists that are read in the time that it takes to visit a position. */
export const BYTES_PER_POSITION = 32
