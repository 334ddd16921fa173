import { ColumnLayout, type Columns, mapHeaders } from '../rows/columns.ts'
import order from './woocommerce-order.json' with { type: 'json' }

/**
 * The columns by their order, for an export whose headers are in a language that is not known. undefined unless the
 * file has all columns, and the cells of `rows`, its first rows, fit each of them. Columns of extensions, such as the
 * brands, have no place in the order: `translated` has their headers.
 */
export function columnsByOrder<Key extends string>(
  english: Columns<Key>,
  translated: Columns<Key>,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Columns<Key> | undefined {
  const records = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const orders = ORDERS.filter((order) => isInOrder(order, headers, records))
  if (records.length === 0 || orders.length !== 1) return undefined
  const [order] = orders
  const attribute = attributeHeaders(headers.slice(order!.length), records, order!.length)
  if (attribute === undefined) return undefined
  const result = mapHeaders(translated, (own, key) => {
    const index = order!.findIndex(({ name }) => name === key)
    const header = index === -1 ? attribute.get(key) : headers[index]
    return header === undefined ? own : [header]
  })
  return isUnambiguous(result, headers, order!) && agreesWithNames(english, result, headers) ? result : undefined
}

/** A column of an export, and what its cells look like in every language. */
interface ExportColumn {
  /** The name of the column in `woocommerce-columns.ts`, if it is read. */
  readonly name: string
  readonly cells: RegExp
}

/** The order of the newest version. The columns of extensions, attributes, downloads and custom fields follow. */
const NEWEST_ORDER: readonly ExportColumn[] = Object.entries(order.columns).map(([name, pattern]) => ({
  name,
  cells: new RegExp(pattern),
}))

/** In every language the header of this column has acronyms. */
const GTIN_HEADER = /GTIN|UPC|ISBN/

/** The order of the newest version, of those before 9.1 without a GTIN, and of those before 3.5. */
const ORDERS = [[], ['gtin'], ['gtin', 'low stock amount']].map((newer) =>
  NEWEST_ORDER.filter(({ name }) => !newer.includes(name)),
)

function isInOrder(
  order: readonly ExportColumn[],
  headers: readonly string[],
  records: readonly (readonly string[])[],
): boolean {
  return (
    headers.length >= order.length &&
    headers.findIndex((header) => GTIN_HEADER.test(header)) === order.findIndex(({ name }) => name === 'gtin') &&
    records.every((record) => order.every(({ cells }, index) => cells.test(record[index]?.trim() ?? '')))
  )
}

/**
 * The headers of an attribute's name and of its values, with N for the number. Each attribute has these columns next to
 * each other: name, values, visible, global, and often the default. Empty if the file has no attributes; undefined if
 * other columns with the number 1 make it unclear where they begin.
 */
function attributeHeaders(
  headers: readonly string[],
  records: readonly (readonly string[])[],
  offset: number,
): ReadonlyMap<string, string> | undefined {
  const first = headers.findIndex((_, index) => headers.slice(index, index + 4).filter(isNumberedOne).length === 4)
  if (first === -1) return new Map()
  const next = headers.findIndex((header, index) => index > first && !isNumberedOne(header))
  const end = next === -1 ? headers.length : next
  // The two or three columns of the first download may be next to those of the first attribute.
  const starts = [first, first + 2, first + 3].filter(
    (start) => end - start >= 4 && records.every((record) => isAttribute(record, offset + start)),
  )
  const [start] = starts
  if (start === undefined || starts.length > 1) return undefined
  const [name, values] = [headers[start]!, headers[start + 1]!].map((header) => header.replace('1', 'N'))
  return new Map([
    ['attributeName', name!],
    ['attributeValues', values!],
  ])
}

/** Whether 1 is the only number of a header. The name of a custom field, which may have numbers, follows a colon. */
function isNumberedOne(header: string): boolean {
  return header.match(/\d+/g)?.join() === '1' && !/[:：]/.test(header)
}

function isAttribute(record: readonly string[], start: number): boolean {
  const [name, values, visible, global] = [0, 1, 2, 3].map((index) => record[start + index]?.trim() ?? '')
  return name === '' ? values + visible! + global! === '' : /^[01]?$/.test(visible!) && /^[01]$/.test(global!)
}

/** Whether each header is that of one column. */
function isUnambiguous(columns: Columns<string>, headers: readonly string[], order: readonly ExportColumn[]): boolean {
  const layout = new ColumnLayout(columns, headers)
  const names = order.map(({ name }) => name).filter((name) => name in columns)
  return (
    names.every((name) => layout.cellIndexes(name).length === 1) &&
    layout.numbers('attributeName').join() === layout.numbers('attributeValues').join()
  )
}

/** Whether no English header of one column stands in the place of another one. */
function agreesWithNames(english: Columns<string>, ordered: Columns<string>, headers: readonly string[]): boolean {
  const [named, placed] = [new ColumnLayout(english, headers), new ColumnLayout(ordered, headers)]
  return [...named.keys].every(
    (key) => named.numbers(key).length > 0 || !placed.keys.has(key) || named.letters(key) === placed.letters(key),
  )
}
