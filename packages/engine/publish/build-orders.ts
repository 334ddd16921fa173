import type { ChangeWriter, ImportOutput } from './change-writer.ts'
import { mergedOrder } from './merged-order.ts'

/**
 * Builds the sort orders that changed, and the table of the product of each variant. Each is built when no write is
 * queued, so that it runs while `mergePostings` prepares posting lists. Throws the signal's reason when it aborts.
 */
export async function buildOrders(
  { draft, queue }: ImportOutput,
  { changedSorts, changedRows, productOfVariantChanged }: ChangeWriter,
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
        if (!fewRows) return await draft.buildSortOrders(kind, sorts)
        for (const sort of sorts)
          await draft.writeSortOrder(kind, sort, await mergedOrder(draft.base, kind, sort, fewRows))
      })
  }
  if (productOfVariantChanged) await whenIdle(() => draft.buildProductOfVariant())
}
