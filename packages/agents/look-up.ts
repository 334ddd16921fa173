import { type Uuid, uuid } from '@vitrine/catalog/uuid'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import type { PositionsPage } from '@vitrine/engine/serve/page'
import { findProductPositions } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { findVariants } from '@vitrine/engine/serve/variants'
import { cardOf, featuredOf, withInputs } from './card.ts'
import { type AgentCatalog, LOOKUP, messagesOf, productList, type UcpAnswer, ucpOf } from './catalog.ts'
import { type JsonPart, jsonOf } from './json-part.ts'
import { narrow, priceMessages, type UcpMessage } from './narrowing.ts'
import { selectVariants } from './option-selection.ts'
import type { CatalogCard, CatalogEntry, ProductNames } from './product-cache.ts'
import type { LookupRequest, ProductRequest } from './requests.ts'
import type { AgentStore, UcpProduct, UcpVariant } from './ucp-product.ts'

interface ProductAnswer extends UcpAnswer {
  readonly product?: UcpProduct
}

/** Products of an answer. Several products may have variants with the same sku. */
const MAX_PRODUCTS = 100

/** Variants of a product in `getProduct`. */
const MAX_VARIANTS = 50

/** The products of some ids, skus and slugs, each with the variants that these lead to. */
export async function lookUpCatalog(catalog: AgentCatalog, request: LookupRequest): Promise<readonly JsonPart[]> {
  const { ids } = request
  const { store } = catalog
  const isMisfit = ({ featured }: CatalogCard) => narrow(featured, request, store).length === 0
  const { products, isComplete } = await readProducts(catalog, ids, isMisfit)
  const matches = products.flatMap((named) => listed(named, request, store))
  const missing = ids.filter((id) => !products.some((named) => isNamedBy(named, id)))
  const others = isComplete ? missing.map(notFound) : [INCOMPLETE]
  return productList(LOOKUP, matches, messagesOf([...priceMessages(request, store), ...others]))
}

/** A product with the variants that fit what is selected, and which other values can be selected. */
export async function getProduct(catalog: AgentCatalog, request: ProductRequest): Promise<readonly JsonPart[]> {
  return [jsonOf(await productAnswer(catalog, request))]
}

async function productAnswer(catalog: AgentCatalog, request: ProductRequest): Promise<ProductAnswer> {
  const { id } = request
  const [named] = (await readProducts(catalog, [id], () => true)).products
  if (!named) return errorAnswer(`Product not found: ${id}`)
  const whole = named.whole!
  const { product } = whole
  const { variants: fitting, selected, options } = selectVariants(product, request, (variant) => isVariant(variant, id))
  const allowed = new Set(narrow(whole, request, catalog.store))
  const variants = fitting.filter((variant) => allowed.has(variant)).slice(0, MAX_VARIANTS)
  if (variants.length === 0) return errorAnswer(`No variant of ${id} has what is selected and passes the filters.`)
  return {
    ucp: ucpOf(LOOKUP),
    product: { ...product, ...(options ? { selected, options } : {}), variants },
    ...messagesOf(priceMessages(request, catalog.store)),
  }
}

/** The product, if some of the ids lead to variants of it that fit the request. */
function listed({ names, card, whole }: NamedProduct, request: LookupRequest, store: AgentStore): JsonPart[][] {
  const variants = correlated(names, narrow(whole ?? card.featured, request, store), request.ids)
  const [first] = variants
  if (!first) return []
  return [whole ? [cardOf(whole.product, variants)] : withInputs(card.json, first.inputs)]
}

/**
 * The variants that some of the names lead to, each with these names. A product's own name leads to its featured
 * variant.
 */
function correlated(product: ProductNames, variants: readonly UcpVariant[], names: readonly string[]) {
  const featured = featuredOf(variants)
  return variants.flatMap((variant) => {
    const exact = names.filter((name) => isVariant(variant, name)).map((id) => ({ id, match: 'exact' as const }))
    const ofProduct = variant === featured ? names.filter((name) => isProduct(product, name)) : []
    const inputs = [...exact, ...ofProduct.map((id) => ({ id, match: 'featured' as const }))]
    return inputs.length === 0 ? [] : [{ ...variant, inputs }]
  })
}

function notFound(name: string): UcpMessage {
  return { type: 'info', code: 'not_found', content: name }
}

const INCOMPLETE: UcpMessage = {
  type: 'warning',
  code: 'incomplete',
  content: `The ids lead to more than ${MAX_PRODUCTS} products, because many have the same sku. Look up fewer at a time.`,
}

function errorAnswer(content: string): ProductAnswer {
  return {
    ucp: { ...ucpOf(LOOKUP), status: 'error' },
    messages: [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }],
  }
}

interface NamedProduct extends CatalogEntry {
  /** Without the slugs that it had and another product of the answer has. */
  readonly names: ProductNames
}

/** The products that some ids, skus and slugs lead to, each once; whole, if one of its variants may be named. */
async function readProducts(
  catalog: AgentCatalog,
  names: readonly string[],
  needsWhole: (card: CatalogCard) => boolean,
): Promise<{ readonly products: readonly NamedProduct[]; readonly isComplete: boolean }> {
  const { edition } = catalog
  const ids = names.map((name) => uuid(name)).filter((id) => id !== undefined)
  const find = (condition: 'ids' | 'skus' | 'slugs', values: readonly string[]) => {
    if (values.length === 0) return NONE
    return findProductPositions(edition, { ...NO_CONDITIONS, [condition]: values, offset: 0, limit: MAX_PRODUCTS })
  }
  const pages = await Promise.all([
    find('ids', ids),
    productsOfVariants(edition, ids).then((products) => find('ids', products)),
    find('skus', names),
    find('slugs', names),
  ])
  const isComplete = pages.every(({ total }) => total <= MAX_PRODUCTS)
  const [, ofVariants, ofSkus] = pages
  const byVariant = new Set([...ofVariants.positions, ...ofSkus.positions])
  const positions = new Set(pages.flatMap((page) => [...page.positions]))
  const entries = await catalog.products.read(
    catalog,
    positions,
    (card, position) => !isComplete || byVariant.has(position) || needsWhole(card),
  )
  const products = entries.filter((entry) => entry !== undefined)
  const slugs = new Set(products.map(({ card }) => card.slug))
  const namesOf = ({ id, slug, formerSlugs }: ProductNames) => {
    return { id, slug, formerSlugs: formerSlugs.filter((former) => !slugs.has(former)) }
  }
  return { products: products.map((entry) => ({ ...entry, names: namesOf(entry.card) })), isComplete }
}

/** What no values find; a query without any would find everything. */
const NONE: PositionsPage = { total: 0, positions: new Uint32Array(0) }

/** The ids of the products that have these variants. */
async function productsOfVariants(edition: IndexedEdition, ids: readonly Uuid[]): Promise<Uuid[]> {
  if (ids.length === 0) return []
  const query = { labels: [], within: [], skus: [], inStock: false, ids, offset: 0, limit: ids.length }
  const { documents } = await findVariants(edition, query)
  const text = Buffer.from(documents.buffer, documents.byteOffset, documents.byteLength).toString()
  const variants = JSON.parse(`[${text}]`) as { readonly product: { readonly id: Uuid } }[]
  return [...new Set(variants.map(({ product }) => product.id))]
}

/** Whether the id, sku or slug leads to the product. */
function isNamedBy({ names, whole }: NamedProduct, name: string): boolean {
  return isProduct(names, name) || (whole?.product.variants.some((variant) => isVariant(variant, name)) ?? false)
}

function isProduct({ id, slug, formerSlugs }: ProductNames, name: string): boolean {
  return id === name.toLowerCase() || slug === name || formerSlugs.includes(name)
}

function isVariant({ id, sku }: UcpVariant, name: string): boolean {
  return id === name.toLowerCase() || sku === name
}
