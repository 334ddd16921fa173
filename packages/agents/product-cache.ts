import { attributesOfVariant } from '@vitrine/catalog/attribute'
import type { Attribute } from '@vitrine/catalog/product'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { LRUCache } from 'lru-cache'
import { type Card, cardOf, featuredOf } from './card.ts'
import { type AgentStore, type ProductDocument, type UcpProduct, ucpProduct } from './ucp-product.ts'

/**
 * Products of the current editions as agents see them. Reading a product and mapping it takes some 100 µs, which for a
 * page is more than the search.
 */
export class ProductCache {
  readonly #products: LRUCache<string, { readonly entry: CatalogProduct | undefined }>
  readonly #editions = new WeakMap<IndexedEdition, number>()
  #lastEdition = 0

  constructor(maxBytes: number) {
    this.#products = new LRUCache({ maxSize: Math.max(1, maxBytes) })
  }

  /** The products at these positions, in their order; undefined for one without a variant that agents can have. */
  async read(source: ProductSource, positions: Iterable<number>): Promise<(CatalogProduct | undefined)[]> {
    const prefix = `${this.#numberOf(source.edition)} ${source.pictureBase ?? ''} `
    const entries = new Map<number, CatalogProduct | undefined>()
    const missing: number[] = []
    for (const position of positions) {
      const cached = this.#products.get(prefix + position)
      if (cached) entries.set(position, cached.entry)
      else missing.push(position)
    }
    const documents = missing.length === 0 ? [] : await source.edition.stored.documents('source', missing)
    for (const [index, json] of documents.entries()) {
      const entry = mapped(JSON.parse(json!), source)
      this.#products.set(prefix + missing[index]!, { entry }, { size: MEMORY_FACTOR * json!.length })
      entries.set(missing[index]!, entry)
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

/** A product, and how a list has it. */
export interface CatalogProduct {
  readonly product: UcpProduct
  /** The slugs that it had. */
  readonly formerSlugs: readonly string[]
  /** How a list has it with its featured variant. */
  readonly card: Card
  /** The attributes of each variant, by its id. */
  readonly attributes: ReadonlyMap<string, readonly Attribute[]>
}

/** What agents see of a product takes about this many times the bytes of its source, half of which they do not see. */
const MEMORY_FACTOR = 3

function mapped(document: ProductDocument, { store, pictureBase }: ProductSource): CatalogProduct | undefined {
  const product = ucpProduct(document, store, pictureBase)
  if (!product) return undefined
  const attributes = new Map(
    document.variants.map((variant) => [variant.id, attributesOfVariant(document.attributes, variant.attributes)]),
  )
  return {
    product,
    formerSlugs: document.formerSlugs ?? [],
    card: cardOf(product, featuredOf(product.variants)!),
    attributes,
  }
}
