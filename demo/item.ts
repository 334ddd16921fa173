import type { Brand, Group, Label } from './vocabulary.ts'

/** One product as its shelf writes it down: only what a person has to decide. */
export type Item = {
  readonly name: string
  readonly slug: string
  /** The beginning of every variant's SKU; the codes of its options follow. */
  readonly sku: string
  readonly text: string
  readonly labels: readonly Label[]
  /** To the minute, in UTC. */
  readonly created: string
  readonly brand?: Brand
  /** Books and food. Left out, the store's default rate applies. */
  readonly tax?: 'reduced'
  /** The option groups that tell the variants apart: the first columns of `rows`. */
  readonly by?: readonly Group[]
  /** One variant each: its options, its price, its stock (`-` is not counted), and `sale` if it is reduced. */
  readonly rows: readonly string[]
  /** Has a second picture, from nearby. */
  readonly closeUp?: true
}
