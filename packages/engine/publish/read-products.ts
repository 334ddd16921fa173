import type { Product } from '@vitrine/catalog/product'
import type { Edition } from '../edition/edition.ts'
import type { Positioned } from './product-version.ts'

/** The products at these positions, as they were published. The edition must have a product at every position. */
export async function readProducts(edition: Edition, positions: readonly number[]): Promise<Product[]> {
  return (await edition.listedDocuments('source', positions)).map((body) => JSON.parse(body) as Product)
}

/** The same with the positions of the products and of their variants. */
export async function readPositioned(edition: Edition, positions: readonly number[]): Promise<Positioned<Product>[]> {
  const products = await readProducts(edition, positions)
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id))
  const variantPositions = (await edition.positionsById('variant', ids)) as number[]
  let from = 0
  return products.map((product, index) => {
    const to = from + product.variants.length
    const result = { product, position: positions[index]!, variantPositions: variantPositions.slice(from, to) }
    from = to
    return result
  })
}

/** Products that are read and written together: worth a transaction, and few enough for the memory. */
export const BATCH_SIZE = 100

export function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH_SIZE) yield items.slice(from, from + BATCH_SIZE)
}

/** The positions of all products in the default order, in batches. */
export async function* positionBatches(edition: Edition, batchSize = BATCH_SIZE): AsyncGenerator<readonly number[]> {
  for (let from = 0; from < edition.productCount; from += batchSize)
    yield [...(await edition.orderSlice('product', 'createdAt:DESC', from, from + batchSize))]
}
