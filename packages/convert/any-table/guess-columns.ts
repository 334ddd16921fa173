import type { ColumnGuess } from '@vitrine/catalog/stream/converter'
import { fold } from '@vitrine/catalog/words'
import { isNoValue } from '../products/pictures.ts'
import { type Candidate, NAMED, share } from './candidate.ts'
import { isLink, isMoney, isMoneyWithCurrency } from './cell-content.ts'
import { correctRoles } from './correct-roles.ts'
import { doubtsAbout, namesThatNoRowNeeds } from './doubts.ts'
import { areMeasures, fitting } from './fitting.ts'
import { headerPhrase } from './header-phrase.ts'
import {
  countsWhatIsLeft,
  type HeaderMatch,
  isCalledName,
  isInCents,
  isOfOption,
  isWithTax,
  measureHeader,
  PATH_ENDINGS,
  parameterName,
  roleOfHeader,
} from './header-words.ts'
import { unchangingColumns, useBlankColumns } from './late-values.ts'
import { haveCommasInItems } from './list-items.ts'
import { DECISIVE, missingCells, whatIsMissing } from './missing.ts'
import {
  currencyOfHeader,
  readMoney,
  type ThousandsSeparator,
  thousandsOfDecimals,
  thousandsSeparator,
  WHOLE,
} from './money.ts'
import { groupedRole, measureOfHeader, PRICES, type Role } from './roles.ts'

/**
 * Guesses by the headers, in many languages, and by the cells of the first rows. An uncertain column is not used.
 * `named` has the roles that are certain, by headers in lower case.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  named: ReadonlyMap<string, string> = new Map(),
): TableGuess {
  const isAlone = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length < 2)
  const candidates = header.map((name, index) =>
    candidateOf(
      name,
      rows.map((cells) => (cells[index] ?? '').trim()),
      isAlone.includes(false) ? isAlone : [],
      named.get(name.trim().toLowerCase())?.trim(),
    ),
  )
  correctRoles(candidates, 'before choice')
  const ambiguous = keepBest(candidates)
  correctRoles(candidates, 'after choice')
  const missing = whatIsMissing(candidates, ambiguous)?.concat(missingCells(header, rows))
  const priced = candidates.filter(({ role }) => PRICES.has(role) || role === 'price of')
  const valuesOf = (role: Role) => candidates.find((candidate) => candidate.role === role)?.values ?? []
  const currencyTexts = [...priced.map(({ header }) => currencyOfHeader(header) ?? ''), ...valuesOf('currency')]
  const doubts = doubtsAbout(candidates, currencyTexts)
  const isNamed = candidates.every(
    ({ header, role }) => header === '' || role === 'not used' || named.has(header.toLowerCase()),
  )
  // Blank columns answer no question, and are none.
  useBlankColumns(candidates)
  const columns = candidates
    .filter((candidate) => candidate.header !== '')
    .map((candidate) => ({
      header: candidate.header,
      becomes: roleText(candidate),
      samples: [...new Set(candidate.values)].slice(0, MAX_SAMPLES),
    }))
  return {
    columns,
    isNamed,
    doubts,
    missing,
    otherNames: namesThatNoRowNeeds(candidates).map(({ header }) => header),
    thousands: thousandsSeparator(
      priced.flatMap(({ values }) => values),
      currencyTexts,
    ),
    stockThousands: thousandsOfDecimals(valuesOf('stock')),
    unchanging: unchangingColumns(candidates),
    commasInItems: new Set(candidates.filter(({ values }) => haveCommasInItems(values)).map(roleText)),
  }
}

/** The guess, and how its numbers are written. */
export interface TableGuess extends ColumnGuess {
  /** The headers of unused columns of names that each of the rows has besides the name. */
  readonly otherNames: readonly string[]
  /** What separates thousands in prices such as `1,234`, if the column shows it. */
  readonly thousands: ThousandsSeparator
  /** The same for the stock. */
  readonly stockThousands: ThousandsSeparator
  /** What columns become that are not used as long as their cells are all the same, by headers in lower case. */
  readonly unchanging: ReadonlyMap<string, string>
  /** What columns become in whose lists a comma is part of an item. */
  readonly commasInItems: ReadonlySet<string>
}

/** Sample values of a column. */
const MAX_SAMPLES = 3

function roleText({ header, role, group }: Candidate): string {
  if (role === 'option name' || role === 'option value') return `${role} ${group}`
  if (role === 'attribute' || role === 'price of') return `${role}: ${group ?? header}`
  return role === 'option' || role === 'options' ? `${role}: ${group ?? groupName(header)}` : role
}

/** `isAlone` says of each row whether it has only one cell, as a heading or a note between printed pages has. */
function candidateOf(
  header: string,
  texts: readonly string[],
  isAlone: readonly boolean[],
  named: string | undefined,
): Candidate {
  const cells = texts.map((text) => (isNoValue(text) ? '' : text))
  const values = cells.filter((cell, row) => cell !== '' && !isAlone[row])
  const column = { header: header.trim(), cells, values }
  if (named) return { ...column, rank: NAMED, ...(groupedRole(named) ?? { role: named.toLowerCase() as Role }) }
  const match = roleOfHeader(header) ?? roleOfReduced(header, values)
  const number = match?.role === 'option name' || match?.role === 'option value' ? numberIn(header) : undefined
  if (match?.role === 'price' && isInCents(header) && !areCents(values)) return { ...column, role: 'not used', rank: 0 }
  if (match?.role === 'on sale' && currencyOfHeader(header) && share(values, isMoney) === 1)
    return { ...column, role: 'sale price', rank: match.rank }
  // Some books are called 1984.
  if (match && isCalledName(header) && values.some((text) => /\p{L}/u.test(text)) && !values.some(isLink))
    return { ...column, ...match }
  if (match) return { ...column, ...(number !== undefined && { group: number }), ...fitting(match, values) }
  // A perfume is sold by the size that a column “ml” has.
  if (UNIT.test(header.trim()) && values.length > 0 && share(values, (text) => /^\d+(?:[.,]\d+)?$/.test(text)) === 1)
    return { ...column, role: 'option', rank: 0 }
  const measure = measureHeader(header)
  // A number without a unit says nothing to shoppers.
  if (!measure || !(measureOfHeader(measure) || areMeasures(values))) return { ...column, role: 'not used', rank: 0 }
  return {
    ...column,
    group: (parameterName(measure) ?? measure).trim(),
    ...fitting({ role: 'attribute', rank: 0 }, values),
  }
}

/** Whether the values are prices in cents: whole numbers, and not the cents beside a column of euros. */
function areCents(values: readonly string[]): boolean {
  return values.every((text) => WHOLE.test(text)) && values.some((text) => Number(text) >= 100)
}

/** Units of what is in a bottle. A weight may be that of a parcel, and `L` is a size of clothes. */
const UNIT = /^[mc]l$/i

/** The role of a header such as `80% Discount Price`, whose cells are prices and no rates. */
function roleOfReduced(header: string, values: readonly string[]): HeaderMatch | undefined {
  const arePrices = header.includes('%') && values.length > 0 && share(values, isMoneyWithCurrency) === 1
  return arePrices ? roleOfHeader(header.replace(/\d+\s*%/g, ' ')) : undefined
}

/** The number in a header such as `Option 2 name` or `variant_option_two_name`; 1 if there is none. */
function numberIn(header: string): string {
  const words = headerPhrase(header).split(' ')
  const index = NUMBERS.findIndex((number) => words.includes(number))
  return /\d{1,3}/.exec(header)?.[0] ?? String(Math.max(index, 0) + 1)
}

const NUMBERS = ['one', 'two', 'three']

/** Roles that several columns may have. */
const REPEATABLE: ReadonlySet<Role> = new Set([
  'picture',
  'option',
  'options',
  'option name',
  'option value',
  'attribute',
  'price of',
  'tags',
  'published',
  'hidden',
  'in stock',
  'sold out',
  'not used',
])

/**
 * Of equally good names in JSON or XML, those that are not within a part of the product: `name`, not `notes.name`. Of
 * prices, those that are not in a part of a part: `price`, not `menu.dishes.price`. That of a size may be the price.
 */
function ofProduct(candidates: readonly Candidate[]): Candidate[] {
  const depthOf = ({ role, rank, header }: Candidate) => {
    const depth = rank === NAMED ? 0 : header.split('.').length
    if (role === 'price') return Number(depth > 2 && !isOfOption(header))
    return role === 'name' ? depth : 0
  }
  const least = Math.min(...candidates.map(depthOf))
  return candidates.filter((candidate) => depthOf(candidate) === least)
}

/**
 * Leaves each role to the column with the best header. Returns the headers that are equally good for a name or a price,
 * and those that were given the same role.
 */
function keepBest(candidates: readonly Candidate[]): ReadonlyMap<Role, readonly string[]> {
  const ambiguous = new Map<Role, readonly string[]>()
  for (const role of new Set(candidates.map((candidate) => candidate.role))) {
    if (REPEATABLE.has(role)) continue
    const same = candidates.filter((candidate) => candidate.role === role)
    const named = same.filter(({ rank }) => rank === NAMED)
    // A file for --columns may name several categories. A guess has only one.
    if (role === 'category' && named.length > 0) {
      for (const candidate of same) if (!named.includes(candidate)) candidate.role = 'not used'
      continue
    }
    const isNamedOtherwise = role === 'name' && candidates.some((candidate) => candidate.role === 'product name')
    if (isNamedOtherwise) for (const candidate of same) candidate.role = 'not used'
    if (isNamedOtherwise) continue
    const rank = Math.min(...same.map((candidate) => candidate.rank))
    const ofRank = same.filter((candidate) => candidate.rank === rank)
    const withTax = role === 'price' && rank !== NAMED ? same.filter((price) => isPriceWithTax(price, ofRank)) : []
    const best =
      withTax.length === 1 ? withTax : calledExactly(ofProduct(role === 'stock' ? ofNow(same, ofRank) : ofRank))
    // Numbered links are those of other shops, or of documents.
    if (role === 'link' && best.length > 1 && rank !== NAMED) best.length = 0
    if (best.length > 1 && (rank === NAMED || DECISIVE.has(role)))
      ambiguous.set(
        role,
        best.map(({ header }) => header),
      )
    for (const candidate of same) if (candidate !== best[0] || ambiguous.has(role)) candidate.role = 'not used'
  }
  const standard = candidates.find(({ role, header }) => role === 'price' && headerPhrase(header) === 'standard price')
  const list = candidates.find(({ role, header }) => role === 'list price' && headerPhrase(header) === 'list price')
  // Odoo sells at the list price, and its standard price is the cost. Amazon sells at the standard price.
  if (standard && list && standard.rank !== NAMED) {
    ambiguous.set('price', [standard.header, list.header])
    standard.role = 'not used'
    list.role = 'not used'
  }
  return ambiguous
}

/** Of equally good headers, the word alone: `price`, not `price_usd`. Objects have prices of their own. */
function calledExactly(candidates: Candidate[]): Candidate[] {
  const exact = candidates.filter(({ header }) => fold(header) === headerPhrase(header))
  const areFields = candidates.every(({ header, rank }) => rank !== NAMED && !header.includes('.'))
  return areFields && exact.length === 1 ? exact : candidates
}

/** Of columns for the stock, those of what can be sold now, in the same object as the best header: not a total. */
function ofNow(same: Candidate[], best: Candidate[]): Candidate[] {
  const objectOf = ({ header }: Candidate) => header.slice(0, header.lastIndexOf('.') + 1)
  const ofObject = same.filter((candidate) => candidate.rank !== NAMED && objectOf(candidate) === objectOf(best[0]!))
  const current = ofObject.filter(({ header }) => countsWhatIsLeft(header)).sort((a, b) => a.rank - b.rank)
  return best[0]!.rank === NAMED || current.length === 0 ? best : [current[0]!]
}

/** Whether the header says that the price has its tax, and it is never below the others. */
function isPriceWithTax({ header, cells }: Candidate, others: readonly Candidate[]): boolean {
  const amount = (text: string) => Number(readMoney(text).amount)
  const isBelow = (other: Candidate) => cells.some((cell, row) => amount(cell) < amount(other.cells[row]!))
  return isWithTax(header) && !others.some(isBelow)
}

function groupName(header: string): string {
  const [above, last] = header.includes('. ') ? [] : header.split('.').slice(-2)
  const isOfParent = last === undefined || PATH_ENDINGS.has(fold(last)) || roleOfHeader(last)?.role === 'name'
  const field = isOfParent ? (above ?? header) : last
  return (
    field
      .replace(/[_.]+/g, ' ')
      .replace(/^(?:variants?|product|attributes?|options?|param(?:eter)?s?)(?:\s+|:\s*)(?=\S)/i, '')
      .replace(/(?<=\S)\s+name$/i, '')
      .replace(/\s+/g, ' ')
      .trim() || header
  )
}
