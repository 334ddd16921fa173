import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { peek } from '@vitrine/catalog/json/peek'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { createReadContext } from '@vitrine/catalog/native/read-context'
import type { Submission, Warning } from '@vitrine/catalog/submission'
import type { Format, FormatFile, FormatSample } from '../format.ts'
import { checkProduct, refusedProduct } from '../products/check-product.ts'
import { Grouping, TOO_LARGE } from '../products/grouping.ts'
import { ProductBuilder } from '../products/product-builder.ts'
import type { ProductFields } from '../products/product-fields.ts'
import type { ReadOptions } from '../read-options.ts'
import { utf8Text } from '../utf8-text.ts'
import { ColumnLayout, describeColumns } from './columns.ts'
import { MarketTexts } from './market-texts.ts'
import { readFeed } from './read-feed.ts'
import { type BadRow, readTable, readTableRows, type TableMapping, type TableReadOptions } from './read-table.ts'
import { type Row, RowCodec } from './row.ts'
import type { TranslationMapping } from './translated-rows.ts'

/** A format whose files have rows or items that together make products. */
export function rowFormat<Key extends string>(mapping: RowMapping<Key>): Format {
  const { name, title, columns } = mapping
  const columnsIn = ({ table }: FormatSample) => {
    const { header = [], rows = [] } = table ?? {}
    return new ColumnLayout(mapping.columnsFor?.(header, rows) ?? columns, header).keys
  }
  const { recognises: signs } = mapping
  const isRecognised =
    typeof signs === 'function'
      ? signs
      : (found: ReadonlySet<Key>) =>
          signs.every((sign) => (typeof sign === 'string' ? found.has(sign) : sign.some((key) => found.has(key))))
  return {
    name,
    title,
    columns: describeColumns(columns),
    recognise(sample) {
      if (isRecognised(columnsIn(sample), sample)) return 'yes'
      const refusal = mapping.refusal?.(sample)
      return refusal === undefined ? undefined : { refusal }
    },
    read: (bytes, options) => productsFromRows(readRows(bytes, mapping, options), mapping, options),
    readRows: (rows, options) => productsFromRows(readTableRows(rows, mapping, options), mapping, options),
    isAddition: (sample) => mapping.isAddition?.(columnsIn(sample)) === true,
    readFiles: (files, options) => productsFromRows(rowsOfFiles(files, mapping, options), mapping, options),
  }
}

/** How the rows of a platform's files become products. `rowFormat` makes a format of tables of it. */
export interface RowMapping<Key extends string> extends TableMapping<Key>, ProductMapping<Key> {
  readonly title: string
  /** Whether the files may be RSS or Atom feeds as well as tables. */
  readonly feeds?: boolean
  /**
   * The columns that only a table of this format has together; of several in a list, one is enough. Or whether a file
   * is of this format: `columns` is empty if it is not a table.
   */
  readonly recognises:
    | readonly (Key | readonly Key[])[]
    | ((columns: ReadonlySet<Key>, sample: FormatSample) => boolean)
  /** Whether a file with these columns only adds to the products of another file. It may lack the required columns. */
  isAddition?(columns: ReadonlySet<Key>): boolean
  /** Why a file that is not recognised, but comes from this platform, cannot be read. */
  refusal?(sample: FormatSample): string | undefined
}

/** How rows become products, whatever kind of file they are from. */
export interface ProductMapping<Key extends string> {
  /** The platform, which is the name for `--format` too. Products of all its kinds of files have the same ids. */
  readonly name: string
  /** The mapping for one import, if it remembers rows. `productKeys` gets all rows before the first call of `build`. */
  begin?(): ProductMapping<Key>
  /** The keys of the row's product: rows that share a key become one product. Or the reason to leave out the row. */
  productKeys(row: Row<Key>): ProductKeys
  /** Whether the row continues the product of the row above it. Its keys are added to those of the row above. */
  continues?(row: Row<Key>): boolean
  /** Divides rows that share keys into products. Two products may share a row. */
  split?(rows: readonly Row<Key>[]): readonly (readonly Row<Key>[])[]
  /** What the report calls the row, such as its handle, sku or name. */
  nameOf(row: Row<Key>): string
  /**
   * Adds the variants of a product to the builder and gives its other fields. undefined if the product is left out.
   * `isDivided` tells whether `split` made several products of the rows that share keys.
   */
  build(rows: readonly Row<Key>[], product: ProductBuilder<Key>, isDivided: boolean): ProductFields<Key> | undefined
  /** Where the rows have the texts of other languages, which are those of the markets of the store. */
  readonly translations?: TranslationMapping<Key>
}

/** The keys of a row's product, or the reason to leave out the row. */
type ProductKeys = readonly string[] | LeftOutReason

/** The rows of the files, one file after the other. */
async function* rowsOfFiles<Key extends string>(
  files: readonly FormatFile[],
  mapping: RowMapping<Key>,
  options: ReadOptions,
): AsyncGenerator<Row<Key> | BadRow> {
  const unused = new Set<string>()
  for (const { name: file, content, isAddition } of files) {
    const ofFile = isAddition ? { ...mapping, required: [] } : mapping
    const reading = {
      ...options,
      file,
      onWarning: (warning: Warning) => options.onWarning({ ...warning, file }),
      onUnused: (headers: readonly string[]) => {
        for (const header of headers) unused.add(header)
      },
    }
    try {
      if ('rows' in content) yield* readTableRows(content.rows, ofFile, reading)
      else
        for await (const row of readRows(content.bytes, ofFile, reading)) yield 'fault' in row ? { ...row, file } : row
    } catch (error) {
      throw error instanceof CatalogFileError ? error.in(file) : error
    }
  }
  options.onUnused?.([...unused])
}

async function* readRows<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  mapping: RowMapping<Key>,
  options: ReadOptions & TableReadOptions,
): AsyncGenerator<Row<Key> | BadRow> {
  const { head, bytes: text } = await peek(utf8Text(bytes, options))
  const isXml = mapping.feeds && /^\s*</.test(head.toString('latin1'))
  yield* isXml ? readFeed(text, mapping.columns, options) : readTable(text, mapping, options)
}

/** Reads all rows before the first product, because the last row may belong to it. */
async function* productsFromRows<Key extends string>(
  rows: AsyncIterable<Row<Key> | BadRow>,
  format: ProductMapping<Key>,
  options: ReadOptions,
): AsyncGenerator<Submission> {
  const mapping = format.begin?.() ?? format
  using grouping = new Grouping<Row<Key>>(new RowCodec())
  const markets = new MarketTexts(mapping, options)
  let above: ProductKeys = 'no-product'
  let rowCount = 0
  let isTable = false
  for await (const row of rows) {
    rowCount++
    isTable ||= !('fault' in row) && row.number !== undefined
    if ('fault' in row) {
      // The rows that continue this one belong to no other product.
      above = 'no-product'
      const { fault, path = 'the row', ...place } = row
      yield refusedProduct(place, [{ ...place, path, ...fault }])!
      continue
    }
    const isContinued = mapping.continues?.(row) === true
    const keys: ProductKeys = row.isBlank
      ? 'blank'
      : isContinued
        ? continuedKeys(row, above, mapping)
        : mapping.productKeys(row)
    if (!row.isBlank && !isContinued) above = keys
    if (typeof keys === 'string') options.onLeftOut({ ...row.place, reason: keys, product: mapping.nameOf(row) })
    else grouping.add([...keys, ...markets.keysOf(row)], row)
  }
  options.onRows?.(rowCount)
  const where = (number: number) => (isTable ? `in row ${number}` : `on line ${number}`)
  const context = createReadContext(options.store, options.onWarning, where)
  for await (const { items, tooLarge } of grouping.groups()) {
    const products = (!tooLarge && mapping.split?.(items)) || [items]
    for (const rows of products) {
      const builder = new ProductBuilder(mapping, options)
      const { own, translations } = markets.divided(rows)
      const build = (ofProduct: readonly Row<Key>[], one: ProductBuilder<Key>) =>
        mapping.build(ofProduct, one, products.length > 1)
      const fields = tooLarge ? undefined : build(own, builder)
      if (tooLarge) builder.problems.push({ ...builder.placeOf(rows[0]!), path: '', ...TOO_LARGE })
      const submission = fields
        ? checkProduct(fields, builder, context)
        : refusedProduct(rows[0]!.place, builder.problems)
      if (submission && 'product' in submission && fields && translations.length > 0)
        yield markets.added(submission, { own, fields, builder, translations, build }, context)
      else {
        if (!submission) markets.leaveOut(translations, 'translation')
        if (submission) yield submission
      }
    }
  }
}

/** The keys of a row that continues the product with the keys `above`: those keys, and its own ones. */
function continuedKeys<Key extends string>(
  row: Row<Key>,
  above: ProductKeys,
  mapping: ProductMapping<Key>,
): ProductKeys {
  const own = mapping.productKeys(row)
  if (typeof above === 'string' || own === 'no-product') return above
  return typeof own === 'string' ? own : [...above, ...own]
}
