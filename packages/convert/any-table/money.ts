import { currencyCode, minorUnits } from '@vitrine/catalog/currency'
import { decimalText } from '../rows/parse-cells.ts'
import cellWords from './cell-words.json' with { type: 'json' }
import words from './currency-signs.json' with { type: 'json' }
import { phrasesIn } from './phrases.ts'

/** A price of a cell. */
export interface Money {
  /** A decimal in the native notation. Text that is not one stays as it is and becomes a problem. */
  readonly amount: string
  /** The code of ISO 4217, if the cell names exactly one currency. */
  readonly currency: string | undefined
}

const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(words.signs).map(([sign, code]) => [sign.toLowerCase(), code]),
)

/** Signs and words of currencies, before or after a number, the longest first. */
const CURRENCIES = [...Object.keys(words.signs), ...words.several]
  .flatMap((sign) => (/^\p{Lowercase}/u.test(sign) ? [sign, capitalized(sign), sign.toUpperCase()] : [sign]))
  .sort((a, b) => b.length - a.length)
  .map((sign) => sign.replace(/[.$]/g, '\\$&'))

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** `R 49.99` of South Africa is a price, `R16` is a size. */
const LETTER = '[KLQR](?=\\s*\\d[\\d ,]*[.,]\\d\\d$)'
const CURRENCY = `(?:${[...CURRENCIES, '[A-Z]{1,3}\\$', '[A-Z]{3}', '\\p{Sc}'].join('|')})\\.?`
const BEFORE = new RegExp(`^(${CURRENCY}|${LETTER})\\s*(?=[-\\d])`, 'u')
const AFTER = new RegExp(`(?<=\\d[.,]?[-–—]?)\\s*(${CURRENCY})$`, 'u')

/** A whole number. Programs write `1250.0` where a column has blank cells. */
export const WHOLE = /^\d+(?:\.0+)?$/

/** What separates thousands in prices such as `1,234`, if the column shows it. */
export type ThousandsSeparator = ',' | '.' | undefined

/**
 * Reads a price such as `19.99`, `$19.99`, `19,99 €`, `EUR 5`, `199 kr`, `12,-` or `500/-`. `currency` is that of the
 * store: a comma or a point in an amount of a currency without decimals separates thousands.
 */
export function readMoney(text: string, currency?: string, thousands?: ThousandsSeparator): Money {
  const { sign, bare } = partsOf(text)
  const named = sign === undefined ? undefined : codeOfSign(sign)
  const code = named ?? currency
  const units = code === undefined ? undefined : minorUnits(code)
  const separator = units === 0 ? /(?<=\d)[.,](?=\d{3}(?!\d))/g : (units ?? 2) <= 2 && thousands && AMBIGUOUS[thousands]
  const plain = separator ? bare.replace(separator, '') : bare
  const amount = withoutGroups(thousands ? withFourDecimals(plain, thousands) : plain)
  return { amount: sign !== undefined && !/^\d/.test(amount) ? text : decimalText(amount), currency: named }
}

/** The separator in an amount that may have thousands or three decimals. */
const AMBIGUOUS = { ',': /(?<=^[1-9]\d{0,2}),(?=\d{3}$)/, '.': /(?<=^[1-9]\d{0,2})\.(?=\d{3}$)/ } as const

/** Two separators of thousands are certain: `1,250,000` is no decimal. */
function withoutGroups(amount: string): string {
  return /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/.test(amount) ? amount.replace(/[.,]/g, '') : amount
}

/** An amount with three decimals as one with four, which is rounded, if the other sign is that of thousands. */
function withFourDecimals(amount: string, thousands: ',' | '.'): string {
  return amount.replace(
    THREE_DECIMALS[thousands],
    (_, integer: string, decimals: string) => `${integer.replaceAll(thousands, '')}.${decimals}0`,
  )
}

const THREE_DECIMALS = {
  ',': /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{3})$/,
  '.': /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{3})$/,
} as const

/** Whether the thousands of a price can be told from decimals only by the other prices of its column. */
export function isAmbiguous(text: string): boolean {
  const { bare } = partsOf(text)
  return Object.values(AMBIGUOUS).some((separator) => separator.test(bare))
}

/** Whether a price has no other digit than 0, or is a dash beside its currency: `0,000`, `0.00 (ask us)`, `€ -`. */
export function isNoAmount(text: string): boolean {
  const { sign, bare } = partsOf(text)
  return /^[^\p{N}]*0(?:0|[^\p{N}])*$/u.test(text) || (sign !== undefined && /^[-–—]+$/.test(bare))
}

/** A count such as `1.250` without the separator of thousands, if its column shows that it is one. */
export function withoutThousands(text: string, separator: ThousandsSeparator): string {
  return separator ? text.replace(AMBIGUOUS[separator], '') : text
}

/** The number of a price as it is written, and the sign or the code of its currency. */
function partsOf(cell: string): { readonly sign: string | undefined; readonly bare: string } {
  const text = withoutNote(cell)
  const before = BEFORE.exec(text)
  const number = before ? text.slice(before[0].length) : text
  const after = AFTER.exec(number)?.[1]
  const bare = (after === undefined ? number : number.replace(AFTER, '')).trim().replace(/[.,:/][-–—=]+$/, '')
  return { sign: before?.[1] ?? after, bare }
}

/**
 * The price without words that say that it has its tax, or what it is the price of: `€5,00 incl. btw`, `12 € / kg`.
 */
function withoutNote(text: string): string {
  return text.length > MAX_WITH_NOTE ? text : text.replace(TAX_NOTE, '').replace(UNIT_NOTE, '')
}

/** Characters of a price with such words. */
const MAX_WITH_NOTE = 60

/** What the price is of: `/kg`. A currency stands before it, since `1/2` is a fraction. */
const UNIT_NOTE = /(?<=\D)\s*\/\s*(?:kg|l|lt|m|m2|m²|pcs?|st|stk|ks|szt|buc|db|шт|ud|un|unid|τεμ)\.?$/iu

const TAX_NOTE = new RegExp(
  `\\s*[(/,]?\\s*(?<!\\p{L})(?:${[...phrasesIn(cellWords.taxIncluded)].join('|').replaceAll(' ', '[.\\s]+')})\\.?\\)?$`,
  'iu',
)

function codeOfSign(sign: string): string | undefined {
  const plain = sign.replace(/\.$/, '').toLowerCase()
  return SIGNS[plain] ?? (/^[A-Z]{3}$/.test(sign) ? currencyCode(sign) : undefined)
}

/**
 * The currency that the header of a price names: “Price (EUR)”, or `price_eur`, `priceeur` and `saleEur` of programs.
 */
export function currencyOfHeader(header: string): string | undefined {
  const [, code] =
    /^(?:[a-z]+(?:_[a-z]+)*_|price)([a-z]{3})$|^priceR?([A-Z]{3})$|^[a-z]+(Eur|Usd|Gbp|Try)$/
      .exec(header.trim())
      ?.filter(Boolean) ?? []
  return currencyIn(header) ?? (code === undefined ? undefined : currencyCode(code.toUpperCase()))
}

/** The currency that a cell of a currency column, or another text, names. */
export function currencyIn(text: string): string | undefined {
  if (text === '') return undefined
  const codes = [...text.matchAll(/\b(?:[A-Z]{3}|TL)\b|\p{Sc}/gu)].map(([sign]) => codeOfSign(sign))
  const distinct = new Set(codes.filter((code) => code !== undefined))
  return distinct.size === 1 ? [...distinct][0] : undefined
}

/**
 * What separates thousands in a column of prices such as `850` and `1,234`. Undefined if `1,234` may also have three
 * decimals: some currencies have them. `texts` may name the currency.
 */
export function thousandsSeparator(values: readonly string[], texts: readonly string[] = []): ThousandsSeparator {
  const amounts = values.map((text) => partsOf(text).bare)
  const currencies = currenciesOf(values, texts)
  if (currencies.some((code) => minorUnits(code) > 2)) return undefined
  // The signs that mean several currencies mean none with three decimals.
  const haveSigns = values.every((text) => partsOf(text).sign !== undefined)
  // Programs write no signs beside prices, but they write three decimals after a point.
  const isOfPeople = { ',': haveSigns || currencies.length > 0, '.': haveSigns }
  return (
    thousandsOfDecimals(amounts) ??
    thousandsBesideDecimals(amounts) ??
    thousandsOfPrograms(amounts) ??
    ([',', '.'] as const).find((separator) => separatesThousands(separator, amounts, isOfPeople[separator]))
  )
}

function currenciesOf(values: readonly string[], texts: readonly string[]): readonly string[] {
  const codes = [...values.map((text) => readMoney(text).currency), ...texts.map(currencyIn)]
  return [...new Set(codes)].filter((code) => code !== undefined)
}

/**
 * A price such as `25.000` in a column where nothing shows whether the point separates thousands or decimals.
 * undefined if there is none.
 */
export function undecidedPrice(values: readonly string[], texts: readonly string[] = []): string | undefined {
  if (thousandsSeparator(values, texts) || currenciesOf(values, texts).some((code) => minorUnits(code) !== 2)) return
  const pointed = values.filter((text) => partsOf(text).bare.includes('.'))
  return pointed.every((text) => AMBIGUOUS['.'].test(partsOf(text).bare)) ? pointed[0] : undefined
}

/** What separates thousands in a column of numbers that shows the other sign before decimals: `12,50` and `1.250`. */
export function thousandsOfDecimals(amounts: readonly string[]): ThousandsSeparator {
  return ([',', '.'] as const).find(
    (separator) =>
      amounts.some((amount) => AMBIGUOUS[separator].test(amount)) &&
      amounts.some((amount) => WITH_DECIMALS[separator].test(amount)) &&
      amounts.every((amount) => !amount.includes(separator) || WITH_THOUSANDS[separator].test(amount)),
  )
}

/** What separates thousands in a column with an amount that has both separators: `20,240` and `1.713,360`. */
function thousandsBesideDecimals(amounts: readonly string[]): ThousandsSeparator {
  return ([',', '.'] as const).find(
    (separator) =>
      amounts.some((amount) => amount.includes(separator) && WITH_BOTH[separator].test(amount)) &&
      amounts.every((amount) => !/[.,]/.test(amount) || WITH_BOTH[separator].test(amount)),
  )
}

/** A comma, if programs wrote the amounts: others than `3.303` have four decimals or more, as `7.7755`. */
function thousandsOfPrograms(amounts: readonly string[]): ThousandsSeparator {
  const isOfPrograms = amounts.some((amount) => /^\d+\.\d{4,}$/.test(amount))
  return isOfPrograms && amounts.every((amount) => /^\d+(?:\.\d+)?$/.test(amount)) ? ',' : undefined
}

/**
 * By the separator of thousands: amounts with decimals after the other sign, and perhaps with thousands before it.
 */
const WITH_BOTH = {
  ',': /^(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)\.\d{1,3}$/,
  '.': /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+),\d{1,3}$/,
}

/** By the separator of thousands: amounts with decimals after the other sign. */
const WITH_DECIMALS = { ',': /^\d[\d,]*\.\d{1,2}$/, '.': /^\d[\d.]*,\d{1,2}$/ } as const

function separatesThousands(separator: ',' | '.', amounts: readonly string[], isOfPeople: boolean): boolean {
  const separated = amounts.filter((amount) => amount.includes(separator))
  const ambiguous = separated.filter((amount) => AMBIGUOUS[separator].test(amount))
  if (ambiguous.length === 0 || !separated.every((amount) => WITH_THOUSANDS[separator].test(amount))) return false
  const without = amounts.filter((amount) => /^\d[\d.,]*$/.test(amount) && !amount.includes(separator))
  if (without.some((amount) => AMBIGUOUS[separator === ',' ? '.' : ','].test(amount))) return false
  const others = without.map(numberOf)
  const asDecimals = ambiguous.map(numberOf)
  // `2800` beside `3,000`: read as 3, it would be at most a hundredth of every other price.
  if (
    separator === ',' &&
    others.length > 1 &&
    others.every(Number.isInteger) &&
    Math.max(...asDecimals) * MAX_SPREAD <= Math.min(...others)
  )
    return Math.max(...asDecimals) * 1000 <= MAX_SPREAD * Math.max(...others)
  if (others.length === 0) return isOfPeople || ambiguous.length < separated.length
  const smallest = Math.min(...ambiguous.map((amount) => Number(amount.replace(separator, ''))))
  const median = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)]!
  return others.every((value) => value < 1000) && smallest <= MAX_SPREAD * median
}

/** Amounts whose separators all stand before three digits. */
const WITH_THOUSANDS = {
  ',': /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/,
  '.': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/,
} as const

/** How many times as high as another price of its column a price is, at most. */
const MAX_SPREAD = 100

function numberOf(amount: string): number {
  return Number(amount.replace(',', '.'))
}
