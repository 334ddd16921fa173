import type { NativeProduct, NativeVariant } from '../catalog/product.ts'
import { delimitedText, type Row } from './delimited-text.ts'
import { brandName, htmlParagraph, type VariantChoice, variantChoices } from './fields.ts'

const COLUMNS = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option1 Linked To', 'Option2 Name', 'Option2 Value', 'Option2 Linked To'],
  ...['Option3 Name', 'Option3 Value', 'Option3 Linked To', 'Variant SKU', 'Variant Grams'],
  ...['Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Fulfillment Service'],
  ...['Variant Price', 'Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable', 'Variant Barcode'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Gift Card', 'SEO Title', 'SEO Description', 'Variant Image'],
  ...['Variant Weight Unit', 'Variant Tax Code', 'Cost per item', 'Status'],
] as const

type ShopifyRow = Row<(typeof COLUMNS)[number]>

/** The product CSV of Shopify. */
export const shopify = {
  extension: '.shopify.csv',
  serialize: (products: Iterable<NativeProduct>) => delimitedText(COLUMNS, productRows(products)),
}

/**
 * One row for each variant. The first row also has the product's fields. Picture n is on row n, in rows of its own if there
 * are more pictures than variants.
 */
function* productRows(products: Iterable<NativeProduct>): Generator<ShopifyRow> {
  for (const product of products) {
    const { slug, variants, files } = product
    for (let place = 0; place < Math.max(variants.length, files.length); place++) {
      yield {
        Handle: slug,
        ...(place === 0 ? productCells(product) : {}),
        ...(place < variants.length ? variantCells(product, variants[place]!) : {}),
        ...(place < files.length ? pictureCells(files[place]!, place) : {}),
      }
    }
  }
}

function productCells(product: NativeProduct): ShopifyRow {
  const [first, second] = firstTwoChoices(product, product.variants[0]!)
  return {
    Title: product.name,
    'Body (HTML)': htmlParagraph(product.description),
    Vendor: brandName(product),
    Tags: product.labelValues.map(({ name }) => name).join(', '),
    Published: 'true',
    'Option1 Name': first.group,
    'Option2 Name': second?.group,
    'Gift Card': 'false',
    Status: 'active',
  }
}

function variantCells(product: NativeProduct, variant: NativeVariant): ShopifyRow {
  const [first, second] = firstTwoChoices(product, variant)
  const { sku, stock, price, taxRate, files } = variant
  return {
    'Option1 Value': first.option,
    'Option2 Value': second?.option,
    'Variant SKU': sku,
    'Variant Grams': '0.0',
    'Variant Inventory Tracker': stock === null ? '' : 'shopify',
    'Variant Inventory Qty': String(stock ?? 0),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': price,
    'Variant Requires Shipping': 'true',
    'Variant Taxable': String(taxRate.rate > 0),
    'Variant Image': files[0]?.file.path,
    'Variant Weight Unit': 'kg',
  }
}

function pictureCells({ file }: NativeProduct['files'][number], place: number): ShopifyRow {
  return { 'Image Src': file.path, 'Image Position': String(place + 1) }
}

/** Every Shopify product has at least one option. */
function firstTwoChoices(product: NativeProduct, variant: NativeVariant): [VariantChoice, VariantChoice | undefined] {
  const [first = { group: 'Title', option: 'Default Title' }, second] = variantChoices(product, variant)
  return [first, second]
}
