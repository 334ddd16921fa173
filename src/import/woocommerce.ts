import { derivedId } from '../catalog/uuid.ts'
import { fold } from '../catalog/words.ts'
import type { Format, FormatSample, Recognition } from './format.ts'
import { shortSlug } from './identifiers.ts'
import type { ReadOptions } from './read-options.ts'
import { knownAmong } from './rows/column-layout.ts'
import type { GroupResult, NativeFile, NativeVariant } from './rows/native-product.ts'
import { unescaped } from './rows/parse-cells.ts'
import { readTable } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import type { RowDiagnostics } from './rows/row-diagnostics.ts'
import { productsOf, type RowMapping } from './rows/rows-to-products.ts'
import { GroupNames, LabelNames, type OptionChoice, optionKey } from './rows/unique-names.ts'
import { UniqueSkus } from './rows/unique-skus.ts'
import type { SkipReason } from './skip-reasons.ts'
import { utf8Text } from './utf8-text.ts'
import { COLUMNS, type Column, UNUSED } from './woocommerce/columns.ts'
import { foreignExport } from './woocommerce/language.ts'
import { listOf, nameText } from './woocommerce/lists.ts'
import { isTaxed, priceOf, stockOf } from './woocommerce/offer.ts'

/** The product CSV that WooCommerce exports, with English headers. */
export const woocommerce: Format = {
  name: 'woocommerce',
  title: 'WooCommerce product CSV, exported in English',
  columns: Object.values(COLUMNS),
  recognise,
  read: (bytes, reading) => productsOf(readTable(utf8Text(bytes, reading), MEANING, reading), MEANING, reading),
}

const MEANING: RowMapping<Column> = {
  columns: COLUMNS,
  unused: UNUSED,
  required: ['type', 'name'],
  origins: {
    name: 'name',
    slug: 'name',
    id: 'sku',
    description: 'description',
    'labelValues[]': 'categories',
    'files[].file.path': 'images',
    'variants[].name': 'name',
    'variants[].id': 'sku',
    'variants[].sku': 'sku',
    'variants[].price': 'regularPrice',
    'variants[].files[].file.path': 'images',
  },
  keysOf,
  nameOf,
  assemble,
}

function recognise(beginning: FormatSample): Recognition {
  const known = knownAmong(COLUMNS, beginning.table?.header ?? [])
  if (known.has('type') && known.has('name') && (known.has('regularPrice') || known.size >= 5)) return 'yes'
  const refusal = foreignExport(beginning)
  return refusal === undefined ? undefined : { refusal }
}

function nameOf(row: Row<Column>): string {
  return row.text('sku') || row.text('name') || (row.text('id') && `id:${row.text('id')}`) || row.text('parent')
}

/** The words of the type; virtual and downloadable say how a thing is delivered. */
function kindOf(row: Row<Column>): string {
  const kinds = listOf(row.text('type').toLowerCase())
  return kinds.filter((kind) => kind !== 'virtual' && kind !== 'downloadable').join(', ') || 'simple'
}

function keysOf(row: Row<Column>): readonly string[] | SkipReason {
  switch (kindOf(row)) {
    case 'variation':
      return parentKeys(row)
    case 'simple':
    case 'variable':
      return ownKeys(row)
    case 'grouped':
      return 'grouped'
    case 'external':
      return 'external'
    default:
      return 'other-type'
  }
}

function ownKeys(row: Row<Column>): string[] {
  const keys = [
    row.text('id') && `id:${row.text('id')}`,
    row.text('sku') && `sku:${unescaped(row.text('sku')).toLowerCase()}`,
  ]
  return keys.filter((key) => key !== '')
}

function parentKeys(row: Row<Column>): readonly string[] | SkipReason {
  const parent = unescaped(row.text('parent'))
  if (parent === '') return 'no-product'
  const id = /^id:\s*(\d+)$/i.exec(parent)?.[1]
  return [id === undefined ? `sku:${parent.toLowerCase()}` : `id:${id}`]
}

function assemble(
  rows: readonly Row<Column>[],
  remarks: RowDiagnostics<Column>,
  reading: ReadOptions,
): GroupResult<Column> | undefined {
  const variations = rows.filter((row) => kindOf(row) === 'variation')
  const [parent, ...others] = rows.filter((row) => kindOf(row) !== 'variation')
  if (!parent) {
    remarks.leaveOutAll(variations, 'no-parent', nameOf(variations[0]!))
    return undefined
  }
  for (const row of others) remarks.leaveOut(row, 'repeated', nameOf(row))
  const reason = whyLeftOut(parent, remarks)
  if (reason) {
    remarks.leaveOutAll([parent, ...variations], reason, nameOf(parent))
    return undefined
  }
  return productOf(parent, variations, remarks, reading)
}

function whyLeftOut(row: Row<Column>, remarks: RowDiagnostics<Column>): SkipReason | undefined {
  const published = unescaped(row.text('published'))
  if (published === '' || published === '1') return undefined
  if (published === '0') return 'private'
  if (published === '-1') return 'draft'
  remarks.problem(row, 'published', `is ${JSON.stringify(published)}`, '1 for public, 0 for private, or -1 for a draft')
  return undefined
}

function productOf(
  parent: Row<Column>,
  variations: readonly Row<Column>[],
  remarks: RowDiagnostics<Column>,
  reading: ReadOptions,
): GroupResult<Column> | undefined {
  const attributes = attributesOf(parent)
  const groups = new GroupNames()
  const isVariable = kindOf(parent) === 'variable'
  const sold = isVariable ? variations : [parent]
  if (!isVariable) remarks.leaveOutAll(variations, 'no-parent', nameOf(parent))
  const key = ownKeys(parent)[0]
  const offer = {
    parent,
    key,
    groups,
    remarks,
    reading,
    skus: new UniqueSkus(unescaped(parent.text('sku')) || shortSlug(nameText(parent.text('name')))),
  }
  const { variants, variantRows } = variantsOf(sold, isVariable ? [] : singleChoices(attributes), offer)
  if (variants.length === 0) {
    if (isVariable) remarks.leaveOut(parent, 'no-variants', nameOf(parent))
    return undefined
  }
  addRest(attributes, variants, groups)
  const product = {
    ...(key === undefined ? {} : { id: derivedId(reading.store.id, 'woocommerce', key) }),
    name: nameText(parent.text('name')),
    description: unescaped(parent.text('description') || parent.text('shortDescription')),
    variants,
    files: imagesOf(parent),
    optionGroups: groups.all(),
    labelValues: labelsOf(parent),
  }
  return { row: parent, product, variantRows }
}

/** An attribute, and what it may be. */
interface Attribute {
  readonly name: string
  readonly values: readonly string[]
}

function attributesOf(row: Row<Column>): Attribute[] {
  const attributes: Attribute[] = []
  for (const number of row.layout.numbers('attributeName')) {
    const name = nameText(row.text('attributeName', number))
    const values = listOf(row.text('attributeValues', number))
    if (name !== '' && values.length > 0) attributes.push({ name, values })
  }
  return attributes
}

/** What is true of the one variant: where there are several values it has none of them by itself. */
function singleChoices(attributes: readonly Attribute[]): OptionChoice[] {
  return attributes.flatMap(({ name, values }) => (values.length === 1 ? [{ group: name, option: values[0]! }] : []))
}

/** What is said of the product as a whole: attributes of which a variant may have any value. */
function addRest(attributes: readonly Attribute[], variants: readonly NativeVariant[], groups: GroupNames): void {
  for (const { name, values } of attributes) {
    const chosen = ({ productOptions }: NativeVariant) => productOptions.some(({ group }) => fold(group) === fold(name))
    if (!variants.every(chosen)) for (const option of values) groups.add({ group: name, option })
  }
}

/** What all variants of a product are made with. */
interface Offer {
  readonly parent: Row<Column>
  readonly key: string | undefined
  readonly groups: GroupNames
  readonly skus: UniqueSkus
  readonly remarks: RowDiagnostics<Column>
  readonly reading: ReadOptions
}

function variantsOf(rows: readonly Row<Column>[], shared: readonly OptionChoice[], offer: Offer) {
  const known = new Set<string>()
  const variants: NativeVariant[] = []
  const variantRows: Row<Column>[] = []
  for (const row of rows) {
    const choices = row === offer.parent ? shared : singleChoices(attributesOf(row))
    const key = optionKey(choices)
    const price = priceOf(row, offer.reading.now)
    const reason = whyNotSold(row, price, known.has(key), offer)
    if (reason) {
      offer.remarks.leaveOut(row, reason, nameOf(row))
      continue
    }
    known.add(key)
    for (const choice of choices) offer.groups.add(choice)
    variants.push(variantOf(row, price, choices, offer))
    variantRows.push(row)
  }
  return { variants, variantRows }
}

function whyNotSold(
  row: Row<Column>,
  price: string,
  known: boolean,
  { parent, remarks }: Offer,
): SkipReason | undefined {
  const hidden = row === parent ? undefined : whyLeftOut(row, remarks)
  return hidden ?? (price === '' ? 'no-price' : known ? 'duplicate-options' : undefined)
}

function variantOf(
  row: Row<Column>,
  price: string,
  choices: readonly OptionChoice[],
  { parent, key, groups, skus, remarks, reading }: Offer,
): NativeVariant {
  const given = unescaped(row === parent ? parent.text('sku') : row.text('sku'))
  const sku = skus.take(given, choices)
  if (given !== '' && given !== sku)
    remarks.warn(
      row,
      'sku',
      `is ${JSON.stringify(given)} as on an earlier variant, and is taken as ${JSON.stringify(sku)}`,
    )
  return {
    ...(key === undefined ? {} : { id: derivedId(reading.store.id, 'woocommerce', key, 'variant', sku) }),
    name: nameText(row.text('name')) || madeName(parent, choices),
    sku,
    price,
    stock: stockOf(row, parent, remarks),
    productOptions: groups.chosen(choices),
    files: row === parent ? [] : imagesOf(row),
    ...(isTaxed(row, parent) ? {} : { taxRate: { name: 'No tax', rate: 0 } }),
  }
}

/** The name that WooCommerce itself makes for a variation: “Shirt - Red, M”. */
function madeName(parent: Row<Column>, choices: readonly OptionChoice[]): string {
  const options = choices.map(({ option }) => option).join(', ')
  return [nameText(parent.text('name')), options].filter((part) => part !== '').join(' - ')
}

/** The pictures of a row, each once, the first one first. */
function imagesOf(row: Row<Column>): NativeFile[] {
  const paths = row
    .text('images')
    .split(/,\s*(?=https?:|\/)|,\s+/)
    .map((path) => path.trim())
  return [...new Set(paths.filter((path) => path !== ''))].map((path, priority) => ({ priority, file: { path } }))
}

function labelsOf(parent: Row<Column>): ReturnType<LabelNames['all']> {
  const labels = new LabelNames()
  for (const category of listOf(parent.text('categories'))) labels.addPath(category)
  for (const tag of listOf(parent.text('tags'))) labels.add(tag)
  return labels.all()
}
