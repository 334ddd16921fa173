import { cacheTag, type TagName } from '@vitrine/catalog/cache-tag'
import type { StoreId } from '@vitrine/catalog/store'
import type { ProductConditions } from '@vitrine/engine/serve/query'
import type { Headers } from './common-headers.ts'

/** The header with the cache tags of an answer, and what separates the tags in it. */
export interface CacheTagHeader {
  readonly name: string
  readonly separator: ' ' | ','
}

/**
 * Reads the option: the name of a header, whose tags have spaces between them. Those of `cache-tag`, and of a header
 * with `:comma` after its name, have commas. Undefined if it is no name of a header, or if answers have another header
 * of that name.
 */
export function parseCacheTags(text: string): CacheTagHeader | undefined {
  const [, name, comma] = /^([\w!#$%&'*+.^`|~-]{1,100})(:comma)?$/.exec(text.toLowerCase()) ?? []
  if (name === undefined || OTHER_HEADERS.test(name)) return undefined
  return { name, separator: comma || name === 'cache-tag' ? ',' : ' ' }
}

const OTHER_HEADERS =
  /^(?:access-control-.*|cache-control|cache-status|connection|content-.*|date|etag|ignored-parameters|keep-alive|location|preference-applied|retry-after|set-cookie|trailer|transfer-encoding|upgrade|vary|x-content-type-options|x-request-id)$/

/** The header of an answer that depends on these things, and on its store. */
export function cacheTagHeader(header: CacheTagHeader, store: StoreId, names: readonly TagName[]): Headers {
  return [header.name, ['', ...names].map((name) => cacheTag(store, name as TagName)).join(header.separator)]
}

/** What an answer depends on that may change with any product. */
export const LISTS: readonly TagName[] = ['lists']

export function tagsOfProduct(id: string): readonly TagName[] {
  return [`product:${id}`]
}

/** A document of a variant ends with its product. Quotation marks in texts are escaped, so no text looks like it. */
export function tagsOfVariant(document: Uint8Array): readonly TagName[] {
  const [, id] = /"product":\{"id":"([\da-f-]+)"/.exec(Buffer.from(document).toString('latin1'))!
  return tagsOfProduct(id!)
}

type Conditions = Pick<ProductConditions, 'search' | 'labels' | 'within'> &
  Partial<Pick<ProductConditions, 'slugs' | 'related'>>

/**
 * A list depends on the products of its labels, unless it has a search, which any product can move to another step; or
 * a slug, which another product may take from one that had it; or is of related products, whose ranks depend on all.
 * All labels of `within` hold at once, so `label` adds nothing to them.
 */
export function tagsOfList({ search, related, slugs = [], within, labels }: Conditions): readonly TagName[] {
  const codes = new Set(within.length > 0 ? within : labels)
  if (search !== undefined || related !== undefined || slugs.length > 0) return LISTS
  return codes.size === 0 || codes.size > MAX_LABELS ? LISTS : [...codes].map((code): TagName => `label:${code}`)
}

/** Facets count products within their labels. With `label`, they count the others in the whole store. */
export function tagsOfFacets(conditions: Conditions): readonly TagName[] {
  return conditions.labels.length > 0 ? LISTS : tagsOfList(conditions)
}

/** With the store, nine tags: no more than any cache reads. */
const MAX_LABELS = 8
