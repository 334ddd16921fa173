import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { textRefusal } from '@vitrine/catalog/json/file-signature'
import { readRecords } from '@vitrine/catalog/json/read-records'
import type { InFile } from '@vitrine/catalog/native/diagnostics'
import { EXPECTED_PATCHES, type PatchReading, type PatchRecord, readPatches } from '@vitrine/catalog/native/patches'
import type { Patch, PatchedField, RefusedProduct } from '@vitrine/catalog/submission'
import type { ReadOptions } from './read-options.ts'
import { column } from './rows/columns.ts'
import { decimalText, stockCount, unescaped } from './rows/parse-cells.ts'
import { type BadRow, readTable, readTableRows } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import { NO_SHEETS, readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { type UnpackedFile, unpack } from './unpack.ts'
import { utf8Text } from './utf8-text.ts'

/**
 * The rows of a file of prices, stocks and popularities, a table or JSON, compressed or not: each a patch, or refused
 * with all its problems. Throws `CatalogFileError` when the file cannot be read further.
 */
export async function* readPatchFile(
  source: AsyncIterable<Uint8Array>,
  options: PatchFileReading,
): AsyncGenerator<Patch | RefusedProduct> {
  yield* readPatches(recordsOf(await unpack(source), options), options)
}

export type PatchFileReading = PatchReading &
  Pick<ReadOptions, 'encoding' | 'columns' | 'onUsed' | 'onUnused'> & {
    /** The sheet of a workbook; if undefined, the first visible one with rows. */
    readonly sheet?: string | undefined
  }

function recordsOf(file: UnpackedFile, options: PatchFileReading): AsyncIterable<PatchRecord> {
  const { only } = options
  const key: Column[] = isOnlyPopularity(only) ? [] : ['sku']
  const mapping = { columns: COLUMNS, required: [...key, ...only] }
  if (file.workbook) return patchRows(readTableRows(readSpreadsheet(file.workbook, options), mapping, options), only)
  const { head, bytes } = file
  if (head.length === 0) throw new CatalogFileError(`The file is empty. ${EXPECTED_PATCHES}`)
  if (options.sheet !== undefined) throw new CatalogFileError(NO_SHEETS)
  const refusal = textRefusal(head)
  if (refusal) throw new CatalogFileError(`${refusal} ${EXPECTED_PATCHES}`)
  const isJson = /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head.toString('latin1'))
  return isJson ? readRecords(bytes) : patchRows(readTable(utf8Text(bytes, options), mapping, options), only)
}

/** Then a row may name a product in place of a variant. */
function isOnlyPopularity(only: readonly PatchedField[]): boolean {
  return only.every((field) => field === 'popularity')
}

type Column = 'sku' | 'slug' | PatchedField

const COLUMNS = {
  sku: column('sku', 'the variants that are changed'),
  slug: column('slug | handle', 'the product whose popularity is changed'),
  price: column('price', 'the price'),
  listPrice: column('listPrice | list price', 'the list price'),
  stock: column('stock', 'the stock'),
  popularity: column('popularity | total_sales | sales | units sold', 'the popularity'),
}

/** The rows of a table as JSON; undefined for a blank row. */
async function* patchRows(
  rows: AsyncIterable<Row<Column> | BadRow>,
  only: readonly PatchedField[],
): AsyncGenerator<PatchRecord> {
  for await (const row of rows) {
    if ('fault' in row) yield row
    else yield { ...row.place, value: row.isBlank ? undefined : rowToJson(row, only), inFile: inRow(row) }
  }
}

/** Adds the cell to a finding about a field. */
function inRow(row: Row<Column>): InFile {
  return (finding) => (isColumn(finding.path) ? { ...finding, ...row.cellPlace(finding.path) } : finding)
}

function isColumn(path: string): path is Column {
  return Object.hasOwn(COLUMNS, path)
}

/** A blank cell is a field that is left out. */
function rowToJson(row: Row<Column>, only: readonly PatchedField[]): Record<string, unknown> {
  const [sku, slug] = [unescaped(row.text('sku')), unescaped(row.text('slug'))]
  const value: Record<string, unknown> = sku === '' && slug !== '' ? { slug } : { sku }
  const [price, listPrice, stock] = [row.text('price'), row.text('listPrice'), row.text('stock')]
  if (only.includes('price') && price !== '') value.price = decimalText(price)
  if (only.includes('listPrice') && listPrice !== '')
    value.listPrice = /^null$/i.test(listPrice) ? null : decimalText(listPrice)
  if (only.includes('stock') && stock !== '') value.stock = parseStock(stock)
  if (only.includes('popularity') && row.text('popularity') !== '')
    value.popularity = parseCount(row.text('popularity'))
  return value
}

/** null for untracked stock. Text that is not a whole number stays as it is and becomes a problem. */
function parseStock(text: string): unknown {
  return /^(?:null|untracked)$/i.test(text) ? null : parseCount(text)
}

function parseCount(text: string): unknown {
  const count = stockCount(text)
  return count?.exact ? count.stock : text
}
