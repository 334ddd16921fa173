import { currencyCode } from '@vitrine/catalog/currency'
import type { JsonObject } from '../documents/json-values.ts'
import { isObject } from '../fields.ts'
import type { CatalogRecord } from '../splitting/record.ts'
import { OTHER_THINGS, phraseOf, roleOfHeader } from './header-words.ts'
import { isListOfObjects } from './json-products.ts'

/**
 * What JSON says beside its list of products: `{"currency": "EUR", "categories": [{"id": 1, "name": "Tea"}],
 * "products": [{"name": "Sencha", "category_id": 1}]}`.
 */
export interface BesideList {
  readonly currency: string | undefined
  /** The names of categories by their ids, each after those above it: “Drinks > Tea”. */
  readonly categories: ReadonlyMap<string, string>
}

/** `head` is the beginning of the file, and `list` the index of the list in it. */
export function besideList(head: Buffer, list: number): BesideList {
  const objects = objectsAround(head, list)
  const currencies = objects.flatMap(({ currency, currency_code, currencyCode: code }) => [
    currency,
    currency_code,
    code,
  ])
  const [currency, ...others] = new Set(currencies.map((text) => currencyCode(String(text ?? ''))).filter(Boolean))
  const categories = new Map(objects.flatMap(Object.entries).flatMap(categoriesIn))
  return { currency: others.length === 0 ? currency : undefined, categories }
}

/** The objects around the list and beside it. Those after it are known if all of the file is in `head`. */
function objectsAround(head: Buffer, list: number): readonly JsonObject[] {
  const before = head.toString('utf8', 0, list)
  const texts = [head.toString(), ...['}', '}}', '}}}'].map((end) => `${before}[]${end}`)]
  const root = texts.map(parsed).find(isObject)
  return root ? withObjectsIn(root) : []
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
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The categories in a field, by their ids: `[{"id": 1, "name": "Tea"}]`, or `{"tea": "Tea"}`. */
function categoriesIn([key, value]: [string, unknown]): readonly (readonly [string, string])[] {
  if (!isOfCategory(key)) return []
  if (isObject(value))
    return Object.entries(value).flatMap(([id, name]) => (typeof name === 'string' ? [[id, name] as const] : []))
  if (!isListOfObjects(value)) return []
  const byId = new Map(value.map((category) => [String(idOf(category)), category]))
  return [...byId.keys()].map((id) => [id, pathOf(id, byId)] as const).filter(([, path]) => path !== '')
}

/** Whether a field has a category, several, or their ids: `category`, `categoryId`, `sections`. */
function isOfCategory(key: string): boolean {
  const words = phraseOf(key)
    .split(' ')
    .filter((word) => !/^(?:ids?|keys?|slugs?)$/.test(word))
    .join(' ')
  return [words, words.replace(/s$/, '')].some((name) => roleOfHeader(name)?.role === 'category')
}

function idOf({ id, _id, key, slug }: JsonObject): unknown {
  return id ?? _id ?? key ?? slug
}

function pathOf(id: string, categories: ReadonlyMap<string, JsonObject>, below: readonly string[] = []): string {
  const category = categories.get(id)
  // A category may be below itself by mistake.
  if (!category || below.includes(id)) return ''
  const { name, title, parent_id, parentId, parent } = category
  const above = pathOf(String(parent_id ?? parentId ?? parent ?? ''), categories, [...below, id])
  const own = String(name ?? title ?? '')
  return above === '' ? own : `${above} > ${own}`
}

/** The records with the currency as a field, and with the names of their categories for the ids. */
export async function* withFieldsBeside(
  records: AsyncIterable<CatalogRecord>,
  { currency, categories }: BesideList,
): AsyncGenerator<CatalogRecord> {
  if (currency === undefined && categories.size === 0) return yield* records
  const shared = currency === undefined ? {} : { currency }
  for await (const record of records) {
    const isProduct = 'value' in record && isObject(record.value)
    const named = isProduct && withCategoryNames(record.value as JsonObject, categories)
    yield named ? { ...record, value: { ...named, ...shared } } : record
  }
}

/** The product with the names of its categories for their ids. */
export function withCategoryNames(product: JsonObject, categories: ReadonlyMap<string, string>): JsonObject {
  if (categories.size === 0) return product
  const entries = Object.entries(product).map(([key, value]) => {
    const names = [value].flat().map((id) => categories.get(String(id)))
    return !names.includes(undefined) && isOfCategory(key) ? ['category', names] : [key, value]
  })
  return Object.fromEntries(entries)
}
