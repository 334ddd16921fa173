import { hash } from 'node:crypto'
import { type Alternate, derivedFields } from '@vitrine/catalog/derived-fields'
import { parsePrice } from '@vitrine/catalog/money'
import type { Product, Stamps, TaxRate } from '@vitrine/catalog/product'
import type { FindingPlace } from '@vitrine/catalog/submission'
import { fold } from '@vitrine/catalog/words'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import { type MarketView, type MarketViews, viewsIn } from './market-views.ts'
import { type ProductDocuments, renderDocuments, sourceDocument } from './render.ts'

/** One version of a product, with everything that an edition stores of it. */
export interface ProductVersion extends Positioned<Product> {
  readonly row: ProductRow
  readonly variantRows: readonly VariantRow[]
  /** The lines of `source` are explained at `packSource`. */
  readonly documents: ProductDocuments & { readonly source: string }
  /** Its slugs in the store and its markets, if the store has any. */
  readonly alternates: readonly Alternate[] | undefined
  /** What the markets of the store show of it, by their codes. */
  readonly views: ReadonlyMap<string, MarketView>
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
  /** Where a file says it. */
  readonly place?: FindingPlace
}

/** `digest` is needed for versions that will be stored. `source` is that of the product, if the caller has it. */
export function productVersion(
  stored: Positioned<Product>,
  markets: MarketViews,
  digest = '',
  source?: string,
): ProductVersion {
  const { product } = stored
  const views = viewsIn(product, markets)
  const inMarkets = [...views].map(([market, { product }]) => ({ market, slug: product.slug }))
  const alternates = markets.markets.length > 0 ? [{ slug: product.slug }, ...inMarkets] : undefined
  const { markets: content, ...shown } = product
  const isSource = source !== undefined && content === undefined
  const own = isSource ? source : sourceDocument(shown, markets.storeRate)
  return { ...versionOf({ ...stored, product }, { source: own, digest, alternates, content }), views }
}

/** The version of a product that a market shows. `alternates` are those of the product. */
export function versionInMarket(
  stored: Positioned<Product>,
  storeRate: TaxRate,
  alternates: readonly Alternate[] | undefined,
): ProductVersion {
  const source = sourceDocument(stored.product, storeRate)
  return { ...versionOf(stored, { source, digest: '', alternates }), views: new Map() }
}

function versionOf(
  { product, position, variantPositions }: Positioned<Product>,
  { source, digest, alternates, content }: Contents,
): Omit<ProductVersion, 'views'> {
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
  const derived = derivedFields(product, alternates)
  const lines = [source, JSON.stringify(derived), ...(content ? [JSON.stringify(content)] : [])]
  const documents = { source: lines.join('\n'), ...renderDocuments(product, derived) }
  return { product, position, variantPositions, row, variantRows, documents, alternates }
}

interface Contents extends Pick<ProductVersion, 'alternates'> {
  /** Of the product without what it says of markets. */
  readonly source: string
  readonly digest: string
  /** What it says of markets. */
  readonly content?: Product['markets']
}

/** The digest of the source of a submitted product. It tells whether the same product is submitted again. */
export function digestOf(source: string): string {
  return hash('sha1', source, 'base64')
}

function timesOf({ createdAt, updatedAt }: Stamps): Pick<ProductRow, keyof Stamps> {
  return { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) }
}
