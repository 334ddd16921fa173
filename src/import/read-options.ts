import type { Store } from '../catalog/store.ts'
import type { Warning } from '../catalog/submission.ts'
import type { SkippedRow } from './skip-reasons.ts'

/** What a format is handed beside the bytes of a file. */
export interface ReadOptions {
  readonly store: Store
  /** The time of the import: sales begin and end. */
  readonly now: Date
  /** The encoding of the file, if it is known better than the file shows it. */
  readonly encoding?: string | undefined
  /** What columns of the file are called → what the format calls them. */
  readonly columns?: ReadonlyMap<string, string> | undefined
  readonly onWarning: (warning: Warning) => void
  readonly onLeftOut: (leftOut: SkippedRow) => void
  /** Called with how many rows, or items, have been read so far. */
  readonly onRows?: ((rows: number) => void) | undefined
}
