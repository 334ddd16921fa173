import { canBePaid } from '@vitrine/catalog/currency'
import {
  PATCHED_FIELDS,
  type Patch,
  type PatchedField,
  type Place,
  type ProductPatch,
  type RefusedProduct,
  type VariantPatch,
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
 * The rows of a file of prices, stocks and popularities, a table or JSON, compressed or not: each a patch, or refused
 * with all its problems. Throws `CatalogFileError` when the file cannot be read further.
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
  const key: Column[] = isOnlyPopularity(options.only) ? [] : ['sku']
  const mapping = { columns: COLUMNS, required: [...key, ...options.only] }
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

/** Then a row may name a product in place of a variant. */
function isOnlyPopularity(only: readonly PatchedField[]): boolean {
  return only.every((field) => field === 'popularity')
}

function zeroPrice(patch: VariantPatch, inFile: InFile = (finding) => finding): Warning {
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
  /** The last place of each sku and slug. */
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
    this.#diagnostics.begin(place, keyOf(value), inFile)
    const right = 'an object with a sku, and a price, a list price, a stock or a popularity'
    const fields = readObject(value, ROOT, this.#diagnostics, FIELDS, right)
    const isOfProduct = fields && this.#only.includes('popularity') && fields.has('slug') && !fields.has('sku')
    const patch = fields && (isOfProduct ? this.#ofProduct(fields, place) : this.#ofVariants(fields, place))
    const problems = this.#diagnostics.problems()
    if (problems) return { ...place, problems }
    if ('sku' in patch!) this.#checkPrice(patch)
    this.#noteKey(patch!)
    return patch!
  }

  #ofVariants(fields: ObjectReader, place: Place): VariantPatch {
    const right = this.#only.includes('popularity') ? `${RIGHT_SKU}, or the slug of a product` : RIGHT_SKU
    return { ...place, sku: fields.requiredLine('sku', right), ...this.#values(fields) }
  }

  #ofProduct(fields: ObjectReader, place: Place): ProductPatch {
    for (const name of ['price', 'listPrice', 'stock'] as const)
      if (this.#only.includes(name) && fields.has(name))
        fields.problem(name, 'is given for a slug', 'the sku of the variants that it is of')
    const slug = fields.requiredLine('slug', 'the slug of a product')
    return { ...place, slug, ...(fields.includes('popularity') && { popularity: fields.count('popularity') ?? 0 }) }
  }

  /** A field that is left out stays unchanged. A list price and a stock may be null; a price may not. */
  #values(fields: ObjectReader): Pick<VariantPatch, PatchedField> {
    const values: { price?: string; listPrice?: string | null; stock?: number | null; popularity?: number } = {}
    if (this.#only.includes('price') && fields.includes('price')) values.price = readPrice(fields)
    if (this.#only.includes('listPrice') && fields.includes('listPrice'))
      values.listPrice = fields.has('listPrice') ? readPrice(fields, 'listPrice') : null
    if (this.#only.includes('stock') && fields.includes('stock')) values.stock = fields.stock()
    if (this.#only.includes('popularity') && fields.includes('popularity'))
      values.popularity = fields.count('popularity') ?? 0
    return values
  }

  #checkPrice({ price }: VariantPatch): void {
    if (price === undefined || this.#currency === undefined || canBePaid(price, this.#currency)) return
    this.#diagnostics.warnOfProduct('price', unpayable(price, this.#currency))
  }

  #noteKey(patch: Patch): void {
    const [name, key] = 'sku' in patch ? (['sku', patch.sku] as const) : (['slug', patch.slug] as const)
    const earlier = this.#places.get(`${name} ${key}`)
    this.#places.set(`${name} ${key}`, placeOf(patch))
    if (earlier === undefined) return
    const message = `is ${formatValue(key)}, as ${this.#where(earlier)}: where both give a value, this one counts`
    this.#diagnostics.warnOfProduct(name, message)
  }
}

/** The sku of a patch, or else its slug. */
function keyOf(value: unknown): string {
  const { sku, slug } = Object(value) as { readonly sku?: unknown; readonly slug?: unknown }
  const key = sku ?? slug
  return typeof key === 'string' ? key : ''
}

const FIELDS = new Set(['sku', 'slug', ...PATCHED_FIELDS])
const RIGHT_SKU = 'the stock keeping unit code of a variant'

type Column = 'sku' | 'slug' | PatchedField

const COLUMNS = {
  sku: column('sku', 'the variants that are changed'),
  slug: column('slug | handle', 'the product whose popularity is changed'),
  price: column('price', 'the price'),
  listPrice: column('listPrice | list price', 'the list price'),
  stock: column('stock', 'the stock'),
  popularity: column('popularity | total_sales | sales | units sold', 'the popularity'),
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
