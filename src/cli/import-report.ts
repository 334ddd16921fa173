import type { Problem, Warning } from '../catalog/submission.ts'
import type { Transfer } from '../import/remote/client.ts'
import { SKIP_REASONS, type SkipReason } from '../import/skip-reasons.ts'
import type { Report } from '../publish/report.ts'
import { counted, grouped, printable, table } from './print.ts'

/** All there is to tell of an import. */
export interface ImportReport extends Report {
  readonly store: string
  /** The first warnings, at most 1,000. */
  readonly warnings: readonly Warning[]
  readonly warningCount: number
  readonly seconds: number
  /** The format of the file. */
  readonly format: string | undefined
  /** How many rows or items the file has; null where products are not made of rows. */
  readonly rows: number | null
  /** Rows that are not served though nothing is wrong with them, by reason. */
  readonly leftOut: readonly LeftOutCount[]
  /** What went over the wire, where the catalog came from another server; problems then have a product's number in its list as their line. */
  readonly transfer?: Transfer
}

/** How many rows were left out for one reason, and the lines of the first ten. */
export interface LeftOutCount {
  readonly reason: SkipReason
  readonly count: number
  readonly lines: readonly number[]
}

/** How many problems, and how many warnings, are worth a screen. */
const SHOWN = 20

/** What the operator should look at, a line each. */
export function* findings(report: ImportReport): Generator<string> {
  const { warnings, warningCount, problems, problemCount, leftOut } = report
  const unit = report.transfer ? 'product' : 'line'
  for (const { line, path, message } of warnings.slice(0, SHOWN))
    yield printable(`warning: ${place(unit, line, path)} ${message}`)
  if (warningCount > SHOWN) yield `and ${counted(warningCount - SHOWN, 'more warning')}`
  for (const { reason, count, lines } of leftOut) {
    const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : ''
    yield `left out: ${counted(count, 'row')}, since ${SKIP_REASONS[reason]}: ${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`
  }
  for (const problem of problems.slice(0, SHOWN)) yield printable(problemLine(unit, problem))
  if (problemCount > SHOWN) yield `and ${counted(problemCount - SHOWN, 'more problem')}`
}

/** What was done, for people. */
export function summary(report: ImportReport): string {
  const { outcome, created, changed, unchanged, removed, skipped, seconds, edition, rows, leftOut, transfer } = report
  const left = leftOut.reduce((sum, { count }) => sum + count, 0)
  const counts = table([
    ...Object.entries({ created, changed, unchanged, removed, skipped }).map(([name, count]) => [name, grouped(count)]),
    ...(rows === null ? [] : [['rows', `${grouped(rows)}, of which ${grouped(left)} left out`]]),
    ...(transfer ? transferRows(transfer) : []),
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

function transferRows({ requests, retries, bytes }: Transfer): string[][] {
  const again = retries === 0 ? '' : `, of which ${grouped(retries)} made again`
  return [
    ['requests', grouped(requests) + again],
    ['bytes', grouped(bytes)],
  ]
}

/** Why nothing was changed, and what could be done. */
export function refusal(
  { problemCount, skipped }: ImportReport,
  skippedInvalid: boolean,
  unit: 'product' | 'row',
): string {
  const what = `nothing was changed: ${counted(problemCount, 'problem')} in ${counted(skipped, unit)}`
  return skippedInvalid
    ? `${what}, some of which want what other products of the store keep, so that leaving them out is not enough`
    : `${what}; --skip-invalid leaves ${skipped === 1 ? 'it' : 'those'} out and takes the rest`
}

function problemLine(unit: string, { line, path, wrong, right }: Problem): string {
  return `${place(unit, line, path)} ${wrong}; expected ${right}`
}

function place(unit: string, line: number, path: string): string {
  return `${unit} ${line}: ${path || 'the product'}`
}
