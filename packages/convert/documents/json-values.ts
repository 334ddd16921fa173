import { decodeEntities } from '@vitrine/catalog/html-text'
import { isObject } from '@vitrine/catalog/native/fields'

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * The products of a record: the items of a list, the products of pages such as `{"products": […]}`, of answers of
 * GraphQL such as `{"data": {"products": {"items": […]}}}`, the node of an edge in GraphQL, or the record itself.
 */
export function productsIn(record: unknown): readonly unknown[] {
  const pages: readonly unknown[] = Array.isArray(record) ? record : [record]
  return pages.flatMap((page) => {
    if (!isObject(page)) return [page]
    const { products, product, search, node } = isObject(page.data) ? page.data : page
    if (Array.isArray(products)) return products as readonly unknown[]
    for (const list of [products, search]) if (isObject(list) && Array.isArray(list.items)) return list.items
    return [[product, node].find(isObject) ?? page]
  })
}

/** Whether the object has all these fields itself. */
export function hasFields(object: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(object, name))
}

/** A text, number or truth value as trimmed text; '' for anything else. */
export function textIn(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : ''
}

/** The text as a name. Names are plain text, so character references are decoded. */
export function nameIn(value: unknown): string {
  return decodeEntities(textIn(value))
}

/** The objects of a list; none if it is no list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
