import type { Product } from '@vitrine/catalog/product'
import { type UcpDescription, type UcpMedia, type UcpProduct, type UcpVariant, ucpProduct } from '../ucp-product.ts'
import type { Feed, FeedSource, FeedWriter } from './feed.ts'
import { feedLabels } from './feed-labels.ts'
import type { FeedReport } from './feed-report.ts'

/** A product of the Agentic Commerce Protocol, version 2026-04-17: `Product` of its `schema.feed.json`. */
interface AcpProduct extends Pick<UcpProduct, 'id' | 'title' | 'url'> {
  readonly description?: UcpDescription
  readonly media?: readonly UcpMedia[]
  readonly variants: readonly AcpVariant[]
}

interface AcpVariant
  extends Pick<UcpVariant, 'id' | 'title' | 'url' | 'barcodes' | 'price' | 'list_price' | 'availability' | 'media'> {
  readonly categories?: NonNullable<UcpProduct['categories']>
  readonly variant_options?: readonly { readonly name: string; readonly value: string }[]
  readonly seller?: { readonly name: string }
}

/** The products of a feed of the Agentic Commerce Protocol, one a line. */
export const acpFeed: Feed = {
  name: 'acp',
  title: 'a product feed of the Agentic Commerce Protocol',
  needs: ['currency', 'productUrl'],
  writers: { jsonl: acpWriter },
}

function acpWriter(source: FeedSource, report: FeedReport): FeedWriter {
  return {
    begin: '',
    product(product) {
      const written = acpProduct(product, source)
      count(product, written, report)
      return written ? `${JSON.stringify(written)}\n` : ''
    },
    end: '',
  }
}

/** undefined if the feed cannot have a variant of the product. */
function acpProduct(product: Product, source: FeedSource): AcpProduct | undefined {
  const ucp = ucpProduct(product, source, source.pictureBase)
  if (!ucp) return undefined
  const { id, title, description, url, media } = ucp
  const paths = feedLabels(product.labelValues).categories.map((path) => path.join(' > '))
  const shared = {
    ...(paths.length > 0 && { categories: paths.map((value) => ({ value, taxonomy: 'merchant' as const })) }),
    ...(source.publicName !== undefined && { seller: { name: source.publicName } }),
  }
  return {
    id,
    title,
    ...(description.plain.trim() !== '' && { description }),
    ...(url !== undefined && { url }),
    ...(media && { media }),
    variants: ucp.variants.map((variant) => ({ ...acpVariant(variant), ...shared })),
  }
}

/** The keys of the schema, which allows no others. */
function acpVariant({
  id,
  title,
  url,
  barcodes,
  price,
  list_price,
  availability,
  options,
  media,
}: UcpVariant): AcpVariant {
  return {
    id,
    title,
    ...(url !== undefined && { url }),
    ...(barcodes && { barcodes }),
    price,
    ...(list_price && { list_price }),
    availability,
    ...(options && { variant_options: options.map(({ name, label }) => ({ name, value: label })) }),
    ...(media && { media }),
  }
}

function count({ slug, variants }: Product, written: AcpProduct | undefined, report: FeedReport): void {
  if (variants.length === 0) report.leaveOut('no-variants', slug)
  if (written) report.products++
  report.variants += written?.variants.length ?? 0
  const ids = new Set(written?.variants.map(({ id }) => id))
  for (const { id, sku } of variants) if (!ids.has(id)) report.leaveOut('not-payable', sku)
}
