import type { StoredDifference } from './publication.ts'

/** What a store notes of an edition that is held: finished, stored, and not published. */
export interface HeldEdition extends StoredDifference {
  /** The edition that was current when this one was written, and that the difference is to. */
  readonly base: number
  /** The command that imports the same again. */
  readonly command: string
}
