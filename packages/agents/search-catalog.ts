import { minorAmount } from '@vitrine/catalog/currency'
import { SEARCH_FIELDS } from '@vitrine/catalog/store'
import { findProductPositions } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS, type SearchNote } from '@vitrine/engine/serve/query'
import { searchRecord } from '@vitrine/server/searches'
import { featuredOf } from './card.ts'
import { type AgentCatalog, messagesOf, SEARCH, splicedAnswer } from './catalog.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { bytesOf, type JsonPart, jsonOf } from './json-part.ts'
import { conditionsOf, narrowingTo, type UcpMessage } from './narrowing.ts'
import type { CatalogProduct, ProductFacts } from './product-cache.ts'
import type { Narrowing, SearchRequest } from './requests.ts'
import type { AgentStore } from './ucp-product.ts'

/**
 * The products that a request finds, the best match first, each with its best variant. `maxBytes` limits the products
 * and messages of a page, in both forms (`bytesOf`). The page then ends earlier, and its cursor goes on where it ends.
 * It has at least one product. Throws `InvalidArguments` for a wrong cursor.
 */
export async function searchCatalog(
  catalog: AgentCatalog,
  request: SearchRequest,
  maxBytes = Infinity,
): Promise<readonly JsonPart[]> {
  const { edition, store } = catalog
  const { offset, limit } =
    request.cursor === undefined ? { offset: 0, limit: request.limit } : readCursor(request.cursor)
  const { conditions, messages } = await conditionsOf(request, store, edition)
  if (!conditions) return page([], { has_next_page: false, total_count: 0 }, messages)
  const searchIn = request.query === undefined ? undefined : (edition.store.searchIn ?? SEARCH_FIELDS)
  const query = { ...NO_CONDITIONS, ...conditions, search: request.query, searchIn, offset, limit }
  const found = await findProductPositions(edition, query)
  const { positions, total, search } = found
  const narrowing = narrowedBy(search?.price, request, store)
  const record = request.query === undefined ? undefined : searchRecord(request.query, offset, found)
  if (record) catalog.record(record)
  const fitting = narrowingTo(narrowing, store)
  const best = (facts: ProductFacts) => [featuredOf(fitting(facts)) ?? featuredOf(facts.variants)!]
  const entries = await catalog.products.read(catalog, [...positions], best)
  const notes = [...messages, ...noteMessages(search)]
  const shown = entries.slice(0, countWithin(entries, maxBytes - bytesOf(jsonOf(notes))))
  const products = shown.flatMap((product) => product?.card ?? [])
  const next = offset + shown.length
  const pagination =
    next < total && shown.length > 0
      ? { has_next_page: true, cursor: writeCursor({ offset: next, limit }), total_count: total }
      : { has_next_page: false, total_count: total }
  return page(products, pagination, [...notes, ...leftOut(shown.length - products.length)])
}

/** The request with the price that its query says in words. */
function narrowedBy(price: SearchNote['price'], request: Narrowing, { currency }: AgentStore): Narrowing {
  if (!price) return request
  const amount = (text: string | undefined) => (text === undefined ? undefined : minorAmount(text, currency))
  return { currency, filters: { ...request.filters, price: { min: amount(price.min), max: amount(price.max) } } }
}

/** How many of the first products fit into `maxBytes` together: at least one, if there are any. */
function countWithin(products: readonly (CatalogProduct | undefined)[], maxBytes: number): number {
  let bytes = 0
  const end = products.findIndex((product, index) => {
    bytes += product ? bytesOf(product.card) : 0
    return bytes > maxBytes && index > 0
  })
  return end < 0 ? products.length : end
}

function page(
  products: readonly JsonPart[],
  pagination: Pagination,
  messages: readonly UcpMessage[],
): readonly JsonPart[] {
  const parts = products.map((card) => [card])
  return splicedAnswer(SEARCH, parts, { pagination, ...messagesOf(messages) })
}

interface Pagination {
  readonly has_next_page: boolean
  readonly cursor?: string
  readonly total_count: number
}

/** What the search did with its words. */
function noteMessages(note: SearchNote | undefined): UcpMessage[] {
  const corrected = (note?.corrected ?? []).map(({ word, as, kind }) =>
    kind === 'part'
      ? `${JSON.stringify(word)} was found inside ${as.join(', ')}.`
      : `${JSON.stringify(word)} was read as ${as.join(', ')}.`,
  )
  const dropped = (note?.dropped ?? []).map((word) => `${JSON.stringify(word)} was left out.`)
  const { min, max } = note?.price ?? {}
  const bounds = [...(min === undefined ? [] : [`from ${min}`]), ...(max === undefined ? [] : [`up to ${max}`])]
  const price = bounds.length === 0 ? [] : [`Words were read as a price ${bounds.join(' ')}.`]
  const parts = [...corrected, ...dropped, ...price]
  return parts.length === 0 ? [] : [{ type: 'info', code: 'search_changed', content: parts.join(' ') }]
}

function leftOut(count: number): UcpMessage[] {
  if (count === 0) return []
  const products = count === 1 ? '1 product of this page has' : `${count} products of this page have`
  const content = `Left out: ${products} no variant with a price that can be paid.`
  return [{ type: 'info', code: 'left_out', content }]
}
