import { decodeEntities } from '@vitrine/catalog/html-text'
import { isObject } from '@vitrine/catalog/native/fields'
import { comparedUnit } from '@vitrine/catalog/unit'
import { type JsonObject, textIn } from '../documents/json-values.ts'
import { attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import type { AttributeColumn } from '../rows/attribute-columns.ts'

/**
 * The measure that a column of a WooCommerce export is, in any language. Its header has the unit of the shop in
 * parentheses: a unit of weight, or for the length, the width and the height in this order, a unit of length.
 */
export function woocommerceMeasure(headers: readonly string[], index: number): AttributeColumn | undefined {
  const unit = unitIn(headers[index]!)
  const base = unit && comparedUnit(unit)?.base
  if (base === 'g') return { owner: 'variant', code: 'weight', name: 'Weight', unit }
  if (base !== 'mm') return undefined
  const lengths = headers.slice(0, index).filter((header) => comparedUnit(unitIn(header) ?? '')?.base === 'mm')
  const name = LENGTHS[lengths.length]
  return name === undefined ? undefined : { owner: 'variant', code: name.toLowerCase(), name, unit }
}

/** The unit in a header such as “Weight (kg)”. */
function unitIn(header: string): string | undefined {
  return /^[^()]+\(([^()]+)\)$/.exec(header.trim())?.[1]
}

/** In the order of the columns. */
const LENGTHS = ['Length', 'Width', 'Height'] as const

/**
 * The measures of a product of the REST API or the Store API. Only the Store API names their units, at the end of texts
 * such as “10 &times; 5 &times; 3 cm”.
 */
export function measuresOf({ weight, dimensions, ...product }: JsonObject): NativeAttribute[] {
  const unitAtEnd = (text: unknown) => {
    const unit = /\p{L}+$/u.exec(decodeEntities(textIn(text)))?.[0]
    return unit && comparedUnit(unit) ? unit : undefined
  }
  const [ofWeight, ofLength] = [unitAtEnd(product.formatted_weight), unitAtEnd(product.formatted_dimensions)]
  const lengths = isObject(dimensions) ? dimensions : {}
  const all = [
    { name: 'Weight', unit: ofWeight, text: textIn(weight) },
    ...LENGTHS.map((name) => ({ name, unit: ofLength, text: textIn(lengths[name.toLowerCase()]) })),
  ]
  return all.flatMap(({ name, unit, text }) =>
    Number(text) === 0 ? [] : (attributeOf({ code: name.toLowerCase(), name, unit }, text) ?? []),
  )
}
