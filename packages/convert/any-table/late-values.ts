import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { Place } from '@vitrine/catalog/submission'
import { fold } from '@vitrine/catalog/words'
import { isNoValue } from '../products/pictures.ts'
import type { CsvRow } from '../rows/read-csv.ts'
import { type Candidate, has, NAMED } from './candidate.ts'
import { isCondition, isHidden, publicStatus } from './cell-content.ts'
import { asksForStock, isStockOfOption } from './correct-roles.ts'
import { namesHiding } from './doubts.ts'
import { parameterName, roleOfHeader, VARIANTS } from './header-words.ts'
import { isRole, type Role } from './roles.ts'

/**
 * Gives the columns without a cell so far the roles that their headers name, if these say whether a product is sold,
 * which one, how many there are, or for how much. Later rows may have values.
 */
export function useBlankColumns(candidates: readonly Candidate[]): void {
  const blank = candidates.filter(({ rank, cells }) => rank !== NAMED && cells.every((cell) => cell === ''))
  const matches = blank.flatMap((candidate) => {
    const { role, rank } = roleOfHeader(candidate.header) ?? {}
    return OF_SALE.has(role) ? [{ candidate, role: role!, rank: rank! }] : []
  })
  for (const { candidate, role } of matches.sort((a, b) => a.rank - b.rank)) {
    const { header } = candidate
    const own = role === 'stock' && asksForStock(header) ? 'in stock' : role
    const isTaken = ONCE.has(own) && has(candidates, own, ...(PRICES_OF_ROWS.has(own) ? (['price of'] as const) : []))
    if (!isTaken && !isStockOfOption(header, own)) candidate.role = own
  }
}

const PRICES_OF_ROWS: ReadonlySet<Role> = new Set<Role>(['sale price', 'list price'])

/** Roles that only one column has. */
const ONCE: ReadonlySet<Role | undefined> = new Set<Role>(['stock', 'on sale', 'sale price', 'list price'])

const OF_SALE: ReadonlySet<Role | undefined> = new Set<Role | undefined>([
  ...ONCE,
  'hidden',
  'published',
  'sold out',
  'option',
])

/**
 * What columns become, by their headers in lower case, that are not used and have one text so far, or none. Another
 * text in one of them ends the import.
 */
export function unchangingColumns(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const unchanging = candidates.filter(({ header, role, rank, cells, values }) => {
    const isOption = roleOfHeader(header)?.role === 'option'
    const isSame = new Set((isOption ? values : cells).map(fold)).size <= 1
    return role === 'not used' && rank !== NAMED && header !== '' && isSame && (isOption || namesHiding(header))
  })
  return new Map(unchanging.map(({ header, values: [value = ''] }) => [header.toLowerCase(), UNCHANGING + value]))
}

/** No role begins so. */
const UNCHANGING = 'not used while it is: '

/**
 * The rows, the header first. Throws `CatalogFileError` for a late value. `columns` has what they become, by headers in
 * lower case. Only fields of JSON and XML are not there: those that come after the rows that columns are guessed from.
 */
export async function* withoutLateValues(
  rows: AsyncIterable<CsvRow>,
  columns: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<CsvRow> {
  const refuse = refusalOfLateValues(columns.values())
  let watched: readonly { readonly index: number; readonly header: string; readonly text: string }[] | undefined
  for await (const row of rows) {
    watched ??= row.cells.flatMap((cell, index) => {
      const [header, becomes] = [cell.trim(), columns.get(cell.trim().toLowerCase())]
      if (becomes?.startsWith(UNCHANGING)) return [{ index, header, text: fold(becomes.slice(UNCHANGING.length)) }]
      const isLate = becomes === undefined && columns.size > 0 && !isRole(header.replaceAll('_', ' '))
      return isLate ? [{ index, header, text: '' }] : []
    })
    for (const { index, header, text } of watched) {
      const cell = row.cells[index]?.trim() ?? ''
      // Printed lists repeat their header.
      if (cell !== '' && fold(cell) !== text && cell !== header) refuse(header, cell, row)
    }
    yield row
  }
}

/**
 * A function that throws `CatalogFileError` if a value of a column that is not used may say that a product is not for
 * sale, or which one it is. `used`: what the other columns become.
 */
export function refusalOfLateValues(used: Iterable<string>) {
  const roles = new Set(used)
  const tests = new Map<string, (text: string) => boolean>()
  return (header: string, text: string, place: number | Place): void => {
    const test = tests.get(header) ?? testOf(header, roles)
    tests.set(header, test)
    if (isNoValue(text) || !test(text)) return
    throw new CatalogFileError(
      `“${header}” is ${JSON.stringify(text)} here. The rows from which the columns are guessed have no such value, so ` +
        'that it is not used, but it may say what is for sale. In a file for --columns, say what it becomes, such as ' +
        '“hidden” or “not used”.',
      place,
    )
  }
}

/** Whether a text of a column with this header matters, although the column is not used. */
function testOf(header: string, used: ReadonlySet<string>): (text: string) => boolean {
  // A feed has thousands of parameters.
  const role = parameterName(header) === undefined ? roleOfHeader(header)?.role : undefined
  if (role === 'published') return (text) => publicStatus(text) !== true && !isCondition(text)
  if (role === 'hidden' || role === 'sold out') return (text) => isHidden(text) !== false
  if (role === 'stock') return () => !used.has('stock') && !used.has('in stock')
  if (role === 'sale price') return () => !used.has(role)
  // What is in an object, and in no variant, tells nothing apart.
  if (role === 'option') return () => !header.includes('.') || VARIANTS.includes(header.split('.')[0]!)
  return namesHiding(header) ? (text) => isHidden(text) !== undefined : () => false
}
