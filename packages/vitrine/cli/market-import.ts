import type { Market, Store } from '@vitrine/catalog/store'
import type { MarketSubmission, Patch, RefusedProduct, Removal, Submission } from '@vitrine/catalog/submission'
import type { ProductTotals, PublishOptions } from '@vitrine/engine/publish/publish'
import { marketSubmissions } from '@vitrine/import/translations/market-submissions'
import { CommandError } from './errors.ts'
import type { ImportReport, ReportBuilder } from './import-report.ts'

/** An import of texts and prices for a market of a store. */
export class MarketImport {
  readonly #store: Store
  readonly #market: Market
  readonly #report: ReportBuilder
  #unknown = 0
  #without = 0

  /** Throws `CommandError` if the store does not have the market. */
  constructor(store: Store, code: string, report: ReportBuilder) {
    this.#store = store
    this.#market = marketNamed(store, code)
    this.#report = report
  }

  submissions(read: AsyncIterable<Submission | Patch | Removal>): AsyncGenerator<MarketSubmission | RefusedProduct> {
    const { onWarning } = this.#report.callbacks
    const options = { store: this.#store.id, market: this.#market.code, onWarning }
    return marketSubmissions(read as AsyncIterable<Submission>, options)
  }

  get publishOptions(): Pick<PublishOptions, 'isOfMarkets' | 'onUnusedInMarkets' | 'onOtherInMarkets'> {
    return {
      isOfMarkets: true,
      onUnusedInMarkets: ({ names: _, markets: __, ...place }, reason) => {
        if (reason === 'unknown') this.#unknown++
        this.#report.callbacks.onLeftOut({ ...place, reason: reason === 'unknown' ? 'unknown-product' : 'repeated' })
      },
      onOtherInMarkets: ({ markets }) => {
        if (markets?.[this.#market.code] === undefined) this.#without++
      },
    }
  }

  /** A product that the store does not have is as one that an import would create. */
  totals(totals: ProductTotals): ProductTotals {
    const { accepted } = totals
    if (accepted > 0) return { ...totals, accepted: accepted + this.#unknown, created: this.#unknown }
    const { code, currency } = this.#market
    if (this.#report.findings.leftOut.some(({ reason }) => reason === 'other-currency'))
      throw new CommandError(
        `the prices of the file are in another currency than ${currency}, which the market ${code} has; ` +
          'nothing was changed',
      )
    return totals
  }

  withCounts(report: ImportReport): ImportReport {
    const { changed, unchanged } = report
    const counts = { code: this.#market.code, products: changed + unchanged, unknown: this.#unknown }
    return { ...report, absent: null, market: { ...counts, without: this.#without } }
  }
}

/** The store with the currency of a market of it, in which a file for the market has its prices. */
export function storeForMarket(store: Store, code: string | undefined): Store {
  return code === undefined ? store : { ...store, currency: marketNamed(store, code).currency }
}

function marketNamed({ id, markets = [] }: Store, code: string): Market {
  const market = markets.find((market) => market.code === code)
  if (market) return market
  const known = markets.length === 0 ? 'it has none' : `expected ${markets.map(({ code }) => code).join(', ')}`
  throw new CommandError(
    `store ${id} has no market ${code}; ${known}; \`vitrine market add ${id} ${code} --language … --currency …\` adds it`,
  )
}
