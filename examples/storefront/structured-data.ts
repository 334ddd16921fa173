import { productAddress } from './address.ts'
import type { Step } from './layout.ts'
import type { Visit } from './page.ts'
import type { FullProduct, ProductDetail, VariantSummaryWithFiles } from './vitrine.ts'

const CONTEXT = 'https://schema.org'

/** The properties of schema.org by which search engines tell variants apart, under the codes that catalogs use. */
const PROPERTIES: Readonly<Record<string, string>> = {
  color: 'color',
  colour: 'color',
  size: 'size',
  material: 'material',
  pattern: 'pattern',
}

/** The codes of groups that hold the brand. */
export const BRAND = /^(brands?|vendor|manufacturer)$/

export interface ProductData {
  readonly product: FullProduct
  readonly currency: string | undefined
  /** The address of the shop: addresses in this data are absolute. */
  readonly base: string
  readonly pictureUrl: Visit['pictureUrl']
}

/** A product as a `ProductGroup` with its variants. Without a currency there are no offers, since a price needs one. */
export function productGroup({ product, currency, base, pictureUrl }: ProductData): object {
  const { rating, attributes } = product
  const brand = product.optionGroups.find(({ code }) => BRAND.test(code))?.options[0]?.name
  const image = (files: ProductDetail['files']) =>
    files.flatMap(({ file }) => pictureUrl(file.path) ?? []).map((address) => new URL(address, base).href)
  const variesBy = new Set<string>()
  const hasVariant = product.variants.map((variant) => {
    const options = optionsOf(product, variant)
    for (const property of Object.keys(options)) variesBy.add(`${CONTEXT}/${property}`)
    const address = `${base}${productAddress(product.slug, variant.sku)}`
    const pictures = image(variant.files.length > 0 ? variant.files : product.files)
    return {
      '@type': 'Product',
      name: variant.name,
      sku: variant.sku,
      ...(variant.gtin !== undefined && { gtin: variant.gtin }),
      ...(variant.mpn !== undefined && { mpn: variant.mpn }),
      ...options,
      ...(pictures.length > 0 && { image: pictures[0] }),
      url: address,
      ...(currency !== undefined && { offers: offer(variant, currency, address) }),
    }
  })
  return {
    '@context': CONTEXT,
    '@type': 'ProductGroup',
    name: product.name,
    description: product.descriptionText.replace(/\s+/g, ' '),
    url: `${base}${productAddress(product.slug)}`,
    productGroupID: product.id,
    ...(brand !== undefined && { brand: { '@type': 'Brand', name: brand } }),
    ...(rating && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.value, ratingCount: rating.count },
    }),
    ...(product.files.length > 0 && { image: image(product.files) }),
    ...(attributes && { additionalProperty: attributes.map(propertyOf) }),
    variesBy: [...variesBy],
    hasVariant,
  }
}

/** An attribute as a property: a weight of 0.4 kg. */
function propertyOf({ name, value, unit }: NonNullable<FullProduct['attributes']>[number]): object {
  return { '@type': 'PropertyValue', name, value, ...(unit !== undefined && { unitText: unit }) }
}

/** The way to a page, as search engines read it. */
export function breadcrumbList(steps: readonly Step[], base: string): object {
  const itemListElement = steps.map(({ name, address }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${base}${address}`,
  }))
  return { '@context': CONTEXT, '@type': 'BreadcrumbList', itemListElement }
}

function optionsOf({ optionGroups }: ProductDetail, { productOptions }: VariantSummaryWithFiles) {
  const properties = productOptions.flatMap(({ id, name }) => {
    const group = optionGroups.find(({ options }) => options.some((option) => option.id === id))
    const property = group && PROPERTIES[group.code]
    return property === undefined ? [] : [[property, name]]
  })
  return Object.fromEntries(properties) as Record<string, string>
}

function offer({ price, stock }: VariantSummaryWithFiles, priceCurrency: string, url: string): object {
  const availability = `${CONTEXT}/${stock === 0 ? 'OutOfStock' : 'InStock'}`
  return { '@type': 'Offer', price, priceCurrency, availability, url }
}
