import type { LeftOutReason } from '@vitrine/catalog/left-out'
import type { ReadContext } from '@vitrine/catalog/native/read-context'
import type { Market } from '@vitrine/catalog/store'
import type { AcceptedProduct, Place, Problem } from '@vitrine/catalog/submission'
import { checkMarketContent } from '../products/check-market-content.ts'
import type { FileSource } from '../products/file-source.ts'
import { marketAdvice, marketLanguage } from '../products/market-language.ts'
import { ProductBuilder } from '../products/product-builder.ts'
import type { ProductFields } from '../products/product-fields.ts'
import { type BuiltProduct, translatedContent } from '../products/translated-content.ts'
import type { ReadOptions } from '../read-options.ts'
import type { Row } from './row.ts'
import { type DividedRows, type TranslatedRow, type TranslationMapping, translatedRow } from './translated-rows.ts'

/** Makes the texts that an import has in other languages those of the markets of its store. */
export class MarketTexts<Key extends string> {
  readonly #format: TranslatedFormat<Key>
  readonly #options: ReadOptions
  readonly #markets: readonly Market[]
  /** undefined if no row can be of a market. */
  readonly #mapping: TranslationMapping<Key> | undefined
  /** The languages that rows before had. */
  readonly #languages = new Set<string>()

  constructor(format: TranslatedFormat<Key>, options: ReadOptions) {
    this.#format = format
    this.#options = options
    this.#markets = options.store.markets ?? []
    this.#mapping = this.#markets.length > 0 ? format.translations : undefined
  }

  /** The keys of a row besides those of its product. Warns of languages that no market has. */
  keysOf(row: Row<Key>): readonly string[] {
    this.#warnOfLanguages(row)
    return this.#mapping?.keysOf?.(row) ?? []
  }

  /** The rows of a product, and those that translate them. */
  divided(rows: readonly Row<Key>[]): DividedRows<Key> {
    return this.#mapping?.divide(rows) ?? { own: rows, translations: [] }
  }

  /** Leaves out translations that are rows of their own. */
  leaveOut(translations: readonly TranslatedRow<Key>[], reason: LeftOutReason): void {
    for (const { row, of } of translations)
      if (!of || placeKey(row.place) !== placeKey(of.place))
        this.#options.onLeftOut({ ...row.place, reason, product: this.#format.nameOf(row) })
  }

  /** The product with what it is in markets. Every row that translates it is used, or left out with a reason. */
  added(submission: AcceptedProduct, rows: ProductRows<Key>, context: ReadContext): AcceptedProduct {
    const byLanguage = Map.groupBy(this.#firstOfEach(rows.translations), ({ language }) => language)
    const read = new Map<string, Translation<Key>>()
    const dropped: Problem[] = [...submission.dropped]
    const markets = this.#markets.flatMap((market) => {
      const language = marketLanguage(market, [...byLanguage.keys()])
      if (language === undefined) return []
      const translation = read.get(language) ?? this.#translation(byLanguage.get(language)!, rows)
      read.set(language, translation)
      const checked = this.#contentIn(market, translation, submission, rows, context)
      dropped.push(...checked.dropped)
      return checked.content ? [[market.code, checked.content] as const] : []
    })
    for (const [language, unused] of byLanguage) if (!read.has(language)) this.leaveOut(unused, 'translation')
    const product = { ...submission.product, ...(markets.length > 0 && { markets: Object.fromEntries(markets) }) }
    return { ...submission, product, dropped }
  }

  #warnOfLanguages(row: Row<Key>): void {
    for (const { language, place } of this.#format.translations?.languagesIn(row) ?? []) {
      if (this.#languages.has(language)) continue
      this.#languages.add(language)
      const hasMarket = this.#markets.some((market) => marketLanguage(market, [language]) !== undefined)
      if (!hasMarket) this.#options.onWarning({ ...place, message: marketAdvice(language, this.#options.store) })
    }
  }

  /** The first translation of each row into each language. Leaves out the others. */
  #firstOfEach(translations: readonly TranslatedRow<Key>[]): TranslatedRow<Key>[] {
    const seen = new Map<Row<Key>, Set<string>>()
    return translations.filter((translation) => {
      const { of, language } = translation
      const languages = (of && seen.get(of)) ?? new Set()
      const isFirst = of !== undefined && !languages.has(language)
      if (!isFirst) this.leaveOut([translation], of ? 'repeated' : 'no-product')
      if (of) seen.set(of, languages.add(language))
      return isFirst
    })
  }

  /** Builds the product in another language. Leaves out the rows of what is not served in it. */
  #translation(translations: readonly TranslatedRow<Key>[], { own, build }: ProductRows<Key>): Translation<Key> {
    const { texts, prices = [], takesOut } = this.#mapping!
    const ofOwn = new Map(translations.map((translation) => [translation.of, translation]))
    const origins = new Map<FileSource<Key>, TranslatedRow<Key>>()
    const rows = own.map((row) => {
      const translation = ofOwn.get(row)
      if (!translation) return row
      const hasPrice = prices[0] !== undefined && translation.row.text(prices[0]) !== ''
      const translated = translatedRow(row, translation.row, hasPrice ? [...texts, prices] : texts)
      origins.set(translated, translation)
      return translated
    })
    const reasons = new Map<string, LeftOutReason>()
    const builder = new ProductBuilder(this.#format, {
      ...this.#options,
      onWarning: () => {},
      onLeftOut: ({ reason, ...place }) => reasons.set(placeKey(place), reason),
    })
    const fields = build(rows, builder)
    const takenOut: Row<Key>[] = []
    for (const [translated, translation] of origins) {
      const reason = reasons.get(placeKey(translated.place)) ?? (fields ? undefined : 'translation')
      if (takesOut && (reason === 'unpublished' || reason === 'hidden')) takenOut.push(translation.of!)
      else if (reason) this.leaveOut([translation], reason)
    }
    return { first: translations[0]!, origins, fields, builder, takenOut }
  }

  #contentIn(
    market: Market,
    { first, origins, fields, builder, takenOut }: Translation<Key>,
    submission: AcceptedProduct,
    own: ProductRows<Key>,
    context: ReadContext,
  ) {
    const [price] = this.#mapping!.prices ?? []
    const hasPrices = price !== undefined && market.currency !== this.#options.store.currency
    const { content, unmatched } = fields
      ? translatedContent(submission.product, {
          own,
          translated: { fields, builder },
          originalOf: (source) => origins.get(source)?.of ?? source,
          hasPrice: (source) => hasPrices && (origins.get(source)?.row.text(price) ?? '') !== '',
        })
      : { content: takenOut.length > 0 ? { included: false } : {}, unmatched: [] }
    const missing = own.builder.variantSources.flatMap((source, index) =>
      fields && takenOut.some((row) => row === source) ? submission.product.variants[index]!.sku : [],
    )
    const variants = { ...Object(content.variants), ...Object.fromEntries(missing.map((sku) => [sku, OUT])) }
    const { row } = first
    const place = { ...row.place, product: this.#format.nameOf(row) }
    const checked = checkMarketContent(market.code, { ...content, variants }, submission, { context, place })
    const findings = unmatched.map((field) =>
      builder.inFile(
        { ...place, path: field, wrong: `has others in ${JSON.stringify(first.language)}`, right: AS_MANY },
        row,
      ),
    )
    return { ...checked, dropped: [...checked.dropped, ...findings, ...builder.problems] }
  }
}

const OUT = { included: false }
const AS_MANY = 'as many names as the product has, in the same order'

/** A format, as far as its translations need it. */
interface TranslatedFormat<Key extends string> {
  readonly name: string
  nameOf(row: FileSource<Key>): string
  readonly translations?: TranslationMapping<Key>
}

/** The rows of a product, and what they become. */
export interface ProductRows<Key extends string> extends BuiltProduct<Key> {
  readonly own: readonly Row<Key>[]
  readonly translations: readonly TranslatedRow<Key>[]
  /** Builds a product from rows in one language. */
  build(own: readonly Row<Key>[], builder: ProductBuilder<Key>): ProductFields<Key> | undefined
}

/** A product in another language. */
interface Translation<Key extends string> {
  readonly first: TranslatedRow<Key>
  /** By each row from which the product was built, the translation in it. */
  readonly origins: ReadonlyMap<FileSource<Key>, TranslatedRow<Key>>
  /** undefined if the product is not served in the language. */
  readonly fields: ProductFields<Key> | undefined
  readonly builder: ProductBuilder<Key>
  /** The rows of the product that are not served in the language. */
  readonly takenOut: readonly Row<Key>[]
}

function placeKey({ file, line }: Place): string {
  return `${line} ${file}`
}
