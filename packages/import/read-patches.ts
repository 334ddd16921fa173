import { canBePaid } from '@vitrine/catalog/currency'
import {
  PATCHED_FIELDS,
  type Patch,
  type PatchedField,
  type Place,
  type RefusedProduct,
  type Warning,
} from '@vitrine/catalog/submission'
import { Diagnostics, type InFile } from './diagnostics.ts'
import { formatValue, type ObjectReader, readObject } from './fields.ts'
import { CatalogFileError } from './file-error.ts'
import { textRefusal } from './file-signature.ts'
import { ROOT } from './json-path.ts'
import { unpayable } from './native/currency.ts'
import { readPrice, ZERO_PRICE, ZERO_PRICE_WARNING } from './native/price.ts'
import type { ReadOptions } from './read-options.ts'
import { column } from './rows/columns.ts'
import { decimalText, stockCount, unescaped } from './rows/parse-cells.ts'
import { type BadRow, readTable, readTableRows } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import { readRecords } from './splitting/read-records.ts'
import type { Fault } from './splitting/record.ts'
import { NO_SHEETS, readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { type UnpackedFile, unpack } from './unpack.ts'
import { utf8Text } from './utf8-text.ts'

/**
 * The rows of a file of prices and stocks, a table or JSON, compressed or not: each a patch, or refused with all its
 * problems. Throws `CatalogFileError` when the file cannot be read further.
 */
export async function* readPatches(
  source: AsyncIterable<Uint8Array>,
  options: PatchReadOptions,
): AsyncGenerator<Patch | RefusedProduct> {
  const unpacked = await unpack(source)
  const patches = new PatchReader(options.only, options.onWarning, options.currency)
  let rows = 0
  for await (const record of recordsOf(unpacked, options)) {
    rows++
    if ('fault' in record) yield refuse(record, record.fault)
    else if (record.value === undefined) options.onLeftOut({ ...placeOf(record), reason: 'blank' })
    else {
      const patch = patches.read(record.value, placeOf(record), record.inFile)
      if ('sku' in patch && patch.price === ZERO_PRICE) options.onWarning(zeroPrice(patch, record.inFile))
      const isNoObject = 'problems' in patch && patch.problems[0].path === ''
      yield isNoObject ? refuse(record, patch.problems[0]) : patch
    }
  }
  options.onRows?.(rows)
}

export type PatchReadOptions = Omit<ReadOptions, 'store' | 'now'> & {
  /** The fields to change. Other fields of the file are ignored. */
  readonly only: readonly PatchedField[]
  /** The currency of the store, if it has one. */
  readonly currency?: string | undefined
  /** The sheet of a workbook; if undefined, the first visible one with rows. */
  readonly sheet?: string | undefined
}

const EXPECTED = 'Expected a table with a header line, or JSON, with a sku and a price or a stock in each row.'

function recordsOf(file: UnpackedFile, options: PatchReadOptions): AsyncIterable<BadRow | PatchRow> {
  const mapping = { columns: COLUMNS, required: ['sku', ...options.only] as Column[] }
  if (file.workbook) return patchRows(readTableRows(readSpreadsheet(file.workbook, options), mapping, options), options)
  const { head, bytes } = file
  if (head.length === 0) throw new CatalogFileError(`The file is empty. ${EXPECTED}`)
  if (options.sheet !== undefined) throw new CatalogFileError(NO_SHEETS)
  const refusal = textRefusal(head)
  if (refusal) throw new CatalogFileError(`${refusal} ${EXPECTED}`)
  const isJson = /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head.toString('latin1'))
  return isJson ? readRecords(bytes) : patchRows(readTable(utf8Text(bytes, options), mapping, options), options)
}

function refuse(record: Place, { wrong, right }: Fault): RefusedProduct {
  const place = placeOf(record)
  return { ...place, problems: [{ ...place, path: 'the row', wrong, right }] }
}

function zeroPrice(patch: Patch, inFile: InFile = (finding) => finding): Warning {
  return inFile({ ...placeOf(patch), product: patch.sku, path: 'price', message: ZERO_PRICE_WARNING })
}

function placeOf({ line, row }: Place): Place {
  return row === undefined ? { line } : { line, row }
}

/** Checks patches that are plain objects. Warns about a sku in several of them: the last value of each field counts. */
export class PatchReader {
  readonly #only: readonly PatchedField[]
  readonly #diagnostics: Diagnostics
  readonly #currency: string | undefined
  readonly #where: (place: Place) => string
  /** The last place of each sku. */
  readonly #places = new Map<string, Place>()

  constructor(
    only: readonly PatchedField[],
    onWarning: (warning: Warning) => void,
    currency: string | undefined,
    where = ({ line, row }: Place) => (row === undefined ? `on line ${line}` : `in row ${row}`),
  ) {
    this.#only = only
    this.#diagnostics = new Diagnostics(onWarning)
    this.#currency = currency
    this.#where = where
  }

  /** The line of `place` is that of the patch, or its number in a program. */
  read(value: unknown, place: Place, inFile?: InFile): Patch | RefusedProduct {
    this.#diagnostics.begin(place, skuOf(value), inFile)
    const right = 'an object with a sku, and a price, a list price or a stock'
    const fields = readObject(value, ROOT, this.#diagnostics, FIELDS, right)
    const patch = fields && { ...place, sku: fields.requiredLine('sku', RIGHT_SKU), ...this.#values(fields) }
    const problems = this.#diagnostics.problems()
    if (problems) return { ...place, problems }
    this.#checkPrice(patch!)
    this.#noteSku(patch!)
    return patch!
  }

  /** A field that is left out stays unchanged. A list price and a stock may be null; a price may not. */
  #values(fields: ObjectReader): Pick<Patch, PatchedField> {
    const values: { price?: string; listPrice?: string | null; stock?: number | null } = {}
    if (this.#only.includes('price') && fields.includes('price')) values.price = readPrice(fields)
    if (this.#only.includes('listPrice') && fields.includes('listPrice'))
      values.listPrice = fields.has('listPrice') ? readPrice(fields, 'listPrice') : null
    if (this.#only.includes('stock') && fields.includes('stock')) values.stock = fields.stock()
    return values
  }

  #checkPrice({ price }: Patch): void {
    if (price === undefined || this.#currency === undefined || canBePaid(price, this.#currency)) return
    this.#diagnostics.warnOfProduct('price', unpayable(price, this.#currency))
  }

  #noteSku(patch: Patch): void {
    const { sku } = patch
    const earlier = this.#places.get(sku)
    this.#places.set(sku, placeOf(patch))
    if (earlier === undefined) return
    const message = `is ${formatValue(sku)}, as ${this.#where(earlier)}: where both give a value, this one counts`
    this.#diagnostics.warnOfProduct('sku', message)
  }
}

function skuOf(value: unknown): string {
  const { sku } = Object(value) as { readonly sku?: unknown }
  return typeof sku === 'string' ? sku : ''
}

const FIELDS = new Set(['sku', ...PATCHED_FIELDS])
const RIGHT_SKU = 'the stock keeping unit code of a variant'

type Column = 'sku' | PatchedField

const COLUMNS = {
  sku: column('sku', 'the variants that are changed'),
  price: column('price', 'the price'),
  listPrice: column('listPrice | list price', 'the list price'),
  stock: column('stock', 'the stock'),
}

/** A patch before it is checked. */
interface PatchRow extends Place {
  readonly value: unknown
  readonly inFile?: InFile
}

/** The rows of a table as JSON; undefined for a blank row. */
async function* patchRows(
  rows: AsyncIterable<Row<Column> | BadRow>,
  { only }: PatchReadOptions,
): AsyncGenerator<BadRow | PatchRow> {
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
  const value: Record<string, unknown> = { sku: unescaped(row.text('sku')) }
  const [price, listPrice, stock] = [row.text('price'), row.text('listPrice'), row.text('stock')]
  if (only.includes('price') && price !== '') value.price = decimalText(price)
  if (only.includes('listPrice') && listPrice !== '')
    value.listPrice = /^null$/i.test(listPrice) ? null : decimalText(listPrice)
  if (only.includes('stock') && stock !== '') value.stock = parseStock(stock)
  return value
}

/** null for untracked stock. Text that is not a whole number stays as it is and becomes a problem. */
function parseStock(text: string): unknown {
  if (/^(?:null|untracked)$/i.test(text)) return null
  const count = stockCount(text)
  return count?.exact ? count.stock : text
}
