import type { Edition } from '../edition/edition.ts'
import { isByPopularity, POPULAR_FIRST } from '../edition/term.ts'
import type { ChangeWriter, ImportOutput } from './change-writer.ts'
import { mergedOrder } from './merged-order.ts'

/**
 * Builds the sort orders that changed, and the table of the product of each variant. Each is built when no write is
 * queued, so that it runs while `mergePostings` prepares posting lists. Orders by popularity are first built when a
 * product has a popularity. Throws the signal's reason when it aborts.
 */
export async function buildOrders(
  { draft, queue }: ImportOutput,
  { changedSorts, changedRows, productOfVariantChanged, hasPopularity }: ChangeWriter,
  signal: AbortSignal,
): Promise<void> {
  const whenIdle = async (write: () => Promise<void>) => {
    await queue.drain()
    signal.throwIfAborted()
    await queue.push(write, 0)
  }
  for (const kind of ['product', 'variant'] as const) {
    const count = kind === 'product' ? draft.base.productCount : draft.base.variantCount
    const fewRows = changedRows[kind].ifFewOf(count)
    const byField = Map.groupBy(changedSorts[kind], (sort) => sort.slice(0, sort.indexOf(':')))
    for (const sorts of byField.values())
      await whenIdle(async () => {
        const isInBase = !isByPopularity(sorts[0]!) || (await hasPopularityOrder(draft.base))
        if (!isInBase && !hasPopularity) return
        if (!fewRows || !isInBase) return await draft.buildSortOrders(kind, sorts)
        for (const sort of sorts)
          await draft.writeSortOrder(kind, sort, await mergedOrder(draft.base, kind, sort, fewRows))
      })
  }
  if (productOfVariantChanged) await whenIdle(() => draft.buildProductOfVariant())
}

async function hasPopularityOrder(edition: Edition): Promise<boolean> {
  return (await edition.orderSlice('product', POPULAR_FIRST, 0, 1)).length > 0
}
