import type { Product, Variant } from '@vitrine/catalog/product'
import type { Edition } from '../edition/edition.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import { LabelParents } from './label-parents.ts'
import type { Positioned } from './product-version.ts'

/**
 * Reads products back from their documents, which hold everything but the timestamps of products and variants and the
 * parents of labels; those come from the rows and from posting lists. The edition must have a product at every
 * position.
 */
export async function readProducts(edition: Edition, positions: readonly number[]): Promise<Positioned<Product>[]> {
  const [rows, bodies, parents] = await Promise.all([
    edition.productRows(positions),
    edition.documents('detail', positions),
    LabelParents.of(edition),
  ])
  const details = bodies.map((body) => JSON.parse(body!) as Detail)
  const ids = details.flatMap((detail) => detail.variants.map((variant) => variant.id))
  const variantPositions = (await edition.positionsById('variant', ids)) as number[]
  const [variantRows, documents] = await Promise.all([
    edition.variantRows(variantPositions),
    edition.documents('variant', variantPositions),
  ])
  const variants = documents.map((body, index) => variantOf(JSON.parse(body!), variantRows[index]!))

  let from = 0
  return details.map((detail, index) => {
    const to = from + detail.variants.length
    const position = positions[index]!
    const labelValues = parents.addTo(detail.labelValues, position)
    const product = productOf({ ...detail, labelValues }, variants.slice(from, to), rows[index]!)
    const result = { product, position, variantPositions: variantPositions.slice(from, to) }
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

type Detail = Omit<Product, 'createdAt' | 'updatedAt'>

function productOf(detail: Detail, variants: Variant[], row: ProductRow): Product {
  const { id, name, description, slug, files, optionGroups, labelValues } = detail
  return { id, name, description, slug, ...timestampsOf(row), variants, files, optionGroups, labelValues }
}

function variantOf({ product: _, ...variant }: Variant & { product: unknown }, row: VariantRow): Variant {
  return { ...variant, ...timestampsOf(row) }
}

function timestampsOf(row: ProductRow | VariantRow) {
  return { createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
}
