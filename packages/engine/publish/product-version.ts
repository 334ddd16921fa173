import { hash } from 'node:crypto'
import { derivedFields } from '@vitrine/catalog/derived-fields'
import { parsePrice } from '@vitrine/catalog/money'
import type { Product, Stamps, TaxRate } from '@vitrine/catalog/product'
import { fold } from '@vitrine/catalog/words'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import { type ProductDocuments, productSource, renderDocuments } from './render.ts'

/** One version of a product, with everything that an edition stores of it. */
export interface ProductVersion extends Positioned<Product> {
  readonly row: ProductRow
  readonly variantRows: readonly VariantRow[]
  /** The two lines of `source` are explained at `packSource`. */
  readonly documents: ProductDocuments & { readonly source: string }
}

/** A product with its position and the positions of its variants. */
export interface Positioned<Content> {
  readonly product: Content
  readonly position: number
  /** In the product's order. */
  readonly variantPositions: readonly number[]
}

/** A created product has no `before`. A removed product has no `after`. */
export interface ProductChange {
  readonly before: ProductVersion | undefined
  readonly after: ProductVersion | undefined
}

/** `digest` is needed for versions that will be stored. `source` is that of the product, if the caller has it. */
export function productVersion(
  { product, position, variantPositions }: Positioned<Product>,
  storeRate: TaxRate,
  digest = '',
  source = productSource(product, storeRate),
): ProductVersion {
  const prices = product.variants.map((variant) => parsePrice(variant.price)!)
  const row: ProductRow = {
    position,
    digest,
    ...timesOf(product),
    name: fold(product.name),
    slug: product.slug,
    price: prices.length > 0 ? Math.min(...prices) : null,
    highestPrice: prices.length > 0 ? Math.max(...prices) : null,
    variants: variantPositions.join(),
    popularity: product.popularity ?? 0,
  }
  const variantRows = product.variants.map(
    (variant, index): VariantRow => ({
      position: variantPositions[index]!,
      product: position,
      ...timesOf(variant),
      name: fold(variant.name),
      sku: variant.sku,
      price: prices[index]!,
      stock: variant.stock,
    }),
  )
  const derived = derivedFields(product)
  const documents = { source: `${source}\n${JSON.stringify(derived)}`, ...renderDocuments(product, derived) }
  return { product, position, variantPositions, row, variantRows, documents }
}

/** The digest of the source of a submitted product. It tells whether the same product is submitted again. */
export function digestOf(source: string): string {
  return hash('sha1', source, 'base64')
}

function timesOf({ createdAt, updatedAt }: Stamps): Pick<ProductRow, keyof Stamps> {
  return { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) }
}
