import type { Market, StoreSettings } from '@vitrine/catalog/store'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { loadAndSee, seen } from '../loading.ts'
import { EMPTY, type Shop } from './shop.ts'

/** The store with markets. It sells two hats, of which the market `cs` has one. */
export const MARKET_STORE = EMPTY
export const HAT = '0b1f3c52-1c0e-4475-85c5-02977528abbb'
export const CAP = '9ac5d0f7-0e08-480c-859c-8d558863d3a0'

export const MARKETS: readonly Market[] = [
  {
    code: 'de-at',
    language: 'de-AT',
    currency: 'EUR',
    publicName: 'Hüte',
    url: 'https://at.example/',
    hosts: ['at.example', 'www.at.example'],
    taxIncluded: true,
  },
  { code: 'cs', language: 'und', currency: 'CZK' },
]

const SETTINGS: StoreSettings = { language: 'en', currency: 'USD', publicName: 'Hats', hosts: ['hats.example'] }

const PRODUCTS = [
  {
    id: HAT,
    name: 'Straw hat',
    slug: 'straw-hat',
    labelValues: [{ name: 'Hats (en)', code: 'hats' }],
    variants: [{ sku: 'HAT', price: '20.00', stock: 3 }],
    markets: {
      'de-at': inMarket('HAT', 'Strohhut', 'strohhut', '24.00', 'Hats (de)'),
      cs: inMarket('HAT', 'Slamák', 'slamak', '600.00', 'Hats (cs)'),
    },
  },
  {
    id: CAP,
    name: 'Wool cap',
    slug: 'wool-cap',
    labelValues: [{ name: 'Hats (en)', code: 'hats' }],
    variants: [{ sku: 'CAP', price: '10.00' }],
    markets: { 'de-at': inMarket('CAP', 'Wollmütze', 'wollmuetze', '12.00', 'Hats (de)') },
  },
]

function inMarket(sku: string, name: string, slug: string, price: string, label: string) {
  return { name, slug, labelValues: { hats: label }, variants: { [sku]: { price } } }
}

/** Gives the store its markets, with the products of all. */
export async function addMarkets(shop: Shop): Promise<void> {
  await shop.catalogs.changeStore(MARKET_STORE, SETTINGS)
  await declareMarkets(shop, MARKETS)
  await loadAndSee(shop, MARKET_STORE, PRODUCTS)
}

/** Publishes an edition with these markets, as `vitrine market` does. */
export async function declareMarkets(
  { catalogs, editions }: Shop,
  markets: readonly Market[],
  store = MARKET_STORE,
): Promise<void> {
  const none = () => {}
  await using draft = await catalogs.draft(store, none, undefined, () => markets)
  await seen(editions, store, await publishMarkets(draft, '2026-01-15T00:00:00.000Z'))
}
