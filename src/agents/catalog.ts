import { uuid } from '../catalog/uuid.ts'
import type { IndexedEdition } from '../serve/indexed-edition.ts'
import { findProducts } from '../serve/products.ts'
import type { SearchNote } from '../serve/query.ts'
import { findVariants } from '../serve/variants.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { conditionsOf, narrow, priceMessages, type UcpMessage } from './narrowing.ts'
import { selectVariants } from './option-selection.ts'
import type { LookupRequest, ProductRequest, SearchRequest } from './requests.ts'
import { type AgentStore, type ProductDocument, type UcpProduct, type UcpVariant, ucpProduct } from './ucp-product.ts'

/** The version of UCP that the answers follow. */
export const UCP_VERSION = '2026-04-08'

/** A store that sells to agents, as a request finds it. */
export interface AgentCatalog {
  readonly edition: IndexedEdition
  readonly store: AgentStore
  /** The URL of pictures whose path is relative. */
  readonly pictureBase: string | undefined
}

export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

interface UcpAnswer {
  readonly ucp: {
    readonly version: string
    readonly status?: 'error'
    readonly capabilities: Readonly<Record<string, readonly { readonly version: string }[]>>
  }
  readonly messages?: readonly UcpMessage[]
}

export interface SearchAnswer extends UcpAnswer {
  readonly products: readonly UcpProduct[]
  readonly pagination: { readonly has_next_page: boolean; readonly cursor?: string; readonly total_count: number }
}

export interface LookupAnswer extends UcpAnswer {
  readonly products: readonly UcpProduct[]
}

export interface ProductAnswer extends UcpAnswer {
  readonly product?: UcpProduct
}

/** Characters of a description in a search. */
const MAX_DESCRIPTION = 300

/** Values of each option in a search. */
const MAX_OPTION_VALUES = 20

/**
 * A page of products, the best match first, each with its best variant. `maxBytes` limits the JSON of the products; the
 * page then ends earlier, and the cursor goes on where it ends. Throws `InvalidArguments` for a wrong cursor.
 */
export async function searchCatalog(
  { edition, store, pictureBase }: AgentCatalog,
  request: SearchRequest,
  maxBytes = Infinity,
): Promise<SearchAnswer> {
  const { offset, limit } =
    request.cursor === undefined ? { offset: 0, limit: request.limit } : readCursor(request.cursor)
  const { conditions, messages } = conditionsOf(request, store, await edition.facetSchema())
  if (!conditions) return searchAnswer([], { has_next_page: false, total_count: 0 }, messages)
  const query = { ...NO_CONDITIONS, ...conditions, search: request.query, offset, limit, form: 'detail' } as const
  const { documents, total, search } = await findProducts(edition, query)
  const products: UcpProduct[] = []
  let [read, bytes, withoutVariants] = [0, 0, 0]
  for (const document of parseDocuments(documents)) {
    const product = ucpProduct(document, store, pictureBase)
    const shown = product && searchForm(product, narrow(product, request, store))
    const size = shown && maxBytes < Infinity ? Buffer.byteLength(JSON.stringify(shown)) : 0
    if (products.length > 0 && bytes + size > maxBytes) break
    bytes += size
    if (shown) products.push(shown)
    else withoutVariants++
    read++
  }
  const next = offset + read
  const pagination =
    next < total && read > 0
      ? { has_next_page: true, cursor: writeCursor({ offset: next, limit }), total_count: total }
      : { has_next_page: false, total_count: total }
  return searchAnswer(products, pagination, [...messages, ...noteMessages(search), ...leftOut(withoutVariants)])
}

/** The products of some ids, skus and slugs, each with the variants that these lead to. */
export async function lookUpCatalog(catalog: AgentCatalog, request: LookupRequest): Promise<LookupAnswer> {
  const { store } = catalog
  const products: UcpProduct[] = []
  const found = new Set<string>()
  for (const product of await readProducts(catalog, request.ids)) {
    for (const id of request.ids) if (isNamedBy(product, id)) found.add(id)
    const narrowed = narrow(product, request, store)
    const featured = featuredOf(narrowed)
    const variants = narrowed.flatMap((variant) => {
      const exact = request.ids.filter((id) => isVariant(variant, id)).map((id) => ({ id, match: 'exact' }))
      const byProduct = variant === featured ? request.ids.filter((id) => isProduct(product, id)) : []
      const inputs = [...exact, ...byProduct.map((id) => ({ id, match: 'featured' }))]
      return inputs.length === 0 ? [] : [{ ...variant, inputs }]
    })
    if (variants.length > 0) products.push({ ...product, variants })
  }
  const missing = request.ids.filter((id) => !found.has(id))
  const notFound = missing.map((id): UcpMessage => ({ type: 'info', code: 'not_found', content: id }))
  return { ucp: ucpOf(LOOKUP), products, ...messagesOf([...priceMessages(request, store), ...notFound]) }
}

/** A product with the variants that fit what is selected, and which other values can be selected. */
export async function getProduct(catalog: AgentCatalog, request: ProductRequest): Promise<ProductAnswer> {
  const [product] = await readProducts(catalog, [request.id])
  const selected = product && selectVariants(product, request, (variant) => isVariant(variant, request.id))
  const allowed = product && new Set(narrow(product, request, catalog.store))
  const variants = selected?.variants.filter((variant) => allowed!.has(variant)) ?? []
  if (!product || variants.length === 0) return notFoundAnswer(request.id)
  const { options, selected: selections } = selected!
  return {
    ucp: ucpOf(LOOKUP),
    product: { ...product, ...(options ? { selected: selections, options } : {}), variants },
    ...messagesOf(priceMessages(request, catalog.store)),
  }
}

function notFoundAnswer(id: string): ProductAnswer {
  const content = `Product not found: ${id}`
  return {
    ucp: { ...ucpOf(LOOKUP), status: 'error' },
    messages: [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }],
  }
}

/** The conditions of a query without any. */
export const NO_CONDITIONS = {
  labels: [],
  within: [],
  optionGroups: [],
  options: [],
  ids: [],
  slugs: [],
  skus: [],
} as const

/** The products that some ids, skus and slugs lead to, each once. */
async function readProducts(
  { edition, store, pictureBase }: AgentCatalog,
  names: readonly string[],
): Promise<UcpProduct[]> {
  const ids = names.map((name) => uuid(name)).filter((id) => id !== undefined)
  const others = names.filter((name) => uuid(name) === undefined)
  const limit = names.length
  const read = async (conditions: object) => {
    const query = { ...NO_CONDITIONS, inStock: false, ...conditions, offset: 0, limit, form: 'detail' } as const
    return parseDocuments((await findProducts(edition, query)).documents)
  }
  const ofVariants = async () => {
    const query = { labels: [], within: [], skus: [], inStock: false, ids, offset: 0, limit }
    const variants = parseDocuments((await findVariants(edition, query)).documents) as unknown as VariantOfProduct[]
    const products = [...new Set(variants.map(({ product }) => product.id))]
    return products.length === 0 ? [] : await read({ ids: products })
  }
  const documents = await Promise.all([
    ids.length === 0 ? [] : read({ ids }),
    ids.length === 0 ? [] : ofVariants(),
    others.length === 0 ? [] : read({ skus: others }),
    others.length === 0 ? [] : read({ slugs: others }),
  ])
  const distinct = new Map(documents.flat().map((document) => [document.id, document]))
  return [...distinct.values()].flatMap((document) => ucpProduct(document, store, pictureBase) ?? [])
}

interface VariantOfProduct {
  readonly product: { readonly id: string }
}

function parseDocuments(documents: Uint8Array): ProductDocument[] {
  return JSON.parse(`[${Buffer.from(documents.buffer, documents.byteOffset, documents.byteLength)}]`)
}

/** Whether the id, sku or slug leads to the product. */
function isNamedBy(product: UcpProduct, name: string): boolean {
  return isProduct(product, name) || product.variants.some((variant) => isVariant(variant, name))
}

function isProduct({ id, handle }: UcpProduct, name: string): boolean {
  return id === name.toLowerCase() || handle === name
}

function isVariant({ id, sku }: UcpVariant, name: string): boolean {
  return id === name.toLowerCase() || sku === name
}

/** The first variant that is available, or else the first one. */
export function featuredOf(variants: readonly UcpVariant[]): UcpVariant | undefined {
  return variants.find(({ availability }) => availability.available) ?? variants[0]
}

/** A short form: the beginning of the description, one picture, one variant. `fitting`: the variants that fit the filters. */
function searchForm(product: UcpProduct, fitting: readonly UcpVariant[]): UcpProduct {
  const featured = featuredOf(fitting.length > 0 ? fitting : product.variants)!
  const { media: _, ...variant } = featured
  const { description, media, options, ...identity } = product
  const picture = (featured.media ?? media)?.slice(0, 1)
  return {
    ...identity,
    description: { plain: shortened(description.plain) },
    ...(picture ? { media: picture } : {}),
    ...(options
      ? { options: options.map(({ name, values }) => ({ name, values: values.slice(0, MAX_OPTION_VALUES) })) }
      : {}),
    variants: [variant],
  }
}

function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_DESCRIPTION / 2)).toWellFormed()}…`
}

function searchAnswer(
  products: readonly UcpProduct[],
  pagination: SearchAnswer['pagination'],
  messages: readonly UcpMessage[],
): SearchAnswer {
  return { ucp: ucpOf(SEARCH), products, pagination, ...messagesOf(messages) }
}

function ucpOf(capability: string): UcpAnswer['ucp'] {
  return { version: UCP_VERSION, capabilities: { [capability]: [{ version: UCP_VERSION }] } }
}

function messagesOf(messages: readonly UcpMessage[]): { readonly messages?: readonly UcpMessage[] } {
  return messages.length === 0 ? {} : { messages }
}

/** What the search did to find anything. */
function noteMessages(note: SearchNote | undefined): UcpMessage[] {
  const corrected = (note?.corrected ?? []).map(
    ({ word, as }) => `${JSON.stringify(word)} was read as ${as.join(', ')}.`,
  )
  const dropped = (note?.dropped ?? []).map((word) => `${JSON.stringify(word)} was left out.`)
  const parts = [...corrected, ...dropped]
  return parts.length === 0 ? [] : [{ type: 'info', code: 'search_changed', content: parts.join(' ') }]
}

function leftOut(count: number): UcpMessage[] {
  if (count === 0) return []
  const content = `${count} products of this page have no variant with a price that can be paid, and are left out.`
  return [{ type: 'info', code: 'left_out', content }]
}
