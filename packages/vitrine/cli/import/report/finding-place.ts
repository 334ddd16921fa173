import { quote, truncate } from '@vitrine/catalog/native/json-path'
import type { FindingPlace } from '@vitrine/catalog/submission'
import { formatNumber } from '../../terminal-text.ts'

/** What the line of a place counts, if the place has no row: lines, or products of a server. */
export type LineUnit = 'line' | 'product'

const PRODUCT_LIMIT = 60

/** The subject of a finding: `row 12, column F "Price" (Wool hat)`, or `line 3: variants[0].price (Wool hat)`. */
export function findingSubject(place: FindingPlace & { readonly path: string }, unit: LineUnit): string {
  const { path, column, product = '' } = place
  const separator = column === undefined ? ':' : ','
  const where = `${unitOfPlace(place, unit)} ${numberOfPlace(place)}${inFile(place)}`
  return `${where}${separator} ${columnName(path, column)}${inParentheses(product)}`
}

/** `column F "Price"`, or the path of a field. */
export function columnName(path: string, column: string | undefined): string {
  return column === undefined ? path || 'the product' : `column ${column} ${quote(path.replace(/\s+/g, ' '))}`
}

/** The path for all items of its lists: `variants[].price`. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]')
}

/** The first places of several: `rows 3, 4 (Wool hat), 7 (Scarf), and 2 more`. */
export function placeList(count: number, places: readonly FindingPlace[], unit: LineUnit): string {
  const numbers = places.map((place, index) => {
    const { product = '', file } = place
    const next = places[index + 1]
    const fileName = next && next.file === file ? '' : inFile(place)
    return `${numberOfPlace(place)}${fileName}${next?.product === product ? '' : inParentheses(product)}`
  })
  const more = count > places.length ? `, and ${formatNumber(count - places.length)} more` : ''
  return `${unitOfPlace(places[0]!, unit)}${count === 1 ? '' : 's'} ${numbers.join(', ')}${more}`
}

/** What the number of a place counts. */
export function unitOfPlace({ row }: FindingPlace, unit: LineUnit): string {
  return row === undefined ? unit : 'row'
}

export function numberOfPlace({ line, row }: FindingPlace): number {
  return row ?? line
}

/** ` of NAME` if an import reads several files. */
export function inFile({ file }: FindingPlace): string {
  return file === undefined ? '' : ` of ${file}`
}

function inParentheses(product: string): string {
  if (product === '') return ''
  const short = product.length > PRODUCT_LIMIT ? `${truncate(product, PRODUCT_LIMIT - 1)}…` : product
  return ` (${short.replace(/\s+/g, ' ')})`
}
