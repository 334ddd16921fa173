import { fold } from '../../catalog/words.ts'
import { shortSlug } from '../identifiers.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  labelsFrom,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { slugFromHandle } from '../products/slugs.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { type ProductMapping, rowFormat } from '../rows/row-format.ts'

const COLUMNS = {
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

export type VendureColumn = keyof typeof COLUMNS

/** How the rows of a file of Vendure, in whatever form, become products. A row with a name, or with another id, begins one. */
export const vendureProducts: ProductMapping<VendureColumn> = {
  name: 'vendure',
  productKeys: (row) => [row.text('id') === '' ? `line:${row.line}` : `id:${row.text('id')}`],
  continues: (row) => row.text('id') === '' && row.text('name') === '',
  nameOf: (row) => row.text('name') || row.text('sku'),
  build,
}

/** The product CSV that Vendure imports. */
export const vendure = rowFormat<VendureColumn>({
  ...vendureProducts,
  title: 'Vendure product CSV; of several languages, the first is read',
  columns: COLUMNS,
  columnsFor,
  required: ['name', 'sku', 'price'],
  recognises: (columns) =>
    columns.has('name') && columns.has('price') && columns.has('optionGroups') && columns.has('optionValues'),
})

/** The header of a text may end with its language: `name:en`, `name:zh_Hans`. */
function columnsFor(headers: readonly string[]): Columns<VendureColumn> {
  const language = headers.flatMap((header) => /^name\s*:\s*(\w+)$/i.exec(header.trim())?.[1] ?? [])[0]
  if (language === undefined) return COLUMNS
  const withLanguage = Object.entries(COLUMNS).map(([key, mapping]) => {
    const { headers } = mapping
    return [key, { ...mapping, headers: [...headers, ...headers.map((header) => `${header}:${language}`)] }] as const
  })
  return Object.fromEntries(withLanguage) as Columns<VendureColumn>
}

function build(
  rows: readonly Row<VendureColumn>[],
  product: ProductBuilder<VendureColumn>,
): ProductFields<VendureColumn> | undefined {
  const main = rows[0]!
  const currency = main.text('currency').toUpperCase()
  if (!flag(main, 'productEnabled', product, true)) return product.leaveOut(rows, 'unpublished', main)
  if (currency !== '' && product.currency !== undefined && currency !== product.currency)
    return product.leaveOut(rows, 'other-currency', main)
  for (const row of rows) addVariant(row, main, product)
  if (product.variants.length === 0) return undefined
  const facets = facetsOf(main, 'facets')
  const groups = new Set(product.optionGroups.map(({ name }) => fold(name)))
  for (const facet of facets) if (!isCategory(facet) && !groups.has(fold(facet.group))) product.addOption(facet)
  return {
    source: main,
    id: main.text('id') === '' ? undefined : product.id(main.text('id')),
    name: main.name('name'),
    slug: slugFromHandle(main.text('slug')),
    description: main.text('description'),
    currency: currency || undefined,
    files: filesFrom(partsOf(main, 'assets')),
    labelValues: labelsFrom([
      ...partsOf(main, 'collections').map((path) => path.split('\n')),
      ...facets.filter(isCategory).map(({ option }) => option),
    ]),
  }
}

function addVariant(row: Row<VendureColumn>, main: Row<VendureColumn>, product: ProductBuilder<VendureColumn>): void {
  const options = optionsOf(row, main, product)
  const price = decimalText(row.text('price'))
  const hidden = flag(row, 'enabled', product, true) ? undefined : 'unpublished'
  if (product.leaveOutUnsold(row, price, options, hidden)) return
  const name = main.name('name')
  const prefix = slugFromHandle(main.text('slug')) ?? shortSlug(name)
  const variantId = row.text('variantId')
  product.addVariant(row, {
    id: variantId === '' ? undefined : product.id('variant', variantId),
    name: row.name('variantName') || variantName(name, optionValuesOf(row, main), ' / '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, prefix),
    price,
    stock: flag(row, 'track', product, true) ? product.stock(row, 'stock', row.text('stock')) : null,
    options,
    files: filesFrom(partsOf(row, 'variantAssets')),
  })
}

/** The options of the variant, and its facets in other groups. */
function optionsOf(
  row: Row<VendureColumn>,
  main: Row<VendureColumn>,
  product: ProductBuilder<VendureColumn>,
): VariantOption[] {
  const [groups, values] = [groupsOf(row, main), partsOf(row, 'optionValues')]
  if (groups.length !== values.length) {
    const wrong = `has ${values.length} values, and the product has ${groups.length} optionGroups`
    product.problem(row, 'optionValues', wrong, 'one value for each option group, with | between them')
  }
  const options = optionValuesOf(row, main)
  for (const facet of facetsOf(row, 'variantFacets'))
    if (!options.some(({ group }) => fold(group) === fold(facet.group))) options.push(facet)
  return options
}

function optionValuesOf(row: Row<VendureColumn>, main: Row<VendureColumn>): VariantOption[] {
  const values = partsOf(row, 'optionValues')
  return groupsOf(row, main).flatMap((group, index) => {
    const option = values[index]
    return option === undefined ? [] : [{ group, option }]
  })
}

/** The names of the groups of a variant's options. In the CSV, only the first row of a product has them. */
function groupsOf(row: Row<VendureColumn>, main: Row<VendureColumn>): string[] {
  const isJson = row.layout.numbers('optionGroups').length > 0
  return partsOf(isJson ? row : main, 'optionGroups')
}

/** Facets such as `brand:Acme|type:Tool`. */
function facetsOf(row: Row<VendureColumn>, key: 'facets' | 'variantFacets'): VariantOption[] {
  return partsOf(row, key).flatMap((facet) => {
    const [group = '', ...rest] = facet.split(':')
    const option = rest.join(':').trim()
    return group.trim() === '' || option === '' ? [] : [{ group: group.trim(), option }]
  })
}

function isCategory({ group }: VariantOption): boolean {
  return fold(group) === 'category'
}

/** The parts of a cell, between which the CSV has bars. JSON gives each part a number. */
function partsOf(row: Row<VendureColumn>, key: VendureColumn): string[] {
  const numbers = row.layout.numbers(key)
  const parts = numbers.length > 0 ? numbers.map((number) => row.name(key, number)) : row.name(key).split('|')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
