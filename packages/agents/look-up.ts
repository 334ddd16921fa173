import { type Uuid, uuid } from '@vitrine/catalog/uuid'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import type { PositionsPage } from '@vitrine/engine/serve/page'
import { findProductPositions } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { findVariants } from '@vitrine/engine/serve/variants'
import { featuredOf, withInputs, withInputsOfEach } from './card.ts'
import { type AgentCatalog, LOOKUP, messagesOf, splicedAnswer, type UcpAnswer, ucpOf } from './catalog.ts'
import { type JsonPart, jsonOf } from './json-part.ts'
import { narrowingTo, priceMessages, type UcpMessage } from './narrowing.ts'
import { selectVariants } from './option-selection.ts'
import { type CatalogProduct, type ProductFacts, readMapped, type VariantFacts } from './product-cache.ts'
import type { LookupRequest, ProductRequest } from './requests.ts'
import type { UcpInputs, UcpProduct, UcpVariant } from './ucp-product.ts'

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
  const { positions, isComplete } = await findNamed(catalog, ids)
  const fitting = narrowingTo(request, store)
  const inputsOf = (facts: ProductFacts) => correlated(facts, fitting(facts), ids)
  const named = (facts: ProductFacts) => {
    const inputs = inputsOf(facts)
    return inputs.size === 0 ? [featuredOf(facts.variants)!] : facts.variants.filter(({ id }) => inputs.has(id))
  }
  const entries = await catalog.products.read(catalog, positions, named)
  const products = withoutOthersSlugs(entries.filter((entry) => entry !== undefined))
  const matches = products.flatMap(({ facts, card, variants }) => {
    const inputs = inputsOf(facts)
    if (inputs.size === 0) return []
    const only = inputs.get(variants)
    return [only ? withInputs(card, only) : [withInputsOfEach(card, inputs)]]
  })
  const missing = ids.filter((id) => !products.some(({ facts }) => isNamedBy(facts, id)))
  const others = isComplete ? missing.map(notFound) : [INCOMPLETE]
  return splicedAnswer(LOOKUP, matches, messagesOf([...priceMessages(request, store), ...others]))
}

/** A product with the variants that fit what is selected, and which other values can be selected. */
export async function getProduct(catalog: AgentCatalog, request: ProductRequest): Promise<readonly JsonPart[]> {
  return [jsonOf(await productAnswer(catalog, request))]
}

async function productAnswer(catalog: AgentCatalog, request: ProductRequest): Promise<ProductAnswer> {
  const { id } = request
  const { positions } = await findNamed(catalog, [id])
  const found = (await readMapped(catalog, positions)).find((product) => product !== undefined)
  if (!found) return errorAnswer(`Product not found: ${id}`)
  const { product, facts } = found
  const { variants: fitting, selected, options } = selectVariants(product, request, (variant) => isVariant(variant, id))
  const allowed = new Set(narrowingTo(request, catalog.store)(facts).map((variant) => variant.id))
  const variants = fitting.filter((variant) => allowed.has(variant.id)).slice(0, MAX_VARIANTS)
  if (variants.length === 0) return errorAnswer(`No variant of ${id} has what is selected and passes the filters.`)
  return {
    ucp: ucpOf(LOOKUP),
    product: { ...product, ...(options ? { selected, options } : {}), variants },
    ...messagesOf(priceMessages(request, catalog.store)),
  }
}

/** The names that lead to each variant, by its id. A product's own name leads to its featured variant. */
function correlated(
  product: ProductFacts,
  variants: readonly VariantFacts[],
  names: readonly string[],
): ReadonlyMap<string, UcpInputs> {
  const featured = featuredOf(variants)
  const inputs = variants.map((variant) => {
    const exact = names.filter((name) => isVariant(variant, name)).map((id) => ({ id, match: 'exact' as const }))
    const ofProduct = variant === featured ? names.filter((name) => isProduct(product, name)) : []
    return [variant.id, [...exact, ...ofProduct.map((id) => ({ id, match: 'featured' as const }))]] as const
  })
  return new Map(inputs.filter(([, names]) => names.length > 0))
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

/** The positions of the products that some ids, skus and slugs lead to, each once. */
async function findNamed(
  { edition }: AgentCatalog,
  names: readonly string[],
): Promise<{ readonly positions: readonly number[]; readonly isComplete: boolean }> {
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
  return {
    positions: [...new Set(pages.flatMap((page) => [...page.positions]))],
    isComplete: pages.every(({ total }) => total <= MAX_PRODUCTS),
  }
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

/** The products without the slugs that they had and another one of them has. */
function withoutOthersSlugs(products: readonly CatalogProduct[]): CatalogProduct[] {
  const slugs = new Set(products.map(({ facts }) => facts.slug))
  return products.map(({ facts, ...product }) => {
    const formerSlugs = facts.formerSlugs.filter((slug) => !slugs.has(slug))
    return { ...product, facts: { ...facts, formerSlugs } }
  })
}

/** Whether the id, sku or slug leads to the product. */
function isNamedBy(facts: ProductFacts, name: string): boolean {
  return isProduct(facts, name) || facts.variants.some((variant) => isVariant(variant, name))
}

function isProduct({ id, slug, formerSlugs }: ProductFacts, name: string): boolean {
  return id === name.toLowerCase() || slug === name || formerSlugs.includes(name)
}

function isVariant({ id, sku }: Pick<UcpVariant, 'id' | 'sku'>, name: string): boolean {
  return id === name.toLowerCase() || sku === name
}
