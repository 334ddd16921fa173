import { parseWholePart } from './xml-part.ts'

/** How a cell shows a number. */
export type NumberFormat =
  | { readonly kind: 'general' }
  /** With so many decimals, and zeros before it up to so many digits. */
  | { readonly kind: 'decimal'; readonly decimals: number; readonly digits: number }
  | { readonly kind: 'percent'; readonly decimals: number }
  | { readonly kind: 'date' }

const STYLES_LIMIT = 64 * 1024 * 1024
const GENERAL: NumberFormat = { kind: 'general' }

/** The number format of each cell style, by its index. */
export async function readNumberFormats(
  chunksOf: (limit: number) => AsyncIterable<Buffer>,
): Promise<readonly NumberFormat[]> {
  const codes = new Map(Object.entries(BUILT_IN))
  const formats: NumberFormat[] = []
  let isInCellStyles = false
  await parseWholePart(chunksOf(STYLES_LIMIT), {
    open(name, { numFmtId = '0', formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(numFmtId, formatCode)
      else if (name === 'cellXfs') isInCellStyles = true
      else if (name === 'xf' && isInCellStyles) formats.push(parseFormatCode(codes.get(numFmtId) ?? 'General'))
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  return formats
}

/** The formats that every workbook has, by their ids: ECMA-376, part 1, 18.8.30. */
const BUILT_IN: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  ...Object.fromEntries([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47].map((id) => [id, 'yyyy-mm-dd'])),
  // Dates of East Asia and Thailand.
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, 'yyyy-mm-dd']),
  ),
}

/** The format of positive numbers, which is the first part of a format code such as `#,##0.00 "€";[Red]-0`. */
export function parseFormatCode(code: string): NumberFormat {
  // Without texts, escaped characters, padding, colors and currencies.
  const plain = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')[0]!
  if (/general|@/i.test(plain)) return GENERAL
  if (/[ymdhs]/i.test(plain)) return { kind: 'date' }
  // Fractions, exponents and thousands are shown with less than the number has.
  if (/[/?Ee]|[0#],+(?![0#])/.test(plain)) return GENERAL
  const [, integer, decimals] = /([0#,]*)(?:\.([0#]*))?/.exec(plain.replace(/^[^0#.]+/, ''))!
  if (!integer && !decimals) return GENERAL
  if (plain.includes('%')) return { kind: 'percent', decimals: decimals?.length ?? 0 }
  return { kind: 'decimal', decimals: decimals?.length ?? 0, digits: integer!.replace(/[^0]/g, '').length }
}

/** The day that the number 0 means, in milliseconds since 1970. */
const DAY_0 = Date.UTC(1899, 11, 30)
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1)
const DAY = 86_400_000

/** The largest date, 9999-12-31. */
const MAX_DAYS = 2_958_466

/** A number as its cell shows it, with a decimal point and without thousands separators; a date as ISO 8601. */
export function numberText(number: number, format: NumberFormat = GENERAL, countsFrom1904 = false): string {
  switch (format.kind) {
    case 'date':
      return number >= 0 && number < MAX_DAYS ? dateText(number, countsFrom1904) : withoutNoise(number)
    case 'percent':
      return `${withoutZeros(rounded(number * 100, format.decimals))}%`
    case 'decimal': {
      const [integer, decimals] = rounded(number, format.decimals).split('.')
      const digits = integer!.replace('-', '').padStart(format.digits, '0')
      return `${integer!.startsWith('-') ? '-' : ''}${digits}${decimals === undefined ? '' : `.${decimals}`}`
    }
    default:
      return withoutNoise(number)
  }
}

/** 15 significant digits, which is what spreadsheets compute with: 0.30000000000000004 becomes 0.3. */
function withoutNoise(number: number): string {
  const exact = Number(number.toPrecision(15))
  if (Math.abs(exact) >= 1e21 || exact === 0) return String(exact)
  return Math.abs(exact) < 1e-6 ? withoutZeros(exact.toFixed(20)) : String(exact)
}

/** Rounds as spreadsheets do: 1.005 to 1.01, although the binary number is below it. */
function rounded(number: number, decimals: number): string {
  const digits = Math.min(decimals, 20)
  const exact = withoutNoise(number)
  if ((exact.split('.')[1]?.length ?? 0) <= digits) return Number(exact).toFixed(digits)
  const scaled = Number(`${exact}e${digits}`)
  const whole = Math.sign(scaled) * Math.round(Math.abs(scaled))
  return Number.isFinite(whole) ? Number(`${whole}e-${digits}`).toFixed(digits) : exact
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** `2026-03-14`, or `2026-03-14T09:30:00` if it is not the beginning of a day. */
function dateText(days: number, countsFrom1904: boolean): string {
  // Spreadsheets of 1900 have a 29 February 1900, which never was.
  const correction = countsFrom1904 ? 0 : days < 60 ? 1 : 0
  const milliseconds = Math.round(((days + correction) * DAY) / 1000) * 1000
  const [date, time] = new Date((countsFrom1904 ? DAY_0_OF_1904 : DAY_0) + milliseconds).toISOString().split(/[TZ.]/)
  return time === '00:00:00' ? date! : `${date}T${time}`
}
