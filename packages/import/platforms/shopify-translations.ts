import type { Product } from '@vitrine/catalog/product'
import type { MarketSubmission, RefusedProduct } from '@vitrine/catalog/submission'
import { readObject } from '../fields.ts'
import { CatalogFileError } from '../file-error.ts'
import { type FileContent, type Format, headersOf, type TranslationReadOptions } from '../format.ts'
import { treatedHtml } from '../html/descriptions.ts'
import { ROOT } from '../json-path.ts'
import { readMarkets } from '../native/markets.ts'
import { createReadContext, type ReadContext } from '../native/read-context.ts'
import { refusedProduct } from '../products/check-product.ts'
import { type Columns, column, describeColumns } from '../rows/columns.ts'
import { type BadRow, readTable, readTableRows } from '../rows/read-table.ts'
import type { Row } from '../rows/row.ts'
import { type TranslatedProduct, TranslatedTexts } from '../translations/translated-texts.ts'
import { utf8Text } from '../utf8-text.ts'

const COLUMNS = {
  type: column('Type', 'what the text is of: PRODUCT, PRODUCT_OPTION, PRODUCT_OPTION_VALUE, COLLECTION, MEDIA_IMAGE'),
  identification: column('Identification', 'rows with the same one are of one product'),
  field: column('Field', 'title, body_html, handle, product_type, meta_title, meta_description, name or alt'),
  locale: column('Locale', 'the markets of the store with this language get the text'),
  market: column('Market', 'only the market with this code or public name gets the text; blank means all'),
  original: column('Default content', 'the text in the store, by which names and alt texts are found'),
  translated: column('Translated content', 'the text in the markets'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS

/** The translations that Shopify exports, of all languages of a shop. It has no products. */
export const shopifyTranslations: Format = {
  name: 'shopify-translations',
  title: 'Shopify translations CSV',
  columns: describeColumns(COLUMNS),
  recognise: (sample) => {
    const headers = headersOf(sample)
    const has = (key: Column) => COLUMNS[key].headers.some((header) => headers.has(header.toLowerCase()))
    return REQUIRED.every(has) ? 'yes' : undefined
  },
  read: refuse,
  readRows: refuse,
  readTranslations,
}

const REQUIRED: readonly Column[] = ['type', 'identification', 'field', 'locale', 'original', 'translated']

/** Called where a file of products is expected, and for standard input, which is opened after the store. */
function refuse(): never {
  throw new CatalogFileError(
    'The file has translations and no products. `vitrine import` adds them to those of a store, if it is named.',
  )
}

async function* readTranslations(
  content: FileContent,
  options: TranslationReadOptions,
): AsyncGenerator<MarketSubmission | RefusedProduct> {
  const texts = new TranslatedTexts(options.store.markets ?? [])
  yield* collect(rowsOf(content, options), texts, options)
  if (texts.needTitles) for await (const { name } of options.products()) texts.countTitle(name)
  const context = createReadContext(options.store, options.onWarning)
  for await (const product of options.products()) {
    const found = texts.of(product)
    if (found) yield await checked(product, found, context, options)
  }
  for (const row of texts.leftOut()) options.onLeftOut(row)
}

function rowsOf(content: FileContent, options: TranslationReadOptions): AsyncIterable<Row<Column> | BadRow> {
  const mapping = { columns: COLUMNS, required: REQUIRED }
  if ('rows' in content) return readTableRows(content.rows, mapping, options)
  return readTable(utf8Text(content.bytes, options), mapping, options)
}

/** Yields the rows that cannot be read. */
async function* collect(
  rows: AsyncIterable<Row<Column> | BadRow>,
  texts: TranslatedTexts,
  { onLeftOut, onRows }: TranslationReadOptions,
): AsyncGenerator<RefusedProduct> {
  let count = 0
  for await (const row of rows) {
    count++
    if ('fault' in row) {
      const { fault, path = 'the row', ...place } = row
      yield refusedProduct(place, [{ ...place, path, ...fault }])!
      continue
    }
    const identification = row.text('identification').replace(/^'\s*/, '')
    const place = { ...row.place, product: row.name('original').slice(0, 60) || identification }
    const reason = row.isBlank
      ? 'blank'
      : texts.add({
          ...{ place, identification, type: row.text('type').toUpperCase(), field: row.text('field').toLowerCase() },
          ...{ locale: row.text('locale'), market: row.text('market') },
          ...{ original: row.text('original'), translated: row.text('translated') },
        })
    if (reason) onLeftOut({ ...place, reason })
  }
  onRows?.(count)
}

/** What was found for a product of the store, after the checks of the native format. */
async function checked(
  product: Product,
  { place, markets: found }: TranslatedProduct,
  context: ReadContext,
  { html, onWarning }: TranslationReadOptions,
): Promise<MarketSubmission | RefusedProduct> {
  const { diagnostics } = context
  diagnostics.begin(place, product.name)
  const entries = Object.entries(found).map(async ([code, { description, ...content }]) => {
    const treated = description === undefined ? {} : { description: await treatedHtml(description, html ?? 'clean') }
    return [code, { ...content, ...treated }] as const
  })
  const value = { markets: Object.fromEntries(await Promise.all(entries)) }
  const fields = readObject(value, ROOT, diagnostics, new Set(['markets']), 'texts in markets')!
  const { markets = {} } = readMarkets(fields, product, context)
  for (const { wrong, right, ...finding } of diagnostics.dropped())
    onWarning({ ...finding, message: `${wrong}; expected ${right}; it is not used` })
  const problems = diagnostics.problems()
  return problems ? { ...place, problems } : { ...place, names: [{ id: product.id }], markets }
}
