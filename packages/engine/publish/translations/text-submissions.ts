import type { LeftOutRow } from '@vitrine/catalog/left-out'
import { readObject } from '@vitrine/catalog/native/fields'
import { ROOT } from '@vitrine/catalog/native/json-path'
import { readMarkets } from '@vitrine/catalog/native/markets'
import { createReadContext, type ReadContext } from '@vitrine/catalog/native/read-context'
import type { Product } from '@vitrine/catalog/product'
import type { Store } from '@vitrine/catalog/store'
import type { StreamRecord } from '@vitrine/catalog/stream/record'
import type { MarketSubmission, RefusedProduct, Warning } from '@vitrine/catalog/submission'
import { type TranslatedProduct, TranslatedTexts } from './translated-texts.ts'

/** What texts in other languages say of the products of a store in its markets. */
export async function* textSubmissions(
  records: AsyncIterable<StreamRecord>,
  { store, products, onWarning, onLeftOut }: TextReading,
): AsyncGenerator<MarketSubmission | RefusedProduct> {
  const texts = new TranslatedTexts(store.markets ?? [])
  for await (const record of records) {
    if ('problems' in record) yield record
    const reason = 'text' in record ? texts.add(record.text) : undefined
    if ('text' in record && reason) onLeftOut({ ...record.text.place, reason })
  }
  if (texts.needTitles) for await (const { name } of products()) texts.countTitle(name)
  const context = createReadContext(store, onWarning)
  for await (const product of products()) {
    const found = texts.of(product)
    if (found) yield checked(product, found, context, onWarning)
  }
  for (const row of texts.leftOut()) onLeftOut(row)
}

export interface TextReading {
  readonly store: Store
  /** The products of the store. */
  readonly products: () => AsyncIterable<Product>
  readonly onWarning: (warning: Warning) => void
  readonly onLeftOut: (leftOut: LeftOutRow) => void
}

/** What was found for a product of the store, after the checks of the native format. */
function checked(
  product: Product,
  { place, markets: value }: TranslatedProduct,
  context: ReadContext,
  onWarning: TextReading['onWarning'],
): MarketSubmission | RefusedProduct {
  const { diagnostics } = context
  diagnostics.begin(place, product.name)
  const fields = readObject({ markets: value }, ROOT, diagnostics, new Set(['markets']), 'texts in markets')!
  const { markets = {} } = readMarkets(fields, product, context)
  for (const { wrong, right, ...finding } of diagnostics.dropped())
    onWarning({ ...finding, message: `${wrong}; expected ${right}; it is not used` })
  const problems = diagnostics.problems()
  return problems ? { ...place, problems } : { ...place, names: [{ id: product.id }], markets }
}
