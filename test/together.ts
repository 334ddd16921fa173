/**
 * Runs the test files that its arguments name in this process. `node --test --test-isolation=none` does nearly the same, but
 * starts the test runner before ./async-hook.ts.
 */
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { run } from 'node:test'
import { dot } from 'node:test/reporters'
import results from './results.ts'

const stream = run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none', timeout: 600_000 })
stream.on('test:fail', () => {
  process.exitCode = 1
})
// Errors outside of all tests, which the reporter does not show.
stream.on('test:diagnostic', ({ message }) => {
  if (message.startsWith('Error: ')) console.log(message)
})
stream.compose(dot).pipe(process.stdout)
stream.compose(results).pipe(createWriteStream(process.env.TEST_RESULTS!))
