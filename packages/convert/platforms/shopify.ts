import { decodeEntities } from '@vitrine/catalog/html-text'
import { type FormatSample, headersOf } from '../format.ts'
import { isNoValue } from '../products/pictures.ts'
import { categoriesOf, seoFrom, unitPriceFrom } from '../products/product-fields.ts'
import { attributesIn, withAttributeColumns } from '../rows/attribute-columns.ts'
import { unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { metafieldText, shopifyAttribute, shopifyWeight } from './shopify-attributes.ts'
import { SHOPIFY_COLUMNS, type ShopifyColumn } from './shopify-columns.ts'
import { marketCells, withMarketColumns } from './shopify-market-columns.ts'
import { type ShopifyPart, shopifyKeys, shopifyProduct, taxonomyLevels } from './shopify-product.ts'

/** The product CSV that Shopify exports, with older or newer headers. */
export const shopify = rowFormat<Column>({
  name: 'shopify',
  title: 'Shopify product CSV',
  columns: SHOPIFY_COLUMNS,
  columnsFor: (headers, _, store) => {
    const columns = withAttributeColumns(SHOPIFY_COLUMNS, ['metafield', 'ofMarket'], headers, shopifyAttribute)
    return withMarketColumns(columns, headers, store?.markets ?? [])
  },
  required: ['handle', 'title', 'price'],
  recognises: (columns, sample) =>
    columns.has('handle') &&
    columns.has('title') &&
    columns.size >= 3 &&
    (columns.has('price') || hasOwnHeader(sample)) &&
    !isInventory(sample),
  refusal: (sample) => (isInventory(sample) ? INVENTORY : undefined),
  productKeys: (row) => shopifyKeys({ handle: row.text('handle'), title: row.text('title'), source: row }),
  nameOf: (row) => row.text('handle') || row.text('title') || row.text('sku'),
  build: (rows, product) => shopifyProduct(rows.map(partOf), product),
})

type Column = ShopifyColumn

/** Whether a header is called as only Shopify calls it. Other shops have a handle, a title, tags and a type too. */
function hasOwnHeader(sample: FormatSample): boolean {
  return [...headersOf(sample)].some((header) =>
    /^(?:variant |option ?1 |body|published|product category$)/.test(header),
  )
}

/** Whether the file is Shopify's export of the inventory: a row for each variant and location, and no prices. */
function isInventory(sample: FormatSample): boolean {
  const headers = [...headersOf(sample)]
  const has = (pattern: RegExp) => headers.some((header) => pattern.test(header))
  return has(/^handle$/) && has(/^location$/) && has(/^(?:available|on hand)\b/) && !has(/price/)
}

const INVENTORY =
  'The file looks like the inventory that Shopify exports: it has the stock of each location, and no prices. ' +
  'Export the file in the list of products. For the stock of one location alone, call its column “stock” and import the ' +
  'file with --only stock.'

/** Products have at most three option groups. */
const OPTION_NUMBERS = [1, 2, 3]

function partOf(row: Row<Column>): ShopifyPart {
  return {
    source: row,
    productId: row.text('id'),
    variantId: row.text('variantId'),
    handle: row.text('handle'),
    title: row.text('title'),
    description: row.text('description'),
    vendor: row.name('vendor'),
    isDeleted: /^(?:delete|ignore)$/i.test(row.text('command')),
    status: row.text('status'),
    published: row.text('published'),
    labels: {
      category: [taxonomyLevels(row.name('category')), categoriesOf(row.name('type'))],
      collection: [
        row.name('collection'),
        ...row.texts('collections').flatMap((names) => decodeEntities(names).split(',')),
      ],
      tag: row.name('tags').split(','),
    },
    groups: OPTION_NUMBERS.map((number) => row.name('optionName', number)),
    options: OPTION_NUMBERS.map((number) => row.name('optionValue', number)),
    sku: row.text('sku').replace(/^'\s*/, ''),
    gtin: row.text('barcode').replace(/^'\s*/, ''),
    mpn: unescaped(row.text('mpn')),
    price: row.text('price'),
    compareAtPrice: row.text('compareAtPrice'),
    currency: row.text('currency'),
    tracker: isNoValue(row.text('tracker')) ? '' : row.text('tracker'),
    quantity: unescaped(row.text('quantity')),
    taxable: row.text('taxable'),
    variantPicture: row.text('variantImage'),
    // A cell of Matrixify may have several addresses.
    pictures: row.text('image').split(/\s*;\s*(?=https?:)/),
    position: row.text('imagePosition'),
    alt: row.name('imageAlt'),
    seo: seoFrom(row.name('seoTitle'), row.name('seoDescription')),
    unitPrice: unitPriceFrom(
      `${row.text('contents')} ${row.text('contentsUnit')}`,
      `${row.text('unitAmount')} ${row.text('unitAmountUnit')}`,
    ),
    attributes: attributesIn(row, 'product', metafieldText),
    markets: marketCells(row),
    variantAttributes: [
      shopifyWeight(row.text('grams'), row.text('weightUnit')) ?? [],
      attributesIn(row, 'variant', metafieldText),
    ].flat(),
  }
}
