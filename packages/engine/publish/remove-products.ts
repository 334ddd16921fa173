import type { Edition } from '../edition/edition.ts'
import { marketViewsOf } from './market-views.ts'
import { type ProductChange, productVersion } from './product-version.ts'
import { readPositioned } from './read-products.ts'

/** Removes the products at these positions, except those for which `isRetained` is true, and yields the changes. */
export async function* removeProducts(
  base: Edition,
  batches: Iterable<readonly number[]> | AsyncIterable<readonly number[]>,
  isRetained: (position: number) => boolean,
): AsyncGenerator<ProductChange[]> {
  const markets = marketViewsOf(base.store)
  for await (const positions of batches) {
    const removed = await readPositioned(
      base,
      positions.filter((position) => !isRetained(position)),
    )
    yield removed.map((stored) => ({ before: productVersion(stored, markets), after: undefined }))
  }
}
