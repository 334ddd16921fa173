import type { FormatSample } from '../format.ts'
import { ColumnLayout, type Columns, mapHeaders } from '../rows/columns.ts'
import { columnsByOrder } from './woocommerce-order.ts'
import translations from './woocommerce-translations.json' with { type: 'json' }

/**
 * The columns with the headers of the file. WooCommerce translates the headers of an export into the language of the
 * site, and a header without a translation stays English. The columns are found by their headers, or by their order if
 * that finds more of them. `rows` are the first rows of the file.
 */
export function columnsOfExport<Key extends string>(
  columns: Columns<Key>,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Columns<Key> {
  const translated = withColumnsByValue(translatedColumns(columns, headers), headers, rows)
  const ordered = columnsByOrder(columns, translated, headers, rows)
  return ordered && countOf(ordered, headers) > countOf(translated, headers) ? ordered : translated
}

/** Returns the same columns for an English file. */
function translatedColumns<Key extends string>(columns: Columns<Key>, headers: readonly string[]): Columns<Key> {
  let best = { columns, count: countOf(columns, headers) }
  for (const translation of TRANSLATIONS) {
    const translated = withTranslation(columns, translation)
    const count = countOf(translated, headers)
    if (count > best.count) best = { columns: translated, count }
  }
  return best.columns
}

/** In one language, the headers by the English one. */
type Translation = ReadonlyMap<string, readonly string[]>

const TRANSLATIONS: readonly Translation[] = Object.values(translations.languages).map(
  (headers) => new Map(Object.entries(headers).map(([english, translated]) => [english, translated.split(' | ')])),
)

function countOf(columns: Columns<string>, headers: readonly string[]): number {
  return new ColumnLayout(columns, headers).keys.size
}

function withTranslation<Key extends string>(columns: Columns<Key>, translation: Translation): Columns<Key> {
  return mapHeaders(columns, (own) => [...own, ...own.flatMap((header) => translation.get(header) ?? [])])
}

/**
 * Adds the columns whose headers are not known, but whose values show them in every language: the tax status, and the
 * ID, which is the first column, before the type.
 */
function withColumnsByValue<Key extends string>(
  columns: Columns<Key>,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Columns<Key> {
  const layout = new ColumnLayout<string>(columns, headers)
  const unknown = layout.unusedColumns.map(({ header, index }) => ({
    header,
    index,
    cells: rows.map((row) => row[index]?.trim() ?? ''),
  }))
  const id = unknown.find(({ index, cells }) => index === 0 && cells.length > 0 && cells.every(isInteger))
  const taxStatus = unknown.find(({ cells }) => cells.includes('taxable') && cells.every(isTaxStatus))
  const found = new Map<string, string | undefined>([
    ['id', layout.letters('type') === 'B' ? id?.header : undefined],
    ['taxStatus', taxStatus?.header],
  ])
  return mapHeaders(columns, (own, key) => {
    const header = layout.keys.has(key) ? undefined : found.get(key)
    return header === undefined ? own : [header]
  })
}

function isInteger(cell: string): boolean {
  return /^\d+$/.test(cell)
}

function isTaxStatus(cell: string): boolean {
  return /^(?:taxable|shipping|none)$/.test(cell)
}

/** Whether the headers are English: in no other language are both names the same. */
export function hasEnglishNames(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()))
  return names.has('type') && names.has('name')
}

/** Whether a row has a type of WooCommerce in one of its first cells. Types are not translated. */
export function hasType(row: readonly string[]): boolean {
  return row.slice(0, 4).some((cell) => TYPE.test(cell.trim()))
}

const TYPE = /^(?:simple|variable|variation|grouped|external)(?:,\s*(?:virtual|downloadable))*$/

/** Refuses an export in an unknown language. The types show that it is one. */
export function foreignExport({ table }: FormatSample): string | undefined {
  if (!table || table.header.length < 8) return undefined
  const { header, rows } = table
  // Other systems have the same types under English headers.
  const hasDescription = header.some((name) => name.trim().toLowerCase() === 'description')
  if (hasDescription || hasEnglishNames(header) || rows.length === 0 || !rows.every(hasType)) return undefined
  return (
    'The file looks like a WooCommerce export in a language that is not known: ' +
    `“${header.slice(0, 4).join(', ')}, …”. Export it again with all columns, or with the site language set ` +
    'to English, or name its columns in a file for --columns.'
  )
}
