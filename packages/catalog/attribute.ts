import type { Attribute, AttributeType } from './product.ts'
import { comparedUnit } from './unit.ts'

export const ATTRIBUTE_TYPES = ['number', 'boolean', 'date', 'text'] as const satisfies readonly AttributeType[]

/**
 * What values of an attribute compare on: `number`, `number/g`, `date` or `boolean`. Two values compare if their code
 * and their scale are the same. A scale follows from the type and the unit alone. Weights, lengths and volumes compare
 * in g, mm and ml; other units only with themselves.
 */
export type Scale = 'number' | `number/${string}` | 'date' | 'boolean'

/** The scale of numbers with this unit. */
export function scaleOfUnit(unit: string | undefined): Scale {
  return unit === undefined ? 'number' : `number/${encodeURIComponent(comparedUnit(unit)?.base ?? unit)}`
}

/** The unit that values of a scale compare in. */
export function unitOfScale(scale: Scale): string | undefined {
  const slash = scale.indexOf('/')
  return slash < 0 ? undefined : decodeURIComponent(scale.slice(slash + 1))
}

/** Whether values of a scale compare with those of a request. Numbers without a unit compare with all numbers. */
export function comparesWith(scale: Scale, requested: Scale | undefined): boolean {
  return requested === undefined ? scale.startsWith('number') : scale === requested
}

/** The attributes of a variant: those of its product, but for the codes that it has itself, and its own. */
export function attributesOfVariant(
  ofProduct: readonly Attribute[] = [],
  own: readonly Attribute[] = [],
): readonly Attribute[] {
  return own.length === 0
    ? ofProduct
    : [...ofProduct.filter(({ code }) => own.every((other) => other.code !== code)), ...own]
}

/** A value on its scale; undefined for text, which does not compare. */
export interface ScaledValue {
  readonly scale: Scale
  /** A whole number: millionths of the unit that the scale compares in, days since 1970, or 0 and 1. */
  readonly scaled: number
}

/** The value of an attribute as it compares; undefined for text. */
export function scaledValue({ type, unit, value }: Attribute): ScaledValue | undefined {
  if (type === 'text') return undefined
  if (type === 'boolean') return { scale: type, scaled: Number(value) }
  if (type === 'date') return { scale: type, scaled: parseDay(value as string)! }
  return { scale: scaleOfUnit(unit), scaled: scaledNumber(String(value), unit)! }
}

/**
 * A scaled value as it is served: 400, "2026-03-14", true. One beyond the values that the scale has
 * becomes its end.
 */
export function valueOfScaled(scale: Scale, scaled: number): number | string | boolean {
  if (scale === 'boolean') return scaled === 1
  // Exact: a double holds 15 digits.
  if (scale !== 'date') return Math.max(-MAX_SCALED, Math.min(scaled, MAX_SCALED)) / MILLIONTHS
  const day = Math.max(FIRST_DAY, Math.min(scaled, LAST_DAY))
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/** The highest scaled value, and without its sign the lowest one. */
export const MAX_SCALED = 999_999_999_999_999

const MILLIONTHS = 1_000_000
const DAY = 86_400_000
const FIRST_DAY = Date.parse('0000-01-01T00:00:00Z') / DAY
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z') / DAY
const NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?$/

/**
 * A decimal number in millionths of the unit that it compares in. undefined if it is not a decimal number, or has more
 * than nine digits before the point or six after it, as it is written or in the unit that it compares in. A value in
 * another unit than that is rounded to millionths, half away from zero.
 */
export function scaledNumber(text: string, unit: string | undefined): number | undefined {
  const match = NUMBER.exec(text)
  if (!match) return undefined
  const [, sign, digits, fraction = ''] = match
  const whole = digits!.replace(/^0+(?=\d)/, '')
  const decimals = fraction.replace(/0+$/, '')
  if (whole.length > 9 || decimals.length > 6) return undefined
  const size = unit === undefined ? '1' : (comparedUnit(unit)?.size ?? '1')
  const millionths = Number(whole + decimals.padEnd(6, '0'))
  const scaled = size === '1' ? millionths : multiplied(millionths, size)
  if (scaled > MAX_SCALED) return undefined
  return sign === '-' && scaled !== 0 ? -scaled : scaled
}

/** The product of a whole number and a decimal, rounded half up. */
function multiplied(number: number, decimal: string): number {
  const [whole, decimals = ''] = decimal.split('.')
  const scale = 10n ** BigInt(decimals.length)
  return Number((BigInt(number) * BigInt(whole + decimals) + scale / 2n) / scale)
}

/** A date such as 2026-03-14 in days since 1970; undefined if the text is not one. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  // `Date.parse` takes February 30 for March 2.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time / DAY
}
