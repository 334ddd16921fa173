import { fold } from '@vitrine/catalog/words'
import { type Candidate, numericHeaders, quotedHeaders } from './candidate.ts'
import { doubtAboutSizes } from './doubts.ts'
import { roleOfHeader } from './header-words.ts'
import type { Role } from './roles.ts'

/**
 * Why the table cannot be imported, in sentences; undefined if it can. `ambiguous`: equally good headers, by role.
 */
export function whatIsMissing(
  candidates: readonly Candidate[],
  ambiguous: ReadonlyMap<Role, readonly string[]>,
): string | undefined {
  if (candidates.every(({ cells }) => cells.length === 0)) return 'There is no row below the header.'
  const has = (...roles: readonly Role[]) => candidates.some(({ role }) => roles.includes(role))
  const missing = [
    ...(has('name', 'product name') ? [] : [noColumn('name', ambiguous.get('name'))]),
    ...(has('price', 'price of')
      ? []
      : [noColumn('price', ambiguous.get('price')) + whyNoPrice(candidates, ambiguous)]),
  ]
  for (const [role, headers] of ambiguous) if (!DECISIVE.has(role)) missing.push(noColumn(role, headers))
  const repeated = repeatedHeader(candidates)
  if (repeated) missing.push(`Several columns are called “${repeated}”, and the file can name only one of them.`)
  return missing.length === 0 ? undefined : [...missing, ...doubtAboutSizes(candidates)].join(' ')
}

/** Roles without which a table cannot be imported, and in which a wrong choice harms. */
export const DECISIVE: ReadonlySet<Role> = new Set(['name', 'price'])

function noColumn(role: Role, ambiguous: readonly string[] | undefined): string {
  if (!ambiguous) return `No column is certain to be the ${role}.`
  const others = ambiguous.length > MAX_HINTS ? ` and ${ambiguous.length - MAX_HINTS} more` : ''
  return `Several columns may be the ${role}: ${quotedHeaders(ambiguous.slice(0, MAX_HINTS))}${others}.`
}

/** What a merchant needs to know to find the prices. */
function whyNoPrice(candidates: readonly Candidate[], ambiguous: ReadonlyMap<Role, readonly string[]>): string {
  if (ambiguous.has('price')) return ''
  const called = candidates.find(({ header }) => roleOfHeader(header)?.role === 'price')
  const [value] = called?.values ?? []
  if (called)
    return ` The column “${called.header}” ${value === undefined ? 'is blank' : `has ${JSON.stringify(value)}`}.`
  const headers = numericHeaders(candidates, 0.5).slice(0, MAX_HINTS)
  return headers.length === 0 ? ' The file seems to have no prices.' : ` These have numbers: ${quotedHeaders(headers)}.`
}

/** Headers that a message names. */
const MAX_HINTS = 6

/** A sentence about rows that all have fewer cells than the header, or all have more; '' if there is none. */
export function missingCells(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const [count, ...others] = new Set(rows.map(({ length }) => length))
  if (count === undefined || others.length > 0 || count === header.length) return ''
  return ` The rows have ${count} cells, but the header has ${header.length}: cells may stand below a wrong header.`
}

/** A header of several columns of which one has a role that the others must not have. */
function repeatedHeader(candidates: readonly Candidate[]): string | undefined {
  const roles = new Map<string, Role>()
  for (const { header, role, values } of candidates) {
    if (header === '' || values.length === 0) continue
    const earlier = roles.get(fold(header))
    if (earlier !== undefined && earlier !== role) return header
    roles.set(fold(header), role)
  }
  return undefined
}
