import { fold } from '@vitrine/catalog/words'
import { peekItems } from '../peek-items.ts'
import type { CsvRow } from '../rows/read-csv.ts'
import { isPictureFile } from './cell-content.ts'

/**
 * The rows with the category of each in an additional column, if rows with one cell, such as “Sparklers” in an order
 * form, name the categories of the rows below them. `columns` has the roles of the columns, by headers in lower case.
 */
export async function* withSections(
  rows: AsyncIterable<CsvRow>,
  columns: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<CsvRow> {
  const { first, all } = await peekItems(rows, SAMPLE, ({ cells }) => cells)
  const [header, ...sample] = first
  const roles = header?.cells.map((name) => columns.get(name.trim().toLowerCase()) ?? '') ?? []
  const areCategories = header !== undefined && haveSections(sample, roles)
  // Otherwise a text in a column that is not used is told as a section, and not as a blank row.
  const ofRow = (row: CsvRow) => sectionIn(row, roles, areCategories ? MAY_NAME : UNUSED)
  if (!header || (!areCategories && sample.every((row) => ofRow(row) === undefined))) return yield* all
  const width = header.cells.length
  let section: string | undefined
  for await (const row of all) {
    // The first row is the header.
    section = section === undefined ? SECTION : (ofRow(row) ?? (areCategories ? section : ''))
    const cells = [...row.cells, ...Array<string>(Math.max(0, width - row.cells.length)).fill('')]
    yield { ...row, cells: cells.toSpliced(width, 0, section) }
  }
}

/** The header of the additional column. */
export const SECTION = 'section'

/** The rows that show whether there are sections. */
const SAMPLE = 1000

/** Columns that say what the products of a row belong to. Then a row with one cell is something else. */
const OTHER_GROUPS = new Set(['category', 'product', 'handle'])

/**
 * Whether the table begins with a section, has several with different names, and none is followed by another. All other
 * rows have a name.
 */
function haveSections(rows: readonly CsvRow[], roles: readonly string[]): boolean {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const sections = filled.map((row) => sectionIn(row, roles))
  const names = sections.filter((name) => name !== undefined)
  const nameIndex = roles.findIndex((role) => role === 'name' || role === 'product name')
  return (
    !roles.some((role) => OTHER_GROUPS.has(role)) &&
    sections[0] !== undefined &&
    names.length > 1 &&
    new Set(names.map(fold)).size === names.length &&
    sections.every((name, index) => name === undefined || sections[index - 1] === undefined) &&
    filled.every(({ cells }, index) => sections[index] !== undefined || cells[nameIndex]?.trim())
  )
}

/** The only text of a row, if it may be the name of a category. */
function sectionIn({ cells }: CsvRow, roles: readonly string[], mayName = MAY_NAME): string | undefined {
  const [index, ...others] = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [index]))
  if (index === undefined || others.length > 0 || !mayName.has(roles[index] ?? '')) return undefined
  const text = cells[index]!.trim()
  return text.length <= 100 && /\p{L}/u.test(text) && !text.includes('://') && !isPictureFile(text) ? text : undefined
}

/** Roles of the columns in which a section may stand. */
const UNUSED: ReadonlySet<string> = new Set(['not used', ''])
const MAY_NAME: ReadonlySet<string> = new Set(['name', 'product name', 'sku', 'mpn', ...UNUSED])
