import { randomInt } from 'node:crypto'
import { isMainThread } from 'node:worker_threads'

const MAX_SEED = 2 ** 31 - 1

/**
 * The seed of every random case of the tests. It is the same in every run, unless the environment variable `SEED` has another
 * number, or `new` for one that no run had. test/run.ts prints it, and loads this file into every test process.
 */
export const SEED = seedOf(process.env.SEED || '1')

// Worker threads load this file too, and draw nothing.
// The runner starts with the first test, after this.
if (isMainThread) await import('./async-hook.ts')
if (isMainThread) (await import('fast-check')).default.configureGlobal({ seed: SEED })

function seedOf(text: string): number {
  if (text === 'new') return randomInt(MAX_SEED)
  const seed = Number(text)
  if (!Number.isInteger(seed) || Math.abs(seed) > MAX_SEED)
    throw new Error(`SEED is ${JSON.stringify(text)}; set a whole number to ${MAX_SEED}, or new`)
  return seed
}
