import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { type FormatSample, headersOf } from '../format.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  type ProductFields,
  seoFrom,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { ColumnLayout } from '../rows/columns.ts'
import { gtinIn, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { type PrestashopColumn as Column, PRESTASHOP_COLUMNS, prestashopColumns } from './prestashop-headers.ts'
import { type Discount, prestashopDiscount, prestashopPrice } from './prestashop-price.ts'

/** The product CSV of PrestaShop, with the columns of its sample file, and the CSV of combinations besides it. */
export const prestashop = rowFormat<Column>({
  name: 'prestashop',
  title: 'PrestaShop product CSV, with headers in English, French, German, Polish or Spanish',
  columns: PRESTASHOP_COLUMNS,
  columnsFor: prestashopColumns,
  required: ['name'],
  recognises: (columns, sample) =>
    columns.has('name') &&
    (columns.has('price') || columns.has('priceWithTax')) &&
    [...headersOf(sample)].some((header) => SIGN.test(header)),
  isAddition: hasCombinations,
  refusal: combinationsAlone,
  productKeys: (row) =>
    isCombination(row) ? keysOfCombination(row) : [keyOf(row), ...referenceKeys(row, 'reference')],
  split,
  nameOf: (row) => row.text('reference') || row.text('name') || row.text('id'),
  build,
})

/** What headers of PrestaShop have in parentheses: (x,y,z...), (0/1), (0 = No, 1 = Yes), (Name:Value:Position). */
const SIGN = /\(x, ?y, ?z|\(0 ?(?:\/|[a-z]+) ?1\)|\(0 = [^()]*1 = |\([^():]+:[^():]+:[^()]+\)/

function hasCombinations(columns: ReadonlySet<Column>): boolean {
  return columns.has('attributes') && columns.has('values')
}

type Builder = ProductBuilder<Column>

/** Why a file of combinations cannot be imported by itself. */
function combinationsAlone({ table }: FormatSample): string | undefined {
  const headers = table?.header ?? []
  return hasCombinations(new ColumnLayout(prestashopColumns(headers), headers).keys)
    ? 'The file has combinations of PrestaShop products, and no products. Name the file of the products too: ' +
        '`vitrine import products.csv combinations.csv`.'
    : undefined
}

function isCombination({ layout }: Row<Column>): boolean {
  return hasCombinations(layout.keys)
}

function keyOf(row: Row<Column>): string {
  return row.text('id') === '' ? `line ${row.line} ${row.layout.file ?? ''}` : `id ${row.text('id')}`
}

function referenceKeys(row: Row<Column>, column: 'reference' | 'productReference'): string[] {
  return row.text(column) === '' ? [] : [`reference ${row.text(column)}`]
}

function keysOfCombination(row: Row<Column>): readonly string[] | LeftOutReason {
  const keys = [...(row.text('id') === '' ? [] : [keyOf(row)]), ...referenceKeys(row, 'productReference')]
  return keys.length === 0 ? 'no-product' : keys
}

/** The rows of each product with its combinations, which name it by its id or else by its reference. */
function split(rows: readonly Row<Column>[]): Row<Column>[][] {
  const [products, combinations] = [rows.filter((row) => !isCombination(row)), rows.filter(isCombination)]
  const byKey = Map.groupBy(products, keyOf)
  const byReference = new Map(
    products.toReversed().flatMap((row) => referenceKeys(row, 'reference').map((key) => [key, keyOf(row)])),
  )
  const ownerOf = (row: Row<Column>) => {
    const [reference = ''] = referenceKeys(row, 'productReference')
    return byKey.has(keyOf(row)) ? keyOf(row) : byReference.get(reference)
  }
  const byOwner = Map.groupBy(combinations, ownerOf)
  const orphans = byOwner.get(undefined)
  return [...[...byKey].map(([key, own]) => [...own, ...(byOwner.get(key) ?? [])]), ...(orphans ? [orphans] : [])]
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const combinations = rows.filter(isCombination)
  const [row, ...repeated] = rows.filter((row) => !isCombination(row))
  if (!row) return product.leaveOut(rows, 'no-parent')
  product.leaveOut(repeated, 'repeated')
  const reason = whyHidden(row, product)
  if (reason) return product.leaveOut([row, ...combinations], reason, row)
  const id = product.id(row.text('id') || row.text('reference') || row.name('name'))
  const owner = { main: row, id, discount: prestashopDiscount(row, product) }
  for (const variant of combinations.length > 0 ? combinations : [row]) addVariant(variant, owner, product)
  if (product.variants.length === 0) return combinations.length > 0 ? product.leaveOut([row], 'no-variants') : undefined
  product.addProductOptions(featuresIn(row.name('features')))
  product.addProductOption({ group: 'Brand', option: row.name('brand') })
  if (/^[\d\s,]+$/.test(row.text('categories')))
    product.warn(row, 'categories', 'has ids of categories, whose names are not in the file')
  return {
    source: row,
    id,
    externalId: row.text('id'),
    name: row.name('name'),
    slug: slugFromHandle(row.text('url')),
    mayChangeSlug: true,
    description: row.text('description') || row.text('summary'),
    files: picturesOf(row),
    seo: seoFrom(row.name('seoTitle'), row.name('seoDescription')),
    labels: {
      category: categoryPaths(row.name('categories'), separatorIn(row.layout.header('categories'))),
      tag: row.name('tags').split(separatorIn(row.layout.header('tags'))),
    },
  }
}

/** The separator that a header such as `Tags (x;y;z...)` names. The comma is in the headers of all shops. */
function separatorIn(header: string): string | RegExp {
  const named = /\(\s*x\s*([^\w\s.,])\s*y\s*\1/i.exec(header)?.[1]
  return named ?? LIST
}

function whyHidden(row: Row<Column>, product: Builder): LeftOutReason | undefined {
  const active = row.text('active')
  if (active === '0') return 'unpublished'
  if (active !== '' && active !== '1') product.problem(row, 'active', `is ${JSON.stringify(active)}`, '1, 0, or blank')
  return row.text('visibility').toLowerCase() === 'none' ? 'hidden' : undefined
}

interface ProductOwner {
  readonly main: Row<Column>
  readonly id: string
  readonly discount: Discount
}

/** Adds a combination of the product in `main`, or the product itself as its only variant. */
function addVariant(row: Row<Column>, { main, id, discount }: ProductOwner, product: Builder): void {
  const isOwn = row === main
  const options = isOwn ? [] : optionsOf(row, product)
  const { price, listPrice } = prestashopPrice(main, isOwn ? undefined : row, discount, product)
  if (product.leaveOutUnsold(row, price, options)) return
  const name = main.name('name')
  const prefix = isOwn ? shortSlug(name) : main.text('reference') || shortSlug(name)
  const sku = product.uniqueSku(row, row.text('reference'), options, prefix)
  product.addVariant(row, {
    id: isOwn ? product.id(id, 'variant') : product.id(id, 'combination', sku),
    name: variantName(name, options, ', '),
    sku,
    gtin: gtinIn(row.texts('gtin')),
    mpn: row.text('mpn'),
    price,
    listPrice,
    stock: stockOf(row, main, product),
    options,
    files: isOwn ? [] : picturesOfCombination(row, main),
  })
}

/** The options in `Color:color:0, Size:select:1` and `Blue:0, M:1`: names, a type and positions. */
function optionsOf(row: Row<Column>, product: Builder): VariantOption[] {
  const groups = row.name('attributes').split(',')
  const text = row.name('values')
  // A comma that follows no position belongs to a value, if that makes one value for each group.
  const positioned = text.split(/(?<=:\s*\d+\s*),/)
  const values = positioned.length === groups.length ? positioned : text.split(',')
  if (values.length !== groups.length)
    product.problem(
      row,
      'values',
      `does not match the attributes of the row, of which there are ${groups.length}`,
      'one value for each attribute',
    )
  return groups.flatMap((part, index) => {
    const group = part.split(':', 1)[0]!.trim()
    const option = (values[index] ?? '').replace(/:\s*\d*\s*$/, '').trim()
    return group === '' || option === '' ? [] : [{ group, option }]
  })
}

/**
 * The features in `Color:Blue:1,Height:20,5 cm:2`. If they have positions, a comma within a value does not end it. Some
 * shops have semicolons or bars between the features.
 */
function featuresIn(text: string): VariantOption[] {
  const parts = text.split(/[,;|]/)
  const hasPositions = parts.some((part) => colonsIn(part) > 1)
  const features: string[] = []
  for (const part of parts) {
    const last = features.at(-1)
    const isContinued = last !== undefined && (hasPositions ? colonsIn(last) < 2 : colonsIn(part) === 0)
    if (isContinued) features.push(`${features.pop()},${part}`)
    else features.push(part)
  }
  return features.flatMap((feature) => {
    const [, group = '', value = ''] = /^([^:]*):(.*)$/s.exec(feature) ?? []
    const option = hasPositions ? value.replace(/:\s*\d*\s*(?::\s*[01]?\s*)?$/, '') : value
    return group.trim() === '' || option.trim() === '' ? [] : [{ group: group.trim(), option: option.trim() }]
  })
}

function colonsIn(text: string): number {
  return text.split(':').length - 1
}

function stockOf(row: Row<Column>, main: Row<Column>, product: Builder): number | null {
  if (yesOrNo(main.text('orderable')) === false) return 0
  const stock = product.stock(row, 'quantity', unescaped(row.text('quantity')))
  return stock === 0 && main.text('soldOut') === '1' ? null : stock
}

function picturesOf(row: Row<Column>): NativeFile[] {
  const paths = row.text('images').split(/[,;|]\s*(?=https?:|\/)|,\s+/)
  const alts = row.name('imageAlts').split(',')
  // A comma in an alt text leaves open to which picture the texts belong.
  const pairs =
    alts.length === paths.length ? paths.map((path, index) => [path.trim(), alts[index]!.trim()] as const) : []
  return filesFrom(paths, pairs)
}

/** The pictures of a combination, or else those of its product at the positions that it names. */
function picturesOfCombination(row: Row<Column>, main: Row<Column>): NativeFile[] {
  const own = picturesOf(row)
  if (own.length > 0) return own
  const pictures = picturesOf(main)
  const positions = row.text('imagePositions').split(',')
  return positions
    .flatMap((position) => pictures[Number(position) - 1] ?? [])
    .map((file, priority) => ({ ...file, priority }))
}

/** Between the values of a list is what the shop chose for it: a comma by default, and often a bar. */
const LIST = /[,|]/

function categoryPaths(text: string, separator: string | RegExp): string[][] {
  const paths = text.split(separator).filter((path) => !/^\d*$/.test(path.trim()))
  return paths.map((path) => path.split('/'))
}
