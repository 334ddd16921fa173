import { closeSync, openSync, writeSync } from 'node:fs'
import type { Patch, Problem, Submission, Warning } from '../catalog/submission.ts'
import type { Format } from '../import/format.ts'
import type { CatalogReadOptions } from '../import/read-catalog.ts'
import type { SkippedRow, SkipReason } from '../import/skip-reasons.ts'
import { Refusal } from './failure.ts'
import type { ImportReport, LeftOutCount } from './import-report.ts'

const KEPT_WARNINGS = 1000
const KEPT_LINES = 10

/** Characters between writes to the file. */
const WRITTEN_AT_ONCE = 64 * 1024

/** What there is to say of a file while it is imported: counted, the first of it kept, and all of it written to a file. */
export class ImportRecord implements Disposable {
  readonly #file: ReportFile | undefined
  readonly #warnings: Warning[] = []
  readonly #leftOut = new Map<SkipReason, { count: number; lines: number[] }>()
  readonly #told = new Set<Problem>()
  #warningCount = 0
  #format: Format | undefined
  #rows: number | null = null

  /** `path`: where to write all of it, one JSON object a line. */
  constructor(path: string | undefined) {
    this.#file = path === undefined ? undefined : new ReportFile(path)
  }

  /** What the reading of a catalog tells. */
  readonly on: Pick<CatalogReadOptions, 'onWarning' | 'onLeftOut' | 'onRows' | 'onFormat'> = {
    onWarning: (warning) => {
      if (this.#warningCount++ < KEPT_WARNINGS) this.#warnings.push(warning)
      this.#file?.write({ kind: 'warning', ...warning })
    },
    onLeftOut: (leftOut) => this.#leaveOut(leftOut),
    onRows: (rows) => {
      this.#rows = rows
    },
    onFormat: (format) => {
      this.#format = format
    },
  }

  /** The same submissions; the problems of those that are refused are written on the way. */
  async *watched(submissions: AsyncIterable<Submission | Patch>): AsyncGenerator<Submission | Patch> {
    for await (const submission of submissions) {
      if ('problems' in submission) {
        for (const problem of submission.problems) {
          this.#file?.write({ kind: 'problem', ...problem })
          if (this.#told.size < KEPT_WARNINGS) this.#told.add(problem)
        }
      }
      yield submission
    }
  }

  /** Ends the file, with problems that were found after the reading. */
  close(problems: readonly Problem[]): void {
    for (const problem of problems) if (!this.#told.has(problem)) this.#file?.write({ kind: 'problem', ...problem })
    this.#file?.close()
  }

  summary(): Pick<ImportReport, 'format' | 'rows' | 'leftOut' | 'warnings' | 'warningCount'> {
    const leftOut: LeftOutCount[] = [...this.#leftOut].map(([reason, { count, lines }]) => ({ reason, count, lines }))
    return {
      format: this.#format?.name,
      rows: this.#rows,
      leftOut,
      warnings: this.#warnings,
      warningCount: this.#warningCount,
    }
  }

  [Symbol.dispose](): void {
    this.#file?.close()
  }

  #leaveOut(leftOut: SkippedRow): void {
    const known = this.#leftOut.get(leftOut.reason) ?? { count: 0, lines: [] }
    this.#leftOut.set(leftOut.reason, known)
    known.count++
    if (known.lines.length < KEPT_LINES) known.lines.push(leftOut.line)
    this.#file?.write({ kind: 'left-out', ...leftOut })
  }
}

/** Lines of JSON, written as they come: the reading of a large file leaves no time for streams to drain. */
class ReportFile {
  readonly #descriptor: number
  #waiting = ''
  #open = true

  constructor(path: string) {
    try {
      this.#descriptor = openSync(path, 'w')
    } catch (error) {
      throw new Refusal(`the report cannot be written to ${path}: ${(error as Error).message}`)
    }
  }

  write(value: object): void {
    this.#waiting += `${JSON.stringify(value)}\n`
    if (this.#waiting.length >= WRITTEN_AT_ONCE) this.#flush()
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    for (let from = 0; from < bytes.length; ) from += writeSync(this.#descriptor, bytes, from)
  }
}
