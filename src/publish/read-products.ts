import type { Product, Variant } from '../catalog/product.ts'
import type { Edition } from '../edition/edition.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'

/** A product as an edition has it, with the positions of it and of its variants. */
export interface StoredProduct {
  readonly position: number
  readonly product: Product
  /** The position of each variant, in the product's order. */
  readonly variantPositions: readonly number[]
}

/**
 * Reads products back from their documents: the way from `render` backwards. The documents hold all but the timestamps
 * of products and variants, which their rows hold. Every position must have a product in the edition.
 */
export async function readProducts(edition: Edition, positions: readonly number[]): Promise<StoredProduct[]> {
  const [rows, bodies] = await Promise.all([edition.productRows(positions), edition.documents('detail', positions)])
  const details = bodies.map((body) => JSON.parse(body!) as Detail)
  const ids = details.flatMap((detail) => detail.variants.map((variant) => variant.id))
  const variantPositions = (await edition.positionsById('variant', ids)) as number[]
  const [variantRows, documents] = await Promise.all([
    edition.variantRows(variantPositions),
    edition.documents('variant', variantPositions),
  ])
  const variants = documents.map((body, index) => restoreVariant(JSON.parse(body!), variantRows[index]!))

  let from = 0
  return details.map((detail, index) => {
    const to = from + detail.variants.length
    const own = { variants: variants.slice(from, to), positions: variantPositions.slice(from, to) }
    from = to
    return {
      position: positions[index]!,
      product: restoreProduct(detail, own.variants, rows[index]!),
      variantPositions: own.positions,
    }
  })
}

/**
 * All products of an edition in the native format, one line of JSON each, in the default order. An edition without
 * products is an empty array: an empty file could be one that was cut off.
 */
export async function* exportLines(edition: Edition): AsyncGenerator<string> {
  if (edition.productCount === 0) yield '[]\n'
  for (let from = 0; from < edition.productCount; from += EXPORT_BATCH) {
    const positions = await edition.orderSlice('product', 'createdAt:DESC', from, from + EXPORT_BATCH)
    for (const { product } of await readProducts(edition, [...positions])) yield `${JSON.stringify(product)}\n`
  }
}

const EXPORT_BATCH = 200

type Detail = Omit<Product, 'createdAt' | 'updatedAt'>

function restoreProduct(detail: Detail, variants: Variant[], row: ProductRow): Product {
  const { id, name, description, slug, files, optionGroups, labelValues } = detail
  return { id, name, description, slug, ...stamps(row), variants, files, optionGroups, labelValues }
}

function restoreVariant({ product: _, ...variant }: Variant & { product: unknown }, row: VariantRow): Variant {
  return { ...variant, ...stamps(row) }
}

function stamps(row: ProductRow | VariantRow) {
  return { createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
}
