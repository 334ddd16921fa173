import { isDeepStrictEqual } from 'node:util'
import { type Language, loadLanguage } from '@vitrine/catalog/language'
import { withOwnWords } from '@vitrine/catalog/own-words'
import type { Product, ProductOption, Stamps, Submitted, TaxRate, Variant, VariantFile } from '@vitrine/catalog/product'
import type { Rule } from '@vitrine/catalog/rules'
import type { SearchFieldName, StoreOrder } from '@vitrine/catalog/store'
import type { Import } from './random-catalog.ts'

/** How many products an import created, changed, kept and removed. */
export interface Counts {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

/** How a store is searched. */
export interface SearchSettings {
  readonly language?: string
  readonly searchIn?: readonly SearchFieldName[]
  readonly stopWords?: readonly string[]
  readonly exactWords?: readonly string[]
  readonly order?: StoreOrder
  readonly outOfStock?: 'last'
  readonly rules?: readonly Rule[]
  readonly synonyms?: readonly Synonym[]
}

/** Words, one after another, and the words or phrases that mean the same. */
export interface Synonym {
  readonly from: readonly string[]
  readonly to: readonly (readonly string[])[]
}

const LANGUAGES = new Map<string | undefined, Language>()
for (const language of [undefined, 'en', 'en-GB', 'de']) LANGUAGES.set(language, await loadLanguage(language))

/** A model of a store in plain arrays: its products after each import, and the order in which items were first imported. */
export class NaiveStore {
  products: readonly Product[]
  /** The rank of each id in the order of first imports. Ids that were removed keep theirs. */
  readonly #loadOrder: Map<string, number>

  readonly settings: SearchSettings

  constructor(source?: NaiveStore, settings: SearchSettings = source?.settings ?? {}) {
    this.settings = settings
    this.products = source ? source.products : []
    this.#loadOrder = new Map(source ? source.#loadOrder : [])
  }

  /** A copy with the load order of the newest edition, which an import after a rollback continues. */
  withLoadOrderOf(newest: NaiveStore): NaiveStore {
    const store = new NaiveStore(newest, this.settings)
    store.products = this.products
    return store
  }

  /** Imports a file. Returns undefined if the service must refuse it. */
  load({ lines, replace, now }: Import): Counts | undefined {
    const imported = lines.map((line) => line.expected)
    if (this.#hasConflict(imported, replace)) return undefined
    const before = new Map(this.products.map((product) => [product.id, product]))
    const loaded = imported.map((product) => {
      const old = before.get(product.id)
      const withMarkets = productWithMarkets(productWithFormerSlugs(product, old), old)
      return productWithTimestamps(withMarkets, old, now)
    })
    const inFile = new Set(loaded.map(({ id }) => id))
    const others = this.products.filter(({ id }) => !inFile.has(id))
    const unchanged = loaded.filter((product) => isDeepStrictEqual(product, before.get(product.id))).length
    const created = loaded.filter(({ id }) => !before.has(id)).length
    const counts = {
      created,
      changed: loaded.length - created - unchanged,
      unchanged,
      removed: replace ? others.length : 0,
    }
    if (counts.created + counts.changed + counts.removed === 0) return counts

    this.show(replace ? loaded : [...others, ...loaded], loaded)
    return counts
  }

  /** Has these products from now on. Those that are new come in the order of `loaded`. */
  show(products: readonly Product[], loaded: readonly Product[]): void {
    this.products = products
    for (const { id } of [...loaded, ...loaded.flatMap((product) => product.variants)])
      if (!this.#loadOrder.has(id)) this.#loadOrder.set(id, this.#loadOrder.size)
  }

  get language(): Language {
    return withOwnWords(LANGUAGES.get(this.settings.language)!, this.settings)
  }

  /** The rank of an item in the order of first imports. It breaks ties in every sort order. */
  loadOrder(id: string): number {
    return this.#loadOrder.get(id)!
  }

  /** Whether a product of the file has the slug or a variant of a product that is not in the file. */
  #hasConflict(imported: readonly Submitted<Product>[], replace: boolean): boolean {
    if (replace) return false
    const inFile = new Set(imported.map(({ id }) => id))
    const others = this.products.filter(({ id }) => !inFile.has(id))
    const slugs = new Set(others.map(({ slug }) => slug))
    const variants = new Set(others.flatMap((product) => product.variants.map(({ id }) => id)))
    return imported.some((product) => slugs.has(product.slug) || product.variants.some(({ id }) => variants.has(id)))
  }
}

/** The slugs that the file states, or else those of before; and the slug of before, if it is another. */
function productWithFormerSlugs(imported: Submitted<Product>, before: Product | undefined): Submitted<Product> {
  const { formerSlugs, ...others } = imported
  const former = new Set([...(formerSlugs ?? before?.formerSlugs ?? []), ...(before ? [before.slug] : [])])
  former.delete(imported.slug)
  return former.size === 0 ? others : { ...others, formerSlugs: [...former] }
}

/** What the file states of markets, or else what was known before. */
function productWithMarkets(imported: Submitted<Product>, before: Product | undefined): Submitted<Product> {
  const { markets = before?.markets, ...others } = imported
  return markets && Object.keys(markets).length > 0 ? { ...others, markets } : others
}

function productWithTimestamps(imported: Submitted<Product>, before: Product | undefined, now: string): Product {
  const variants = imported.variants.map((variant) =>
    variantWithTimestamps(variant, findSameId(variant, before?.variants), now),
  )
  return withTimestamps({ ...imported, variants }, before, now)
}

function variantWithTimestamps(imported: Submitted<Variant>, before: Variant | undefined, now: string): Variant {
  const productOptions = imported.productOptions.map((option) =>
    withTimestamps<ProductOption>(option, findSameId(option, before?.productOptions), now),
  )
  const files = imported.files.map((file) => {
    const fileBefore = findSameId(file, before?.files)
    return withTimestamps<VariantFile>(
      { ...file, file: withTimestamps(file.file, fileBefore?.file, now) },
      fileBefore,
      now,
    )
  })
  const taxRate = withTimestamps<TaxRate>(
    imported.taxRate,
    findSameId(imported.taxRate, before && [before.taxRate]),
    now,
  )
  return withTimestamps({ ...imported, productOptions, files, taxRate }, before, now)
}

/** A missing `createdAt` is the time of the first import, a missing `updatedAt` that of the last change. */
function withTimestamps<Item extends Stamps>(
  imported: Omit<Item, keyof Stamps> & Partial<Stamps>,
  before: Item | undefined,
  now: string,
): Item {
  const createdAt = imported.createdAt ?? before?.createdAt ?? now
  const ifUnchanged = { ...imported, createdAt, updatedAt: imported.updatedAt ?? before?.updatedAt }
  const updatedAt = imported.updatedAt ?? (before && isDeepStrictEqual(ifUnchanged, before) ? before.updatedAt : now)
  return { ...imported, createdAt, updatedAt } as Item
}

function findSameId<Item extends { readonly id: string }>(
  { id }: { readonly id: string },
  items: readonly Item[] | undefined,
): Item | undefined {
  return items?.find((item) => item.id === id)
}
