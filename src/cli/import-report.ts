import type { Problem, Warning } from '../catalog/submission.ts'
import type { Report } from '../publish/report.ts'
import { counted, grouped, printable, table } from './print.ts'

/** All there is to tell of an import. */
export interface ImportReport extends Report {
  readonly store: string
  /** The first warnings, at most 1,000. */
  readonly warnings: readonly Warning[]
  readonly warningCount: number
  readonly seconds: number
}

/** How many problems, and how many warnings, are worth a screen. */
const SHOWN = 20

/** What the operator should look at, a line each. */
export function* findings({ warnings, warningCount, problems, problemCount }: ImportReport): Generator<string> {
  for (const { line, path, message } of warnings.slice(0, SHOWN))
    yield printable(`warning: ${place(line, path)} ${message}`)
  if (warningCount > SHOWN) yield `and ${counted(warningCount - SHOWN, 'more warning')}`
  for (const problem of problems.slice(0, SHOWN)) yield printable(problemLine(problem))
  if (problemCount > SHOWN) yield `and ${counted(problemCount - SHOWN, 'more problem')}`
}

/** What was done, for people. */
export function summary(report: ImportReport): string {
  const { outcome, created, changed, unchanged, removed, skipped, seconds, edition } = report
  const counts = table([
    ...Object.entries({ created, changed, unchanged, removed, skipped }).map(([name, count]) => [name, grouped(count)]),
    ['seconds', seconds.toFixed(seconds < 10 ? 2 : 0)],
  ])
  const now = `edition ${grouped(edition.number)}`
  const holds = `${counted(edition.productCount, 'product')}, ${counted(edition.variantCount, 'variant')}`
  const sentence = {
    published: `store ${report.store} is now at ${now}: ${holds}`,
    unchanged: `nothing to change: store ${report.store} stays at ${now}: ${holds}`,
    tried: `a dry run: nothing was changed, store ${report.store} stays at ${now}: ${holds}`,
    refused: `store ${report.store} stays at ${now}: ${holds}`,
  }[outcome]
  return `${counts}\n${sentence}`
}

/** Why nothing was changed, and what could be done. */
export function refusal({ problemCount, skipped }: ImportReport, skippedInvalid: boolean): string {
  const what = `nothing was changed: ${counted(problemCount, 'problem')} in ${counted(skipped, 'product')}`
  return skippedInvalid
    ? `${what}, some of which want what other products of the store keep, so that leaving them out is not enough`
    : `${what}; --skip-invalid leaves ${skipped === 1 ? 'it' : 'those'} out and takes the rest`
}

function problemLine({ line, path, wrong, right }: Problem): string {
  return `${place(line, path)} ${wrong}; expected ${right}`
}

function place(line: number, path: string): string {
  return `line ${line}: ${path || 'the product'}`
}
