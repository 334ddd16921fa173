import { fold } from '@vitrine/catalog/words'
import { type Candidate, NAMED, share } from './candidate.ts'
import { isMoney } from './cell-content.ts'
import words from './header-words.json' with { type: 'json' }
import { phraseOf, roleOfHeader } from './header-words.ts'
import { PRODUCT } from './json-rows.ts'
import { undecidedPrice } from './money.ts'
import { phrasesIn } from './phrases.ts'
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
  return `Several columns may be the ${role}: ${quotedHeaders(ambiguous)}.`
}

export function quotedHeaders(headers: readonly string[]): string {
  return headers.map((header) => `“${header}”`).join(', ')
}

/** What a merchant needs to know to find the prices. */
function whyNoPrice(candidates: readonly Candidate[], ambiguous: ReadonlyMap<Role, readonly string[]>): string {
  if (ambiguous.has('price')) return ''
  const called = candidates.find(({ header }) => roleOfHeader(header)?.role === 'price')
  const [value] = called?.values ?? []
  if (called)
    return ` The column “${called.header}” ${value === undefined ? 'is blank' : `has ${JSON.stringify(value)}`}.`
  const headers = numeric(candidates, 0.5).slice(0, MAX_HINTS)
  return headers.length === 0 ? ' The file seems to have no prices.' : ` These have numbers: ${quotedHeaders(headers)}.`
}

/** The headers of columns of numbers that are not used. */
function numeric(candidates: readonly Candidate[], least = 0.8): readonly string[] {
  const unused = candidates.filter(({ role, rank, header }) => role === 'not used' && rank !== NAMED && header !== '')
  const withNumbers = unused.filter(({ values }) => values.length > 0 && share(values, isMoney) > least)
  return withNumbers.map(({ header }) => header)
}

/** Headers that a message names. */
const MAX_HINTS = 6

/** A sentence about columns of numbers with at least three sizes as headers: S, M and L, or 38, 39 and 40. */
export function doubtAboutSizes(candidates: readonly Candidate[]): readonly string[] {
  const headers = numeric(candidates).filter((header) => SIZE.test(header))
  if (new Set(headers.map(fold)).size < MIN_SIZES) return []
  return [
    `The columns ${quotedHeaders(headers)} are perhaps sizes, and their numbers may be stocks, orders or prices: they are not ` +
      'used. If they are prices, call each as “price of: M”. If not, give each size a row of its own.',
  ]
}

/** A sentence about columns of numbers that are called the stocks of places, if there is no other stock. */
export function doubtAboutPlaces(candidates: readonly Candidate[]): readonly string[] {
  const ofPlaces = candidates.filter(
    ({ rank, header, values }) => rank !== NAMED && isStockOfPlace(header) && share(values, isMoney) > 0.8,
  )
  const hasOther = candidates.some(
    (candidate) => !ofPlaces.includes(candidate) && (candidate.role === 'stock' || candidate.role === 'in stock'),
  )
  if (hasOther || ofPlaces.length < 2) return []
  return [
    `The columns ${quotedHeaders(ofPlaces.map(({ header }) => header))} are perhaps stocks in several places, which are not ` +
      'added up. To use one of them, call it the stock.',
  ]
}

/** A sentence about products of JSON whose variants no column tells apart: each would become a product. */
export function doubtAboutVariants(candidates: readonly Candidate[]): readonly string[] {
  const product = candidates.find(
    ({ header, role, rank }) => header === PRODUCT && role === 'not used' && rank !== NAMED,
  )
  const isRepeated = product !== undefined && new Set(product.values).size < product.values.length
  if (!isRepeated || candidates.some(({ role }) => GROUPING.has(role))) return []
  return [
    'No column tells the variants of a product apart, so that each becomes a product. If a column does, call it an ' +
      `option, such as “option: Size”, and “${PRODUCT}” the product.`,
  ]
}

/** A sentence about rows with the same name, if an unused column tells them apart. */
export function doubtAboutEqualNames(candidates: readonly Candidate[]): readonly string[] {
  const name = candidates.find(({ role }) => role === 'name')
  if (!name || name.rank === NAMED || candidates.some(({ role }) => TELLING.has(role))) return []
  const rows = [...Map.groupBy(name.cells.keys(), (row) => fold(name.cells[row]!)).values()]
  const equal = rows.filter((same) => same.length > 1 && name.cells[same[0]!] !== '')
  const tellsApart = ({ role, rank, cells }: Candidate) =>
    role === 'not used' &&
    rank !== NAMED &&
    equal.every((same) => new Set(same.map((row) => cells[row])).size === same.length) &&
    equal.flat().every((row) => /\p{L}/u.test(cells[row]!) && cells[row]!.length <= MAX_OPTION)
  const column = equal.length > 0 ? candidates.find(tellsApart) : undefined
  if (!column) return []
  return [
    `“${column.header}” tells rows with the same name apart, but is not used. If it is an option, call it ` +
      `“option: ${column.header}”.`,
  ]
}

/** Roles that tell rows with the same name apart. */
const TELLING: ReadonlySet<Role> = new Set(['sku', 'gtin', 'option', 'option value', 'product', 'handle'])

/** Characters of an option. */
const MAX_OPTION = 100

const GROUPING: ReadonlySet<Role> = new Set(['product', 'handle', 'product name'])

/** A sentence about prices such as `25.000`, if no other price shows what the point separates. */
export function doubtAboutThousands(candidates: readonly Candidate[], texts: readonly string[]): readonly string[] {
  const prices = candidates.filter(({ role, rank }) => (role === 'price' || role === 'price of') && rank !== NAMED)
  const values = prices.flatMap(({ values }) => values)
  const text = values.length > 0 ? undecidedPrice(values, texts) : undefined
  if (text === undefined) return []
  return [sentenceAboutThousands(text)]
}

/** Asks whether the point in a price such as `25.000` separates thousands. */
export function sentenceAboutThousands(price: string): string {
  return `Prices such as “${price}” are read with decimals. If they have thousands, remove the points from the file.`
}

/** A sentence about rows that all have fewer cells than the header, or all have more; '' if there is none. */
export function missingCells(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const [count, ...others] = new Set(rows.map(({ length }) => length))
  if (count === undefined || others.length > 0 || count === header.length) return ''
  return ` The rows have ${count} cells, but the header has ${header.length}: cells may stand below a wrong header.`
}

/** Whether the header is a stock with the name of a place, as in `inventory_Garage` or `In stock [Garage]`. */
function isStockOfPlace(header: string): boolean {
  const [, place] = /[([](.*\p{L}.*)[)\]]/u.exec(header) ?? []
  const [first, ...others] = phraseOf(header).split(' ')
  const role = roleOfHeader(header)?.role
  const isStock = place === undefined ? role === undefined && roleOfHeader(first!)?.role === 'stock' : role === 'stock'
  const words = place === undefined ? others : phraseOf(place).split(' ')
  return isStock && words.length > 0 && !words.some((word) => LIMITS.has(word))
}

const LIMITS = phrasesIn(words.limitsOfStock)

const SIZE = /^(?:size\s*)?(?:\d{0,2}x{0,4}[sl]|m|[1-6]\d(?:[.,]5)?)$/i
const MIN_SIZES = 3

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
