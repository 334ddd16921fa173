import { fold } from '@vitrine/catalog/words'
import { isNoValue } from '../products/pictures.ts'
import type { CsvRow } from '../rows/read-csv.ts'
import { type Candidate, NAMED, share } from './candidate.ts'
import { isMoney, isMoneyWithCurrency, isNoPrice } from './cell-content.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { isInCents, roleOfHeader } from './header-words.ts'
import { phrasesIn } from './phrases.ts'
import { groupedRole, PRICES, type Role } from './roles.ts'

/**
 * Columns that are called as sizes are, and have prices, are the prices of these sizes, if no other column has a price
 * for the same rows. Whole numbers without a word for a price may be stocks.
 */
export function pricesOfSizes(candidates: readonly Candidate[]): void {
  const sizes = candidates.filter(isUnusedPrice).flatMap(sizeOf)
  const all = sizes.map(({ candidate }) => candidate)
  const values = all.flatMap(({ values }) => values)
  const sayPrice = sizes.every(({ candidate: { header }, size }) => headerPhrase(header) !== headerPhrase(size))
  const arePrices = sayPrice || values.some((text) => isMoneyWithCurrency(text) || DECIMALS.test(text))
  if (sizes.length < 2 || sizes.length > MAX_SIZES || !arePrices) return
  if (candidates.some((other) => OTHERS.has(other.role) && !(other.role === 'price' && areApart(other, all)))) return
  for (const { candidate, size } of sizes) {
    candidate.role = 'price of'
    candidate.group = size
  }
}

function isUnusedPrice({ role, rank, values }: Candidate): boolean {
  const isUnused = role === 'not used' && rank !== NAMED && values.length > 0
  return isUnused && share(values, (text) => isMoney(text) || isNoPrice(text)) >= 0.5
}

function sizeOf(candidate: Candidate): readonly { readonly candidate: Candidate; readonly size: string }[] {
  const size = sizeIn(candidate.header)
  return size === undefined ? [] : [{ candidate, size }]
}

/** Whether no row has both a price and the price of a size. */
function areApart(price: Candidate, sizes: readonly Candidate[]): boolean {
  return price.cells.every((cell, row) => cell === '' || sizes.every(({ cells }) => cells[row] === ''))
}

/** The most sizes of a product. Each makes a row of all cells. */
const MAX_SIZES = 50

const OTHERS: ReadonlySet<Role | undefined> = new Set([...PRICES, 'product', 'handle', 'option name'])
const DECIMALS = /\d[.,]\d\d?$/

/** Characters of a header with a size. */
const MAX_SIZE = 200

/** The size in a header such as `Small`, `Price 30 ml` or `prices.large`; undefined if it names none. */
export function sizeIn(header: string): string | undefined {
  if (header.length > MAX_SIZE) return undefined
  const parts = header.split(/[\s_-]+|(?<!\d)\.|\.(?!\d)/).filter((part) => part !== '')
  const roles = parts.map((part) => roleOfHeader(part)?.role)
  // Prices before a reduction, and reduced ones, are not what a size costs.
  if (roles.some((role) => role === 'list price' || role === 'sale price') || isInCents(header)) return undefined
  const rest = parts.filter((_, index) => roles[index] !== 'price')
  const size = rest.join(' ').replace(/\s*[([](?:\p{Sc}|[A-Z]{3})[)\]]/gu, '')
  return MEASURE.test(size) || SIZES.has(headerPhrase(size)) ? size : undefined
}

/** Whether a text is a size, or an amount or a time with its unit: `Large`, `0.3 l`, `30 min`. */
export function isSize(text: string): boolean {
  return sizeIn(text) !== undefined || /^\d+(?:[.,/:]\d+)?\s?\p{L}{1,9}\.?$/u.test(text.trim())
}

const MEASURE = /^\d+(?:[.,]\d+)?\s?(?:ml|cl|dl|l|g|gr|kg|oz|cm|mm|in|inch|″|")$/i
const SIZES = phrasesIn(words.sizes)

/** The headers of the additional columns, which no file has, and what they become. */
export const SIZE_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['(price of the size)', 'price'],
  ['(size)', 'option: Size'],
  ['(product of the sizes)', 'product'],
])

/**
 * The rows. If columns are prices of sizes, a row for each size that has a price, or a row without one if none has,
 * with the price, an option of the group “Size” and the product in three additional columns. The first row is the
 * header. `columns` has the roles of the columns, by headers in lower case.
 */
export async function* withRowForEachSize(
  rows: AsyncIterable<CsvRow>,
  columns: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<CsvRow> {
  let sizes: readonly (readonly [number, string])[] | undefined
  let productOf: (cells: readonly string[]) => string
  let width = 0
  for await (const row of rows) {
    if (sizes?.length === 0) {
      yield row
      continue
    }
    const cells = [...row.cells, ...Array<string>(Math.max(0, width - row.cells.length)).fill('')]
    if (!sizes) {
      const roles = cells.map((name) => columns.get(name.trim().toLowerCase()) ?? '')
      sizes = roles.flatMap((text, index) => {
        const { role, group } = groupedRole(text) ?? {}
        return role === 'price of' ? [[index, group!] as const] : []
      })
      width = cells.length
      productOf = productNames(roles)
      yield sizes.length === 0 ? row : { ...row, cells: [...cells, ...SIZE_COLUMNS.keys()] }
      continue
    }
    const product = productOf!(cells)
    const sold = sizes
      .map(([index, size]) => [cells[index]!.trim(), size] as const)
      .filter(([price]) => price !== '' && !isNoValue(price))
    if (sold.length === 0) yield { ...row, cells: [...cells.slice(0, width), '', '', product] }
    for (const [price, size] of sold) yield { ...row, cells: [...cells.slice(0, width), price, size, product] }
  }
}

/** A name for the product of each row: its sku, or else its name, with a number if an earlier row had that. */
function productNames(roles: readonly string[]): (cells: readonly string[]) => string {
  const indexes = ['sku', 'name', 'product name'].map((role) => roles.indexOf(role))
  const counts = new Map<string, number>()
  return (cells) => {
    const name = indexes.map((index) => cells[index]?.trim() ?? '').find((text) => text !== '') ?? ''
    const count = (counts.get(fold(name)) ?? 0) + 1
    counts.set(fold(name), count)
    return count === 1 ? name : `${name} (${count})`
  }
}
