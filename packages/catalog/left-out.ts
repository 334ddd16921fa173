import type { FindingPlace } from './submission.ts'

/**
 * Why a row of a file is left out although nothing is wrong with it, as a clause after "left out: …, since". The keys
 * are part of the report and must not change.
 */
export const LEFT_OUT_REASONS = {
  draft: 'the product is a draft',
  archived: 'the product is archived',
  unlisted: 'the product is unlisted',
  unpublished: 'the product is not published',
  deleted: 'the file says to delete or to ignore the product',
  private: 'it is private',
  hidden: 'it is not visible by itself, and no product that is served contains it',
  translation: 'its texts are for another language or store view',
  grouped: 'a grouped product has nothing to sell by itself',
  external: 'an external product is sold elsewhere',
  bundle: 'a bundle has no price of its own',
  'other-type': 'its type is not imported',
  'no-price': 'it has no price',
  'other-currency': 'its price is in another currency',
  'no-title': 'no row of the product has a title',
  'image-only': 'there is only an image, and no product that it belongs to',
  video: 'it is a video',
  'no-product': 'it does not say which product it belongs to',
  'no-parent': 'the product that the variation belongs to is not in the file',
  'no-variants': 'none of the variants of the product is served',
  'no-variations': 'the file has no variation of the product',
  'duplicate-options': 'an earlier variant of the product has the same options',
  repeated: 'it is in the file already',
  'unknown-sku': 'no variant of the store has the sku',
  'unknown-slug': 'no product of the store has the slug',
  'unknown-product': 'the store does not have the product',
  'no-market': 'the store has no market of its language; `vitrine market add` adds one',
  'no-translation': 'it has no translation',
  'other-text': 'no product shows its text',
  'unknown-text': 'no product of the store has its text',
  section: 'it names the category of the rows below it',
  blank: 'the row is blank',
} as const

export type LeftOutReason = keyof typeof LEFT_OUT_REASONS

/** The reasons that the merchant has set himself. */
export const HIDDEN_BY_MERCHANT: readonly LeftOutReason[] = ['draft', 'archived', 'unlisted', 'unpublished', 'private']

/** A row that is left out although nothing is wrong with it. */
export interface LeftOutRow extends FindingPlace {
  readonly reason: LeftOutReason
}
