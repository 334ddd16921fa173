import { currencyCode } from '@vitrine/catalog/currency'
import { recordsIn } from '@vitrine/catalog/json/read-records'
import type { CatalogRecord } from '@vitrine/catalog/json/record'
import { isObject } from '@vitrine/catalog/native/fields'
import { fold } from '@vitrine/catalog/words'
import type { JsonObject } from '../documents/json-values.ts'
import { headerPhrase } from './header-phrase.ts'
import { LIST_FIELDS, OTHER_THINGS } from './header-words.ts'
import { isPriced, nameOfObject, pricesIn, productsOfRecord } from './json-products.ts'
import { type Reference, referenceIn, withNames } from './json-references.ts'

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
  /** What stands beside the list. */
  readonly fields: readonly string[]
}

/**
 * The list of products in a file that begins with `head`. What follows the list is known if all of the file is in
 * `head`. undefined if the text is not one object with a list of objects, or if other lists have most of the products.
 */
export function findJsonList(head: Buffer): JsonList | undefined {
  const index = listIndex(head.toString('latin1'))
  // Objects that follow one another are the records, even if they have lists.
  if (index === undefined || valuesIn(head).length > 1) return undefined
  const root = parsed(head.toString())
  const listed = new Set(
    valuesIn(head, index)
      .flatMap(pricedIn)
      .map(({ key }) => key),
  )
  const outside = pricedIn(root).filter(({ key }) => !listed.has(key))
  if (outside.length > listed.size) return undefined
  const objects = objectsAround(root, head.toString('utf8', 0, index))
  // An exchange rate, or the purchase, may have a currency too.
  const around = objects.filter((object, place) => place === 0 || Object.values(object).some(Array.isArray))
  const currencies = around.flatMap(({ currency, currency_code, currencyCode: code }) => [
    currency,
    currency_code,
    code,
  ])
  const [currency, ...others] = new Set(currencies.map((text) => currencyCode(String(text ?? ''))).filter(Boolean))
  const references = objects.flatMap(Object.entries).flatMap(referenceIn)
  return {
    index,
    currency: others.length === 0 ? currency : undefined,
    references,
    outside: outside.map(({ name }) => name),
    fields: around.flatMap(Object.keys),
  }
}

function valuesIn(head: Buffer, list?: number): readonly unknown[] {
  return recordsIn(head, list).flatMap((record) => ('value' in record ? [record.value] : []))
}

/** The products with a price in a record, by their names and prices. */
function pricedIn(record: unknown): readonly { readonly name: string; readonly key: string }[] {
  const products = isObject(record) ? productsOfRecord(record).filter(isPriced) : []
  return products.flatMap(({ section: _, ...product }) => {
    const name = nameOfObject(product)
    return name === undefined ? [] : [{ name, key: JSON.stringify([name, ...pricesIn(product)]) }]
  })
}

/** The objects around the list and beside it. Without the root, those that are in the text before the list. */
function objectsAround(root: unknown, before: string): readonly JsonObject[] {
  const ends = ['}', '}}', '}}}']
  const object = [root, ...ends.map((end) => parsed(`${before}[]${end}`))].find(isObject)
  return object ? withObjectsIn(object) : []
}

function withObjectsIn(object: JsonObject, depth = 0): readonly JsonObject[] {
  const inner = Object.entries(object).flatMap(([key, value]) =>
    isObject(value) && !OTHER_THINGS.has(headerPhrase(key)) ? [value] : [],
  )
  return [object, ...(depth < MAX_DEPTH ? inner.flatMap((each) => withObjectsIn(each, depth + 1)) : [])]
}

/** The list is at most this deep. */
const MAX_DEPTH = 2

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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
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
