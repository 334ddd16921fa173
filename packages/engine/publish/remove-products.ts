import type { Edition } from '../edition/edition.ts'
import { type ProductChange, productVersion } from './product-version.ts'
import { readProducts } from './read-products.ts'

/** Removes the products at these positions, except those for which `isRetained` is true, and yields the changes. */
export async function* removeProducts(
  base: Edition,
  batches: Iterable<readonly number[]> | AsyncIterable<readonly number[]>,
  isRetained: (position: number) => boolean,
): AsyncGenerator<ProductChange[]> {
  for await (const positions of batches) {
    const removed = positions.filter((position) => !isRetained(position))
    yield (await readProducts(base, removed)).map((stored) => ({ before: productVersion(stored), after: undefined }))
  }
}
