import { headersOf } from '../format.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import type { NativeFile, ProductFields } from '../products/product-fields.ts'
import { ColumnLayout, type ColumnMapping, type Columns, column } from '../rows/columns.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import {
  addMagentoVariant,
  attributeName,
  isConfigurable,
  keysOfType,
  MAGENTO_COLUMNS,
  magentoFields,
  magentoFiles,
  magentoPrice,
  ownOptions,
  skuKey,
  whyHidden,
  withVariants,
} from './magento-columns.ts'
import { surchargesOf, withSurcharges } from './magento1-surcharges.ts'

const COLUMNS = {
  ...MAGENTO_COLUMNS,
  storeView: column('_store', 'if the row names a store view, its texts are not used'),
  type: column(
    '_type',
    'simple, virtual, downloadable and configurable are imported; grouped, bundle and other types are left out',
  ),
  category: column('_category', 'labels: the category, below the categories above it', 'labelValues[]'),
  image: column('image', 'the first picture', 'files[].file.path', 'variants[].files[].file.path'),
  imageLabel: column('image_label', 'the alt text of the first picture', 'files[].file.alt'),
  moreImages: column('_media_image', 'the other pictures'),
  moreLabels: column('_media_lable | _media_label', 'the alt texts of the other pictures'),
  hiddenImages: column('_media_is_disabled', 'if 1, the picture is not used'),
  variantSku: column('_super_products_sku', 'a variant of the product, by its sku'),
  superCode: column('_super_attribute_code', 'an option group, by the code of the attribute'),
  superOption: column('_super_attribute_option', 'an option in that group'),
  superPrice: column('_super_attribute_price_corr', 'the surcharge of the option, as an amount or as a percentage'),
} satisfies Columns<string>

/** The column of an attribute that only this shop has. */
type AttributeColumn = `attribute ${string}`
type Column = keyof typeof COLUMNS | AttributeColumn
type Builder = ProductBuilder<Column>

/** The product CSV that OpenMage and Magento 1 export, in which rows without a sku continue the product above them. */
export const magento1 = rowFormat<Column>({
  name: 'magento1',
  title: 'OpenMage and Magento 1 product CSV',
  columns: {
    ...COLUMNS,
    'attribute N': column(
      'every other column',
      'the options of the variants, if the variants of a product differ in it',
    ),
  },
  columnsFor: withAttributes,
  required: ['sku', 'name', 'price'],
  recognises: (_columns, sample) => {
    const headers = headersOf(sample)
    return ['sku', '_type', '_attribute_set'].every((header) => headers.has(header))
  },
  continues: (row) => row.text('sku') === '',
  productKeys: (row) => {
    const sku = row.text('sku')
    return sku === '' ? variantSkusOf(row) : keysOfType(row.text('type').toLowerCase(), sku, variantSkusOf(row))
  },
  split,
  nameOf: (row) => row.text('sku') || row.text('name'),
  build,
})

/** Columns that every export has and that say nothing of what shoppers choose. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(
  `category_ids cost country_of_manufacture created_at enable_googlecheckout enable_qty_increments gallery has_options
   is_decimal_divided is_qty_decimal is_recurring media_gallery minimal_price notify_stock_qty page_layout price_type
   price_view qty_increments recurring_profile samples_title shipment_type sku_type stock_status_changed_auto
   stock_status_changed_automatically updated_at url_path weight_type`.split(/\s+/),
)

/** What the names of other such columns begin with. */
const SYSTEM_PREFIXES = [
  ...['_', 'custom_', 'gift_', 'links_', 'max_', 'meta_', 'min_', 'msrp', 'news_', 'options_', 'required_options'],
  ...['small_image', 'thumbnail', 'use_config_'],
]

function isOfShop(header: string): boolean {
  return !SYSTEM_COLUMNS.has(header) && !SYSTEM_PREFIXES.some((prefix) => header.startsWith(prefix))
}

function withAttributes(headers: readonly string[]): Columns<Column> {
  const { unusedColumns } = new ColumnLayout(COLUMNS, headers)
  const attributes = unusedColumns.filter(({ header }) => isOfShop(header))
  const mappings = attributes.map(({ header }): [AttributeColumn, ColumnMapping] => [
    `attribute ${header}`,
    column(header, 'an option'),
  ])
  return { ...COLUMNS, ...Object.fromEntries(mappings) }
}

/** A product with the rows that continue it. */
interface Block {
  readonly main: Row<Column>
  readonly rows: readonly Row<Column>[]
}

function blocksOf(rows: readonly Row<Column>[]): Block[] {
  const blocks: { main: Row<Column>; rows: Row<Column>[] }[] = []
  for (const row of rows) {
    if (row.text('sku') !== '') blocks.push({ main: row, rows: [row] })
    else blocks.at(-1)?.rows.push(row)
  }
  return blocks
}

function split(rows: readonly Row<Column>[]): Row<Column>[][] {
  const blocksBySku = Map.groupBy(blocksOf(rows), ({ main }) => skuKey(main.text('sku')))
  const products = [...blocksBySku.values()].map((blocks) => {
    const ofSku = blocks.flatMap((block) => block.rows)
    return { rows: ofSku, variantSkus: new Set(isConfigurable(ofSku[0]!) ? ofSku.flatMap(variantSkusOf) : []) }
  })
  return withVariants(products)
}

/** The key of the variant that a row names. */
function variantSkusOf(row: Row<Column>): string[] {
  const sku = skuKey(row.text('variantSku'))
  return sku === '' ? [] : [sku]
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const [block, ...others] = blocksOf(rows)
  const { main } = block!
  const reason = whyHidden(main, product)
  if (reason) return product.leaveOut(rows, reason, main)
  product.leaveOut(
    rows.filter((row) => row.text('storeView') !== '' && row.text('sku') === ''),
    'translation',
    main,
  )
  const variants = firstOfEachSku([block!, ...others], product).slice(1)
  if (isConfigurable(main)) addVariants(block!, variants, product)
  else {
    const options = ownOptions((code) => main.name(code))
    addMagentoVariant(
      main,
      main,
      { options, ...magentoPrice(main, product), gtin: main.text('gtin'), files: [] },
      product,
    )
  }
  const isEmpty = variants.length === 0
  if (product.variants.length === 0)
    return isConfigurable(main) ? product.leaveOut([main], isEmpty ? 'no-variations' : 'no-variants') : undefined
  product.addProductOption({ group: 'Brand', option: main.name('brand') })
  return {
    ...magentoFields(main, product),
    files: picturesOf(block!),
    labels: { category: block!.rows.map((row) => row.name('category').split('/')) },
  }
}

/** The first block of each sku. Leaves out the others. */
function firstOfEachSku(blocks: readonly Block[], product: Builder): Block[] {
  const skus = new Set<string>()
  return blocks.filter(({ main, rows }) => {
    const isFirst = skus.size < skus.add(skuKey(main.text('sku'))).size
    if (!isFirst) product.leaveOut(rows, 'repeated', main)
    return isFirst
  })
}

/** The price of a variant is that of the configurable product, and the surcharges of its options. */
function addVariants(block: Block, variants: readonly Block[], product: Builder): void {
  const { main } = block
  const basePrice = magentoPrice(main, product)
  const surcharges = surchargesOf(block.rows, product)
  const exported = exportedOptions(block)
  const valueIn: ValueIn = ({ main: row }, code) =>
    attributeOf(row, code) || exported.get(`${skuKey(row.text('sku'))} ${code}`) || ''
  const codes = attributeCodes(block, variants, valueIn)
  for (const variant of variants) {
    const values = codes.map((code) => ({ code, option: valueIn(variant, code) }))
    const chosen = values.filter(({ option }) => option !== '')
    const options = chosen.map(({ code, option }) => ({ group: attributeName(code), option }))
    const price = withSurcharges(
      basePrice,
      chosen.flatMap(({ code, option }) => surcharges.get(`${code}=${option}`) ?? []),
    )
    const row = variant.main
    addMagentoVariant(row, main, { options, ...price, gtin: row.text('gtin'), files: picturesOf(variant) }, product)
  }
}

/** The value of the attribute in the row of a variant. */
function attributeOf(row: Row<Column>, code: string): string {
  const own = COLUMN_OF_CODE.get(code)
  return row.name(own ?? `attribute ${code}`)
}

/** The attributes that have columns in every shop. */
const COLUMN_OF_CODE: ReadonlyMap<string, Column> = new Map([
  ['color', 'color'],
  ['colour', 'color'],
  ['size', 'size'],
  ['manufacturer', 'brand'],
  ['brand', 'brand'],
])

/** The value of an attribute of a variant, by its code; '' if there is none. */
type ValueIn = (variant: Block, code: string) => string

/** The options in the rows of a configurable product, by the key of the variant and the code of the attribute. */
function exportedOptions({ rows }: Block): ReadonlyMap<string, string> {
  return new Map(
    rows.map((row) => [`${skuKey(row.text('variantSku'))} ${row.text('superCode')}`, row.name('superOption')]),
  )
}

/**
 * The codes of the attributes in which the variants differ. Magento exports only the last of several, so the columns in
 * which the variants differ are added until no two variants have the same values.
 */
function attributeCodes(block: Block, variants: readonly Block[], valueIn: ValueIn): string[] {
  const named = new Set(block.rows.map((row) => row.text('superCode')).filter((code) => code !== ''))
  const codes = [...named]
  for (const code of candidateCodes(block.main)) {
    if (countOf(codes, variants, valueIn) === variants.length) break
    const values = new Set(variants.map(({ main }) => attributeOf(main, code)))
    if (!named.has(code) && values.size > 1 && !values.has('')) codes.push(code)
  }
  return codes
}

function candidateCodes({ layout }: Row<Column>): string[] {
  const own = [...layout.keys]
    .filter((key) => key.startsWith('attribute '))
    .map((key) => key.slice('attribute '.length))
  return ['color', 'size', ...own]
}

/** How many variants the attributes tell apart. */
function countOf(codes: readonly string[], variants: readonly Block[], valueIn: ValueIn): number {
  return new Set(variants.map((variant) => JSON.stringify(codes.map((code) => valueIn(variant, code))))).size
}

/** The pictures of all rows, the selected one first. */
function picturesOf({ main, rows }: Block): NativeFile[] {
  const more = rows.map((row) => [row.text('moreImages'), row.name('moreLabels')] as const)
  const hidden = rows.filter((row) => row.text('hiddenImages') === '1').map((row) => row.text('moreImages'))
  const selected = [main.text('image'), main.name('imageLabel')] as const
  return magentoFiles(
    [selected, ...more].map(([path]) => path),
    [...more, selected],
    hidden,
  )
}
