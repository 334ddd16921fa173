import { slugify } from '@vitrine/catalog/slug'
import type { Columns } from '../rows/columns.ts'
import { itemsIn } from '../rows/parse-cells.ts'
import type { CsvRow } from '../rows/read-csv.ts'

/** The columns that have other headers in the files of plugins than in those of WooCommerce. */
type ExportedColumn = keyof typeof HEADERS

/**
 * The headers of the Product CSV Import Suite and of plugins that read its files, and those of WP All Export after
 * them. Both write the parts of a list with bars between them.
 */
const HEADERS = {
  id: 'ID | post_id',
  type: 'tax:product_type | Product Type',
  sku: 'sku',
  name: 'post_title | Title',
  slug: 'post_name | Slug',
  link: 'Permalink',
  published: 'post_status | Status',
  description: 'post_content | Content',
  shortDescription: 'post_excerpt | Excerpt | Short Description',
  brands: 'tax:product_brand | Brands',
  regularPrice: 'regular_price',
  salePrice: 'sale_price',
  saleFrom: 'sale_price_dates_from',
  saleTo: 'sale_price_dates_to',
  taxStatus: 'tax_status',
  inStock: 'stock_status',
  stock: 'stock',
  gtin: 'meta:_global_unique_id | _global_unique_id',
  categories: 'tax:product_cat | Product categories',
  tags: 'tax:product_tag | Product tags',
  images: 'images | Image URL',
  popularity: 'meta:total_sales | total_sales',
  parent: 'parent_sku | post_parent | Parent Product ID',
}

/** The columns that tell what others mean. They are used, and become nothing. */
const OTHERS = { postType: 'post_type', manageStock: 'manage_stock' }

/** Whether the headers are those of a plugin, which writes products as WordPress keeps them. */
export function isPluginExport(headers: readonly string[]): boolean {
  const names = new Set(headers.map(normalised))
  if (names.has('post title')) return names.has('regular price') || names.has('sku')
  return names.has('title') && names.has('product type') && names.has('regular price')
}

/** `columns` by the headers of a plugin; undefined if the headers are of none. */
export function pluginColumns<Key extends string>(
  columns: Columns<Key | ExportedColumn>,
  headers: readonly string[],
): Columns<Key> | undefined {
  if (!isPluginExport(headers)) return undefined
  const exported = Object.entries(HEADERS).map(([key, names]) => [
    key,
    { ...columns[key as ExportedColumn], headers: names.split(' | ') },
  ])
  const used = [...Object.values(OTHERS), ...headers.filter((header) => attributeIn(header) !== undefined)]
  const others = used.map((header) => [`plugin ${header}`, { headers: [header], becomes: '', fills: [] }])
  return { ...columns, ...Object.fromEntries(exported), ...Object.fromEntries(others) } as Columns<Key>
}

/**
 * The rows of a table, with the cells as WooCommerce writes them if a plugin wrote them. The attributes, which have
 * columns of their own there, are in additional columns at the end.
 */
export async function* withoutPlugins(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  let table: PluginTable | undefined
  let isHeader = true
  for await (const row of rows) {
    if (isHeader && isPluginExport(row.cells)) {
      table = new PluginTable(row.cells)
      yield { ...row, cells: [...row.cells, ...table.addedHeaders] }
    } else yield table ? { ...row, cells: table.cellsOf(row.cells) } : row
    isHeader = false
  }
}

class PluginTable {
  readonly addedHeaders: readonly string[]
  readonly #width: number
  /** The indexes of the columns, by what they are. */
  readonly #indexes = new Map<string, number[]>()
  /** By the name of each attribute: its columns. */
  readonly #attributes = new Map<string, number[]>()
  /** By attribute, and by slug: a value. A variation names its value by the slug. */
  readonly #values = new Map<string, string>()

  constructor(headers: readonly string[]) {
    this.#width = headers.length
    for (const [index, header] of headers.entries()) {
      const attribute = attributeIn(header)
      if (attribute) this.#attributes.set(attribute, [...(this.#attributes.get(attribute) ?? []), index])
      else for (const key of keysOf(header)) this.#indexes.set(key, [...(this.#indexes.get(key) ?? []), index])
    }
    const numbers = [...this.#attributes.keys()].map((_, index) => index + 1)
    this.addedHeaders = numbers.flatMap((number) => [`Attribute ${number} name`, `Attribute ${number} value(s)`])
  }

  /** A row of another width stays as it is: its cells are perhaps in the wrong columns. */
  cellsOf(cells: readonly string[]): readonly string[] {
    if (cells.length !== this.#width) return cells
    const changed = [...cells]
    const change = (key: string, to: (text: string) => string) => {
      for (const index of this.#indexes.get(key) ?? []) changed[index] = to(cells[index]!.trim())
    }
    const has = (key: string, pattern: RegExp) =>
      (this.#indexes.get(key) ?? []).some((index) => pattern.test(cells[index]!.trim()))
    const isVariation =
      has('postType', /^product_variation$/i) ||
      has('type', /^variation$/i) ||
      (has('type', /^$/) && has('parent', /[^0]/))
    change('type', (text) => (isVariation ? 'variation' : text.toLowerCase()))
    // The name of a variation says “Variation #12 of …”.
    change('name', (text) => (isVariation ? '' : text))
    change('published', publishedCell)
    change('parent', (text) => (/^\d+$/.test(text) ? (text === '0' ? '' : `id:${text}`) : text))
    for (const key of ['categories', 'tags', 'brands']) change(key, (text) => listCell(itemsIn(text, '|')))
    change('images', (text) => itemsIn(text.replace(/ ! [^|]*/g, ''), '|').join(', '))
    for (const key of ['description', 'shortDescription']) change(key, (text) => text.replaceAll('\\n', '\\\\n'))
    change('inStock', (text) => (/^out ?of ?stock$/i.test(text) ? '0' : ''))
    if (has('manageStock', /^no$/i)) change('stock', () => '')
    return [...changed, ...this.#attributeCells(cells, isVariation)]
  }

  #attributeCells(cells: readonly string[], isVariation: boolean): string[] {
    return [...this.#attributes].flatMap(([name, indexes]) => {
      const text = indexes.map((index) => cells[index]!.trim()).find((cell) => cell !== '') ?? ''
      if (isVariation) return [name, this.#values.get(`${name} ${text}`) ?? text]
      for (const part of itemsIn(text, '|')) this.#values.set(`${name} ${slugify(part)}`, part)
      return [name, listCell(itemsIn(text, '|'))]
    })
  }
}

/** The attribute of `attribute:pa_color`, `meta:attribute_pa_color` or `Attribute Value (pa_color)`. */
function attributeIn(header: string): string | undefined {
  const match = /^(?:attribute:|meta:attribute_|attribute value \()(?:pa_)?([^)]+)\)?$/i.exec(header.trim())
  const name = match?.[1]?.replace(/[_-]+/g, ' ').trim()
  return name && name[0]!.toUpperCase() + name.slice(1)
}

function keysOf(header: string): string[] {
  const name = normalised(header)
  const entries = Object.entries({ ...HEADERS, ...OTHERS })
  return entries.flatMap(([key, names]) => (names.split(' | ').map(normalised).includes(name) ? [key] : []))
}

/** As `ColumnLayout` compares headers. */
function normalised(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
}

function publishedCell(status: string): string {
  if (status === '' || /^publish(?:ed)?$/i.test(status)) return '1'
  return /^private$/i.test(status) ? '0' : '-1'
}

function listCell(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(',', '\\,')).join(', ')
}
