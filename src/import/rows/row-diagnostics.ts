import type { Problem } from '../../catalog/submission.ts'
import type { ReadOptions } from '../read-options.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { Row } from './row.ts'

/** What there is to say of rows: why some are left out, what is wrong, and what the merchant should know. */
export class RowDiagnostics<Key extends string> {
  readonly #reading: ReadOptions
  #problems: Problem[] = []

  constructor(reading: ReadOptions) {
    this.#reading = reading
  }

  leaveOut(row: Row<Key>, reason: SkipReason, what: string): void {
    this.#reading.onLeftOut({ line: row.line, reason, what })
  }

  leaveOutAll(rows: readonly Row<Key>[], reason: SkipReason, what: string): void {
    for (const row of rows) this.leaveOut(row, reason, what)
  }

  warn(row: Row<Key>, key: Key, message: string): void {
    this.#reading.onWarning({ line: row.line, path: row.header(key), message })
  }

  /** `wrong` goes on from the name of the column ("is 5"); `right` is a noun. */
  problem(row: Row<Key>, key: Key, wrong: string, right: string): void {
    this.#problems.push({ line: row.line, path: row.header(key), wrong, right })
  }

  /** The problems since it was last asked. */
  takeProblems(): Problem[] {
    const problems = this.#problems
    this.#problems = []
    return problems
  }
}
