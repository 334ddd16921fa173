import { fold } from '../catalog/words.ts'
import type { Format, FormatSample, Recognition } from './format.ts'
import { knownAmong } from './rows/column-layout.ts'
import { handleSlug } from './rows/handle-slug.ts'
import type { GroupResult, NativeFile, NativeVariant } from './rows/native-product.ts'
import { decimalText, stockCount, unescaped, yesOrNo } from './rows/parse-cells.ts'
import { readTable } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import type { RowDiagnostics } from './rows/row-diagnostics.ts'
import { productsOf, type RowMapping } from './rows/rows-to-products.ts'
import { GroupNames, LabelNames, type OptionChoice, optionKey } from './rows/unique-names.ts'
import { UniqueSkus } from './rows/unique-skus.ts'
import { COLUMNS, type Column, UNUSED } from './shopify/columns.ts'
import type { SkipReason } from './skip-reasons.ts'
import { utf8Text } from './utf8-text.ts'

/** The product CSV that Shopify exports, with the headers that it has had for long or with the newer ones. */
export const shopify: Format = {
  name: 'shopify',
  title: 'Shopify product CSV',
  columns: Object.values(COLUMNS),
  recognise,
  read: (bytes, reading) => productsOf(readTable(utf8Text(bytes, reading), MEANING, reading), MEANING, reading),
}

const MEANING: RowMapping<Column> = {
  columns: COLUMNS,
  unused: UNUSED,
  required: ['handle', 'title', 'price'],
  origins: {
    name: 'title',
    slug: 'handle',
    description: 'description',
    labelValues: 'tags',
    'labelValues[]': 'tags',
    'files[].file.path': 'image',
    'variants[].sku': 'sku',
    'variants[].price': 'price',
    'variants[].files[].file.path': 'variantImage',
    'optionGroups[].name': 'optionName',
  },
  keysOf: (row) => (row.text('handle') === '' ? 'no-product' : [row.text('handle').toLowerCase().normalize()]),
  nameOf,
  assemble,
}

function recognise({ table }: FormatSample): Recognition {
  const known = knownAmong(COLUMNS, table?.header ?? [])
  const isShopify = known.has('handle') && known.has('title') && known.size >= 3
  return isShopify ? 'yes' : undefined
}

function nameOf(row: Row<Column>): string {
  return row.text('handle') || row.text('title') || row.text('sku')
}

function assemble(rows: readonly Row<Column>[], remarks: RowDiagnostics<Column>): GroupResult<Column> | undefined {
  const carrier = rows.find((row) => row.text('title') !== '')
  if (!carrier) {
    const imageOnly = (row: Row<Column>) => row.text('image') !== '' && !sellsSomething(row)
    for (const row of rows) remarks.leaveOut(row, imageOnly(row) ? 'image-only' : 'no-title', nameOf(row))
    return undefined
  }
  const reason = whyLeftOut(carrier, remarks)
  if (reason) {
    remarks.leaveOutAll(rows, reason, nameOf(carrier))
    return undefined
  }
  return productOf(carrier, rows, remarks)
}

/** Whether a row has a variant; else it only adds an image. */
function sellsSomething(row: Row<Column>): boolean {
  return row.text('price') !== '' || row.text('sku') !== '' || NUMBERS.some((n) => row.text('optionValue', n) !== '')
}

const NUMBERS = [1, 2, 3]

function whyLeftOut(carrier: Row<Column>, remarks: RowDiagnostics<Column>): SkipReason | undefined {
  const status = carrier.text('status').toLowerCase()
  if (status === 'draft' || status === 'archived' || status === 'unlisted') return status
  if (status !== '' && status !== 'active') {
    remarks.problem(carrier, 'status', `is ${JSON.stringify(status)}`, 'active, draft, archived, unlisted, or blank')
  }
  const published = carrier.text('published')
  if (published === '') return undefined
  const said = yesOrNo(published)
  if (said === undefined)
    remarks.problem(carrier, 'published', `is ${JSON.stringify(published)}`, 'TRUE, FALSE, or blank')
  return said === false ? 'unpublished' : undefined
}

function productOf(
  carrier: Row<Column>,
  rows: readonly Row<Column>[],
  remarks: RowDiagnostics<Column>,
): GroupResult<Column> | undefined {
  const groups = new GroupNames()
  const { variants, variantRows } = variantsOf(carrier, rows, groups, remarks)
  if (variants.length === 0) {
    for (const row of rows) if (!sellsSomething(row)) remarks.leaveOut(row, 'no-price', nameOf(row))
    return undefined
  }
  const vendor = carrier.name('vendor')
  if (vendor !== '' && !groups.has('Vendor')) groups.add({ group: 'Vendor', option: vendor })
  const product = {
    name: carrier.name('title'),
    ...handleSlug(carrier.text('handle')),
    description: carrier.text('description'),
    variants,
    files: imagesOf(rows, remarks),
    optionGroups: groups.all(),
    labelValues: labelsOf(carrier),
  }
  return { row: carrier, product, variantRows }
}

function variantsOf(
  carrier: Row<Column>,
  rows: readonly Row<Column>[],
  groups: GroupNames,
  remarks: RowDiagnostics<Column>,
): { variants: NativeVariant[]; variantRows: Row<Column>[] } {
  const names = optionNames(carrier, rows)
  const handle = carrier.text('handle')
  const skus = new UniqueSkus(handleSlug(handle).slug ?? handle)
  const known = new Set<string>()
  const variants: NativeVariant[] = []
  const variantRows: Row<Column>[] = []
  for (const row of rows) {
    if (!sellsSomething(row)) continue
    const choices = choicesOf(row, names)
    const key = optionKey(choices)
    const reason = row.text('price') === '' ? 'no-price' : known.has(key) ? 'duplicate-options' : undefined
    if (reason) {
      remarks.leaveOut(row, reason, nameOf(row))
      continue
    }
    known.add(key)
    for (const choice of choices) groups.add(choice)
    variants.push(variantOf(row, carrier.name('title'), choices, groups, skus, remarks))
    variantRows.push(row)
  }
  return { variants, variantRows }
}

/** The names of the options, which the row that carries the product gives for all. */
function optionNames(carrier: Row<Column>, rows: readonly Row<Column>[]): string[] {
  return NUMBERS.map((n) => {
    const named = [carrier, ...rows].find((row) => row.text('optionName', n) !== '')
    return named?.name('optionName', n) ?? `Option ${n}`
  })
}

/** A product without options has one that says so. */
function choicesOf(row: Row<Column>, names: readonly string[]): OptionChoice[] {
  const choices = NUMBERS.map((n, index) => ({ group: names[index]!, option: row.name('optionValue', n) }))
  const chosen = choices.filter(({ option }) => option !== '')
  return chosen.length === 1 && fold(chosen[0]!.option) === 'default title' ? [] : chosen
}

function variantOf(
  row: Row<Column>,
  title: string,
  choices: readonly OptionChoice[],
  groups: GroupNames,
  skus: UniqueSkus,
  remarks: RowDiagnostics<Column>,
): NativeVariant {
  const image = row.text('variantImage')
  const taxable = yesOrNo(row.text('taxable'))
  return {
    name: [title, choices.map(({ option }) => option).join(' / ')].filter((part) => part !== '').join(' - '),
    sku: skuOf(row, choices, skus, remarks),
    price: decimalText(row.text('price')),
    stock: stockOf(row, remarks),
    productOptions: groups.chosen(choices),
    files: image === '' ? [] : [{ priority: 0, file: { path: image } }],
    ...(taxable === false ? { taxRate: { name: 'No tax', rate: 0 } } : {}),
  }
}

function skuOf(
  row: Row<Column>,
  choices: readonly OptionChoice[],
  skus: UniqueSkus,
  remarks: RowDiagnostics<Column>,
): string {
  const given = row.text('sku').replace(/^'\s*/, '')
  const sku = skus.take(given, choices)
  if (given !== '' && sku !== given)
    remarks.warn(
      row,
      'sku',
      `is ${JSON.stringify(given)} as on an earlier variant, and is taken as ${JSON.stringify(sku)}`,
    )
  return sku
}

/** null where the inventory is not tracked, or tracked without a quantity. */
function stockOf(row: Row<Column>, remarks: RowDiagnostics<Column>): number | null {
  const quantity = unescaped(row.text('quantity'))
  if (row.text('tracker') === '' || quantity === '') return null
  const count = stockCount(quantity)
  if (!count) remarks.problem(row, 'quantity', `is ${JSON.stringify(quantity)}`, 'a whole number, or nothing')
  else if (!count.exact) remarks.warn(row, 'quantity', `is ${quantity}, and is taken as ${count.stock}`)
  return count?.stock ?? null
}

/** The images of all rows, each once. */
function imagesOf(rows: readonly Row<Column>[], remarks: RowDiagnostics<Column>): NativeFile[] {
  const files = new Map<string, NativeFile>()
  for (const row of rows) {
    const path = row.text('image')
    if (path === '' || files.has(path)) continue
    files.set(path, { priority: positionOf(row, remarks) ?? files.size + 1, file: { path } })
  }
  return [...files.values()]
}

function positionOf(row: Row<Column>, remarks: RowDiagnostics<Column>): number | undefined {
  const position = row.text('imagePosition')
  if (position === '') return undefined
  if (/^\d{1,9}(?:\.0*)?$/.test(position)) return Number(position)
  remarks.warn(row, 'imagePosition', `is ${JSON.stringify(position)}, which is no whole number, and is left out`)
  return undefined
}

function labelsOf(carrier: Row<Column>): ReturnType<LabelNames['all']> {
  const labels = new LabelNames()
  labels.addPath(carrier.name('category'))
  labels.add(carrier.name('type'))
  for (const tag of carrier.name('tags').split(',')) labels.add(tag.trim())
  return labels.all()
}
