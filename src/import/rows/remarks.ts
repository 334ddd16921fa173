import type { Problem } from '../../catalog/submission.ts'
import type { Reason } from '../left-out.ts'
import type { Reading } from '../reading.ts'
import type { Row } from './row.ts'

/** What there is to say of rows: why some are left out, what is wrong, and what the merchant should know. */
export class Remarks<Key extends string> {
  readonly #reading: Reading
  #problems: Problem[] = []

  constructor(reading: Reading) {
    this.#reading = reading
  }

  leaveOut(row: Row<Key>, reason: Reason, what: string): void {
    this.#reading.onLeftOut({ line: row.line, reason, what })
  }

  leaveOutAll(rows: readonly Row<Key>[], reason: Reason, what: string): void {
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
