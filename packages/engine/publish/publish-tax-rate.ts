import type { Product, TaxRate } from '@vitrine/catalog/product'
import type { StoreSettings, StoreTaxRate } from '@vitrine/catalog/store'
import { storeTaxRate } from '@vitrine/catalog/store-tax-rate'
import type { Draft, RowBatch } from '../edition/draft.ts'
import { CHANGE_BITS, ProductChanges } from '../edition/product-changes.ts'
import type { EditionSummary } from '../edition/rows.ts'
import type { Positioned } from './product-version.ts'
import { positionBatches, readPositioned } from './read-products.ts'
import { renderVariants } from './render.ts'

/**
 * Gives the store another tax rate, and publishes an edition in which the variants without a rate of their own have it.
 * Only these are rendered again. If there are none, only the store changes, and the result is undefined. In the same
 * transaction, the operator changes `settings`. `now` is ISO 8601 in UTC with milliseconds.
 */
export async function publishTaxRate(
  draft: Draft,
  taxRate: StoreTaxRate,
  now: string,
  settings: StoreSettings = {},
): Promise<EditionSummary | undefined> {
  const { base } = draft
  const before = storeTaxRate(base.store)
  const after = storeTaxRate({ ...base.store, taxRate })
  const changed = new ProductChanges()
  for await (const positions of positionBatches(base)) {
    const products = await readPositioned(base, positions)
    const documents = products.flatMap((stored) => {
      const variants = changedVariants(stored, before, after)
      if (variants.length > 0) changed.set(stored.position, CHANGE_BITS.prices)
      return variants
    })
    await draft.writeRows({ products: [], variants: [], documents, removed: { product: [], variant: [] } })
  }
  if (changed.counts().changed > 0) {
    const { productCount, variantCount } = base
    const difference = { products: changed, also: [] }
    return await draft.publish({ publishedAt: now, productCount, variantCount }, difference, { taxRate }, settings)
  }
  await draft.changeBase({ taxRate }, settings)
  return undefined
}

/** The documents of the variants that have the rate `before`, with the rate `after`. */
function changedVariants(
  { product, variantPositions }: Positioned<Product>,
  before: TaxRate,
  after: TaxRate,
): RowBatch['documents'] {
  const rate = JSON.stringify(before)
  const changed = product.variants.flatMap((variant, index) => {
    if (JSON.stringify(variant.taxRate) !== rate) return []
    return [{ variant: { ...variant, taxRate: after }, position: variantPositions[index]! }]
  })
  if (changed.length === 0) return []
  const variants = changed.map(({ variant }) => variant)
  return renderVariants({ ...product, variants }).map((body, index) => {
    return { form: 'variant' as const, position: changed[index]!.position, body }
  })
}
