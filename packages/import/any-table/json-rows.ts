import { isObject } from '../fields.ts'
import { CatalogFileError } from '../file-error.ts'
import type { CsvRow } from '../rows/read-csv.ts'
import { readListRecords, readRecords } from '../splitting/read-records.ts'
import type { CatalogRecord } from '../splitting/record.ts'

/**
 * The rows of JSON objects, a header of their fields first: `price.amount` is the field of an object in an object.
 * `list` is the index of their list, if they are in one. Throws `CatalogFileError` for a record that is not an object.
 */
export async function* readJsonRows(
  bytes: AsyncIterable<Uint8Array>,
  list: number | undefined,
  onUnused: (headers: readonly string[]) => void,
): AsyncGenerator<CsvRow> {
  let first: FlatRow[] | undefined = []
  const header = new Set<string>()
  const others = new Set<string>()
  let count = 0
  const toRow = ({ line, fields }: FlatRow): CsvRow => {
    for (const [name, text] of fields) if (text !== '' && !header.has(name)) others.add(name)
    return { line, cells: cellsOf(fields, [...header]) }
  }
  function* begin(rows: readonly FlatRow[]): Generator<CsvRow> {
    for (const { fields } of rows) for (const name of fields.keys()) header.add(name)
    yield { line: 1, cells: [...header] }
    for (const row of rows) yield toRow(row)
  }
  for await (const record of list === undefined ? readRecords(bytes) : readListRecords(bytes, list)) {
    const rows = rowsOf(record)
    if (!first) yield* rows.map(toRow)
    else {
      first.push(...rows)
      if (++count >= MAX_HEADER_RECORDS) {
        yield* begin(first)
        first = undefined
      }
    }
  }
  if (first) yield* begin(first)
  if (others.size > 0) onUnused([...others])
}

/** The fields under which systems put the list of their products. */
const LISTS = new Set('products items data results records rows list catalog articles entries hits variants'.split(' '))

/** The fields that hold the variants of a product. Each variant becomes a row. */
const VARIANTS = ['variants', 'variations', 'skus', 'offers']

/** The column with the product of a row, if products have variants. */
const PRODUCT = 'parent product'

/** The records whose fields become columns. Fields of later records only are told as not used. */
const MAX_HEADER_RECORDS = 1000

/** The most bytes before the list of products. */
const MAX_BEFORE_LIST = 16 * 1024

/** Objects within objects whose fields are read. */
const MAX_DEPTH = 3

/**
 * The index of the list in JSON such as `{"products": [{…}]}` or `{"data": {"products": {"items": [{…}]}}}`; undefined
 * if the text is no object with a list of objects. `head` is the beginning of the text, one character a byte.
 */
export function listIndex(head: string): number | undefined {
  if (!/^\s*\{/.test(head)) return undefined
  let depth = 0
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:\s*\[(?=\s*\{))?|[{}[\]]/g
  for (const { 0: token, 1: key, 2: list, index } of head.slice(0, MAX_BEFORE_LIST).matchAll(tokens)) {
    const isNear = depth <= 2 || (depth === 3 && key === 'items')
    if (key !== undefined && list && isNear && LISTS.has(key.toLowerCase())) return index + token.length - 1
    // A product has a name before it has a list.
    if (key !== undefined && depth === 1 && /^(?:name|title|sku|price)$/i.test(key)) return undefined
    if (token === '{' || token === '[' || (list && depth >= 1)) depth++
    else if (token === '}' || token === ']') depth--
  }
  return undefined
}

/** The objects as a table: a header of their fields, and a row for each object or variant. */
export function jsonTable(values: readonly unknown[]): readonly (readonly string[])[] {
  const rows = values.flatMap((value) => (isObject(value) ? flatRows(value, 1) : []))
  const header = [...new Set(rows.flatMap(({ fields }) => [...fields.keys()]))]
  return [header, ...rows.map(({ fields }) => cellsOf(fields, header))]
}

/** The cells of a row. A product without variants is its only variant, so that its price is also `variants.price`. */
function cellsOf(fields: ReadonlyMap<string, string>, header: readonly string[]): string[] {
  const ownName = (name: string) => (fields.has(PRODUCT) ? undefined : OF_VARIANT.exec(name)?.[1])
  return header.map((name) => fields.get(name) ?? fields.get(ownName(name) ?? '') ?? '')
}

/** The fields of variants, except those that tell one from another. */
const OF_VARIANT = new RegExp(`^(?:${VARIANTS.join('|')})\\.(?!(?:id|title|name)$)(.+)$`)

/** Whether the records are neither products of the native format nor a page of the API. */
export function isOtherJson(values: readonly unknown[]): boolean {
  const has = (value: object, ...names: readonly string[]) => names.every((name) => Object.hasOwn(value, name))
  const isNative = (value: object) =>
    has(value, 'name', 'variants') || has(value, 'labelValues') || has(value, 'productOptions')
  return values.length > 0 && values.every((value) => isObject(value) && !isNative(value))
}

/** A row by its fields. */
interface FlatRow {
  readonly line: number
  readonly fields: ReadonlyMap<string, string>
}

function rowsOf(record: CatalogRecord): FlatRow[] {
  const { line } = record
  if ('fault' in record)
    throw new CatalogFileError(`The record ${record.fault.wrong}; expected ${record.fault.right}.`, line)
  const { value } = record
  if (!isObject(value))
    throw new CatalogFileError('The record is not an object; expected the fields of a product.', line)
  return flatRows(value, line)
}

function flatRows(value: Readonly<Record<string, unknown>>, line: number): FlatRow[] {
  const key = VARIANTS.find((name) => isListOfObjects(value[name]))
  if (key === undefined) return [{ line, fields: new Map(flattened(value)) }]
  const { [key]: variants, ...product } = value
  const shared = new Map([[PRODUCT, identityOf(product)], ...flattened(product)])
  return (variants as readonly unknown[]).map((variant) => ({
    line,
    fields: new Map([...shared, ...flattened(variant as object, `${key}.`)]),
  }))
}

/** What tells a product with variants from the others. */
function identityOf(product: Readonly<Record<string, unknown>>): string {
  const value = ['id', '_id', 'sku', 'handle', 'slug', 'name', 'title']
    .map((name) => product[name])
    .find((part) => part != null)
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')
}

function flattened(object: object, prefix = '', depth = 1): [string, string][] {
  return Object.entries(object).flatMap(([key, value]): [string, string][] => {
    if (isObject(value)) return depth < MAX_DEPTH ? flattened(value, `${prefix}${key}.`, depth + 1) : []
    if (!isListOfObjects(value)) return [[prefix + key, textOfValue(value)]]
    const lists = new Map<string, string>()
    for (const item of value)
      for (const [name, text] of flattened(item, `${prefix}${key}.`, depth + 1))
        if (text !== '') lists.set(name, lists.has(name) ? `${lists.get(name)}\n${text}` : text)
    return [...lists]
  })
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

/** The items of a list stand on lines of their own. */
function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value)
    ? value
        .map(textOfValue)
        .filter((text) => text !== '')
        .join('\n')
    : String(value)
}
