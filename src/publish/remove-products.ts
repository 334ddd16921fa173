import type { Edition } from '../edition/edition.ts'
import { type ProductChange, productVersion } from './product-version.ts'
import { readProducts } from './read-products.ts'

/** Removes the products at these positions, unless they are `kept`, and yields the changes in batches. */
export async function* removeProducts(
  base: Edition,
  batches: Iterable<readonly number[]> | AsyncIterable<readonly number[]>,
  isKept: (position: number) => boolean,
): AsyncGenerator<ProductChange[]> {
  for await (const positions of batches) {
    const removed = await readProducts(
      base,
      positions.filter((position) => !isKept(position)),
    )
    yield removed.map((stored) => ({ before: productVersion(stored), after: undefined }))
  }
}
