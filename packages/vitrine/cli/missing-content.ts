import type { Product, Submitted } from '@vitrine/catalog/product'
import { formatNumber, quantity } from './terminal-text.ts'

/** The numbers of products that lack something that shoppers look for. */
export interface MissingContent {
  readonly products: number
  readonly picture: number
  readonly description: number
  readonly label: number
  /** A product without variants has neither a price nor a stock. */
  readonly variant: number
}

/** Counts what the products of a file lack. */
export class MissingContentCounter {
  readonly #counts = { products: 0, picture: 0, description: 0, label: 0, variant: 0 }

  add({ files, variants, description, labelValues }: Submitted<Product>): void {
    this.#counts.products++
    if (files.length === 0 && variants.every((variant) => variant.files.length === 0)) this.#counts.picture++
    if (description.trim() === '') this.#counts.description++
    if (labelValues.length === 0) this.#counts.label++
    if (variants.length === 0) this.#counts.variant++
  }

  get counts(): MissingContent {
    return { ...this.#counts }
  }
}

/** What shoppers will miss: “263 products: none has a picture, 12 have no label”. undefined if nothing is missing. */
export function missingContentText({ products, ...missing }: MissingContent): string | undefined {
  const parts = Object.entries(missing).flatMap(([noun, count]) => {
    if (count === 0) return []
    if (count === products) return `none has a ${noun}`
    return `${formatNumber(count)} ${count === 1 ? 'has' : 'have'} no ${noun}`
  })
  return parts.length === 0 ? undefined : `${quantity(products, 'product')} read: ${parts.join(', ')}`
}
