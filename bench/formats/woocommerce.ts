import type { NativeProduct, NativeVariant } from '../catalog/product.ts'
import { delimitedText, type Row } from './delimited-text.ts'
import {
  categoryAndTags,
  htmlParagraph,
  uniqueSku,
  type VariantChoice,
  variantChoices,
  variantTitle,
} from './fields.ts'

/** A product has at most three option groups: colors, sizes and brands. */
const ATTRIBUTES = [1, 2, 3] as const

const COLUMNS = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...['Short description', 'Description', 'Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class'],
  ...['In stock?', 'Stock', 'Low stock amount', 'Backorders allowed?', 'Sold individually?', 'Weight (kg)'],
  ...['Length (cm)', 'Width (cm)', 'Height (cm)', 'Allow customer reviews?', 'Purchase note', 'Sale price'],
  ...['Regular price', 'Categories', 'Tags', 'Shipping class', 'Images', 'Download limit', 'Download expiry days'],
  ...['Parent', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text', 'Position'],
  ...ATTRIBUTES.flatMap((n) => [`Attribute ${n} name`, `Attribute ${n} value(s)`, `Attribute ${n} global`] as const),
] as const

type WoocommerceRow = Row<(typeof COLUMNS)[number]>

/** The product CSV of WooCommerce. */
export const woocommerce = {
  extension: '.woocommerce.csv',
  serialize: (products: Iterable<NativeProduct>) => delimitedText(COLUMNS, productRows(products)),
}

/** A row for each product, followed by a row for each variation. A product with one variant has no variations. */
function* productRows(products: Iterable<NativeProduct>): Generator<WoocommerceRow> {
  let id = 0
  for (const product of products) {
    const [first, ...others] = product.variants
    if (others.length === 0) {
      yield { ID: String(++id), Type: 'simple', ...productCells(product), ...offerCells(product, first!) }
      continue
    }
    yield { ID: String(++id), Type: 'variable', SKU: product.slug, ...productCells(product), 'In stock?': '1' }
    for (const [place, variant] of product.variants.entries()) {
      yield { ID: String(++id), Type: 'variation', ...variationCells(product, variant, place) }
    }
  }
}

/** Columns with the same value in every row. */
const CONSTANT_CELLS = {
  Published: '1',
  'Is featured?': '0',
  'Visibility in catalog': 'visible',
  'Backorders allowed?': '0',
  'Sold individually?': '0',
  'Allow customer reviews?': '1',
}

function productCells(product: NativeProduct): WoocommerceRow {
  const { name, description, files, optionGroups } = product
  const { category, tags } = categoryAndTags(product)
  const attributes = optionGroups.map(({ name: group, options }) => ({
    group,
    option: options.map(({ name }) => name).join(', '),
  }))
  return {
    ...CONSTANT_CELLS,
    Name: name,
    Description: htmlParagraph(description),
    'Tax status': taxStatus(product.variants[0]!),
    Categories: category,
    Tags: tags.join(', '),
    Images: files.map(({ file }) => file.path).join(', '),
    Position: '0',
    ...attributeCells(attributes),
  }
}

function variationCells(product: NativeProduct, variant: NativeVariant, place: number): WoocommerceRow {
  return {
    ...CONSTANT_CELLS,
    Name: variantTitle(product, variant),
    'Tax status': taxStatus(variant),
    Images: variant.files[0]?.file.path,
    Parent: product.slug,
    Position: String(place + 1),
    ...offerCells(product, variant),
    ...attributeCells(variantChoices(product, variant)),
  }
}

function offerCells(product: NativeProduct, variant: NativeVariant): WoocommerceRow {
  const { price, stock } = variant
  return {
    SKU: uniqueSku(product, variant),
    'In stock?': stock === 0 ? '0' : '1',
    Stock: String(stock ?? ''),
    'Regular price': price,
  }
}

function taxStatus({ taxRate }: NativeVariant): string {
  return taxRate.rate > 0 ? 'taxable' : 'none'
}

/** Attribute n is the product's option group n. The brand comes last, because variations do not have it. */
function attributeCells(choices: readonly VariantChoice[]): WoocommerceRow {
  const cells = choices.map(({ group, option }, place) => {
    const number = ATTRIBUTES[place]!
    return {
      [`Attribute ${number} name`]: group,
      [`Attribute ${number} value(s)`]: option,
      [`Attribute ${number} global`]: '1',
    }
  })
  return Object.assign({}, ...cells)
}
