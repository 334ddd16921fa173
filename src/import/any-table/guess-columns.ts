import { fold } from '../../catalog/words.ts'
import { isNoValue } from '../rows/pictures.ts'
import type { Candidate } from './candidate.ts'
import {
  isCurrency,
  isGtin,
  isHandle,
  isLink,
  isMoney,
  isMoneyWithCurrency,
  isPictureFile,
  isPictureList,
  isStock,
} from './cell-content.ts'
import { groupingRole, groupsRows } from './guess-grouping.ts'
import { type HeaderMatch, roleOfHeader } from './header-words.ts'
import { optionGroupOf, type Role } from './roles.ts'

/** What the columns of a table of no known format probably are. */
export interface ColumnGuess {
  readonly columns: readonly GuessedColumn[]
  /** Whether nothing was guessed, since the names of all columns that are used were given. */
  readonly isNamed: boolean
  /** Why the table cannot be imported with this guess, in a sentence; undefined if it can. */
  readonly missing: string | undefined
}

export interface GuessedColumn {
  readonly header: string
  /** A role, such as “price” or “option: Size”. */
  readonly becomes: string
  /** Different values of the column, the first ones. */
  readonly samples: readonly string[]
}

/** Sample values of a column. */
const MAX_SAMPLES = 3

/**
 * Guesses by the headers, in many languages, and by the cells of the first rows. An uncertain column is not used. `named`
 * has the roles that are certain, by headers in lower case.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  named: ReadonlyMap<string, string> = new Map(),
): ColumnGuess {
  const candidates = header.map((name, index) =>
    candidateOf(
      name,
      rows.map((cells) => (cells[index] ?? '').trim()),
      named.get(name.trim().toLowerCase())?.trim(),
    ),
  )
  const ambiguous = keepBest(candidates)
  addByContent(candidates)
  const product = candidates.find(({ role }) => role === 'product')
  if (product && product.rank !== NAMED && !groupsRows(candidates, product)) product.role = 'not used'
  if (!candidates.some(({ role }) => role === 'product' || role === 'handle')) groupByName(candidates)
  const columns = candidates
    .filter((candidate) => candidate.header !== '')
    .map((candidate) => ({
      header: candidate.header,
      becomes: roleText(candidate),
      samples: [...new Set(candidate.values)].slice(0, MAX_SAMPLES),
    }))
  const isNamed = columns.every((column) => column.becomes === 'not used' || named.has(column.header.toLowerCase()))
  return { columns, isNamed, missing: whatIsMissing(candidates, ambiguous) }
}

function roleText({ header, role, group }: Candidate): string {
  return role === 'option' ? `option: ${group ?? groupName(header)}` : role
}

function candidateOf(header: string, texts: readonly string[], named: string | undefined): Candidate {
  const cells = texts.map((text) => (isNoValue(text) ? '' : text))
  const values = cells.filter((cell) => cell !== '')
  const column = { header: header.trim(), cells, values }
  const group = named && optionGroupOf(named)
  if (group) return { ...column, role: 'option', rank: NAMED, group }
  if (named) return { ...column, role: named.toLowerCase() as Role, rank: NAMED }
  const match = roleOfHeader(header) ?? { role: 'not used' as const, rank: 0 }
  return { ...column, ...fitting(match, values) }
}

/** The rank of a role that is certain. */
const NAMED = Number.NEGATIVE_INFINITY

/** The role if the cells fit it. The same header means different things in different tables. */
function fitting(match: HeaderMatch, values: readonly string[]): HeaderMatch {
  const unused = { role: 'not used' as const, rank: 0 }
  if (values.length === 0) return unused
  if (share(values, isPictureFile) > 0.6 && ['link', 'picture'].includes(match.role))
    return { ...match, role: 'picture' }
  const fits = FITS[match.role]
  if (!fits || fits(values)) return match
  // An identifier that is not unique, or a word for both.
  if (match.role === 'handle' && share(values, isLink) > 0.8) return { ...match, role: 'link' }
  return unused
}

/** What the cells of a role look like. */
const FITS: Partial<Record<Role, (values: readonly string[]) => boolean>> = {
  name: (values) => share(values, (text) => !isLink(text) && /\p{L}/u.test(text)) > 0.8,
  price: (values) => share(values, isMoney) > 0.7,
  'list price': (values) => share(values, isMoney) > 0.7,
  'sale price': (values) => share(values, isMoney) > 0.7,
  currency: (values) => share(values, isCurrency) > 0.9,
  sku: (values) =>
    share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9 && new Set(values).size > 0.9 * values.length,
  gtin: (values) => share(values, (text) => /^[\d\s-]{6,18}$/.test(text)) > 0.5,
  stock: (values) => share(values, isStock) > 0.8,
  picture: (values) => share(values, isPictureList) > 0.6,
  category: (values) => share(values, (text) => text.length <= 300 && !isLink(text)) > 0.9,
  tags: (values) => share(values, (text) => text.length <= 1000 && !isLink(text)) > 0.9,
  brand: (values) => share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9,
  option: (values) => share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9,
  handle: (values) => share(values, (text) => isHandle(text) && !isLink(text)) > 0.9,
  link: (values) => share(values, isLink) > 0.8,
  hidden: (values) => share(values, (text) => /^(?:true|false|yes|no|0|1|y|n|ja|nein|oui|non)$/i.test(text)) > 0.8,
}

function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.filter(test).length / values.length
}

/** Roles that several columns may have. */
const REPEATABLE: ReadonlySet<Role> = new Set(['picture', 'option', 'tags', 'published', 'hidden', 'not used'])

/** Roles without which a table cannot be imported, and in which a wrong choice harms. */
const DECISIVE: ReadonlySet<Role> = new Set(['name', 'price'])

/**
 * Leaves each role to the column with the best header. Returns the headers that are equally good for a name or a price, and
 * those that were given the same role.
 */
function keepBest(candidates: readonly Candidate[]): ReadonlyMap<Role, readonly string[]> {
  const ambiguous = new Map<Role, readonly string[]>()
  for (const role of new Set(candidates.map((candidate) => candidate.role))) {
    if (REPEATABLE.has(role)) continue
    const same = candidates.filter((candidate) => candidate.role === role)
    const isNamedOtherwise = role === 'name' && candidates.some((candidate) => candidate.role === 'product name')
    if (isNamedOtherwise) for (const candidate of same) candidate.role = 'not used'
    if (isNamedOtherwise) continue
    const rank = Math.min(...same.map((candidate) => candidate.rank))
    const best = same.filter((candidate) => candidate.rank === rank)
    if (best.length > 1 && (rank === NAMED || DECISIVE.has(role)))
      ambiguous.set(
        role,
        best.map(({ header }) => header),
      )
    for (const candidate of same) if (candidate !== best[0] || ambiguous.has(role)) candidate.role = 'not used'
  }
  return ambiguous
}

/** Roles that the cells alone show: pictures, gtins, and prices with a currency. */
function addByContent(candidates: readonly Candidate[]): void {
  const has = (role: Role) => candidates.some((candidate) => candidate.role === role)
  const unused = candidates.filter(
    ({ role, rank, values }) => role === 'not used' && rank !== NAMED && values.length > 0,
  )
  for (const candidate of unused) {
    const { header, values } = candidate
    if (header === '') continue
    const isRepeated = new Set(values).size * 2 < values.length
    if (!has('picture') && share(values, isPictureFile) === 1) candidate.role = 'picture'
    else if (!has('gtin') && !isRepeated && share(values, isGtin) === 1 && roleOfHeader(header) === undefined)
      candidate.role = 'gtin'
  }
  const priced = unused.filter(
    ({ role, header, values }) =>
      role === 'not used' && header !== '' && !roleOfHeader(header) && share(values, isMoneyWithCurrency) === 1,
  )
  if (!has('price') && priced.length === 1) priced[0]!.role = 'price'
}

/** Lets rows with the same name be one product, if their options make that certain. */
function groupByName(candidates: readonly Candidate[]): void {
  const name = candidates.find(({ role }) => role === 'name')
  if (name && name.rank !== NAMED) name.role = groupingRole(candidates, name)
}

function groupName(header: string): string {
  return (
    header
      .replace(/[_.]+/g, ' ')
      .replace(/^(?:variants?|product|attributes?|options?)\s+(?=\S)/i, '')
      .replace(/\s+/g, ' ')
      .trim() || header
  )
}

function whatIsMissing(
  candidates: readonly Candidate[],
  ambiguous: ReadonlyMap<Role, readonly string[]>,
): string | undefined {
  const has = (...roles: readonly Role[]) => candidates.some(({ role }) => roles.includes(role))
  const missing = [
    ...(has('name', 'product name') ? [] : [noColumn('name', ambiguous.get('name'))]),
    ...(has('price') ? [] : [noColumn('price', ambiguous.get('price'))]),
  ]
  for (const [role, headers] of ambiguous) if (!DECISIVE.has(role)) missing.push(noColumn(role, headers))
  const repeated = repeatedHeader(candidates)
  if (repeated) missing.push(`Several columns are called “${repeated}”, and the file can name only one of them.`)
  return missing.length === 0 ? undefined : missing.join(' ')
}

function noColumn(role: Role, ambiguous: readonly string[] | undefined): string {
  if (!ambiguous) return `No column is certain to be the ${role}.`
  return `Several columns may be the ${role}: ${ambiguous.map((header) => `“${header}”`).join(', ')}.`
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
