import { currencyCode } from '@vitrine/catalog/currency'
import { fold } from '@vitrine/catalog/words'
import type { JsonObject } from '../documents/json-values.ts'
import { isObject } from '../fields.ts'
import { recordsIn } from '../splitting/read-records.ts'
import type { CatalogRecord } from '../splitting/record.ts'
import { LIST_FIELDS, OTHER_THINGS, phraseOf, roleOfHeader } from './header-words.ts'
import { isListOfObjects, isPriced, nameOfObject, productsOfRecord } from './json-products.ts'
import type { Role } from './roles.ts'

/**
 * The list of products in a JSON object, and what stands beside it: `{"currency": "EUR", "categories": [{"id": 1,
 * "name": "Tea"}], "products": [{"name": "Sencha", "category_id": 1}]}`.
 */
export interface JsonList {
  /** Where the list begins, in bytes. */
  readonly index: number
  readonly currency: string | undefined
  /** Lists of categories or brands, to whose ids products refer. */
  readonly references: readonly Reference[]
  /** The names of products that are not in the list. */
  readonly outside: readonly string[]
}

/**
 * The list of products in a file that begins with `head`. What follows the list is known if all of the file is in
 * `head`. undefined if the text is no object with a list of objects, or if other lists have most of the products.
 */
export function findJsonList(head: Buffer): JsonList | undefined {
  const index = listIndex(head.toString('latin1'))
  if (index === undefined) return undefined
  const root = parsed(head.toString())
  const own = recordsIn(head, index).flatMap((record) => ('value' in record ? [record.value] : []))
  const names = new Set(own.flatMap(namesIn))
  const outside = namesIn(root).filter((name) => !names.has(name))
  if (outside.length > names.size) return undefined
  const objects = objectsAround(root, head.toString('utf8', 0, index))
  const currencies = objects.flatMap(({ currency, currency_code, currencyCode: code }) => [
    currency,
    currency_code,
    code,
  ])
  const [currency, ...others] = new Set(currencies.map((text) => currencyCode(String(text ?? ''))).filter(Boolean))
  const references = objects.flatMap(Object.entries).flatMap(referenceIn)
  return { index, currency: others.length === 0 ? currency : undefined, references, outside }
}

/** The names of the products with a price in a record. */
function namesIn(record: unknown): readonly string[] {
  const products = isObject(record) ? productsOfRecord(record).filter(isPriced) : []
  return products.map(({ section: _, ...product }) => nameOfObject(product)).filter((name) => name !== undefined)
}

/** The objects around the list and beside it. Without the root, those that are in the text before the list. */
function objectsAround(root: unknown, before: string): readonly JsonObject[] {
  const ends = ['}', '}}', '}}}']
  const object = [root, ...ends.map((end) => parsed(`${before}[]${end}`))].find(isObject)
  return object ? withObjectsIn(object) : []
}

/** The most bytes before the list of products. */
const MAX_BEFORE_LIST = 16 * 1024

/**
 * The index of the list in JSON such as `{"products": [{…}]}` or `{"data": {"products": {"items": [{…}]}}}`; undefined
 * if the text is no object with a list of objects. `head` is the beginning of the text, one character a byte.
 */
function listIndex(head: string): number | undefined {
  if (!/^(?:\xef\xbb\xbf)?\s*\{/.test(head)) return undefined
  const open: string[] = []
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:\s*\[(?=\s*\{))?|[{}[\]]/g
  for (const { 0: token, 1: key, 2: list, index } of head.slice(0, MAX_BEFORE_LIST).matchAll(tokens)) {
    const isNear = open.length <= 2 || (open.length === 3 && key === 'items')
    // A list in a list has a part of the products.
    if (
      key !== undefined &&
      list &&
      isNear &&
      !open.includes('[') &&
      LIST_FIELDS.has(fold(Buffer.from(key, 'latin1').toString()))
    )
      return index + token.length - 1
    // A product has a name before it has a list.
    if (key !== undefined && open.length === 1 && /^(?:name|title|sku|price)$/i.test(key)) return undefined
    if (token === '{' || token === '[') open.push(token)
    else if (list) open.push('[')
    else if (token === '}' || token === ']') open.pop()
  }
  return undefined
}

function withObjectsIn(object: JsonObject, depth = 0): readonly JsonObject[] {
  const inner = Object.entries(object).flatMap(([key, value]) =>
    isObject(value) && !OTHER_THINGS.has(phraseOf(key)) ? [value] : [],
  )
  return [object, ...(depth < MAX_DEPTH ? inner.flatMap((each) => withObjectsIn(each, depth + 1)) : [])]
}

/** The list is at most this deep. */
const MAX_DEPTH = 2

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** A list beside the products with the names for their ids: `brands` for the field `brand_id`. */
interface Reference {
  /** What the products get: `brand`. */
  readonly field: string
  /** Each after those above it: “Drinks > Tea”. */
  readonly names: ReadonlyMap<string, string>
}

/** The names in a field, by their ids: `[{"id": 1, "name": "Tea"}]`, or for categories also `{"tea": "Tea"}`. */
function referenceIn([key, value]: [string, unknown]): readonly Reference[] {
  const field = fieldOf(key)
  if (field === undefined) return []
  const isOfTexts = field === 'category' && isObject(value)
  const names = isListOfObjects(value) ? namesById(value) : isOfTexts ? Object.entries(value) : []
  const texts = names.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  return texts.length === 0 ? [] : [{ field, names: new Map(texts) }]
}

/** The field of a category, a brand or options, without “id” and in the singular: `size` of `sizeIds`. */
function fieldOf(key: string): string | undefined {
  const field = phraseOf(key)
    .split(' ')
    .filter((word) => !/^(?:ids?|keys?|slugs?)$/.test(word))
    .join(' ')
  for (const name of [field, field.replace(/s$/, '')]) {
    const role = roleOfHeader(name)?.role
    if (role === 'option' || role === 'options') return field.replace(/s$/, '')
    if (role !== undefined && REFERRING.has(role)) return role
  }
  return undefined
}

const REFERRING: ReadonlySet<Role> = new Set(['category', 'subcategory', 'brand', 'tags'])

function namesById(list: readonly JsonObject[]): readonly (readonly [string, string])[] {
  const byId = new Map(list.map((object) => [String(idOf(object)), object]))
  return [...byId.keys()].map((id) => [id, pathOf(id, byId)] as const)
}

function idOf({ id, _id, key, slug }: JsonObject): unknown {
  return id ?? _id ?? key ?? slug
}

function pathOf(id: string, byId: ReadonlyMap<string, JsonObject>, below: readonly string[] = []): string {
  const object = byId.get(id)
  // A category may be below itself by mistake.
  if (!object || below.includes(id)) return ''
  const { parent_id, parentId, parent } = object
  const above = pathOf(String(parent_id ?? parentId ?? parent ?? ''), byId, [...below, id])
  const own = nameOfObject(object) ?? ''
  return above === '' ? own : `${above} > ${own}`
}

/** The records with the currency as a field, and with the names of what they refer to. */
export async function* withFieldsBeside(
  records: AsyncIterable<CatalogRecord>,
  { currency, references }: Pick<JsonList, 'currency' | 'references'>,
): AsyncGenerator<CatalogRecord> {
  if (currency === undefined && references.length === 0) return yield* records
  const shared = currency === undefined ? {} : { currency }
  for await (const record of records) {
    const isProduct = 'value' in record && isObject(record.value)
    const named = isProduct && withNames(record.value as JsonObject, references)
    yield named ? { ...record, value: { ...named, ...shared } } : record
  }
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
