import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'

/** The columns by their English headers. */
export const WOOCOMMERCE_COLUMNS = {
  id: column(
    'ID',
    'the id by which variations name their product, and by which the next import finds it',
    'externalId',
    'variants[].externalId',
  ),
  type: column('Type', 'simple, variable and variation are imported; grouped, external and other types are left out'),
  sku: column(
    'SKU',
    'the sku; if blank, one is made from the name and the options',
    'id',
    'variants[].id',
    'variants[].sku',
  ),
  name: column(
    'Name',
    'the name of the product or the variant; the slug is made from it',
    'name',
    'slug',
    'variants[].name',
  ),
  published: column('Published', '1 is imported; 0 (private), -1 (draft) and 2 (pending review) are left out'),
  description: column('Description', 'the description; --html says what becomes of its HTML', 'description'),
  brands: column('Brands', 'the brand, as an option of the product'),
  shortDescription: column('Short description', 'the description, if there is no other'),
  saleFrom: column('Date sale price starts', 'the first day of the sale'),
  saleTo: column('Date sale price ends', 'the last day of the sale'),
  taxStatus: column('Tax status', 'none, shipping: the tax rate “No tax”, 0 %; otherwise the tax rate of the store'),
  inStock: column('In stock?', 'if 0, the stock is 0 unless a number is given'),
  stock: column('Stock', 'the stock; if blank, it is not tracked'),
  gtin: column('GTIN, UPC, EAN, or ISBN', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('Meta: _wc_gla_mpn | Meta: _mpn | Meta: mpn', 'the mpn', 'variants[].mpn'),
  salePrice: column('Sale price', 'the price during the sale; the regular price is then the list price'),
  regularPrice: column('Regular price', 'the price; a variant without a price is left out', 'variants[].price'),
  categories: column('Categories', 'labels: each category, below the categories above it', 'labelValues[]'),
  tags: column('Tags', 'a label for each tag'),
  images: column('Images', 'the pictures, in their order', 'files[].file.path', 'variants[].files[].file.path'),
  parent: column('Parent', 'the product of a variation, as id:123 or as a sku'),
  attributeName: column('Attribute N name', 'an option group'),
  attributeValues: column(
    'Attribute N value(s) | Attribute N values | Attribute N value',
    'the options; on a variation, blank means any of them',
  ),
  seoTitle: column(
    'Meta: _yoast_wpseo_title | Meta: rank_math_title',
    'the title for search engines, unless it is a template',
    'seo.title',
  ),
  seoDescription: column(
    'Meta: _yoast_wpseo_metadesc | Meta: rank_math_description',
    'the description for search engines, unless it is a template',
    'seo.description',
  ),
  rating: NO_COLUMN,
  ratingCount: NO_COLUMN,
  measure: column(
    'Weight (kg) | Length (cm) | Width (cm) | Height (cm)',
    'the attributes `weight`, `length`, `width`, `height`, in whatever unit the header has; 0 is none',
  ),
  popularity: column('Total sales | Meta: total_sales', 'the popularity', 'popularity'),
  language: column(
    'Meta: _wpml_import_language_code',
    'with WPML: the language of a translation, which becomes texts of the market with that language',
  ),
  sourceLanguage: column('Meta: _wpml_import_source_language_code', 'with WPML: if blank, the row is no translation'),
  translationGroup: column('Meta: _wpml_import_translation_group', 'with WPML: the same in all languages of a product'),
  slug: NO_COLUMN,
  link: NO_COLUMN,
  currency: NO_COLUMN,
  variations: NO_COLUMN,
  imageAlt: NO_COLUMN,
} satisfies Columns<string>

export type WooCommerceColumn = keyof typeof WOOCOMMERCE_COLUMNS
