import type { Patch, PatchedField, RefusedProduct, Warning } from '../catalog/submission.ts'
import { decompress, jsonBytes, prepend } from './decompress.ts'
import { Diagnostics } from './diagnostics.ts'
import { type ObjectReader, readObject, shown } from './fields.ts'
import { CatalogFileError } from './file-error.ts'
import { ROOT } from './json-path.ts'
import { readPrice } from './native/price.ts'
import type { ReadOptions } from './read-options.ts'
import { decimalText, stockCount, unescaped } from './rows/parse-cells.ts'
import { readTable } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import { notText } from './splitting/file-signature.ts'
import { peekable } from './splitting/peek.ts'
import { readRecords } from './splitting/read-records.ts'
import { utf8Text } from './utf8-text.ts'

export type PatchReadOptions = Omit<ReadOptions, 'store' | 'now'> & {
  /** What the file is to change; what else it says of a variant is left out. */
  readonly only: readonly PatchedField[]
}

type Read = Patch | RefusedProduct

/**
 * The rows of a file of prices and stocks, a table or JSON, gzipped or not: each a patch, or refused with all that is
 * wrong with it. Throws `CatalogFileError` when the file as a whole cannot be read.
 */
export async function* readPatches(bytes: AsyncIterable<Uint8Array>, reading: PatchReadOptions): AsyncGenerator<Read> {
  const chunks = peekable(decompress(bytes), HEAD)
  const first = await chunks.next()
  if (first.done) throw new CatalogFileError(EMPTY)
  const unreadable = notText(first.value)
  if (unreadable) throw new CatalogFileError(`${unreadable} ${EXPECTED}`)
  const isTable = !/^(?:\xef\xbb\xbf)?\s*[[{]/.test(Buffer.from(first.value).toString('latin1'))
  const all = prepend(first.value, chunks)
  let rows = 0
  const repetitions = new Repetitions(reading.onWarning)
  for await (const read of isTable ? rowPatches(all, reading) : recordPatches(all, reading)) {
    rows++
    if (read === 'blank') continue
    if ('sku' in read) repetitions.note(read)
    yield read
  }
  reading.onRows?.(rows)
}

/** A patch as a program gives it, checked as one of a file is. `number` stands for its line. */
export function patchOf(value: unknown, number: number, only: readonly PatchedField[], findings: Diagnostics): Read {
  findings.begin(number)
  const fields = readObject(value, ROOT, findings, KNOWN, 'an object with a sku, and a price or a stock')
  const patch = fields && { line: number, sku: readSku(fields), ...readValues(fields, only) }
  const problems = findings.problems()
  return problems ? { line: number, problems } : patch!
}

/** Tells of skus that come again: what is said last counts. */
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
    const message = `is ${shown(sku)}, as ${this.#where(earlier)}: of what both say, this counts`
    this.#onWarning({ line, path: 'sku', message })
  }
}

/** The header line of a table, and some rows. */
const HEAD = 4096

const EXPECTED = 'Expected a table with a header line, or JSON, with a sku and a price or a stock in each row.'
const EMPTY = `The file is empty. ${EXPECTED}`
const RIGHT_SKU = 'the stock keeping unit code of a variant'
const RIGHT_STOCK = 'a whole number of 0 or more, or null if the stock is not tracked'

const KNOWN = new Set(['sku', 'price', 'stock'])

async function* recordPatches(bytes: AsyncIterable<Uint8Array>, reading: PatchReadOptions): AsyncGenerator<Read> {
  const findings = new Diagnostics(reading.onWarning)
  for await (const record of readRecords(jsonBytes(bytes))) {
    const { line } = record
    if ('fault' in record) yield refused(line, record.fault.wrong, record.fault.right)
    else {
      const value = parsed(record.text)
      if (value === undefined) yield refused(line, 'is not JSON', 'a JSON object on one line, or one array of all')
      else yield inRow(patchOf(value, line, reading.only, findings))
    }
  }
}

/** A problem of the whole is one of a row, where others are of products. */
function inRow(read: Read): Read {
  if (!('problems' in read) || read.problems[0].path !== '') return read
  const [{ line, wrong, right }] = read.problems
  return refused(line, wrong, right)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refused(line: number, wrong: string, right: string): RefusedProduct {
  return { line, problems: [{ line, path: 'the row', wrong, right }] }
}

function readSku(fields: ObjectReader): string {
  return fields.requiredText('sku', RIGHT_SKU)
}

/** What is left out stays as it is; of these two, only a stock can be null. */
function readValues(fields: ObjectReader, only: readonly PatchedField[]): Pick<Patch, PatchedField> {
  const values: { price?: string; stock?: number | null } = {}
  if (only.includes('price') && fields.gives('price')) values.price = readPrice(fields)
  if (only.includes('stock') && fields.gives('stock')) values.stock = fields.whole('stock', RIGHT_STOCK) ?? null
  return values
}

type Column = 'sku' | PatchedField

const COLUMNS = {
  sku: { headers: ['sku'], becomes: 'the variants that are changed' },
  price: { headers: ['price'], becomes: 'the price' },
  stock: { headers: ['stock'], becomes: 'the stock' },
}

async function* rowPatches(
  bytes: AsyncIterable<Uint8Array>,
  reading: PatchReadOptions,
): AsyncGenerator<Read | 'blank'> {
  const { only, onWarning, onLeftOut } = reading
  const meaning = { columns: COLUMNS, required: ['sku', ...only] as Column[], unused: NOTHING }
  const findings = new Diagnostics(onWarning)
  for await (const row of readTable(utf8Text(bytes, reading), meaning, reading)) {
    if ('fault' in row) yield refused(row.line, row.fault.wrong, row.fault.right)
    else if (row.isBlank) {
      onLeftOut({ line: row.line, reason: 'blank', what: '' })
      yield 'blank'
    } else yield patchOf(jsonOf(row, only), row.line, only, findings)
  }
}

const NOTHING = /^$/

/** The row as JSON would have it; a blank cell says nothing. */
function jsonOf(row: Row<Column>, only: readonly PatchedField[]): Record<string, unknown> {
  const value: Record<string, unknown> = { sku: unescaped(row.text('sku')) }
  const [price, stock] = [row.text('price'), row.text('stock')]
  if (only.includes('price') && price !== '') value.price = decimalText(price)
  if (only.includes('stock') && stock !== '') value.stock = stockOf(stock)
  return value
}

/** null where it says so; what is no number stays as it is, to be told as a problem. */
function stockOf(text: string): unknown {
  if (/^(?:null|untracked)$/i.test(text)) return null
  const count = stockCount(text)
  return count?.exact ? count.stock : text
}
