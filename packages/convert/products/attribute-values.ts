import { parseDay, scaledNumber } from '@vitrine/catalog/attribute'
import { isObject } from '@vitrine/catalog/native/fields'
import type { AttributeType } from '@vitrine/catalog/product'
import { comparedUnit } from '@vitrine/catalog/unit'

/** An attribute in the native format. Without a code, the code is made from the name. */
export interface NativeAttribute {
  readonly code?: string
  readonly name: string
  readonly type: AttributeType
  readonly unit?: string
  readonly value: string | number | boolean
}

/** What a file says of an attribute beside its value. */
export interface AttributeName {
  readonly code?: string
  readonly name: string
  /** The unit of a bare number. */
  readonly unit?: string | undefined
}

/**
 * The attribute that a text is: a boolean, a date, a number with or without a unit, the JSON of a measure, and
 * otherwise text. undefined for blank text, and for a measure of 0, which means that nobody has measured.
 */
export function attributeOf({ unit, ...named }: AttributeName, text: string): NativeAttribute | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const measure = measureIn(trimmed, unit)
  if (measure) return measure.unit && Number(measure.value) === 0 ? undefined : { ...named, type: 'number', ...measure }
  if (/^(?:true|false)$/i.test(trimmed)) return { ...named, type: 'boolean', value: /^true$/i.test(trimmed) }
  if (parseDay(trimmed) !== undefined) return { ...named, type: 'date', value: trimmed }
  return { ...named, type: 'text', value: trimmed }
}

/** The attribute if the text is a number with a unit of weight, length or volume. */
export function measuredAttribute(named: AttributeName, text: string): NativeAttribute | undefined {
  const attribute = attributeOf(named, text)
  return attribute?.type === 'number' && attribute.unit !== undefined ? attribute : undefined
}

/** A number such as 0.5, .5 and 12,5. One with other zeros before it is a code, not a number. */
const NUMBER = /^(-?(?:(?:0|[1-9]\d{0,8})(?:[.,]\d{1,6})?|[.,]\d{1,6}))\s*(.*)$/

/**
 * The number in a text, and its unit: its own one, if it is one of weight, length or volume, or that of the column.
 */
function measureIn(text: string, unit: string | undefined): Pick<NativeAttribute, 'unit' | 'value'> | undefined {
  const [, number, ownUnit = ''] = NUMBER.exec(text) ?? jsonMeasure(text) ?? []
  if (number === undefined || (ownUnit !== '' && !comparedUnit(ownUnit))) return undefined
  // 1,234 is more than a thousand in some languages, and less than two in others.
  if (/\d,\d{3}$/.test(number)) return undefined
  const value = number.replace(',', '.').replace(/^(-?)\./, '$10.')
  const written = ownUnit || unit
  if (scaledNumber(value, written) === undefined) return undefined
  return written === undefined ? { value } : { unit: written, value }
}

/** The number and the unit of `{"value": 1.5, "unit": "KILOGRAMS"}`. */
function jsonMeasure(text: string): string[] | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const measure: unknown = JSON.parse(text)
    return isObject(measure) && typeof measure.unit === 'string' ? ['', String(measure.value), measure.unit] : undefined
  } catch {
    return undefined
  }
}
