import { decodeEntities } from '../catalog/html-text.ts'
import type { Submission } from '../catalog/submission.ts'
import { derivedId } from '../catalog/uuid.ts'
import type { Format, FormatSample, Recognition } from './format.ts'
import { COLUMNS, type Column, OPTIONS, UNUSED } from './google/columns.ts'
import { slugOfLinks } from './google/link.ts'
import { priceOf } from './google/price.ts'
import { sharedTitle, type Titled } from './google/shared-title.ts'
import { prepend } from './peek.ts'
import type { ReadOptions } from './read-options.ts'
import { knownAmong } from './rows/column-layout.ts'
import type { GroupResult, NativeFile, NativeVariant } from './rows/native-product.ts'
import { unescaped } from './rows/parse-cells.ts'
import { readFeed } from './rows/read-feed.ts'
import { readTable } from './rows/read-table.ts'
import type { Row } from './rows/row.ts'
import type { RowDiagnostics } from './rows/row-diagnostics.ts'
import { productsOf, type RowMapping } from './rows/rows-to-products.ts'
import { GroupNames, LabelNames, type OptionChoice, optionKey } from './rows/unique-names.ts'
import { UniqueSkus } from './rows/unique-skus.ts'
import type { SkipReason } from './skip-reasons.ts'
import { utf8Text } from './utf8-text.ts'

/** A product feed for Google Merchant Center: RSS or Atom, or a table with tabs or commas. One item is one variant. */
export const google: Format = {
  name: 'google',
  title: 'Google Merchant product feed: RSS or Atom XML, TSV, CSV',
  columns: Object.values(COLUMNS),
  recognise,
  read,
}

const MEANING: RowMapping<Column> = {
  columns: COLUMNS,
  unused: UNUSED,
  required: ['id', 'title', 'price'],
  origins: {
    name: 'title',
    slug: 'link',
    id: 'id',
    description: 'description',
    'labelValues[]': 'type',
    'files[].file.path': 'image',
    'variants[].name': 'title',
    'variants[].id': 'id',
    'variants[].sku': 'id',
    'variants[].price': 'price',
    'variants[].files[].file.path': 'image',
  },
  keysOf,
  nameOf,
  assemble,
}

function recognise({ text, table }: FormatSample): Recognition {
  if (table) {
    const known = knownAmong(COLUMNS, table.header)
    const enough = known.has('id') && known.has('title') && known.has('price')
    return enough && (known.has('link') || known.has('availability')) ? 'yes' : undefined
  }
  return /^<(?:rss|feed|rdf:RDF|channel)\b/i.test(rootOf(text)) ? 'yes' : undefined
}

/** The text from its first element on, behind declarations and comments. */
function rootOf(text: string): string {
  let from = 0
  for (;;) {
    const at = text.indexOf('<', from)
    if (at === -1) return ''
    const end = text.startsWith('<!--', at) ? '-->' : /[?!]/.test(text[at + 1] ?? '') ? '>' : undefined
    if (end === undefined) return text.slice(at)
    const to = text.indexOf(end, at)
    if (to === -1) return ''
    from = to + end.length
  }
}

async function* read(bytes: AsyncIterable<Uint8Array>, reading: ReadOptions): AsyncGenerator<Submission> {
  const chunks = utf8Text(bytes, reading)
  const first = await chunks.next()
  if (first.done) return
  const all = prepend(first.value, chunks)
  const isXml = /^\s*</.test(Buffer.from(first.value).toString('latin1', 0, 4096))
  yield* productsOf(isXml ? readFeed(all, COLUMNS) : readTable(all, MEANING, reading), MEANING, reading)
}

function nameOf(row: Row<Column>): string {
  return row.text('id') || row.text('title')
}

function keysOf(row: Row<Column>): readonly string[] | SkipReason {
  const group = row.text('group')
  if (group !== '') return [`group:${group}`]
  return row.text('id') === '' ? 'no-product' : [`id:${row.text('id')}`]
}

function assemble(
  rows: readonly Row<Column>[],
  remarks: RowDiagnostics<Column>,
  reading: ReadOptions,
): GroupResult<Column> | undefined {
  const sold = soldOf(rows, remarks)
  const [first] = sold
  if (!first) return undefined
  const key = first.text('group') === '' ? `id:${first.text('id')}` : `group:${first.text('group')}`
  const id = derivedId(reading.store.id, 'google', key)
  const groups = new GroupNames()
  const offer = { id, groups, skus: new UniqueSkus(first.text('group')), isOne: sold.length === 1, remarks, reading }
  const variants = variantsOf(sold, offer)
  const brand = first.name('brand')
  if (brand !== '' && !groups.has('Brand')) groups.add({ group: 'Brand', option: brand })
  const product = {
    id,
    name: first.text('group') === '' ? first.name('title') : sharedTitle(sold.map(titleOf)),
    ...slugOfLinks(sold.map((row) => row.text('link'))),
    description: first.text('description'),
    variants,
    files: imagesOf(first),
    optionGroups: groups.all(),
    labelValues: labelsOf(sold),
  }
  return { row: first, product, slugIsWish: true, variantRows: sold }
}

function soldOf(rows: readonly Row<Column>[], remarks: RowDiagnostics<Column>): Row<Column>[] {
  const known = new Set<string>()
  return rows.filter((row) => {
    const id = row.text('id')
    const reason = row.text('price') === '' ? 'no-price' : id !== '' && known.has(id) ? 'repeated' : undefined
    known.add(id)
    if (reason) remarks.leaveOut(row, reason, nameOf(row))
    return reason === undefined
  })
}

/** What all variants of a product are made with. */
interface Offer {
  readonly id: string
  readonly groups: GroupNames
  readonly skus: UniqueSkus
  /** Whether the product has one variant: its pictures are the product's then. */
  readonly isOne: boolean
  readonly remarks: RowDiagnostics<Column>
  readonly reading: ReadOptions
}

function variantsOf(rows: readonly Row<Column>[], offer: Offer): NativeVariant[] {
  const lines = new Map<string, number>()
  return rows.map((row) => {
    const choices = choicesOf(row)
    const key = optionKey(choices)
    const like = lines.get(key)
    if (like === undefined) lines.set(key, row.line)
    else
      offer.remarks.warn(
        row,
        'group',
        `is that of the item on line ${like}, which has the same options: nobody can tell them apart`,
      )
    for (const choice of choices) offer.groups.add(choice)
    return variantOf(row, choices, offer)
  })
}

function choicesOf(row: Row<Column>): OptionChoice[] {
  return OPTIONS.map(({ key, group }) => ({ group, option: row.name(key) })).filter(({ option }) => option !== '')
}

function variantOf(row: Row<Column>, choices: readonly OptionChoice[], offer: Offer): NativeVariant {
  const { id, groups, skus, isOne, remarks, reading } = offer
  const sku = skus.take(unescaped(row.text('id')), choices)
  return {
    id: derivedId(reading.store.id, 'google', id, sku),
    name: row.name('title'),
    sku,
    price: priceOf(row, reading.now),
    stock: stockOf(row, remarks),
    productOptions: groups.chosen(choices),
    files: isOne ? [] : imagesOf(row),
  }
}

/** A feed names no quantity: there is none, or nobody knows how many. */
function stockOf(row: Row<Column>, remarks: RowDiagnostics<Column>): number | null {
  const availability = row.text('availability')
  const known = availability.toLowerCase().replace(/[\s_-]+/g, ' ')
  if (known === 'out of stock') return 0
  if (!['', 'in stock', 'preorder', 'pre order', 'backorder', 'back order', 'available for order'].includes(known))
    remarks.warn(row, 'availability', `is ${JSON.stringify(availability)}, which is unknown, and is taken as in stock`)
  return null
}

function titleOf(row: Row<Column>): Titled {
  return { title: row.name('title'), values: choicesOf(row).map(({ option }) => option) }
}

function imagesOf(row: Row<Column>): NativeFile[] {
  const more = row.texts('moreImages').flatMap((text) => text.split(/,\s*(?=https?:)/))
  const paths = [row.text('image'), ...more].map((path) => path.trim()).filter((path) => path !== '')
  return [...new Set(paths)].map((path, priority) => ({ priority, file: { path } }))
}

function labelsOf(rows: readonly Row<Column>[]): ReturnType<LabelNames['all']> {
  const labels = new LabelNames()
  for (const row of rows) {
    const types = row.texts('type')
    // Google's own categories may be numbers, which say nothing to a shopper.
    const categories = types.length > 0 ? types : row.texts('category').filter((path) => !/^\d+$/.test(path))
    for (const path of categories) labels.addPath(decodeEntities(path))
    for (const number of row.layout.numbers('customLabel')) labels.add(row.name('customLabel', number))
  }
  return labels.all()
}
