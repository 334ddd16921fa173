import { slugify } from '../../catalog/slug.ts'
import { truncate } from '../json-path.ts'
import type { OptionChoice } from './unique-names.ts'

const LIMIT = 180

/** The skus of one product's variants: those that the file gives, and made ones for those that it does not. */
export class UniqueSkus {
  readonly #product: string
  readonly #taken = new Set<string>()

  /** `product`: what a made sku begins with. */
  constructor(product: string) {
    this.#product = product
  }

  /** The sku that is given, if no variant before has it; else one that is made of it, or the product, and the options. */
  take(given: string, choices: readonly OptionChoice[]): string {
    const sku = given !== '' && !this.#taken.has(given) ? given : this.#made(given || this.#product, choices)
    this.#taken.add(sku)
    return sku
  }

  #made(beginning: string, choices: readonly OptionChoice[]): string {
    const parts = [beginning, ...choices.map(({ option }) => slugify(option))].filter((part) => part !== '')
    const base = truncate(parts.join('-'), LIMIT) || 'variant'
    let sku = base
    for (let number = 2; this.#taken.has(sku); number++) sku = `${base}-${number}`
    return sku
  }
}
