import { relative } from 'node:path'

/** Whether this is `npm run test:quick`, whose only database is memory. Only test/run.ts and test/mutants/run.ts set the variable. */
const IN_MEMORY = process.env.TEST_QUICK === 'in memory'

/** Whether this is that run, `npm test` or `npm run mutants`. Every other run is complete. */
export const QUICK = IN_MEMORY || process.env.TEST_QUICK === 'yes' || process.env.TEST_QUICK === 'mutants'

/** `test(name, { skip: COMPLETE_ONLY }, …)` is for a test that computes long. It kills mutants too. */
export const COMPLETE_ONLY: string | false =
  QUICK &&
  process.env.TEST_QUICK !== 'mutants' &&
  'left out of the quick run because it computes long; npm run test:all runs it'

/** The only test files that use PostgreSQL in the quick run. */
export const WITH_POSTGRES: readonly string[] = ['database/contract.test.ts']

/** `CASES=3 npm run test:all` draws three times as many random cases. */
const FACTOR = Number(process.env.CASES || 1)

/** The number of random cases in the quick run and in a complete run. In memory, a fifth of those of the quick run. */
export function cases({ quick, complete }: { readonly quick: number; readonly complete: number }): number {
  return IN_MEMORY ? Math.ceil(quick / 5) : QUICK ? quick : Math.ceil(complete * FACTOR)
}

/** The reason why a run leaves a test out, or false. */
export function leftOut(
  needs: 'memory' | 'a database on disk' | 'a PostgreSQL database' | 'PostgreSQL servers of its own' | 'a browser',
): string | false {
  if (!QUICK) return false
  if (needs === 'memory') return !IN_MEMORY && 'left out because the run in memory has it'
  if (IN_MEMORY) return `left out of the run in memory because it needs ${needs}`
  if (needs === 'a database on disk') return false
  // Node runs each test file in a process of its own, so the second argument is the test file.
  const file = relative(import.meta.dirname, process.argv[1] ?? '').replaceAll('\\', '/')
  if (needs === 'a PostgreSQL database' && WITH_POSTGRES.includes(file)) return false
  return `left out of the quick run because it needs ${needs}; npm run test:all runs it`
}
