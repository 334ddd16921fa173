import { isDeepStrictEqual } from 'node:util'
import type {
  Product,
  ProductOption,
  Stamps,
  Submitted,
  TaxRate,
  Variant,
  VariantFile,
} from '../../src/catalog/product.ts'
import type { Import } from './random-catalog.ts'

/** What an import did to products. */
export interface Counts {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

const NOTHING: Counts = { created: 0, changed: 0, unchanged: 0, removed: 0 }

/** A store as plain arrays: what it should hold after each import, and in which order things were first loaded. */
export class NaiveStore {
  products: readonly Product[]
  /** When each id was first loaded; those of things that are gone included. */
  readonly #ages: Map<string, number>

  constructor(like?: NaiveStore) {
    this.products = like ? like.products : []
    this.#ages = new Map(like ? like.#ages : [])
  }

  /** What this store is when it is gone back to from a newer one: when things were first loaded stays known. */
  asOfNow(newest: NaiveStore): NaiveStore {
    const store = new NaiveStore(newest)
    store.products = this.products
    return store
  }

  /** Undefined if the import is refused. */
  load({ lines, replace, now }: Import): Counts | undefined {
    const meant = lines.map((line) => line.meant)
    if (this.#isContested(meant, replace)) return undefined
    const before = new Map(this.products.map((product) => [product.id, product]))
    const loaded = meant.map((product) => datedProduct(product, before.get(product.id), now))
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
    if (counts.created + counts.changed + counts.removed === 0) return { ...NOTHING, unchanged }

    this.products = replace ? loaded : [...others, ...loaded]
    for (const { id } of [...loaded, ...loaded.flatMap((product) => product.variants)])
      if (!this.#ages.has(id)) this.#ages.set(id, this.#ages.size)
    return counts
  }

  /** Things that are equal otherwise come in the order in which they were first loaded. */
  age(id: string): number {
    return this.#ages.get(id)!
  }

  /** Whether a product of the file wants the slug or a variant of one that keeps it: one that the file does not speak of. */
  #isContested(meant: readonly Submitted<Product>[], replace: boolean): boolean {
    if (replace) return false
    const inFile = new Set(meant.map(({ id }) => id))
    const others = this.products.filter(({ id }) => !inFile.has(id))
    const slugs = new Set(others.map(({ slug }) => slug))
    const variants = new Set(others.flatMap((product) => product.variants.map(({ id }) => id)))
    return meant.some((product) => slugs.has(product.slug) || product.variants.some(({ id }) => variants.has(id)))
  }
}

function datedProduct(meant: Submitted<Product>, before: Product | undefined, now: string): Product {
  const variants = meant.variants.map((variant) => datedVariant(variant, withIdOf(variant, before?.variants), now))
  return dated({ ...meant, variants }, before, now)
}

function datedVariant(meant: Submitted<Variant>, before: Variant | undefined, now: string): Variant {
  const productOptions = meant.productOptions.map((option) =>
    dated<ProductOption>(option, withIdOf(option, before?.productOptions), now),
  )
  const files = meant.files.map((file) => {
    const fileBefore = withIdOf(file, before?.files)
    return dated<VariantFile>({ ...file, file: dated(file.file, fileBefore?.file, now) }, fileBefore, now)
  })
  const taxRate = dated<TaxRate>(meant.taxRate, withIdOf(meant.taxRate, before && [before.taxRate]), now)
  return dated({ ...meant, productOptions, files, taxRate }, before, now)
}

/** A timestamp that the file leaves out is the time of the first load, or of the last that changed the thing. */
function dated<Thing extends Stamps>(
  meant: Omit<Thing, keyof Stamps> & Partial<Stamps>,
  before: Thing | undefined,
  now: string,
): Thing {
  const createdAt = meant.createdAt ?? before?.createdAt ?? now
  const asBefore = { ...meant, createdAt, updatedAt: meant.updatedAt ?? before?.updatedAt }
  const updatedAt = meant.updatedAt ?? (before && isDeepStrictEqual(asBefore, before) ? before.updatedAt : now)
  return { ...meant, createdAt, updatedAt } as Thing
}

function withIdOf<Thing extends { readonly id: string }>(
  { id }: { readonly id: string },
  things: readonly Thing[] | undefined,
): Thing | undefined {
  return things?.find((thing) => thing.id === id)
}
