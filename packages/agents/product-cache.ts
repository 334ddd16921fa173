import { attributesOfVariant } from '@vitrine/catalog/attribute'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { LRUCache } from 'lru-cache'
import { cardOf, featuredOf } from './card.ts'
import { bytesOf, type JsonPart } from './json-part.ts'
import type { Narrowable } from './narrowing.ts'
import { type AgentStore, type ProductDocument, type UcpProduct, ucpProduct } from './ucp-product.ts'

/**
 * Products of the current editions as agents see them. Reading a product and mapping it takes some 100 µs, which for a
 * page is more than the search.
 */
export class ProductCache {
  readonly #products: LRUCache<string, { readonly entry: CatalogEntry | undefined }>
  readonly #editions = new WeakMap<IndexedEdition, number>()
  #lastEdition = 0

  constructor(maxBytes: number) {
    this.#products = new LRUCache({ maxSize: Math.max(1, maxBytes) })
  }

  /**
   * The products at these positions, in their order; undefined for one without a variant that agents can have. Those
   * whose card is not enough are `whole`.
   */
  async read(
    source: ProductSource,
    positions: Iterable<number>,
    needsWhole: (card: CatalogCard, position: number) => boolean,
  ): Promise<(CatalogEntry | undefined)[]> {
    const prefix = `${this.#numberOf(source.edition)} ${source.pictureBase ?? ''} `
    const entries = new Map<number, CatalogEntry | undefined>()
    const missing: number[] = []
    for (const position of positions) {
      const cached = this.#products.get(prefix + position)
      const entry = cached?.entry && asNeeded(cached.entry, needsWhole(cached.entry.card, position))
      if (entry || (cached && !cached.entry)) entries.set(position, entry)
      else missing.push(position)
    }
    const documents = missing.length === 0 ? [] : await source.edition.stored.documents('source', missing)
    for (const [index, json] of documents.entries()) {
      const position = missing[index]!
      const whole = mapped(JSON.parse(json!), source)
      const card = whole && catalogCard(whole)
      const isWhole = card !== undefined && needsWhole(card, position)
      const entry = card && { card, whole: isWhole ? whole : undefined }
      const size = (card ? bytesOf(card.json) : 0) + (isWhole ? WHOLE_FACTOR * json!.length : 0) + ENTRY_BYTES
      this.#products.set(prefix + position, { entry }, { size })
      entries.set(position, entry)
    }
    return Array.from(positions, (position) => entries.get(position))
  }

  /** An edition with other settings of its store is another object. */
  #numberOf(edition: IndexedEdition): number {
    const existing = this.#editions.get(edition)
    if (existing !== undefined) return existing
    this.#editions.set(edition, ++this.#lastEdition)
    return this.#lastEdition
  }
}

/** The current edition of a store whose prices have a currency. */
export interface ProductSource {
  readonly edition: IndexedEdition
  readonly store: AgentStore
  /** The URL of pictures whose path is relative. */
  readonly pictureBase: string | undefined
}

/** What of a product is in memory, or what a request needs of it. */
export interface CatalogEntry {
  readonly card: CatalogCard
  /** All of it, if the card is not enough. */
  readonly whole: CatalogProduct | undefined
}

/** How lists have a product with its featured variant. */
export interface CatalogCard extends ProductNames {
  readonly json: JsonPart
  /** The product with only that variant. */
  readonly featured: Narrowable
}

/** A product with all of its variants. */
export interface CatalogProduct extends ProductNames, Narrowable {
  readonly product: UcpProduct
}

/** The names that lead to a product itself. */
export interface ProductNames {
  readonly id: string
  readonly slug: string
  /** The slugs that it had. */
  readonly formerSlugs: readonly string[]
}

/** A product with all of its variants takes about this many times the bytes of its source. */
const WHOLE_FACTOR = 2

/** What an entry takes besides its JSON: its names, the featured variant, and the objects themselves. */
const ENTRY_BYTES = 2000

/** Undefined if the whole product is needed and not in memory. */
function asNeeded({ card, whole }: CatalogEntry, needsWhole: boolean): CatalogEntry | undefined {
  if (!needsWhole) return { card, whole: undefined }
  return whole && { card, whole }
}

function mapped(document: ProductDocument, { store, pictureBase }: ProductSource): CatalogProduct | undefined {
  const product = ucpProduct(document, store, pictureBase)
  if (!product) return undefined
  const attributes = new Map(
    document.variants.map((variant) => [variant.id, attributesOfVariant(document.attributes, variant.attributes)]),
  )
  const { id, slug, formerSlugs = [] } = document
  return { id, slug, formerSlugs, product, attributes }
}

function catalogCard({ id, slug, formerSlugs, product, attributes }: CatalogProduct): CatalogCard {
  const variant = featuredOf(product.variants)!
  const featured = {
    product: { categories: product.categories, variants: [variant] },
    attributes: new Map([[variant.id, attributes.get(variant.id)!]]),
  }
  return { id, slug, formerSlugs, json: cardOf(product, [variant]), featured }
}
