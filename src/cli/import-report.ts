import { closeSync, openSync, writeSync } from 'node:fs'
import type { StoreId } from '../catalog/store.ts'
import type { Patch, Problem, Submission, Warning } from '../catalog/submission.ts'
import type { Format } from '../import/format.ts'
import { truncate } from '../import/json-path.ts'
import { LEFT_OUT_REASONS, type LeftOutReason } from '../import/left-out.ts'
import type { CatalogReadOptions } from '../import/read-catalog.ts'
import type { Transfer } from '../import/remote/remote-catalog.ts'
import type { ProductTotals, PublishOptions } from '../publish/publish.ts'
import type { Report } from '../publish/report.ts'
import { CommandError } from './errors.ts'
import { exceededLimit, type ImportLimits } from './import-limits.ts'
import { type MissingContent, MissingContentCounter, missingContentText } from './missing-content.ts'
import { escapeControls, formatNumber, quantity, table } from './terminal-text.ts'

/** The report of an import, as `--json` prints it. */
export interface ImportReport extends Report {
  readonly store: string
  readonly seconds: number
  /** Products in the file, or rows with `--only`: valid and invalid ones. */
  readonly submitted: number
  /** The format of the file. */
  readonly format: string | undefined
  /** The limit that the import exceeds, and the option that allows it; null if it exceeds none. */
  readonly limit: string | null
  /** The number of rows or items in the file; null if the format has no rows. */
  readonly rows: number | null
  /** What the products that were read lack. */
  readonly missing: MissingContent
  /** The headers of the columns that have values and are not used. */
  readonly unused: readonly string[]
  /** Valid rows that are not served, by reason. */
  readonly leftOut: readonly LeftOutCount[]
  /** Optional values that are not used since they are wrong, by field. */
  readonly dropped: readonly DroppedCount[]
  /** The first warnings, at most 1,000. */
  readonly warnings: readonly Warning[]
  readonly warningCount: number
  /** Only for an import from a server. The line of a problem is then the product's number in the server's list. */
  readonly transfer?: Transfer
}

export interface LeftOutCount {
  readonly reason: LeftOutReason
  readonly count: number
  /** The first ten lines. */
  readonly lines: readonly number[]
}

export interface DroppedCount {
  /** The column, or the field for all items of its lists: `variants[].gtin`. */
  readonly field: string
  /** What would be right. */
  readonly expected: string
  readonly count: number
  /** The first ten lines. */
  readonly lines: readonly number[]
}

const MAX_WARNINGS = 1000
const MAX_LISTED_LINES = 10

/** Collects the report of an import while it runs, and writes all details to the file of `--report`. */
export class ReportBuilder implements Disposable {
  readonly #startedAt: number
  readonly #file: ReportFile | undefined
  readonly #warnings: Warning[] = []
  readonly #leftOut = new Map<LeftOutReason, LineCount>()
  /** By field and expectation. */
  readonly #dropped = new Map<string, LineCount>()
  readonly #writtenProblems = new Set<Problem>()
  #warningCount = 0
  #submitted = 0
  #unused: readonly string[] = []
  #format: Format | undefined
  #rows: number | null = null
  #limit: string | undefined
  readonly #missing = new MissingContentCounter()

  /** Throws `CommandError` if the file cannot be written. */
  constructor(path: string | undefined, startedAt = performance.now()) {
    this.#startedAt = startedAt
    this.#file = path === undefined ? undefined : new ReportFile(path)
  }

  /** Callbacks for readers of catalogs. */
  readonly callbacks: Required<
    Pick<CatalogReadOptions, 'onWarning' | 'onLeftOut' | 'onUnused' | 'onRows' | 'onFormat'> &
      Pick<PublishOptions, 'onDropped'>
  > = {
    onWarning: (warning) => {
      if (this.#warningCount++ < MAX_WARNINGS) this.#warnings.push(warning)
      this.#file?.write({ kind: 'warning', ...warning })
    },
    onLeftOut: (row) => {
      countLine(this.#leftOut, row.reason, row.line)
      this.#file?.write({ kind: 'left-out', ...row })
    },
    onDropped: (fault) => {
      const field = fault.path.replace(/\[\d+\]/g, '[]')
      countLine(this.#dropped, JSON.stringify([field, fault.right]), fault.line)
      this.#file?.write({ kind: 'dropped', ...fault })
    },
    onUnused: (headers) => {
      this.#unused = headers
      for (const column of headers) this.#file?.write({ kind: 'not-used', column })
    },
    onRows: (rows) => {
      this.#rows = rows
    },
    onFormat: (format) => {
      this.#format = format
    },
  }

  /** Passes the submissions on and writes their problems to the file. */
  async *observe(submissions: AsyncIterable<Submission | Patch>): AsyncGenerator<Submission | Patch> {
    for await (const submission of submissions) {
      this.#submitted++
      if ('problems' in submission) {
        for (const problem of submission.problems) {
          this.#file?.write({ kind: 'problem', ...problem })
          if (this.#writtenProblems.size < MAX_WARNINGS) this.#writtenProblems.add(problem)
        }
      } else if ('product' in submission) {
        this.#missing.add(submission.product)
        submission.dropped.forEach(this.callbacks.onDropped)
      }
      yield submission
    }
  }

  /** Returns whether the import keeps to the limits. The report says which one it exceeds. */
  checkLimits(limits: ImportLimits, { accepted, removed, skipped }: ProductTotals, stored: number): boolean {
    const blank = this.#leftOut.get('blank')?.count ?? 0
    const leftOut = [...this.#leftOut.values()].reduce((sum, { count }) => sum + count, skipped - blank)
    const rows = (this.#rows ?? this.#submitted) - blank
    const unit = this.#rows === null ? 'product' : 'row'
    this.#limit = exceededLimit({ rows, leftOut, unit, accepted, removed, stored }, limits)
    return this.#limit === undefined
  }

  /** Writes the problems that publishing found, closes the file and returns the report. */
  build(store: StoreId, { outcome, ...result }: Report): ImportReport {
    for (const problem of result.problems)
      if (!this.#writtenProblems.has(problem)) this.#file?.write({ kind: 'problem', ...problem })
    const { language, currency, currencies, productUrl, settings } = result
    if (language !== undefined) this.#file?.write({ kind: 'language', language })
    if (currency !== undefined) this.#file?.write({ kind: 'currency', currency })
    if (currencies) this.#file?.write({ kind: 'currencies', currencies })
    if (productUrl !== undefined) this.#file?.write({ kind: 'product-url', productUrl })
    if (settings) this.#file?.write({ kind: 'settings', settings })
    this.#file?.close()
    return {
      store,
      outcome,
      seconds: Math.round(performance.now() - this.#startedAt) / 1000,
      submitted: this.#submitted,
      ...result,
      limit: this.#limit ?? null,
      format: this.#format?.name,
      rows: this.#rows,
      missing: this.#missing.counts,
      unused: this.#unused,
      leftOut: [...this.#leftOut].map(([reason, { count, lines }]) => ({ reason, count, lines })),
      dropped: [...this.#dropped].map(([key, { count, lines }]) => {
        const [field, expected] = JSON.parse(key) as [string, string]
        return { field, expected, count, lines }
      }),
      warnings: this.#warnings,
      warningCount: this.#warningCount,
    }
  }

  [Symbol.dispose](): void {
    this.#file?.close()
  }
}

interface LineCount {
  count: number
  readonly lines: number[]
}

function countLine<Key>(counts: Map<Key, LineCount>, key: Key, line: number): void {
  const entry = counts.get(key) ?? { count: 0, lines: [] }
  counts.set(key, entry)
  entry.count++
  if (entry.lines.length < MAX_LISTED_LINES) entry.lines.push(line)
}

/** A file of JSON lines. Writes are synchronous: reading a large catalog leaves no time for a stream to drain. */
class ReportFile {
  readonly #descriptor: number
  #buffer = ''
  #isOpen = true

  constructor(path: string) {
    try {
      this.#descriptor = openSync(path, 'w')
    } catch (error) {
      throw new CommandError(`cannot write the report to ${path}: ${(error as Error).message}`)
    }
  }

  write(value: object): void {
    this.#buffer += `${JSON.stringify(value)}\n`
    if (this.#buffer.length >= 64 * 1024) this.#flush()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer)
    this.#buffer = ''
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written)
  }
}

/** Problems, and warnings, to show on a terminal. `--json` and `--report` have more. */
const MAX_SHOWN = 20

/**
 * The warnings, unused columns, left-out rows, dropped values, problems and findings about the settings of the store,
 * as lines.
 */
export function* findings(report: ImportReport): Generator<string> {
  const { warnings, warningCount, problems, problemCount, leftOut, dropped, unused } = report
  const unit = report.transfer ? 'product' : 'line'
  const location = (line: number, path: string) => `${unit} ${line}: ${path || 'the product'}`
  for (const { line, path, message } of warnings.slice(0, MAX_SHOWN))
    yield escapeControls(`warning: ${location(line, path)} ${message}`)
  if (warningCount > MAX_SHOWN) yield `and ${quantity(warningCount - MAX_SHOWN, 'more warning')}`
  if (unused.length > 0) {
    const more = unused.length > MAX_SHOWN ? `, and ${formatNumber(unused.length - MAX_SHOWN)} more` : ''
    const names = unused.slice(0, MAX_SHOWN).map((header) => truncate(header, 60))
    yield escapeControls(`not used: ${quantity(unused.length, 'column')} (${names.join(', ')}${more})`)
  }
  for (const { reason, ...counted } of leftOut)
    yield `left out: ${quantity(counted.count, 'row')}, since ${LEFT_OUT_REASONS[reason]}: ${lineList('line', counted)}`
  for (const { field, expected, ...counted } of dropped) {
    const values = `${quantity(counted.count, 'value')} of ${field}`
    yield escapeControls(`dropped: ${values}; expected ${expected}: ${lineList(unit, counted)}`)
  }
  for (const { line, path, wrong, right } of problems.slice(0, MAX_SHOWN))
    yield escapeControls(`${location(line, path)} ${wrong}; expected ${right}`)
  if (problemCount > MAX_SHOWN) yield `and ${quantity(problemCount - MAX_SHOWN, 'more problem')}`
  yield* settingsFindings(report)
}

function* settingsFindings(report: ImportReport): Generator<string> {
  const { store, language, currency, currencies = {}, productUrl, settings = {} } = report
  const set = (option: string) => `\`vitrine store set ${store} ${option}\``
  for (const [name, value] of Object.entries(settings))
    yield escapeControls(`taken from the server: ${name} ${[value].flat().join(', ')}`)
  if (language !== undefined) yield `language recognised: ${language}; change it with ${set('--language …')}`
  if (currency !== undefined) yield `currency recognised: ${currency}; change it with ${set('--currency …')}`
  const counts = Object.entries(currencies).map(([code, count]) => `${quantity(count, 'product')} in ${code}`)
  if (counts.length > 0)
    yield `currencies: ${counts.join(', ')}. The store has none: ${set('--currency …')} sets it, and later imports leave out prices in another one`
  if (productUrl !== undefined)
    yield escapeControls(`links: to tell clients where the products are, ${set(`--product-url '${productUrl}'`)}`)
}

/** The first lines of several: “lines 3, 4, and 2 more”. */
function lineList(unit: 'line' | 'product', { count, lines }: Pick<LeftOutCount, 'count' | 'lines'>): string {
  const more = count > lines.length ? `, and ${formatNumber(count - lines.length)} more` : ''
  return `${unit}${count === 1 ? '' : 's'} ${lines.join(', ')}${more}`
}

/** The counts and the outcome of an import that was not refused. */
export function summary(report: ImportReport): string {
  const { outcome, created, changed, unchanged, removed, skipped, seconds, edition, rows, leftOut, transfer } = report
  const leftOutCount = leftOut.reduce((sum, { count }) => sum + count, 0)
  const counts = table([
    ...Object.entries({ created, changed, unchanged, removed, skipped }).map(([name, count]) => [
      name,
      formatNumber(count),
    ]),
    ...(rows === null ? [] : [['rows', `${formatNumber(rows)}, ${formatNumber(leftOutCount)} of them left out`]]),
    ...(transfer ? transferRows(transfer) : []),
    ['seconds', seconds.toFixed(seconds < 10 ? 2 : 0)],
  ])
  const state = `edition ${formatNumber(edition.number)}: ${quantity(edition.productCount, 'product')}, ${quantity(edition.variantCount, 'variant')}`
  const sentence = {
    published: `store ${report.store} is now at ${state}`,
    unchanged: `nothing to change: store ${report.store} stays at ${state}`,
    tried: `dry run, nothing was changed: store ${report.store} stays at ${state}`,
    refused: `store ${report.store} stays at ${state}`,
  }[outcome]
  const missing = missingContentText(report.missing)
  return [counts, sentence, ...(missing === undefined ? [] : [missing])].join('\n')
}

function transferRows({ requests, retries, bytes }: Transfer): string[][] {
  const retried = retries === 0 ? '' : `, ${formatNumber(retries)} of them retries`
  return [
    ['requests', formatNumber(requests) + retried],
    ['bytes', formatNumber(bytes)],
  ]
}

/** Why nothing was changed, and what to do about it. */
export function refusal(report: ImportReport, isSkipping: boolean, unit: 'product' | 'row'): string {
  const { problemCount, skipped, submitted, limit } = report
  if (limit !== null) return `nothing was changed: ${limit}`
  const sentence = `nothing was changed: ${quantity(problemCount, 'problem')} in ${quantity(skipped, unit)}`
  if (isSkipping)
    return `${sentence}; --skip-invalid does not help, because some problems are conflicts with products that stay in the store`
  if (skipped >= submitted) return sentence
  return `${sentence}; --skip-invalid leaves ${skipped === 1 ? `the ${unit}` : `these ${unit}s`} out and imports the others`
}
