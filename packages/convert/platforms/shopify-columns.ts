import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'

/** The older header of each column first, and those of Matrixify last. Only Matrixify has ids. */
export const SHOPIFY_COLUMNS = {
  handle: column('Handle | URL handle', 'the slug; rows with the same handle are one product', 'slug'),
  title: column('Title', 'the name', 'name'),
  description: column(
    'Body (HTML) | Description | Body HTML',
    'the description; --html says what becomes of its HTML',
    'description',
  ),
  vendor: column('Vendor', 'an option of the group “Vendor”, for the product as a whole'),
  category: column(
    'Product Category | Standardized Product Type | Standard Product Type | Category',
    'labels: the category, below the categories above it',
  ),
  type: column('Type | Custom Product Type', 'a label, or labels like the category if it is a path with “>”'),
  collection: column('Collection', 'a label'),
  collections: column('Custom Collections | Smart Collections', 'a label for each collection'),
  command: column('Command', 'if DELETE or IGNORE, the product is left out'),
  tags: column('Tags', 'a label for each tag', 'labelValues', 'labelValues[]'),
  published: column(
    'Published | Published on online store',
    'if FALSE, the product is left out; blank means published',
  ),
  status: column('Status', 'if draft, archived or unlisted, the product is left out; blank means active'),
  optionName: column(
    'OptionN Name',
    'an option group, for all variants of the product; there is none for the option “Default Title”',
    'optionGroups[].name',
  ),
  optionValue: column('OptionN Value', "the variant's option in that group"),
  sku: column('Variant SKU | SKU', 'the sku; if blank, one is made from the handle and the options', 'variants[].sku'),
  price: column('Variant Price | Price', 'the price; a variant without a price is left out', 'variants[].price'),
  compareAtPrice: column(
    'Variant Compare At Price | Compare-at price | Compare At Price',
    'the list price, if it is above the price',
    'variants[].listPrice',
  ),
  barcode: column('Variant Barcode | Barcode', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('Google Shopping / MPN | Google Shopping / Manufacturer part number (MPN)', 'the mpn', 'variants[].mpn'),
  tracker: column('Variant Inventory Tracker | Inventory tracker', 'if blank, the stock is not tracked'),
  quantity: column(
    'Variant Inventory Qty | Inventory quantity',
    'the stock, if it is tracked; a negative number becomes 0',
  ),
  taxable: column(
    'Variant Taxable | Charge tax',
    'if FALSE, the tax rate “No tax”, 0 %; otherwise the tax rate of the store',
  ),
  image: column(
    'Image Src | Product image URL',
    'a picture of the product; repeated pictures count once',
    'files[].file.path',
  ),
  imagePosition: column('Image Position', 'the priority of the picture'),
  imageAlt: column('Image Alt Text', 'the alt text of the picture', 'files[].file.alt', 'variants[].files[].file.alt'),
  variantImage: column(
    'Variant Image | Variant image URL',
    'the picture of the variant',
    'variants[].files[].file.path',
  ),
  seoTitle: column('SEO Title | Metafield: title_tag [string]', 'the title for search engines', 'seo.title'),
  seoDescription: column(
    'SEO Description | Metafield: description_tag [string]',
    'the description for search engines',
    'seo.description',
  ),
  contents: column('Unit Price Total Measure', 'what the variant contains, for the unit price', 'variants[].unitPrice'),
  contentsUnit: column('Unit Price Total Measure Unit', 'its unit'),
  unitAmount: column('Unit Price Base Measure', 'the amount that the unit price is for'),
  unitAmountUnit: column('Unit Price Base Measure Unit', 'its unit'),
  metafield: column(
    'Name (product.metafields.namespace.key) | Metafield: namespace.key [type]',
    'an attribute of the product, or of the variant if the header says `variant`',
  ),
  grams: column('Variant Grams | Weight value (grams)', 'the attribute `weight` of the variant, unless it is 0'),
  weightUnit: column('Variant Weight Unit | Weight unit for display', 'the unit of the weight: g, kg, oz, lb'),
  ofMarket: column(
    'Included / Market | Price / Market | Compare At Price / Market',
    'whether the product is in the market of the store with this code or public name, and its prices there',
  ),
  id: column('ID', 'the external id of the product', 'externalId'),
  variantId: column('Variant ID', 'the external id of the variant', 'variants[].externalId'),
  product: NO_COLUMN,
  currency: NO_COLUMN,
} satisfies Columns<string>

export type ShopifyColumn = keyof typeof SHOPIFY_COLUMNS
