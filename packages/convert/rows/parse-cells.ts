import { parseGtin } from '@vitrine/catalog/gtin'
import { formatPrice } from '@vitrine/catalog/money'
import { servedPrice } from '@vitrine/catalog/native/price'
import { phrasesOf } from './language-rows.ts'
import words from './truth-words.json' with { type: 'json' }

/**
 * A decimal number in the native format's notation. Accepts `1,234.50`, `1.234,50`, `1 234,50` and `19,9`. Ambiguous
 * text such as `1,234`, and text that is not a number, stays as it is in the file and becomes a problem later.
 */
export function decimalText(text: string): string {
  const compact = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)([.,])(\d{1,2})$/.exec(compact)
  if (!match) return /^[\d.]+$/.test(compact) ? compact : text
  const [, integer, separator, decimals] = match
  if (integer!.includes(separator!)) return text
  return `${integer!.replace(/[.,]/g, '')}.${decimals}`
}

/**
 * The number in “15.00 USD”, “USD 15.00” or “$15.00”. A number that cannot be a price, such as 12.375, loses its
 * currency too, so that the problem names the number as the fault. Any other text stays as it is.
 */
export function withoutCurrency(price: string): string {
  const number = decimalText(price.replace(/^(?:[A-Z]{3}|\p{Sc})\s*(?=\d)|(?<=\d)\s*(?:[A-Z]{3}|\p{Sc})$/gu, ''))
  return servedPrice(number) !== undefined || /^\d[\d.,]*$/.test(number) ? number : price
}

/** `decimalText` for a price that a platform keeps with four decimals or more: rounded to hundredths, halves up. */
export function roundedPrice(text: string): string {
  const [, integer, hundredths, others] = /^(\d{1,12})[.,](\d\d)(\d{2,})$/.exec(text) ?? []
  if (integer === undefined) return decimalText(text)
  return formatPrice(Number(integer + hundredths) + (others! >= '5' ? 1 : 0))
}

/** The rounded price, or an empty text for a price of 0, which some platforms write for a product without a price. */
export function priceUnlessZero(text: string): string {
  return roundedPrice(text).replace(/^0+(?:\.0*)?$/, '')
}

/**
 * An amount in the smallest unit of a currency: `1990` with 2 decimals is `19.90`. More than two decimals are cut if
 * they are zeros. Other text stays as it is.
 */
export function decimalAmount(amount: string, decimals: number): string {
  if (!/^\d{1,15}$/.test(amount) || !Number.isInteger(decimals) || decimals < 1 || decimals > 6) return amount
  const digits = amount.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals).replace(/^(\d\d)0+$/, '$1')}`
}

/**
 * A number as a stock: rounded down, and 0 if it is negative. `1 000`, `2,000,000` and `26.067,00` have thousands
 * separators. undefined for `1,000` and `1.000`, which may be one or a thousand, and for text that is not a number.
 */
export function stockCount(text: string): { readonly stock: number; readonly exact: boolean } | undefined {
  if (/^[+-]?\d{1,3}[.,]\d{3}$/.test(text)) return undefined
  const compact = text
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
    .replace(
      /^([+-]?\d{1,3}(?:([.,])\d{3})+)(?!\2)([.,](?!\d{3}$)\d*)$/,
      (_, integer, separator, decimals) => integer.replaceAll(separator, '') + decimals,
    )
    .replace(
      /^([+-]?\d{1,3})((?:,\d{3}){2,}|(?:\.\d{3}){2,})$/,
      (_, first, groups) => first + groups.replace(/[.,]/g, ''),
    )
  if (!/^[+-]?\d{1,15}(?:[.,]\d*)?$/.test(compact)) return undefined
  const number = Number(compact.replace(',', '.'))
  const stock = Math.max(0, Math.floor(number))
  return { stock, exact: stock === number }
}

/** A truth value as spreadsheets write it, in the languages of Excel. undefined for other text. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

const YES: ReadonlySet<string> = new Set(phrasesOf(words.yes))
const NO: ReadonlySet<string> = new Set(phrasesOf(words.no))

/**
 * Whether a moment is in the period between two cells, start and end, of which a blank one is open. `parse` makes ISO
 * 8601 text of the precision of the moment. undefined if a cell cannot be read.
 */
export function isBetween(
  moment: string,
  cells: readonly string[],
  parse: (text: string) => string | undefined,
): boolean | undefined {
  const [start, end] = cells.map((cell) => (cell.trim() === '' ? moment : parse(cell.trim())))
  return start === undefined || end === undefined ? undefined : start <= moment && moment <= end
}

/** The text without these characters at its end. Takes linear time, unlike a regular expression. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The first text that is a gtin, or else the first text, for a finding to quote; '' if there is none. */
export function gtinIn(texts: readonly string[]): string {
  return texts.find((text) => parseGtin(text) !== undefined) ?? texts[0] ?? ''
}

/** The items of a list that are not blank, trimmed. */
export function itemsIn(list: string, separator: string | RegExp): string[] {
  const items = list.split(separator).map((item) => item.trim())
  return items.filter((item) => item !== '')
}

/** Removes the apostrophe that keeps a spreadsheet from reading the text as a formula. */
export function unescaped(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
