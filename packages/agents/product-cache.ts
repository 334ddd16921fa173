import { attributesOfVariant } from '@vitrine/catalog/attribute'
import type { Attribute } from '@vitrine/catalog/product'
import type { StoreId } from '@vitrine/catalog/store'
import { isSameEdition } from '@vitrine/engine/edition/content-versions'
import type { Edition } from '@vitrine/engine/edition/edition'
import { changesBetween } from '@vitrine/engine/serve/edition-changes'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { LRUCache } from 'lru-cache'
import { cardOf } from './card.ts'
import { bytesOf, type JsonPart } from './json-part.ts'
import { type AgentStore, type ProductDocument, type UcpProduct, type UcpVariant, ucpProduct } from './ucp-product.ts'

/**
 * Products of the current editions as lists show them to agents. Reading a product and mapping it takes some 100 µs,
 * which for a page is more than the search. When another edition of a store becomes current, the products stay that are
 * equal in both. If the log of publications does not tell which are, none stays.
 */
export class ProductCache {
  readonly #products: LRUCache<string, { readonly settings: string; readonly entry: CatalogEntry | undefined }>
  readonly #stores = new LRUCache<StoreId, CachedStore>({ max: MAX_STORES })
  #sets = 0

  constructor(maxBytes: number) {
    this.#products = new LRUCache({ maxSize: Math.max(1, maxBytes) })
  }

  /**
   * The products at these positions, in their order, each with its card for the variants that `choose` returns, of
   * which there is at least one; undefined for one without a variant that agents can have.
   */
  async read(
    source: ProductSource,
    positions: readonly number[],
    choose: (facts: ProductFacts) => readonly VariantFacts[],
  ): Promise<(CatalogProduct | undefined)[]> {
    const { stored } = source.edition
    const set = await this.#goOnTo(stored)
    const settings = settingsOf(source)
    const entryAt = (position: number) => {
      const cached = this.#products.get(keyOf(set, position))
      return cached?.settings === settings ? cached : undefined
    }
    const products = new Map<number, CatalogProduct | undefined>()
    const missing: number[] = []
    for (const position of positions) {
      const cached = entryAt(position)
      const product = cached?.entry && shown(cached.entry, choose(cached.entry.facts))
      if (product || (cached && !cached.entry)) products.set(position, product)
      else missing.push(position)
    }
    const mapped = missing.length === 0 ? [] : await readMapped(source, missing)
    for (const [index, each] of mapped.entries()) {
      const position = missing[index]!
      const product = each && { facts: each.facts, ...cardFor(each, choose(each.facts)) }
      const cards = entryAt(position)?.entry?.cards ?? []
      const entry = product && { facts: product.facts, cards: withCard(cards, product) }
      // Another edition may have become current meanwhile.
      if (this.#isCached(stored)) this.#products.set(keyOf(set, position), { settings, entry }, { size: sizeOf(entry) })
      products.set(position, product)
    }
    return positions.map((position) => products.get(position))
  }

  /** The number of the set of this edition's products, which belong to it from now on. */
  #goOnTo(edition: Edition): Promise<number> {
    const { id } = edition.store
    const before = this.#stores.get(id)
    if (before && isSameEdition(before.edition, edition)) {
      before.edition = edition
      return before.set
    }
    const set = before ? this.#setAfter(before, before.edition, edition) : Promise.resolve(++this.#sets)
    this.#stores.set(id, { edition, set })
    return set
  }

  /** That of the edition before, without the products that differ; an empty one if those are not known. */
  async #setAfter(cached: CachedStore, before: Edition, edition: Edition): Promise<number> {
    const [set, changes] = await Promise.all([cached.set, changesBetween(before, edition)])
    if (!changes) return ++this.#sets
    for (const position of changes.products) this.#products.delete(keyOf(set, position))
    return set
  }

  /** Whether the products in the cache are those of this edition. */
  #isCached(edition: Edition): boolean {
    const cached = this.#stores.get(edition.store.id)
    return cached !== undefined && isSameEdition(cached.edition, edition)
  }
}

/** What is cached of a store: the products of one edition. */
interface CachedStore {
  edition: Edition
  /** The number of their set. */
  readonly set: Promise<number>
}

/** Of stores that nobody has asked for longest, the products are read again. */
const MAX_STORES = 50_000

function keyOf(set: number, position: number): string {
  return `${set} ${position}`
}

/** The settings that cards depend on. They may change without a new edition. */
function settingsOf({ store: { currency, productUrl }, pictureBase }: ProductSource): string {
  return `${currency} ${productUrl ?? ''} ${pictureBase ?? ''}`
}

/** The current edition of a store whose prices have a currency. */
export interface ProductSource {
  readonly edition: IndexedEdition
  readonly store: AgentStore
  /** The URL of pictures whose path is relative. */
  readonly pictureBase: string | undefined
}

/** A product as a list shows it: with some of its variants. */
export interface CatalogProduct extends Card {
  readonly facts: ProductFacts
}

/** What filters and lookups need of a product. */
export interface ProductFacts {
  readonly id: string
  readonly slug: string
  /** The slugs that it had. */
  readonly formerSlugs: readonly string[]
  /** The names of its categories. */
  readonly categories: readonly string[]
  readonly variants: readonly VariantFacts[]
}

export interface VariantFacts extends Pick<UcpVariant, 'id' | 'sku' | 'price' | 'availability' | 'options'> {
  readonly attributes: readonly Attribute[]
}

interface Card {
  /** The ids of its variants. */
  readonly variants: string
  readonly card: JsonPart
}

interface CatalogEntry {
  readonly facts: ProductFacts
  /** For the variants that requests have asked for. */
  readonly cards: readonly Card[]
}

/** A product with all that agents can see of it. */
export interface MappedProduct {
  readonly product: UcpProduct
  readonly facts: ProductFacts
}

/** The products at these positions; undefined for one without a variant that agents can have. */
export async function readMapped(
  { edition, store, pictureBase }: ProductSource,
  positions: readonly number[],
): Promise<(MappedProduct | undefined)[]> {
  const documents = await edition.stored.documents('source', positions)
  return documents.map((json) => {
    const document: ProductDocument = JSON.parse(json!)
    const product = ucpProduct(document, store, pictureBase)
    return product && { product, facts: factsOf(product, document) }
  })
}

function factsOf(
  { categories = [], variants }: UcpProduct,
  { id, slug, formerSlugs = [], ...document }: ProductDocument,
): ProductFacts {
  const own = new Map<string, readonly Attribute[]>(
    document.variants.map(({ id, attributes }) => [id, attributesOfVariant(document.attributes, attributes)]),
  )
  return {
    ...{ id, slug, formerSlugs },
    categories: categories.map(({ value }) => value),
    variants: variants.map(({ id, sku, price, availability, options }) => {
      return { id, sku, price, availability, options: options ?? [], attributes: own.get(id)! }
    }),
  }
}

function cardFor({ product }: MappedProduct, chosen: readonly VariantFacts[]): Card {
  const variants = product.variants.filter((variant) => chosen.some(({ id }) => id === variant.id))
  return { variants: idsOf(chosen), card: cardOf(product, variants) }
}

/** The product with these variants; undefined without a card for them. */
function shown({ facts, cards }: CatalogEntry, chosen: readonly VariantFacts[]): CatalogProduct | undefined {
  const ids = idsOf(chosen)
  const found = cards.find(({ variants }) => variants === ids)
  return found && { facts, ...found }
}

/** The card comes last: the first one makes room for it. */
function withCard(cards: readonly Card[], { variants, card }: Card): Card[] {
  const others = cards.filter((other) => other.variants !== variants)
  return [...others.slice(1 - MAX_CARDS), { variants, card }]
}

function idsOf(variants: readonly VariantFacts[]): string {
  return variants.length === 1 ? variants[0]!.id : variants.map(({ id }) => id).join(' ')
}

/** About the bytes that an entry takes. */
function sizeOf(entry: CatalogEntry | undefined): number {
  if (!entry) return ENTRY_BYTES
  const ofCards = entry.cards.reduce((sum, { card }) => sum + bytesOf(card) + CARD_BYTES, 0)
  return ENTRY_BYTES + VARIANT_BYTES * entry.facts.variants.length + ofCards
}

/** Cards of one product. */
const MAX_CARDS = 10

const ENTRY_BYTES = 1000
const VARIANT_BYTES = 500
const CARD_BYTES = 500
