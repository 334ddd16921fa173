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

/** The positions of a set in increasing order, at most `STEP` at a time. A chunk is valid until the next one. */
export function* chunksOf(set: PostingList): Generator<Uint32Array, void, undefined> {
  const end = 'list' in set ? set.size : set.words.length * 32
  const buffer = new Uint32Array('list' in set ? 0 : Math.min(STEP, end))
  for (let from = 0; from < end; from += STEP)
    yield 'list' in set ? set.list.subarray(from, from + STEP) : positionsInRange(set, from, buffer)
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
