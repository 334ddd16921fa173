import { type Columns, column } from '../rows/columns.ts'
import { MAGENTO_COLUMNS } from './magento-columns.ts'

/** The columns of the product CSV of Magento 2. */
export const MAGENTO2_COLUMNS = {
  ...MAGENTO_COLUMNS,
  storeView: column(
    'store_view_code',
    'a row of a sku that has a row without store view becomes texts of the market with this code or language',
  ),
  type: column(
    'product_type',
    'simple, virtual, downloadable and configurable are imported; grouped, bundle and other types are left out',
  ),
  categories: column(
    'categories',
    'labels: each category, below the categories above it, without the root category, such as “Default Category”',
    'labelValues[]',
  ),
  image: column('base_image', 'the first picture', 'files[].file.path', 'variants[].files[].file.path'),
  imageLabel: column('base_image_label', 'the alt text of the first picture', 'files[].file.alt'),
  moreImages: column('additional_images', 'the other pictures'),
  moreLabels: column('additional_image_labels', 'the alt texts of the other pictures'),
  hiddenImages: column('hide_from_product_page', 'pictures that are not used'),
  attributes: column(
    'additional_attributes',
    'the gtin, the brand, the color and the size, as in columns of their own',
  ),
  variations: column('configurable_variations', 'the variants of the product by their skus, and their options'),
  variationLabels: column('configurable_variation_labels', 'the names of the option groups', 'optionGroups[].name'),
} satisfies Columns<string>

export type Magento2Column = keyof typeof MAGENTO2_COLUMNS
