import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { isNoValue } from '../products/pictures.ts'
import type { CsvRow } from '../rows/read-csv.ts'

/**
 * The rows, as long as none of them has a name only in a column of names that is not used: nobody was asked about such
 * a row, and it would be left out. Throws `CatalogFileError` then. `columns` has the roles of the columns, by headers
 * in lower case.
 */
export async function* checkedNames(
  rows: AsyncIterable<CsvRow>,
  columns: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<CsvRow> {
  let headers: readonly string[] | undefined
  let names: readonly number[] = []
  let others: readonly number[] = []
  for await (const row of rows) {
    const textOf = (index: number) => {
      const text = row.cells[index]?.trim() ?? ''
      return isNoValue(text) ? '' : text
    }
    if (headers === undefined) {
      headers = row.cells.map((header) => header.trim())
      const roles = headers.map((header) => columns.get(header.toLowerCase()))
      const indexesOf = (...wanted: string[]) => roles.flatMap((role, at) => (wanted.includes(role ?? '') ? [at] : []))
      names = indexesOf('name', 'product name')
      others = indexesOf(OTHER_NAME)
    } else if (others.length > 0 && names.every((index) => textOf(index) === '')) {
      const other = others.find((index) => textOf(index) !== '')
      const { cells: _, ...place } = row
      if (other !== undefined)
        throw new CatalogFileError(
          `This row has no “${headers[names[0]!]}”, but “${textOf(other).slice(0, 50)}” in “${headers[other]}”, which ` +
            'is not used. Fill the first, or call the second the name in a file for --columns.',
          place,
        )
    }
    yield row
  }
}

/** The role of an unused column of names of which no row from which the columns were guessed has only that one. */
export const OTHER_NAME = 'not used: another name'
