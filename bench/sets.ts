import { type BitOperations, PLAIN } from '../src/index/bit-operations.ts'
import { KERNELS } from '../src/index/kernels.ts'
import { integer, integers, readOptions } from './harness/options.ts'
import { describeRun, formatInteger, table } from './harness/report.ts'

const DESCRIPTION = `Operations on bit sets in plain code and in WebAssembly kernels, in turns in one process. The times are the
shortest of all rounds, so that other work on the machine counts little.`

const { sizes, rounds } = readOptions(DESCRIPTION, {
  sizes: integers('positions of a set', '10000,100000,1000000,4000000'),
  rounds: integer('rounds of each measurement', 300),
})

/** Calls in a round: enough for an exact time, and for V8 to compile the code in the first rounds. */
const REPEATS = 10

const rows: string[][] = []
for (const size of sizes) {
  const words = Math.ceil(size / 32)
  const [a, b] = [randomBits(words, 0.2), randomBits(words, 0.5)]
  const result = a.slice()
  const measured: Record<string, (operations: BitOperations) => unknown> = {
    and: ({ and }) => and(result, b),
    or: ({ or }) => or(result, b),
    'count common bits': ({ countCommon }) => countCommon(a, b),
  }
  for (const [name, measure] of Object.entries(measured)) {
    const [plain, kernel] = shortestTimes([() => measure(PLAIN), () => measure(KERNELS)])
    rows.push([name, formatInteger(size), plain!.toFixed(2), kernel!.toFixed(2), (kernel! / plain!).toFixed(2)])
  }
}
console.log(`${describeRun()}\n`)
console.log(table(['operation', 'positions', 'plain µs', 'kernel µs', 'ratio'], rows))

/** The shortest time of each task, in microseconds. */
function shortestTimes(tasks: readonly (() => unknown)[]): number[] {
  const shortest = tasks.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++)
    for (const [index, task] of tasks.entries()) {
      const start = performance.now()
      for (let repeat = 0; repeat < REPEATS; repeat++) task()
      shortest[index] = Math.min(shortest[index]!, ((performance.now() - start) * 1000) / REPEATS)
    }
  return shortest
}

/** Words of which this share of bits is set. */
function randomBits(words: number, share: number): Uint32Array {
  return Uint32Array.from({ length: words }, () => {
    let word = 0
    for (let bit = 0; bit < 32; bit++) if (Math.random() < share) word |= 1 << bit
    return word
  })
}
