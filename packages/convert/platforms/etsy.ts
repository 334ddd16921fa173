import { shortSlug } from '@vitrine/catalog/native/identifiers'
import type { ProductBuilder } from '../products/product-builder.ts'
import { filesFrom, type ProductFields } from '../products/product-fields.ts'
import { type Columns, column } from '../rows/columns.ts'
import { decimalText, itemsIn, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

/** The headers in English, French, Italian and German. */
const COLUMNS = {
  title: column('TITLE | TITRE | TITOLO | TITEL', 'the name; the slug is made from it', 'name', 'slug'),
  description: column('DESCRIPTION | DESCRIZIONE | BESCHREIBUNG', 'the description', 'description'),
  price: column(
    'PRICE | PRIX | PREZZO | PREIS',
    'the price; a listing without a price is left out',
    'variants[].price',
  ),
  currency: column('CURRENCY_CODE | CODE_DEVISE | WÄHRUNGSCODE', 'the currency', 'currency'),
  quantity: column('QUANTITY | QUANTITÉ | QUANTITÀ | STÜCKZAHL', 'the stock'),
  tags: column('TAGS | TAG', 'a label for each tag', 'labelValues[]'),
  materials: column(
    'MATERIALS | MATÉRIAUX | MATERIALI | MATERIALIEN',
    'options of the group “Material”, for the product as a whole',
  ),
  image: column('IMAGEN | IMAGE N | IMMAGINEN | BILDN', 'the pictures, in their order', 'files[].file.path'),
  variationName: column(
    'VARIATION N NAME | NOM VARIATION N | NOME VARIANTE N | VARIATIONSNAME N',
    'an option group',
    'optionGroups[].name',
  ),
  variationValues: column(
    'VARIATION N VALUES | VALEURS VARIATION N | VALORI VARIANTE N | VARIATIONSWERT N',
    'one value is an option of the variant; several are options of the product as a whole',
  ),
  sku: column(
    'SKU | RÉFÉRENCE | BESTANDSEINHEIT',
    'the sku; one is made from the name if there are several or none',
    'variants[].sku',
  ),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS

/** The listings that Etsy exports. */
export const etsy = rowFormat<Column>({
  name: 'etsy',
  title: 'Etsy listings CSV; the headers may be French, German or Italian',
  columns: COLUMNS,
  required: ['title', 'price'],
  recognises: ['title', 'price', 'currency', 'quantity', 'tags', 'materials', 'image'],
  productKeys: (row) => (row.text('title') === '' ? 'no-title' : [`line:${row.line}`]),
  nameOf: (row) => row.text('title') || row.text('sku'),
  build,
})

function build([row]: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const listing = row!
  const currency = listing.text('currency').toUpperCase()
  if (product.isOtherCurrency(currency)) return product.leaveOut([listing], 'other-currency')
  const price = decimalText(listing.text('price'))
  if (price === '') return product.leaveOut([listing], 'no-price')
  const title = listing.name('title')
  const choices = choicesOf(listing)
  const single = choices.filter(({ values }) => values.length === 1)
  const options = single.map(({ group, values }) => ({ group, option: values[0]! }))
  product.addVariant(listing, {
    name: title,
    sku: product.uniqueSku(listing, skuOf(listing), options, shortSlug(title)),
    price,
    stock: product.stock(listing, 'quantity', listing.text('quantity')),
    options,
    files: [],
  })
  // The file does not say which price, stock and sku each choice has.
  for (const { group, values } of choices)
    if (values.length > 1) for (const option of values) product.addOption({ group, option })
  for (const option of itemsIn(listing.name('materials'), ',')) product.addOption({ group: 'Material', option })
  return {
    source: listing,
    name: title,
    description: listing.text('description'),
    currency: currency || undefined,
    files: filesFrom(listing.layout.numbers('image').map((number) => listing.text('image', number))),
    // Etsy writes the spaces of a tag as underscores.
    labels: { tag: itemsIn(listing.name('tags'), ',').map((tag) => tag.replaceAll('_', ' ')) },
  }
}

function choicesOf(row: Row<Column>): { readonly group: string; readonly values: string[] }[] {
  const choices = row.layout.numbers('variationValues').map((number) => ({
    group: row.name('variationName', number) || `Variation ${number}`,
    values: itemsIn(row.name('variationValues', number), ','),
  }))
  return choices.filter(({ values }) => values.length > 0)
}

/** The sku, unless the listing has one for each of its choices. */
function skuOf(row: Row<Column>): string {
  const skus = itemsIn(row.text('sku'), ',')
  return skus.length === 1 ? unescaped(skus[0]!) : ''
}
