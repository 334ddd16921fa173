import { fold } from '../../catalog/words.ts'
import { shortSlug } from '../identifiers.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import {
  filesFrom,
  labelsFrom,
  type ProductBuilder,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../rows/product-builder.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { slugFromHandle } from '../rows/slugs.ts'

const COLUMNS = {
  name: column('name', 'the name; a row without a name is a variant of the product above it', 'name'),
  slug: column('slug', 'the slug; if blank, it is made from the name', 'slug'),
  description: column('description', 'the description', 'description'),
  assets: column('assets', 'the pictures, in their order', 'files[].file.path'),
  facets: column(
    'facets',
    'the values of the facet “category” become labels; those of other facets become options of the product as a whole',
    'labelValues[]',
  ),
  optionGroups: column('optionGroups', 'option groups', 'optionGroups[].name'),
  optionValues: column('optionValues', "the variant's option in each group, in the same order"),
  sku: column('sku', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  price: column('price', 'the price; a variant without a price is left out', 'variants[].price'),
  stock: column('stockOnHand', 'the stock'),
  track: column('trackInventory', 'if false, the stock is not tracked'),
  variantAssets: column('variantAssets', 'the pictures of the variant', 'variants[].files[].file.path'),
  variantFacets: column('variantFacets', 'options of the variant'),
  enabled: column('enabled', 'if false, the variant is left out'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS

/** The product CSV that Vendure imports. */
export const vendure = rowFormat<Column>({
  name: 'vendure',
  title: 'Vendure product CSV; of several languages, the first is read',
  columns: COLUMNS,
  columnsFor,
  required: ['name', 'sku', 'price'],
  recognises: (columns) =>
    columns.has('name') && columns.has('price') && columns.has('optionGroups') && columns.has('optionValues'),
  productKeys: (row) => [`line:${row.line}`],
  continues: (row) => row.text('name') === '',
  nameOf: (row) => row.text('name') || row.text('sku'),
  build,
})

/** The header of a text may end with its language: `name:en`, `name:zh_Hans`. */
function columnsFor(headers: readonly string[]): Columns<Column> {
  const language = headers.flatMap((header) => /^name\s*:\s*(\w+)$/i.exec(header.trim())?.[1] ?? [])[0]
  if (language === undefined) return COLUMNS
  const withLanguage = Object.entries(COLUMNS).map(([key, mapping]) => {
    const { headers } = mapping
    return [key, { ...mapping, headers: [...headers, ...headers.map((header) => `${header}:${language}`)] }] as const
  })
  return Object.fromEntries(withLanguage) as Columns<Column>
}

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const main = rows[0]!
  for (const row of rows) addVariant(row, main, product)
  if (product.variants.length === 0) return undefined
  const facets = facetsOf(main, 'facets')
  const groups = new Set(product.optionGroups.map(({ name }) => fold(name)))
  for (const facet of facets) if (!isCategory(facet) && !groups.has(fold(facet.group))) product.addOption(facet)
  return {
    row: main,
    name: main.name('name'),
    slug: slugFromHandle(main.text('slug')),
    description: main.text('description'),
    files: filesFrom(listOf(main.text('assets'))),
    labelValues: labelsFrom(facets.filter(isCategory).map(({ option }) => option)),
  }
}

function addVariant(row: Row<Column>, main: Row<Column>, product: ProductBuilder<Column>): void {
  const options = optionsOf(row, main, product)
  const price = decimalText(row.text('price'))
  const reason = flag(row, 'enabled', product, true) ? product.whyNotSold(price, options) : 'unpublished'
  if (reason) {
    product.leaveOut([row], reason)
    return
  }
  const name = main.name('name')
  const prefix = slugFromHandle(main.text('slug')) ?? shortSlug(name)
  product.addVariant(row, {
    name: variantName(name, optionValuesOf(row, main), ' / '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, prefix),
    price,
    stock: flag(row, 'track', product, true) ? product.stock(row, 'stock', row.text('stock')) : null,
    options,
    files: filesFrom(listOf(row.text('variantAssets'))),
  })
}

/** The options of the variant, and its facets in other groups. */
function optionsOf(row: Row<Column>, main: Row<Column>, product: ProductBuilder<Column>): VariantOption[] {
  const [groups, values] = [listOf(main.name('optionGroups')), listOf(row.name('optionValues'))]
  if (groups.length !== values.length) {
    const wrong = `has ${values.length} values, and the product has ${groups.length} optionGroups`
    product.problem(row, 'optionValues', wrong, 'one value for each option group, with | between them')
  }
  const options = optionValuesOf(row, main)
  for (const facet of facetsOf(row, 'variantFacets'))
    if (!options.some(({ group }) => fold(group) === fold(facet.group))) options.push(facet)
  return options
}

function optionValuesOf(row: Row<Column>, main: Row<Column>): VariantOption[] {
  const values = listOf(row.name('optionValues'))
  return listOf(main.name('optionGroups')).flatMap((group, index) => {
    const option = values[index]
    return option === undefined ? [] : [{ group, option }]
  })
}

/** Facets such as `brand:Acme|type:Tool`. */
function facetsOf(row: Row<Column>, key: 'facets' | 'variantFacets'): VariantOption[] {
  const facets = listOf(row.name(key)).map((facet) => facet.split(':'))
  return facets.flatMap(([group = '', option = '']) =>
    group.trim() === '' || option.trim() === '' ? [] : [{ group: group.trim(), option: option.trim() }],
  )
}

function isCategory({ group }: VariantOption): boolean {
  return fold(group) === 'category'
}

function listOf(text: string): string[] {
  return text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
