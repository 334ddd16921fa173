import type { Problem } from '../catalog/submission.ts'
import type { EditionSummary } from '../edition/edition.ts'

/** What an import did, or with a dry run would have done. Counts are of products. */
export interface Report {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  /** Products that were left out because of problems. */
  readonly skipped: number
  /** The first problems, at most 1,000, by line. */
  readonly problems: readonly Problem[]
  /** How many problems there were in all. */
  readonly problemCount: number
  /** `published`: a new edition is current. `unchanged`: there was nothing to do. `refused`: there were problems, and the store is as before. `tried`: a dry run. */
  readonly outcome: 'published' | 'unchanged' | 'refused' | 'tried'
  /** The edition that is current after the import. */
  readonly edition: EditionSummary
}
