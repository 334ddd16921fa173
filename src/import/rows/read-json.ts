import { type JsonObject, productsIn } from '../documents/json-values.ts'
import { UnusedFields } from '../documents/unused-fields.ts'
import { isObject } from '../fields.ts'
import { CatalogFileError } from '../file-error.ts'
import type { ReadOptions } from '../read-options.ts'
import { readPages } from '../splitting/read-pages.ts'
import { ColumnLayout, type Columns } from './columns.ts'
import type { BadRow } from './read-table.ts'
import { Row } from './row.ts'

/** The cells of a row by their columns. A column with N in its header has a number after its name: `option 1`. */
export type JsonCells<Key extends string> = { readonly [Cell in Key | `${Key} ${number}`]?: string }

/** How the products of a JSON file become rows. The header of a column is the path of its field, such as `variants[].price`. */
export interface JsonRows<Key extends string> {
  readonly columns: Columns<Key>
  /** A product in the form that `rowsOf` takes, if the platform has several. */
  normalised?(product: JsonObject): JsonObject
  /** The rows of a product. `now` is the time of the import. */
  rowsOf(product: JsonObject, now: Date): readonly JsonCells<Key>[]
}

/** The rows of a JSON file. Throws `CatalogFileError` if there are none, or if the file cannot be split into products. */
export async function* readJson<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  { columns, normalised = (product) => product, rowsOf }: JsonRows<Key>,
  { now, onUnused }: Pick<ReadOptions, 'now' | 'onUnused'>,
): AsyncGenerator<Row<Key> | BadRow> {
  const table = new JsonTable(columns)
  const unused = new UnusedFields(columns)
  let isEmpty = true
  for await (const record of readPages(bytes)) {
    isEmpty = false
    if ('fault' in record) yield { ...record, path: 'the product' }
    else
      for (const product of productsIn(record.value)) {
        if (isObject(product)) {
          const normal = normalised(product)
          unused.add(normal)
          for (const cells of rowsOf(normal, now)) yield table.row(record.line, cells)
        } else yield { line: record.line, path: 'the product', fault: NO_PRODUCT }
      }
  }
  if (isEmpty) throw new CatalogFileError('The file has no product.')
  onUnused?.([...unused.fields])
}

const NO_PRODUCT = { wrong: 'is not an object', right: 'the fields of a product' }

/** Gives rows a layout that grows with the highest number of a column, such as that of an option group. */
class JsonTable<Key extends string> {
  readonly #columns: Columns<Key>
  /** `option 2` → its index among the headers. */
  readonly #indexes = new Map<string, number>()
  readonly #headers: string[] = []
  #layout: ColumnLayout<Key>

  constructor(columns: Columns<Key>) {
    this.#columns = columns
    this.#layout = new ColumnLayout(columns, [])
  }

  row(line: number, cells: JsonCells<Key>): Row<Key> {
    const names = Object.keys(cells)
    if (names.some((name) => !this.#indexes.has(name))) this.#grow(names)
    const texts = new Array<string>(this.#headers.length).fill('')
    for (const name of names) texts[this.#indexes.get(name)!] = cells[name as Key] ?? ''
    const matched = this.#layout.indexes.map((index) => texts[index]!)
    return new Row(line, matched, this.#layout)
  }

  /** Adds headers at the end, so that the new layout also fits the rows before. */
  #grow(names: readonly string[]): void {
    for (const name of names.filter((name) => !this.#indexes.has(name))) {
      const [key, number] = name.split(' ')
      this.#indexes.set(name, this.#headers.length)
      this.#headers.push(this.#columns[key as Key].headers[0]!.replace('N', number ?? 'N'))
    }
    this.#layout = new ColumnLayout(this.#columns, this.#headers)
  }
}
