import { relative } from 'node:path'

/** Whether this is the quick run, `npm test`. Only test/run.ts sets the variable. Every other run is complete. */
export const QUICK = process.env.TEST_QUICK === 'yes'

/** The only test files that use PostgreSQL in the quick run. */
const WITH_POSTGRES = ['database/contract.test.ts']

/** The number of random cases in the quick run and in a complete run. */
export function cases({ quick, complete }: { readonly quick: number; readonly complete: number }): number {
  return QUICK ? quick : complete
}

/** The reason why the quick run leaves a test out, or false. */
export function leftOut(
  needs: 'a PostgreSQL database' | 'PostgreSQL servers of its own' | 'a browser',
): string | false {
  // Node runs each test file in a process of its own, so the second argument is the test file.
  const file = relative(import.meta.dirname, process.argv[1] ?? '').replaceAll('\\', '/')
  if (!QUICK || (needs === 'a PostgreSQL database' && WITH_POSTGRES.includes(file))) return false
  return `left out of the quick run because it needs ${needs}; npm run test:all runs it`
}
