import { isObject } from '@vitrine/catalog/native/fields'
import type { JsonObject } from '../documents/json-values.ts'
import { categoryPath } from './category-path.ts'
import { headerPhrase } from './header-phrase.ts'
import { roleOfHeader } from './header-words.ts'
import { isListOfObjects, nameOfObject } from './json-products.ts'
import type { Role } from './roles.ts'

/** A list beside the products with the names for their ids: `brands` for the field `brand_id`. */
export interface Reference {
  /** What the products get: `brand`. */
  readonly field: string
  /** Each after those above it: “Drinks > Tea”. */
  readonly names: ReadonlyMap<string, string>
}

/** The names in a field, by their ids: `[{"id": 1, "name": "Tea"}]`, or for categories also `{"tea": "Tea"}`. */
export function referenceIn([key, value]: [string, unknown]): readonly Reference[] {
  const field = fieldOf(key)
  if (field === undefined) return []
  const isOfTexts = field === 'category' && isObject(value)
  const names = isListOfObjects(value) ? namesById(value, field) : isOfTexts ? Object.entries(value) : []
  const texts = names.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  return texts.length === 0 ? [] : [{ field, names: new Map(texts) }]
}

/** The field of a category, a brand or options, without “id” and in the singular: `size` of `sizeIds` and `idsize`. */
function fieldOf(key: string): string | undefined {
  const field = headerPhrase(key)
    .split(' ')
    .filter((word) => !/^(?:ids?|keys?|slugs?)$/.test(word))
    .map((word) => word.replace(/^id(?=\p{L}{3})|(?<=\p{L}{3})id$/u, ''))
    .join(' ')
  for (const name of [field, field.replace(/s$/, '')]) {
    const role = roleOfHeader(name)?.role
    if (role === 'option' || role === 'options') return field.replace(/s$/, '')
    if (role !== undefined && REFERRING.has(role)) return role
  }
  return undefined
}

const REFERRING: ReadonlySet<Role> = new Set(['category', 'subcategory', 'brand', 'tags'])

function namesById(list: readonly JsonObject[], field: string): readonly (readonly [string, string])[] {
  const shown = list.filter(({ hidden, active, visible }) => hidden !== true && active !== false && visible !== false)
  const byId = new Map(shown.map((object) => [String(idOf(object, field)), object]))
  const categoryOf = (id: string) => {
    const object = byId.get(id)
    if (!object) return undefined
    const { parent_id, parentId, parent } = object
    return {
      names: [nameOfObject(object) ?? ''].filter(Boolean),
      parentId: String(parent_id ?? parentId ?? parent ?? ''),
    }
  }
  return [...byId.keys()].map((id) => [id, categoryPath(id, categoryOf)] as const)
}

/** The id of an object. It may be called as in the products: `category_id`. */
function idOf(object: JsonObject, field: string): unknown {
  const { id, _id, key, slug } = object
  const own = Object.keys(object).find((name) => /id/i.test(name) && !/parent/i.test(name) && fieldOf(name) === field)
  return own === undefined ? (id ?? _id ?? key ?? slug) : object[own]
}

/** The product with the names of its categories, brand and options for their ids. */
export function withNames(product: JsonObject, references: readonly Reference[]): JsonObject {
  if (references.length === 0) return product
  const entries = Object.entries(product).map(([key, value]) => {
    const ids = [value].flat().map(String)
    const reference = references.find(({ field, names }) => ids.every((id) => names.has(id)) && fieldOf(key) === field)
    return reference ? [reference.field, ids.map((id) => reference.names.get(id))] : [key, value]
  })
  return Object.fromEntries(entries)
}
