import { decodeEntities } from '@vitrine/catalog/html-text'
import { isObject } from '@vitrine/catalog/native/fields'
import { slugify } from '@vitrine/catalog/slug'
import { comparedUnit } from '@vitrine/catalog/unit'
import { type JsonObject, nameIn, objectsIn, textIn } from '../documents/json-values.ts'
import { attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import type { AttributeColumn } from '../rows/attribute-columns.ts'

/** The attribute that a column of a table from Shopify or Matrixify is, by its header. */
export function shopifyAttribute(header: string): AttributeColumn | undefined {
  const [, name, exported, namespace, key] = EXPORTED.exec(header) ?? []
  if (exported) return metafield(exported, namespace!, key!, name!)
  const [, variant, space, matrixKey] = MATRIXIFY.exec(header) ?? []
  return matrixKey ? metafield(variant ?? 'product', space ?? 'custom', matrixKey, nameOf(matrixKey)) : undefined
}

/** The attributes that the metafields of a product or a variant of the APIs are. */
export function attributesOfMetafields({ metafields }: JsonObject): NativeAttribute[] {
  return objectsIn(metafields).flatMap(({ namespace, key, value, definition }) => {
    const name = isObject(definition) ? nameIn(definition.name) : ''
    const column = isSeo(namespace, key) ? undefined : metafield('product', textIn(namespace), textIn(key), name)
    if (!column) return []
    const { owner: _, ...named } = column
    return attributeOf(named, metafieldText(textIn(value))) ?? []
  })
}

/** The texts for search engines: the fields of GraphQL, or else the metafields in which Shopify keeps them. */
export function seoTextsOf({ seo, metafields }: JsonObject): { readonly title: string; readonly description: string } {
  const texts = isObject(seo) ? seo : {}
  const kept = (name: string) =>
    objectsIn(metafields).find(({ namespace, key }) => isSeo(namespace, key) && key === name)
  const [title, description] = [texts.title, texts.description].map(nameIn)
  return {
    title: title || nameIn(kept('title_tag')?.value),
    description: description || nameIn(kept('description_tag')?.value),
  }
}

function isSeo(namespace: unknown, key: unknown): boolean {
  return namespace === 'global' && (key === 'title_tag' || key === 'description_tag')
}

/**
 * The value of a metafield as text: the items of a list with semicolons, as the CSV has them, and formatted text
 * without its form. Shopify's editors write `&nbsp;` into plain text. '' for a reference to another object, which has
 * only an id.
 */
export function metafieldText(value: string): string {
  if (/^(?:\[\s*")?gid:\/\//.test(value)) return ''
  if (!/^[[{]/.test(value)) return decodeEntities(value).replaceAll('\u00a0', ' ')
  try {
    const json: unknown = JSON.parse(value)
    if (Array.isArray(json)) return json.every((item) => textIn(item) !== '') ? json.map(textIn).join('; ') : value
    return isObject(json) && json.type === 'root' ? plainTextOf(json) : value
  } catch {
    return value
  }
}

/** The text of a tree of paragraphs, lists, links and texts. A paragraph or an item of a list is a line. */
function plainTextOf({ type, children, value }: JsonObject): string {
  const parts = objectsIn(children).map(plainTextOf)
  return type === 'root' || type === 'list' ? parts.join('\n') : textOf(value) + parts.join('')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
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
