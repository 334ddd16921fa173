import { isHigher } from '@vitrine/catalog/money'
import type { Product, Submitted, Variant } from '@vitrine/catalog/product'
import {
  type AcceptedProduct,
  type Patch,
  type Problem,
  type ProductPatch,
  RIGHT_LIST_PRICE,
  type VariantPatch,
} from '@vitrine/catalog/submission'
import { withPrice } from '@vitrine/catalog/unit-price'
import type { Edition } from '../edition/edition.ts'
import { toSortedPositions } from '../index/posting-list.ts'
import { marketViewsOf } from './market-views.ts'
import { digestOf, type ProductChange, productVersion } from './product-version.ts'
import { batchesOf, readPositioned } from './read-products.ts'
import { sourceDocument } from './render.ts'
import type { ImportCounts } from './report.ts'

/** Applies patches to the products of the store that have one of their skus or slugs, and yields changes in batches. */
export async function* patchProducts(
  base: Edition,
  patches: Patches,
  isExcluded: (position: number) => boolean,
  { now, counts }: { readonly now: string; readonly counts: ImportCounts },
): AsyncGenerator<ProductChange[]> {
  const markets = marketViewsOf(base.store)
  const patched = new Set<number>()
  for (const skus of batchesOf(patches.skus()))
    for (const position of toSortedPositions(await base.positionsBySku('product', skus)))
      if (!isExcluded(position)) patched.add(position)
  for (const slugs of batchesOf(patches.slugs()))
    for (const position of await base.productsBySlug(slugs))
      if (position !== undefined && !isExcluded(position)) patched.add(position)
  for (const positions of batchesOf([...patched])) {
    const changes: ProductChange[] = []
    for (const stored of await readPositioned(base, positions)) {
      const product = patches.applyToStored(stored.product, now)
      // The digest becomes that of the product's export, since the product now differs from its file.
      const after = () =>
        productVersion({ ...stored, product }, markets, digestOf(sourceDocument(product, markets.storeRate)))
      if (product === stored.product) counts.unchanged++
      else changes.push({ before: productVersion(stored, markets), after: after() })
    }
    yield changes
  }
}

/** New prices, stocks and popularities, at about 200 bytes for each sku or slug. */
export class Patches {
  readonly #bySku = new Map<string, VariantPatch & { used: boolean }>()
  readonly #bySlug = new Map<string, ProductPatch & { used: boolean }>()
  /** By line. */
  readonly #dropped = new Map<number, Problem>()

  skus(): string[] {
    return [...this.#bySku.keys()]
  }

  slugs(): string[] {
    return [...this.#bySlug.keys()]
  }

  /** Its values replace those of an earlier patch of the same sku or slug. */
  add(patch: Patch): void {
    if ('slug' in patch) this.#bySlug.set(patch.slug, { ...patch, used: false })
    else this.#bySku.set(patch.sku, { ...this.#bySku.get(patch.sku), ...patch, used: false })
  }

  /** The product of the store with its new values and `now` as `updatedAt`; the same object if no value is new. */
  applyToStored(product: Product, now: string): Product {
    const variants = product.variants.map((variant) => {
      const patched = this.#patch(variant)
      return patched === variant ? variant : { ...patched, updatedAt: now }
    })
    const after = this.#withPopularity(product)
    const isChanged = after !== product || variants.some((variant, index) => variant !== product.variants[index])
    return isChanged ? { ...after, updatedAt: now, variants } : product
  }

  /** The submitted product, as if it had been submitted with the new values. */
  applyToSubmitted(submission: AcceptedProduct): AcceptedProduct {
    if (this.#bySku.size + this.#bySlug.size === 0) return submission
    const product = this.#withPopularity(submission.product)
    return { ...submission, product: { ...product, variants: product.variants.map((variant) => this.#patch(variant)) } }
  }

  /** The patches that applied to nothing. */
  unused(): Patch[] {
    return [...this.#bySku.values(), ...this.#bySlug.values()].filter(({ used }) => !used)
  }

  /** The list prices of patches that are below the price of a variant, each once, by line. */
  dropped(): Problem[] {
    return [...this.#dropped.values()].sort((a, b) => a.line - b.line)
  }

  /** The product with its new popularity, that of its slug or the sum of its skus; the same object if it is not new. */
  #withPopularity<Either extends Product | Submitted<Product>>(product: Either): Either {
    const ofSlug = this.#bySlug.get(product.slug)
    if (ofSlug) ofSlug.used = true
    const ofSkus = product.variants.flatMap(({ sku }) => this.#bySku.get(sku)?.popularity ?? [])
    const before = product.popularity ?? 0
    const sum = ofSkus.length > 0 ? ofSkus.reduce((all, each) => all + each, 0) : before
    const popularity = Math.min(ofSlug?.popularity ?? sum, Number.MAX_SAFE_INTEGER)
    if (popularity === before) return product
    const { popularity: _, markets, ...others } = product
    return { ...others, ...(popularity > 0 && { popularity }), ...(markets && { markets }) } as Either
  }

  /** The same object if no value is new. */
  #patch<Either extends Variant | Submitted<Variant>>(variant: Either): Either {
    const patch = this.#bySku.get(variant.sku)
    if (!patch) return variant
    patch.used = true
    const { price = variant.price, stock = variant.stock } = patch
    const listPrice = patchedListPrice(variant, patch, price)
    if (patch.listPrice && isHigher(price, patch.listPrice))
      this.#dropped.set(patch.line, tooLow(patch, patch.listPrice, price))
    const isNew = price !== variant.price || listPrice !== variant.listPrice || stock !== variant.stock
    return isNew ? { ...withPrices(variant, price, listPrice), stock } : variant
  }
}

/** The list price after the patch. One that is not above the price is removed. */
function patchedListPrice(
  { listPrice }: Pick<Variant, 'listPrice'>,
  patch: VariantPatch,
  price: string,
): string | undefined {
  const patched = patch.listPrice === undefined ? listPrice : (patch.listPrice ?? undefined)
  return patched !== undefined && isHigher(patched, price) ? patched : undefined
}

function tooLow({ line, row, sku }: VariantPatch, listPrice: string, price: string): Problem {
  const wrong = `is ${JSON.stringify(listPrice)}, and the price is ${JSON.stringify(price)}`
  return { line, row, product: sku, path: 'listPrice', wrong, right: RIGHT_LIST_PRICE }
}

/** The variant with other prices, and the unit price that follows, its fields in the order of an export. */
function withPrices<Either extends Variant | Submitted<Variant>>(
  variant: Either,
  price: string,
  listPrice: string | undefined,
): Either {
  const entries = Object.entries(variant).filter(([name]) => name !== 'listPrice' && name !== 'unitPrice')
  const unitPrice = variant.unitPrice && withPrice(variant.unitPrice, price)
  const prices = Object.entries({ price, listPrice, unitPrice }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.flatMap((entry) => (entry[0] === 'price' ? prices : [entry]))) as Either
}
