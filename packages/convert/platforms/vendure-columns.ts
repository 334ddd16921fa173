import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'

/** The columns of the product CSV. */
export const VENDURE_COLUMNS = {
  id: NO_COLUMN,
  name: column('name', 'the name; a row without a name is a variant of the product above it', 'name'),
  slug: column('slug', 'the slug; if blank, it is made from the name', 'slug'),
  description: column('description', 'the description', 'description'),
  assets: column('assets', 'the pictures, in their order', 'files[].file.path'),
  facets: column(
    'facets',
    'the values of the facet “category” become labels; those of other facets become options of the product as a whole',
    'labelValues[]',
  ),
  collections: NO_COLUMN,
  productEnabled: NO_COLUMN,
  optionGroups: column('optionGroups', 'option groups', 'optionGroups[].name'),
  optionValues: column('optionValues', "the variant's option in each group, in the same order"),
  variantId: NO_COLUMN,
  variantName: NO_COLUMN,
  sku: column('sku', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  price: column('price', 'the price; a variant without a price is left out', 'variants[].price'),
  currency: NO_COLUMN,
  stock: column('stockOnHand', 'the stock'),
  track: column('trackInventory', 'if false, the stock is not tracked'),
  variantAssets: column('variantAssets', 'the pictures of the variant', 'variants[].files[].file.path'),
  variantFacets: column('variantFacets', 'options of the variant'),
  enabled: column('enabled', 'if false, the variant is left out'),
} satisfies Columns<string>

export type VendureColumn = keyof typeof VENDURE_COLUMNS
