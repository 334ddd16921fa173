import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { fold } from '@vitrine/catalog/words'
import type { Format } from '../format.ts'
import { isNoValue } from '../products/pictures.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type LabelMentions,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { slugFromLinks } from '../products/slugs.ts'
import { type Columns, column } from '../rows/columns.ts'
import { commonTitle } from '../rows/common-title.ts'
import { Row } from '../rows/row.ts'
import { type RowMapping, rowFormat } from '../rows/row-format.ts'
import { isHidden, picturesIn, publicStatus } from './cell-content.ts'
import { checkedNames } from './checked-names.ts'
import { withoutLateValues } from './late-values.ts'
import { listItems } from './list-items.ts'
import { optionsOfNames } from './options-of-names.ts'
import { priceOf, stockOf } from './price-and-stock.ts'
import { withRowForEachSize } from './prices-of-sizes.ts'
import { attributeOfRole, groupedRole, ROLES } from './roles.ts'
import {
  attributesOfRow,
  currencyOf,
  factsOf,
  isHeader,
  type Key,
  optionsOf,
  productOptionsOf,
  rowName,
  textOf,
  textsOf,
} from './table-row.ts'
import { SECTION, withSections } from './with-sections.ts'

const mapping: RowMapping<Key> = {
  name: 'table',
  title: 'any other table, JSON or XML: its columns are guessed, or named in a file for --columns',
  columns: ROLES,
  columnsFor,
  required: ['price'],
  recognises: () => false,
  normalised: (rows, columns) =>
    withRowForEachSize(withSections(checkedNames(withoutLateValues(rows, columns), columns), columns), columns),
  productKeys,
  split,
  nameOf: (row) => textOf(row, 'sku') || rowName(row),
  build,
}

type Builder = ProductBuilder<Key>

/** A table whose headers are roles, after they were renamed by a guess or by a file. */
export const anyTable: Format = {
  ...rowFormat(mapping),
  // Any table could be one. The guess decides.
  recognise: () => undefined,
}

/** Each option group gets a key of its own. */
function columnsFor(headers: readonly string[]): Columns<Key> {
  const columns: Record<string, Columns<Key>[string]> = { ...ROLES }
  for (const role of ['not used', 'option', 'options', 'attribute', 'price of']) delete columns[role]
  if (headers.includes(SECTION))
    columns.section = column(SECTION, 'the category, from rows with one cell', 'labelValues[]')
  for (const header of headers) {
    const { role, group } = groupedRole(header) ?? {}
    const attribute = attributeOfRole(header)
    if (attribute) columns[header.trim()] = column(header.trim(), `the attribute “${attribute.name}”`)
    if (role === 'price of') columns[header.trim()] = column(header.trim(), `the price of “${group}”`)
    if (role !== 'option' && role !== 'options') continue
    const key = `${role}: ${group}`
    columns[key] = column(key, `an option of the group “${group}”`, 'optionGroups[]')
  }
  const names = new Set(headers.map((header) => header.trim().toLowerCase()))
  if (headers.length > 0 && !names.has('name') && !names.has('product name'))
    throw new CatalogFileError('No column is the “name” or the “product name”.')
  return columns
}

function productKeys(row: Row<Key>): readonly string[] | LeftOutReason {
  if (isHeader(row)) return 'repeated'
  if (isSection(row)) return 'section'
  const product = textOf(row, 'product') || (row.layout.keys.has('product') ? textOf(row, 'sku') : '')
  if (product !== '') return [`product:${fold(product)}`]
  const handle = textOf(row, 'handle')
  if (handle !== '') return [`handle:${handle}`]
  const name = rowName(row)
  if (name === '') return 'no-title'
  if (row.layout.keys.has('product name'))
    return [JSON.stringify(['name', fold(name), fold(textOf(row, 'brand')), fold(textOf(row, 'category'))])]
  const sku = textOf(row, 'sku')
  return sku === '' ? [`row:${cellsOf(row)}`] : [`product:${fold(sku)}`]
}

/** Whether the row only names the category of the rows below it. */
function isSection(row: Row<Key>): boolean {
  const section = row.layout.keys.has(SECTION) ? row.text(SECTION) : ''
  return section !== '' && row.cells.every((cell) => [section, ''].includes(String(cell).trim()))
}

function cellsOf({ cells }: Row<Key>): string {
  return JSON.stringify(cells)
}

/**
 * Rows that share only a sku, by mistake, are products by themselves if names tell them apart and no options do. So are
 * rows with the options of another row, another name and, if the file names their product, another gtin.
 */
function split(rows: readonly Row<Key>[]): readonly (readonly Row<Key>[])[] {
  if (rows.length === 1 || parentOf(rows)) return [rows]
  const isGrouped = rows.some((row) => ['product', 'handle', 'product name'].some((key) => textOf(row, key) !== ''))
  const names = new Set(rows.map((row) => fold(rowName(row))))
  const options = Map.groupBy(rows, (row) => JSON.stringify(optionsOf(row)))
  if (options.size === rows.length || (isGrouped && optionsOfNames(rows, '').size > 0)) return [rows]
  if (!isGrouped && names.size === rows.length) return rows.map((row) => [row])
  const others = [...options.values()].flatMap(([first, ...same]) =>
    same.filter((row) => isOtherProduct(row, first!, isGrouped)),
  )
  const ofOthers = [...Map.groupBy(others, (row) => fold(rowName(row))).values()]
  return [rows.filter((row) => !others.includes(row)), ...ofOthers]
}

function isOtherProduct(row: Row<Key>, first: Row<Key>, isGrouped: boolean): boolean {
  const differs = (a: string, b: string) => a !== '' && b !== '' && fold(a) !== fold(b)
  const isOtherArticle = !isGrouped || differs(textOf(row, 'gtin'), textOf(first, 'gtin'))
  return isOtherArticle && differs(rowName(row), rowName(first))
}

/** The rows with the names of option groups from the first row that has them, if only that row does. */
function withOptionNames(rows: readonly Row<Key>[]): readonly Row<Key>[] {
  const { layout } = rows[0]!
  const indexes = layout.numbers('option name').flatMap((number) => layout.cellIndexes('option name', number))
  const names = indexes.map((index) => [index, rows.map(({ cells }) => cells[index]).find(Boolean)] as const)
  if (names.length === 0) return rows
  return rows.map(({ line, cells, number }) => {
    const filled = [...cells]
    for (const [index, name] of names) filled[index] ||= name ?? ''
    return new Row(line, filled, layout, number)
  })
}

/** The rows without those that are the same as an earlier one, which are left out. */
function withoutRepeated(rows: readonly Row<Key>[], product: Builder): readonly Row<Key>[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const cells = cellsOf(row)
    if (seen.has(cells)) product.leaveOut([row], 'repeated')
    return !seen.has(cells) && seen.add(cells)
  })
}

function build(all: readonly Row<Key>[], product: Builder, isDivided: boolean): ProductFields<Key> | undefined {
  const rows = withOptionNames(withoutRepeated(all, product))
  const parent = parentOf(rows)
  const main = parent ?? rows.find((row) => rowName(row) !== '')
  if (!main) return product.leaveOut(rows, 'no-title', rows[0])
  const hidden = whyHidden(main, product)
  if (hidden) return product.leaveOut(rows, hidden, main)
  const variants = rows.filter((row) => row !== parent && (row === main || !hasOnlyPictures(row)))
  const sold = inOneCurrency(variants, product)
  const title = titleOf(rows, main)
  if (isDivided) warnOfSharedNumber(main, product)
  const named = optionsOfNames(sold, title)
  const prefix = textOf(main, 'product') || shortSlug(title)
  for (const row of sold) {
    const reason = row === main ? undefined : whyHidden(row, product)
    if (reason) product.leaveOut([row], reason)
    else addVariant(row, { isSingle: rows.length === 1, title, prefix, named: named.get(row) }, product)
  }
  if (product.variants.length === 0) return undefined
  product.addProductOptions(rows.flatMap((row) => productOptionsOf(row, product.commasInItems)))
  product.addProductOption({ group: 'Brand', option: firstOf(rows, main, 'brand') })
  const handle = firstOf(rows, main, 'handle')
  // The sku of rows that `split` divided does not tell their product.
  const key = isDivided ? '' : productKeyOf(rows, main)
  return {
    source: main,
    id: key === '' ? undefined : product.id(key),
    externalId: firstOf(rows, main, 'external id'),
    name: title,
    slug: handle === '' ? slugFromLinks(rows.map((row) => textOf(row, 'link'))) : slugFromHandle(handle),
    mayChangeSlug: handle === '' || isDivided,
    description: firstOf(rows, main, 'description').replace(ESCAPED_TWICE, '&$1;'),
    currency: sold.map(currencyOf).find((code) => code !== undefined),
    link: textOf(main, 'link'),
    files: picturesOf(rows.length === 1 ? rows : [main, ...rows]),
    labels: rows.map((row) => labelsOf(row, product.commasInItems)),
    popularity: popularityOf(rows, product),
  }
}

function warnOfSharedNumber(row: Row<Key>, product: Builder): void {
  const key = ['product', 'handle', 'sku', 'product name'].find((name) => textOf(row, name) !== '') ?? 'name'
  product.warn(row, key, `is ${JSON.stringify(textOf(row, key))} in rows with other names: they are several products`)
}

/** The sum of the rows. The same number in all of them is that of the product, not of a variant. */
function popularityOf(rows: readonly Row<Key>[], product: Builder): number | undefined {
  const counts = rows.flatMap((row) => product.popularity(row, 'popularity', textOf(row, 'popularity')) ?? [])
  if (counts.length === 0) return undefined
  return new Set(counts).size === 1 ? counts[0] : counts.reduce((sum, count) => sum + count, 0)
}

/** The row that only describes the product, whose variants are in the other rows. */
function parentOf(rows: readonly Row<Key>[]): Row<Key> | undefined {
  if (rows.length === 1) return undefined
  const [first] = rows
  const others = rows.filter((row) => row !== first)
  const isParent = others.every((row) => fold(textOf(row, 'product')) === fold(textOf(first!, 'sku')))
  const hasVariantsBelow = textOf(first!, 'price') === '' && others.some((row) => textOf(row, 'price') !== '')
  const hasNoOptions = optionsOf(first!).length === 0 && others.every((row) => optionsOf(row).length > 0)
  return hasNoOptions && (hasVariantsBelow || (isParent && textOf(first!, 'sku') !== '')) ? first : undefined
}

/** Whether a row only adds pictures to the product of the rows above it. */
function hasOnlyPictures(row: Row<Key>): boolean {
  const isBlank = ['price', 'sku'].every((key) => textOf(row, key) === '') && rowName(row) === ''
  return isBlank && optionsOf(row).length === 0 && textOf(row, 'picture') !== ''
}

/** What the next import finds the product by. */
function productKeyOf(rows: readonly Row<Key>[], main: Row<Key>): string {
  const handle = textOf(main, 'handle')
  if (handle !== '') return `handle:${handle}`
  const group = textOf(main, 'product')
  if (group !== '') return `product:${fold(group)}`
  const sku = fold(textOf(main, 'sku'))
  const isOfProduct = parentOf(rows) === main || rows.every((row) => fold(textOf(row, 'sku')) === sku)
  return isOfProduct && sku !== '' ? `product:${sku}` : ''
}

function titleOf(rows: readonly Row<Key>[], main: Row<Key>): string {
  const titled = rows.filter((row) => rowName(row) !== '')
  if (parentOf(rows) || titled.length < 2) return rowName(main)
  return commonTitle(
    titled.map((row) => ({ title: rowName(row), options: optionsOf(row).map(({ option }) => option) })),
  )
}

/** Leaves out the rows whose price is in another currency than that of the store, or else of the first row. */
function inOneCurrency(rows: readonly Row<Key>[], product: Builder): readonly Row<Key>[] {
  const currency = product.currency ?? rows.map(currencyOf).find((code) => code !== undefined)
  return rows.filter((row) => {
    const isOther = (currencyOf(row) ?? currency) !== currency
    if (isOther) product.leaveOut([row], 'other-currency')
    return !isOther
  })
}

function whyHidden(row: Row<Key>, product: Builder): LeftOutReason | undefined {
  if (row.texts('hidden').some((text) => !isNoValue(text) && isHidden(text) !== false)) return 'unpublished'
  for (const index of row.layout.cellIndexes('published')) {
    const text = String(row.cells[index]).trim()
    const status = text === '' || isNoValue(text) ? true : publicStatus(text)
    if (status === undefined)
      product.problem(
        row,
        'published',
        `is ${JSON.stringify(text)}`,
        'yes or no, or a status such as active or draft; if the column does not say which products are public, let ' +
          '--columns call it “not used”',
      )
    else if (status !== true) return status
  }
  return undefined
}

/** What a variant needs to know of its product. */
interface VariantContext {
  readonly isSingle: boolean
  readonly title: string
  /** The beginning of a sku that is made. */
  readonly prefix: string
  /** The option that is made from the name of the row. */
  readonly named: VariantOption | undefined
}

function addVariant(row: Row<Key>, { isSingle, title, prefix, named }: VariantContext, product: Builder): void {
  const options = [...optionsOf(row), ...(named ? [named] : [])]
  const { price, listPrice } = priceOf(row, product)
  if (product.leaveOutUnsold(row, price, options)) return
  const sku = product.uniqueSku(row, textOf(row, 'sku'), options, prefix)
  const name = rowName(row)
  product.addVariant(row, {
    name: name !== '' && name !== title ? name : variantName(title, options, ', '),
    sku,
    gtin: textOf(row, 'gtin'),
    mpn: textOf(row, 'mpn'),
    externalId: textOf(row, 'variant external id'),
    price,
    listPrice,
    stock: stockOf(row, product),
    options,
    attributes: attributesOfRow(row),
    files: isSingle ? [] : picturesOf([row]),
  })
}

function picturesOf(rows: readonly Row<Key>[]): NativeFile[] {
  const paths = rows.flatMap((row) => row.texts('picture').flatMap(picturesIn))
  return filesFrom(paths.filter((path) => !isNoValue(path)))
}

/** `commasInItems`: see `ReadOptions`. */
function labelsOf(row: Row<Key>, commasInItems: ReadonlySet<string>): LabelMentions {
  const separated = (text: string, separator: RegExp) => text.split(separator).map((part) => part.trim())
  const section = row.layout.keys.has(SECTION) ? textOf(row, SECTION) : ''
  const { hasCategoryLists, hasCategoryPaths } = factsOf(row)
  const hasCommas = hasCategoryLists && !commasInItems.has('category')
  const levelsOf = (path: string) => separated(path, hasCategoryPaths ? /\s*[>|]+\s*/ : /\s*-*[>›»]+\s*|\s+\/\s+/)
  const categories = textsOf(row, 'category')
    .flatMap(listItems)
    .flatMap((text) => separated(text, hasCategoryPaths ? /[;\n]/ : hasCommas ? /[,;|\n]/ : /[;|\n]/))
    .map((path) => path.replace(ADDRESS, (_, parts: string) => parts.replaceAll('/', ' > ')))
    .map(levelsOf)
    .map(([root, ...path]) => (path.length > 0 && SITE.test(root!) ? path : [root!, ...path]))
  const [first = [], ...others] = categories
  const tags = textsOf(row, 'tags').flatMap(listItems)
  return {
    category: [[section], below(first, levelsOf(textOf(row, 'subcategory'))), ...others],
    tag: tags.flatMap((text) => separated(text, commasInItems.has('tags') ? /[;|\n]/ : /[,;|\n]/)),
  }
}

/** The path of a subcategory. Some files write it completely: “Men > Shirts” beside “Shirts”, or beside “Men”. */
function below(category: readonly string[], subcategory: readonly string[]): readonly string[] {
  const isEnd = fold(subcategory.at(-1)!) === fold(category.at(-1) ?? '')
  const isWhole = subcategory.length > 1 && (isEnd || fold(subcategory[0]!) === fold(category[0] ?? ''))
  return isWhole ? subcategory : [...category, ...subcategory]
}

/** References to characters that feeds escape twice: `&amp;nbsp;` would show `&nbsp;` to shoppers. */
const ESCAPED_TWICE = /&amp;(nbsp|quot|[lr]aquo|[lr]dquo|[mn]dash|hellip|#\d{2,5});/g

/** A category as the path of an address: `/hair/shampoo/`. */
const ADDRESS = /^\/([^/\s][^>]*?)\/?$/

/** The root of the categories of a site that compares prices, which is no category of the shop. */
const SITE = /^heureka\.[a-z]{2}$/i

/** The first value of a column, that of the main row before the others. */
function firstOf(rows: readonly Row<Key>[], main: Row<Key>, key: Key): string {
  return [main, ...rows].map((row) => textOf(row, key)).find((text) => text !== '') ?? ''
}
