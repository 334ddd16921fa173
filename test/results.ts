import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const ROOT = resolve(import.meta.dirname, '..')

/** What came of a run of tests. */
export interface Results {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The test files with the time that each took. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[]
  /** The reasons to skip tests, and how many each skipped. */
  readonly skips: Readonly<Record<string, number>>
}

/** A reporter for the test runner. It writes the results as JSON. */
export default async function* results(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  const times = new Map<string, number>()
  const skips = new Map<string, number>()
  for await (const { type, data } of events) {
    if (type === 'test:complete' && data.nesting === 0) {
      // In one process, the tests of a file. With a process for each file, also the file, which is as long as its tests.
      const { file = data.name } = data
      const time = data.details.duration_ms
      times.set(file, resolve(ROOT, data.name) === file ? time : (times.get(file) ?? 0) + time)
    } else if (type === 'test:pass' && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' ? data.skip : 'without a reason'
      skips.set(reason, (skips.get(reason) ?? 0) + 1)
    } else if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts
      counts = { passed, failed: tests - passed - skipped - todo, skipped }
    }
  }
  const files = [...times].map(([file, time]) => ({ file: relative(ROOT, resolve(ROOT, file)), seconds: time / 1000 }))
  yield JSON.stringify({ ...counts, files, skips: Object.fromEntries(skips) } satisfies Results)
}

/** The results of nothing. */
export function noResults(): Results {
  return { passed: 0, failed: 0, skipped: 0, files: [], skips: {} }
}

/** The results of two runs together. */
export function combined(one: Results, other: Results): Results {
  const skips = { ...one.skips }
  for (const [reason, count] of Object.entries(other.skips)) skips[reason] = (skips[reason] ?? 0) + count
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    files: [...one.files, ...other.files],
    skips,
  }
}
