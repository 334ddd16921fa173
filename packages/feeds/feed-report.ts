/** Counts what a feed gets while it is written. */
export class FeedReport {
  products = 0
  variants = 0
  readonly #leftOut = new Map<FeedReason, { count: number; readonly examples: string[] }>()
  readonly #shortened = new Map<string, number>()

  /** `what` is the sku of a variant, or the slug of a product. */
  leaveOut(reason: FeedReason, what: string): void {
    const counted = this.#leftOut.get(reason) ?? { count: 0, examples: [] }
    this.#leftOut.set(reason, counted)
    counted.count++
    if (counted.examples.length < MAX_EXAMPLES) counted.examples.push(what)
  }

  shorten(field: string): void {
    this.#shortened.set(field, (this.#shortened.get(field) ?? 0) + 1)
  }

  counts(): FeedCounts {
    const leftOut = [...this.#leftOut].map(([reason, counted]) => ({ reason, ...counted }))
    const shortened = [...this.#shortened].map(([field, count]) => ({ field, count }))
    return { products: this.products, variants: this.variants, leftOut, shortened }
  }
}

/** Why a variant or a product is not in a feed, as a clause after "left out: …, since". Reports show the keys. */
export const FEED_REASONS = {
  'no-variants': 'the product has no variants',
  'no-description': 'the product has no description',
  'no-picture': 'neither the variant nor the product has a picture',
  'picture-type': 'the pictures are of types that the feed cannot have',
  'relative-picture': 'the paths of the pictures are relative; --pictures completes them',
  'no-brand': 'the product has no brand',
  'zero-price': 'the price is 0',
  'not-payable': 'the price cannot be paid in the currency of the store',
  'long-sku': 'the sku has more than 50 characters',
  'repeated-sku': 'another variant in the feed has the sku',
} as const

export type FeedReason = keyof typeof FEED_REASONS

/** What an export wrote and what it left out, as `--json` prints it. */
export interface FeedCounts {
  readonly products: number
  readonly variants: number
  readonly leftOut: readonly FeedLeftOut[]
  /** Texts that a feed takes only in part, by field. */
  readonly shortened: readonly { readonly field: string; readonly count: number }[]
}

interface FeedLeftOut {
  readonly reason: FeedReason
  /** Products for `no-variants`, and otherwise variants. */
  readonly count: number
  /** The first ten skus; slugs for `no-variants`. */
  readonly examples: readonly string[]
}

const MAX_EXAMPLES = 10
