import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { RefusedProduct } from '@vitrine/catalog/submission'
import { type FileContent, type Format, headersOf, type TranslationRecord } from '../format.ts'
import { refusedProduct } from '../products/check-product.ts'
import type { ReadOptions } from '../read-options.ts'
import { type Columns, column, describeColumns } from '../rows/columns.ts'
import { type BadRow, readTable, readTableRows } from '../rows/read-table.ts'
import type { Row } from '../rows/row.ts'
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
  readTexts,
}

const REQUIRED: readonly Column[] = ['type', 'identification', 'field', 'locale', 'original', 'translated']

/** Called where a file of products is expected. */
function refuse(): never {
  throw new CatalogFileError(
    'The file has translations and no products. `vitrine import` adds them to those of a store, if it is named.',
  )
}

async function* readTexts(
  content: FileContent,
  options: ReadOptions,
): AsyncGenerator<TranslationRecord | RefusedProduct> {
  let count = 0
  for await (const row of rowsOf(content, options)) {
    count++
    if ('fault' in row) {
      const { fault, path = 'the row', ...place } = row
      yield refusedProduct(place, [{ ...place, path, ...fault }])!
      continue
    }
    const identification = row.text('identification').replace(/^'\s*/, '')
    const place = { ...row.place, product: row.name('original').slice(0, 60) || identification }
    if (row.isBlank) options.onLeftOut({ ...place, reason: 'blank' })
    else
      yield {
        text: {
          ...{ place, identification, type: row.text('type').toUpperCase(), field: row.text('field').toLowerCase() },
          ...{ locale: row.text('locale'), market: row.text('market') },
          ...{ original: row.text('original'), translated: row.text('translated') },
        },
      }
  }
  options.onRows?.(count)
}

function rowsOf(content: FileContent, options: ReadOptions): AsyncIterable<Row<Column> | BadRow> {
  const mapping = { columns: COLUMNS, required: REQUIRED }
  if ('rows' in content) return readTableRows(content.rows, mapping, options)
  return readTable(utf8Text(content.bytes, options), mapping, options)
}
