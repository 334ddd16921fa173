/**
 * A long computation, step by step. Each step yields its cost, so that the caller can let other work run in between:
 * `runYielding` does. The unit of cost is one position of a set visited, some 60 ns.
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
