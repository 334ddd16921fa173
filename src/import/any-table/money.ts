import { currencyCode, minorUnits } from '../../catalog/currency.ts'
import { decimalText } from '../rows/parse-cells.ts'

/** A price of a cell. */
export interface Money {
  /** A decimal in the native notation. Text that is not one stays as it is and becomes a problem. */
  readonly amount: string
  /** The code of ISO 4217, if the cell names exactly one currency. */
  readonly currency: string | undefined
}

/** Signs that mean one currency. `$`, `kr` and `¥` mean several. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  '₪': 'ILS',
  '₩': 'KRW',
  '₫': 'VND',
  '฿': 'THB',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  лв: 'BGN',
  руб: 'RUB',
  '₸': 'KZT',
  '₦': 'NGN',
  '₱': 'PHP',
  円: 'JPY',
  원: 'KRW',
  us$: 'USD',
  r$: 'BRL',
  nt$: 'TWD',
  hk$: 'HKD',
  a$: 'AUD',
  c$: 'CAD',
}

/** Signs and words of currencies, before or after a number. Those that mean several currencies are read too. */
const CURRENCY =
  '(?:[A-Z]{1,3}\\$|[Rr]\\$|[A-Z]{3}|\\p{Sc}|[Kk][Rr]|[Zz]ł|[Kk][čČ]|[Ff]t|Fr|F?CFA|Fcfa|[Ll]ei|лв|руб|р|Rs|Rp|Lei|元|円|원|TL)\\.?'
const BEFORE = new RegExp(`^(${CURRENCY})\\s*(?=[-\\d])`, 'u')
const AFTER = new RegExp(`(?<=\\d[.,]?[-–—]?)\\s*(${CURRENCY})$`, 'u')

/**
 * Reads a price such as `19.99`, `$19.99`, `19,99 €`, `EUR 5`, `199 kr` or `12,-`. `currency` is that of the store: a comma
 * or a point in an amount of a currency without decimals separates thousands.
 */
export function readMoney(text: string, currency?: string): Money {
  const before = BEFORE.exec(text)?.[1]
  const number = before === undefined ? text : text.slice(BEFORE.exec(text)![0].length)
  const after = AFTER.exec(number)?.[1]
  const bare = (after === undefined ? number : number.replace(AFTER, '')).trim().replace(/[.,][-–—]+$/, '')
  const sign = before ?? after
  const named = sign === undefined ? undefined : codeOfSign(sign)
  const code = named ?? currency
  const amount = code !== undefined && minorUnits(code) === 0 ? bare.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '') : bare
  return { amount: sign !== undefined && !/^\d/.test(amount) ? text : decimalText(amount), currency: named }
}

function codeOfSign(sign: string): string | undefined {
  const plain = sign.replace(/\.$/, '').toLowerCase()
  return SIGNS[plain] ?? (/^[A-Z]{3}$/.test(sign) ? currencyCode(sign) : undefined)
}

/** The currency that a cell of a currency column, or a header such as “Price (EUR)”, names. */
export function currencyIn(text: string): string | undefined {
  if (text === '') return undefined
  const codes = [...text.matchAll(/\b[A-Z]{3}\b|\p{Sc}/gu)].map(([sign]) => codeOfSign(sign))
  const distinct = new Set(codes.filter((code) => code !== undefined))
  return distinct.size === 1 ? [...distinct][0] : undefined
}
