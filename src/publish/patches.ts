import type { Product, Submitted, Variant } from '../catalog/product.ts'
import type { AcceptedProduct, Patch } from '../catalog/submission.ts'

/** New prices and stocks by sku, gathered until the products are known that have them: some 200 bytes a sku. */
export class Patches {
  readonly #bySku = new Map<string, Patch & { used: boolean }>()

  get size(): number {
    return this.#bySku.size
  }

  skus(): string[] {
    return [...this.#bySku.keys()]
  }

  /** Adds a patch. What it says takes the place of what an earlier one of its sku says. */
  add(patch: Patch): void {
    this.#bySku.set(patch.sku, { ...this.#bySku.get(patch.sku), ...patch, used: false })
  }

  /** The product with the new values, and the time at which they came; the very same product if they are not new. */
  applied(product: Product, now: string): Product {
    let changed = false
    const variants = product.variants.map((variant) => {
      const patched = this.#patched(variant)
      if (patched === variant) return variant
      changed = true
      return { ...patched, updatedAt: now }
    })
    return changed ? { ...product, updatedAt: now, variants } : product
  }

  /** The same of a product that is being loaded: it is taken as though it had come with the new values. */
  submitted(submission: AcceptedProduct): AcceptedProduct {
    if (this.#bySku.size === 0) return submission
    const { product } = submission
    const variants = product.variants.map((variant) => this.#patched(variant))
    return { ...submission, product: { ...product, variants } }
  }

  /** Patches whose skus no product had to which they were applied. */
  unused(): Patch[] {
    return [...this.#bySku.values()].filter(({ used }) => !used)
  }

  /** The very same variant if nothing changes. */
  #patched<Either extends Variant | Submitted<Variant>>(variant: Either): Either {
    const patch = this.#bySku.get(variant.sku)
    if (!patch) return variant
    patch.used = true
    const { price = variant.price, stock = variant.stock } = patch
    return price === variant.price && stock === variant.stock ? variant : { ...variant, price, stock }
  }
}
