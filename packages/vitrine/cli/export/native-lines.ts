import type { Edition } from '@vitrine/engine/edition/edition'
import { positionBatches, readProducts } from '@vitrine/engine/publish/read-products'

const BATCH = 200

/**
 * Exports all products of an edition in the native format, in the default order: one JSON object a line, each with the
 * currency of the store. An edition without products becomes an empty array, because an empty file could also be a
 * truncated one.
 */
export async function* exportLines(edition: Edition): AsyncGenerator<string> {
  if (edition.productCount === 0) yield '[]\n'
  const { currency } = edition.store
  for await (const positions of positionBatches(edition, BATCH))
    for (const product of await readProducts(edition, positions)) yield `${JSON.stringify({ ...product, currency })}\n`
}
