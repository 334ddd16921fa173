import type { Patch, PatchedField, RefusedProduct, Warning } from '../catalog/submission.ts'
import { decompress } from './decompress.ts'
import { Diagnostics } from './diagnostics.ts'
import { formatValue, type ObjectReader, readObject } from './fields.ts'
import { CatalogFileError } from './file-error.ts'
import { textRefusal } from './file-signature.ts'
import { ROOT } from './json-path.ts'
import { readPrice } from './native/price.ts'
import { peek } from './peek.ts'
import type { ReadOptions } from './read-options.ts'
import { decimalText, stockCount, unescaped } from './rows/parse-cells.ts'
import { readTable } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import type { SkippedRow } from './skip-reasons.ts'
import { readRecords } from './splitting/read-records.ts'
import type { Fault } from './splitting/record.ts'
import { utf8Text } from './utf8-text.ts'

export type PatchReadOptions = Omit<ReadOptions, 'store' | 'now'> & {
  /** The fields to change. Other fields of the file are ignored. */
  readonly only: readonly PatchedField[]
}

const EXPECTED = 'Expected a table with a header line, or JSON, with a sku and a price or a stock in each row.'

/**
 * The rows of a file of prices and stocks, a table or JSON, gzipped or not: each a patch, or refused with all its
 * problems. Throws `CatalogFileError` when the file cannot be read further.
 */
export async function* readPatches(
  source: AsyncIterable<Uint8Array>,
  options: PatchReadOptions,
): AsyncGenerator<Patch | RefusedProduct> {
  const { head, bytes } = await peek(decompress(source))
  if (head.length === 0) throw new CatalogFileError(`The file is empty. ${EXPECTED}`)
  const refusal = textRefusal(head)
  if (refusal) throw new CatalogFileError(`${refusal} ${EXPECTED}`)
  const isJson = /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head.toString('latin1'))
  const repetitions = new Repetitions(options.onWarning)
  let rows = 0
  const onLeftOut = (row: SkippedRow) => {
    rows++
    options.onLeftOut(row)
  }
  const read = isJson ? readJsonPatches : readTablePatches
  for await (const patch of read(bytes, { ...options, onLeftOut })) {
    rows++
    if ('sku' in patch) repetitions.note(patch)
    yield patch
  }
  options.onRows?.(rows)
}

/** Checks a patch that is a plain object. `number` is its line, or its number in a program. */
export function patchOf(
  value: unknown,
  number: number,
  only: readonly PatchedField[],
  diagnostics: Diagnostics,
): Patch | RefusedProduct {
  diagnostics.begin(number)
  const fields = readObject(value, ROOT, diagnostics, FIELDS, 'an object with a sku, and a price or a stock')
  const patch = fields && { line: number, sku: fields.requiredText('sku', RIGHT_SKU), ...readValues(fields, only) }
  const problems = diagnostics.problems()
  return problems ? { line: number, problems } : patch!
}

const FIELDS = new Set(['sku', 'price', 'stock'])
const RIGHT_SKU = 'the stock keeping unit code of a variant'

/** A field that is left out stays unchanged. A stock may be null; a price may not. */
function readValues(fields: ObjectReader, only: readonly PatchedField[]): Pick<Patch, PatchedField> {
  const values: { price?: string; stock?: number | null } = {}
  if (only.includes('price') && fields.includes('price')) values.price = readPrice(fields)
  if (only.includes('stock') && fields.includes('stock')) values.stock = fields.stock()
  return values
}

/** Warns about a sku in several rows: the last value of each field counts. */
export class Repetitions {
  readonly #lines = new Map<string, number>()
  readonly #onWarning: (warning: Warning) => void
  readonly #where: (line: number) => string

  constructor(onWarning: (warning: Warning) => void, where: (line: number) => string = (line) => `on line ${line}`) {
    this.#onWarning = onWarning
    this.#where = where
  }

  note({ line, sku }: Patch): void {
    const earlier = this.#lines.get(sku)
    this.#lines.set(sku, line)
    if (earlier === undefined) return
    const message = `is ${formatValue(sku)}, as ${this.#where(earlier)}: where both give a value, this one counts`
    this.#onWarning({ line, path: 'sku', message })
  }
}

async function* readJsonPatches(
  bytes: AsyncIterable<Uint8Array>,
  { only, onWarning }: PatchReadOptions,
): AsyncGenerator<Patch | RefusedProduct> {
  const diagnostics = new Diagnostics(onWarning)
  for await (const record of readRecords(bytes)) {
    const { line } = record
    if ('fault' in record) yield refuse(line, record.fault)
    else yield withRowPath(patchOf(record.value, line, only, diagnostics))
  }
}

/** Says "the row" where a problem of a product has no path. */
function withRowPath(patch: Patch | RefusedProduct): Patch | RefusedProduct {
  return 'problems' in patch && patch.problems[0].path === '' ? refuse(patch.line, patch.problems[0]) : patch
}

function refuse(line: number, { wrong, right }: Fault): RefusedProduct {
  return { line, problems: [{ line, path: 'the row', wrong, right }] }
}

type Column = 'sku' | PatchedField

const COLUMNS = {
  sku: { headers: ['sku'], becomes: 'the variants that are changed' },
  price: { headers: ['price'], becomes: 'the price' },
  stock: { headers: ['stock'], becomes: 'the stock' },
}

async function* readTablePatches(
  bytes: AsyncIterable<Uint8Array>,
  options: PatchReadOptions,
): AsyncGenerator<Patch | RefusedProduct> {
  const { only, onWarning, onLeftOut } = options
  const mapping = { columns: COLUMNS, required: ['sku', ...only] as Column[] }
  const diagnostics = new Diagnostics(onWarning)
  for await (const row of readTable(utf8Text(bytes, options), mapping, options)) {
    if ('fault' in row) yield refuse(row.line, row.fault)
    else if (row.isBlank) onLeftOut({ line: row.line, reason: 'blank', what: '' })
    else yield patchOf(rowToJson(row, only), row.line, only, diagnostics)
  }
}

/** A blank cell is a field that is left out. */
function rowToJson(row: Row<Column>, only: readonly PatchedField[]): Record<string, unknown> {
  const value: Record<string, unknown> = { sku: unescaped(row.text('sku')) }
  const [price, stock] = [row.text('price'), row.text('stock')]
  if (only.includes('price') && price !== '') value.price = decimalText(price)
  if (only.includes('stock') && stock !== '') value.stock = parseStock(stock)
  return value
}

/** null for untracked stock. Text that is not a whole number stays as it is and becomes a problem. */
function parseStock(text: string): unknown {
  if (/^(?:null|untracked)$/i.test(text)) return null
  const count = stockCount(text)
  return count?.exact ? count.stock : text
}
