import type { Role } from './roles.ts'

/** A column while its role is guessed. */
export interface Candidate {
  readonly header: string
  /** The values of its cells, row by row; '' for blank ones and for “N/A” and the like. */
  readonly cells: readonly string[]
  /** The cells that are not blank. */
  readonly values: readonly string[]
  role: Role
  rank: number
  /** The option group, if the role is “option” and its group is certain. */
  readonly group?: string
}
