import type { AcceptedProduct, FindingPlace } from '@vitrine/catalog/submission'
import { findingPlace } from '@vitrine/catalog/submission'
import { formatNumber, quantity } from '../../terminal-text.ts'

/** The numbers of products that lack something that shoppers look for. */
export interface MissingContent {
  readonly products: number
  readonly picture: number
  readonly description: number
  readonly label: number
  /** A product without variants has neither a price nor a stock. */
  readonly variant: number
}

/** What a product may lack. All its variants have a price of 0, or a stock of 0, if it lacks the last two. */
const LACKS = ['picture', 'description', 'label', 'variant', 'price', 'stock'] as const
export type Lack = (typeof LACKS)[number]

/** The products that lack something: their number, and the places of the first ones. */
export type ProductsLacking = { readonly count: number; readonly places: readonly FindingPlace[] }

const MAX_EXAMPLES = 5

/** Counts what the products of a file lack. */
export class MissingContentCounter {
  #products = 0
  readonly #lacks = new Map(LACKS.map((lack) => [lack, { count: 0, places: [] as FindingPlace[] }]))

  add(submission: AcceptedProduct): void {
    const { files, variants, description, labelValues } = submission.product
    this.#products++
    if (files.length === 0 && variants.every((variant) => variant.files.length === 0)) this.#note('picture', submission)
    if (description.trim() === '') this.#note('description', submission)
    if (labelValues.length === 0) this.#note('label', submission)
    if (variants.length === 0) this.#note('variant', submission)
    else if (variants.every(({ price }) => Number(price) === 0)) this.#note('price', submission)
    if (variants.length > 0 && variants.every(({ stock }) => stock === 0)) this.#note('stock', submission)
  }

  get counts(): MissingContent {
    const [picture, description, label, variant] = LACKS.map((lack) => this.#lacks.get(lack)!.count)
    return { products: this.#products, picture: picture!, description: description!, label: label!, variant: variant! }
  }

  /** What at least one product lacks. */
  get lacks(): readonly (readonly [Lack, ProductsLacking])[] {
    return [...this.#lacks].filter(([, { count }]) => count > 0)
  }

  #note(lack: Lack, submission: AcceptedProduct): void {
    const lacking = this.#lacks.get(lack)!
    if (lacking.count++ < MAX_EXAMPLES) lacking.places.push(findingPlace(submission))
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
