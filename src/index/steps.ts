import { type PostingList, positionsInRange } from './posting-list.ts'

/**
 * A long computation, step by step. Each step yields its cost, so that the caller can let other work run in between:
 * `runInSteps` in `runtime/event-loop.ts` does. The unit of cost is one position visited, some 60 ns.
 */
export type Steps<Result> = Generator<number, Result, undefined>

/** The cost of one step: 1 ms, or 10 ms before V8 has compiled the code. */
export const STEP = 16_384

/** The result of all steps, at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Arrays that steps reuse: arrays of this size are allocated outside V8's heap, and the collector is late to free them. One
 * workspace serves all computations of a thread, since no step uses what an earlier one left.
 */
export class Workspace {
  readonly chunk = new Uint32Array(STEP)
  readonly masks = new Uint32Array(STEP)
}

/**
 * The positions of a set in increasing order, at most `STEP` at a time. A chunk is valid until the next one; those of a dense
 * set are written to the buffer.
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
