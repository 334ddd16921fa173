import { slugify } from '@vitrine/catalog/slug'
import { comparedUnit } from '@vitrine/catalog/unit'
import { attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import type { AttributeColumn } from '../rows/attribute-columns.ts'

/** The attribute that a column of a table from Shopify or Matrixify is, by its header. */
export function shopifyAttribute(header: string): AttributeColumn | undefined {
  const [, name, exported, namespace, key] = EXPORTED.exec(header) ?? []
  if (exported) return metafield(exported, namespace!, key!, name!)
  const [, variant, space, matrixKey] = MATRIXIFY.exec(header) ?? []
  return matrixKey ? metafield(variant ?? 'product', space ?? 'custom', matrixKey, nameOf(matrixKey)) : undefined
}

/**
 * The weight that a file has in grams, in the unit in which the shop shows it; in grams if that is no unit of weight.
 * Shopify makes the grams from the weight that is shown, so 4.6 oz are 130.407806375 g.
 */
export function shopifyWeight(grams: string, unit: string): NativeAttribute | undefined {
  const compared = comparedUnit(unit)
  const size = compared?.base === 'g' ? Number(compared.size) : Number.NaN
  const shown = Number((Number(grams) / size).toFixed(6))
  const isExact = Math.abs(shown * size - Number(grams)) < 0.000_001
  const inGrams = grams.replace(/(?<=\.\d{6})\d+$/, '')
  return isExact ? weight(String(shown), unit) : weight(inGrams, 'g')
}

/** A weight in this unit; undefined if it is 0. */
export function weight(text: string, unit: string): NativeAttribute | undefined {
  return attributeOf({ code: 'weight', name: 'Weight', unit }, text)
}

/** `Care (product.metafields.custom.care)` */
const EXPORTED = /^(.*?)\s*\((product|variant)\.metafields\.([\w-]+)\.([\w-]+)\)$/i

/** `Metafield: custom.care [single_line_text_field]` */
const MATRIXIFY = /^(Variant )?Metafield: (?:([\w-]+)\.)?([\w-]+)(?:\s*\[.*\])?$/i

/** Fields of these applications refer to other products, or say how a search ranks. */
const INTERNAL = /^shopify--/

/** Their fields need no namespace to be told apart. */
const PLAIN = new Set(['custom', 'shopify', 'global'])

function metafield(owner: string, namespace: string, key: string, name: string): AttributeColumn | undefined {
  if (INTERNAL.test(namespace)) return undefined
  const code = slugify(PLAIN.has(namespace) ? key : `${namespace}-${key}`)
  return { owner: /variant/i.test(owner) ? 'variant' : 'product', code, name: name || nameOf(key) }
}

/** `care_instructions` is “Care instructions”. */
function nameOf(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
