import { isDeepStrictEqual } from 'node:util'
import { storeOfMarket } from '@vitrine/catalog/market'
import type { Product, TaxRate } from '@vitrine/catalog/product'
import { productInMarket } from '@vitrine/catalog/product-in-market'
import type { Market, Store } from '@vitrine/catalog/store'
import { storeTaxRate } from '@vitrine/catalog/store-tax-rate'

/** What the versions of a store's products depend on besides the products. */
export interface MarketViews {
  /** The tax rate of variants without one of their own. */
  readonly storeRate: TaxRate
  readonly markets: readonly { readonly market: Market; readonly storeRate: TaxRate }[]
}

export function marketViewsOf(store: Store): MarketViews {
  const markets = (store.markets ?? []).map((market) => ({
    market,
    storeRate: storeTaxRate(storeOfMarket(store, market)),
  }))
  return { storeRate: storeTaxRate(store), markets }
}

/** The product as each market shows it, by their codes; missing where a market does not have it. */
export function viewsIn(product: Product, { storeRate, markets }: MarketViews): ReadonlyMap<string, MarketView> {
  const views = new Map<string, MarketView>()
  for (const { market, storeRate: rate } of markets) {
    const view = productInMarket(product, market)
    if (view) views.set(market.code, { product: withRate(view, storeRate, rate), storeRate: rate })
  }
  return views
}

/** A product as a market shows it, and the tax rate there of variants without one of their own. */
export interface MarketView {
  readonly product: Product
  readonly storeRate: TaxRate
}

/** The product with the rate `after` for the variants that have the rate `before`. */
export function withRate(product: Product, before: TaxRate, after: TaxRate): Product {
  if (isDeepStrictEqual(before, after)) return product
  const variants = product.variants.map((variant) =>
    isDeepStrictEqual(variant.taxRate, before) ? { ...variant, taxRate: after } : variant,
  )
  return { ...product, variants }
}
