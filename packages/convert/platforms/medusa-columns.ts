import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'

/** The columns of the product CSV of Medusa 2. The JSON has more. */
export const MEDUSA_COLUMNS = {
  id: column('Product Id', 'the id by which the next import finds the product', 'id', 'externalId'),
  handle: column('Product Handle', 'the slug; rows with the same handle are one product', 'slug'),
  title: column('Product Title', 'the name', 'name'),
  description: column('Product Description', 'the description', 'description'),
  status: column('Product Status', 'draft, proposed, rejected: the product is left out; blank means published'),
  deleted: column('Product Deleted At', 'if it has a value, the product is left out'),
  thumbnail: column('Product Thumbnail', 'the first picture', 'files[].file.path'),
  image: column('Product Image N | Product Image N Url', 'the other pictures, in their order'),
  collection: NO_COLUMN,
  type: NO_COLUMN,
  category: NO_COLUMN,
  tag: column('Product Tag N', 'a label', 'labelValues[]'),
  material: column('Product Material', 'an option of the group “Material”, for the product as a whole'),
  variantId: column(
    'Variant Id',
    'the id by which the next import finds the variant',
    'variants[].id',
    'variants[].externalId',
  ),
  variantTitle: column('Variant Title', 'the end of the name of the variant', 'variants[].name'),
  variantDeleted: column('Variant Deleted At', 'if it has a value, the variant is left out'),
  sku: column('Variant SKU', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  ean: column('Variant EAN', 'the gtin, if it is one'),
  upc: column('Variant UPC', 'the gtin, if there is no EAN'),
  barcode: column('Variant Barcode', 'the gtin, if there is neither', 'variants[].gtin'),
  manage: NO_COLUMN,
  quantity: NO_COLUMN,
  backorder: NO_COLUMN,
  price: column('Variant Price CURRENCY', 'the price, in the currency of the store', 'currency'),
  optionName: column('Variant Option N Name', 'an option group', 'optionGroups[].name'),
  optionValue: column('Variant Option N Value', "the variant's option in that group"),
  variantThumbnail: column('Variant Thumbnail', 'the first picture of the variant'),
  variantImage: column('Variant Image N', 'the pictures of the variant', 'variants[].files[].file.path'),
} satisfies Columns<string>

export type MedusaPriceColumn = `price ${string}`
export type MedusaColumn = keyof typeof MEDUSA_COLUMNS | MedusaPriceColumn
