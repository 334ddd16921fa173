import type { Product } from '@vitrine/catalog/product'
import type { Market, Store } from '@vitrine/catalog/store'
import type { StreamRecord } from '@vitrine/catalog/stream/record'
import type { MarketContents, MarketSubmission, RefusedProduct, Submission } from '@vitrine/catalog/submission'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { ProductTotals, PublishOptions } from '@vitrine/engine/publish/publish'
import { positionBatches, readProducts } from '@vitrine/engine/publish/read-products'
import { marketSubmissions } from '@vitrine/engine/publish/translations/market-submissions'
import { textSubmissions } from '@vitrine/engine/publish/translations/text-submissions'
import { CommandError } from '../errors.ts'
import type { ImportReport, ReportBuilder } from './report/import-report.ts'

/** An import of texts and prices for markets of a store, which it counts. */
export class MarketImport {
  readonly #report: ReportBuilder
  /** The market that all products of the file are for; undefined if the file has translations for all markets. */
  readonly #only: Market | undefined
  readonly #counts: readonly { readonly code: string; products: number; without: number }[]
  #unknown = 0

  constructor({ markets = [] }: Store, only: Market | undefined, report: ReportBuilder) {
    this.#report = report
    this.#only = only
    this.#counts = (only ? [only] : markets).map(({ code }) => ({ code, products: 0, without: 0 }))
  }

  /** The submissions, which are counted when their products are known. */
  async *counted(
    submissions: AsyncIterable<MarketSubmission | RefusedProduct>,
  ): AsyncGenerator<MarketSubmission | RefusedProduct> {
    for await (const submission of submissions) {
      if ('problems' in submission) yield submission
      else {
        const { markets } = submission
        yield {
          ...submission,
          markets: (stored) => this.#count(stored, typeof markets === 'function' ? markets(stored) : markets),
        }
      }
    }
  }

  get publishOptions(): Pick<PublishOptions, 'isOfMarkets' | 'onUnusedInMarkets' | 'onOtherInMarkets'> {
    return {
      isOfMarkets: true,
      onUnusedInMarkets: ({ names: _, markets: __, ...place }, reason) => {
        if (reason === 'unknown') this.#unknown++
        this.#report.callbacks.onLeftOut({ ...place, reason: reason === 'unknown' ? 'unknown-product' : 'repeated' })
      },
      onOtherInMarkets: (product) => this.#count(product, {}),
    }
  }

  /** A product that the store does not have is as one that an import would create. */
  totals(totals: ProductTotals): ProductTotals {
    const { accepted } = totals
    if (accepted > 0) return { ...totals, accepted: accepted + this.#unknown, created: this.#unknown }
    if (this.#only && this.#report.findings.leftOut.some(({ reason }) => reason === 'other-currency'))
      throw new CommandError(
        `the prices of the file are in another currency than ${this.#only.currency}, ` +
          `which the market ${this.#only.code} has; nothing was changed`,
      )
    return totals
  }

  withCounts(report: ImportReport): ImportReport {
    const unknown = this.#only && this.#unknown
    return { ...report, absent: null, markets: this.#counts.map((counts) => ({ ...counts, unknown })) }
  }

  #count(product: Product, added: MarketContents): MarketContents {
    for (const counts of this.#counts) {
      if (added[counts.code]) counts.products++
      else if (product.markets?.[counts.code] === undefined) counts.without++
    }
    return added
  }
}

/** What a file says of markets. */
export interface MarketSource {
  readonly submissions: AsyncIterable<MarketSubmission | RefusedProduct>
  /** The market that all of it is for; undefined if the file itself names languages. */
  readonly only: Market | undefined
}

/** What the products of a file say of a market of the store. They have their prices in its currency. */
export function productsForMarket(
  base: Edition,
  code: string,
  read: (store: Store) => AsyncIterable<Submission>,
  report: ReportBuilder,
): MarketSource {
  const { store } = base
  const only = marketNamed(store, code)
  const products = report.observe(read({ ...store, currency: only.currency }))
  const { onWarning } = report.callbacks
  return { only, submissions: marketSubmissions(products, { base, market: code, onWarning }) }
}

/** What texts in other languages say of the products of the store. */
export function textsForMarkets(
  base: Edition,
  records: AsyncIterable<StreamRecord>,
  report: ReportBuilder,
): MarketSource {
  async function* products() {
    for await (const positions of positionBatches(base)) yield* await readProducts(base, positions)
  }
  const submissions = textSubmissions(records, { store: base.store, products, ...report.callbacks })
  return { only: undefined, submissions: report.observe(submissions) }
}

/** The market of the store with the code. Throws `CommandError` if it has none. */
function marketNamed({ id, markets = [] }: Store, code: string): Market {
  const market = markets.find((market) => market.code === code)
  if (market) return market
  const known = markets.length === 0 ? 'it has none' : `expected ${markets.map(({ code }) => code).join(', ')}`
  throw new CommandError(
    `store ${id} has no market ${code}; ${known}; \`vitrine market add ${id} ${code} --language … --currency …\` adds it`,
  )
}
