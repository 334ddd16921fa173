import { isMoney } from './cell-content.ts'
import { roleOfHeader } from './header-words.ts'
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
  /** The option group, if the role is “option” and its group is certain; the attribute of an “attribute”. */
  group?: string
}

/** The rank of a role that is named, not guessed. */
export const NAMED = Number.NEGATIVE_INFINITY

/** The rank of a role that the cells show, not the header. */
export const RANK_OF_CONTENT = 10_000

/** The share of the values that pass the test. */
export function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.filter(test).length / values.length
}

/** The first column with one of the roles, if it was not named. */
export function guessed(candidates: readonly Candidate[], ...roles: readonly Role[]): Candidate | undefined {
  return candidates.find(({ role, rank }) => roles.includes(role) && rank !== NAMED)
}

export function has(candidates: readonly Candidate[], ...roles: readonly Role[]): boolean {
  return candidates.some(({ role }) => roles.includes(role))
}

/** The columns with values that are not used so far. */
export function unused(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ role, rank, values }) => role === 'not used' && rank !== NAMED && values.length > 0)
}

/** Whether no word says what the column is. */
export function isUnknown({ header }: Candidate): boolean {
  return header !== '' && roleOfHeader(header) === undefined
}

/** The headers of columns of numbers that are not used. */
export function numericHeaders(candidates: readonly Candidate[], least = 0.8): readonly string[] {
  const unused = candidates.filter(({ role, rank, header }) => role === 'not used' && rank !== NAMED && header !== '')
  const withNumbers = unused.filter(({ values }) => values.length > 0 && share(values, isMoney) > least)
  return withNumbers.map(({ header }) => header)
}

export function quotedHeaders(headers: readonly string[]): string {
  return headers.map((header) => `“${header}”`).join(', ')
}
