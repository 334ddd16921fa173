import type { Market, StoreId, StoreSettings } from '@vitrine/catalog/store'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { loadAndSee, seen } from '../loading.ts'
import { EMPTY, type Shop } from './shop.ts'

/** A market with the products that it sells. */
export interface MarketContent extends Market {
  readonly products: readonly ReturnType<typeof hat | typeof cap>[]
}

/** The store with markets. It sells two hats, of which the market `cs` has one. */
export const MARKET_STORE = EMPTY
export const HAT = '0b1f3c52-1c0e-4475-85c5-02977528abbb'
export const CAP = '9ac5d0f7-0e08-480c-859c-8d558863d3a0'

const PRODUCTS = [hat('Straw hat', 'straw-hat', '20.00', 'en'), cap('Wool cap', 'wool-cap', '10.00')]

export const MARKETS: readonly MarketContent[] = [
  {
    code: 'de-at',
    language: 'de-AT',
    currency: 'EUR',
    publicName: 'Hüte',
    url: 'https://at.example/',
    hosts: ['at.example', 'www.at.example'],
    taxIncluded: true,
    products: [hat('Strohhut', 'strohhut', '24.00', 'de'), cap('Wollmütze', 'wollmuetze', '12.00')],
  },
  { code: 'cs', language: 'und', currency: 'CZK', products: [hat('Slamák', 'slamak', '600.00', 'cs')] },
]

const SETTINGS: StoreSettings = { language: 'en', currency: 'USD', publicName: 'Hats', hosts: ['hats.example'] }

/** Gives a store its markets, with the products of the store and of each market. */
export async function addMarkets(
  shop: Shop,
  store = MARKET_STORE,
  markets: readonly MarketContent[] = MARKETS,
): Promise<void> {
  await shop.catalogs.changeStore(store, SETTINGS)
  const contents = (id: string) => markets.map(({ code, products }) => [code, contentOf(products, id)])
  await loadAndSee(
    shop,
    store,
    PRODUCTS.map((product) => ({ ...product, markets: Object.fromEntries(contents(product.id)) })),
  )
  await setMarkets(shop, store, markets)
}

/** Declares other markets of a store. */
export async function setMarkets(
  { catalogs, editions }: Shop,
  store: StoreId,
  markets: readonly (Market & { readonly products?: unknown })[],
): Promise<void> {
  const declared = markets.map(({ products: _, ...market }) => market)
  await using draft = await catalogs.draft(store, undefined, undefined, () => declared)
  await seen(editions, store, await publishMarkets(draft, new Date().toISOString()))
}

/** What a market says of a product, of which it has another version. */
function contentOf(products: MarketContent['products'], id: string) {
  const own = products.find((product) => product.id === id)
  if (!own) return { included: false }
  const { name, slug, labelValues, variants } = own
  return {
    ...{ name, slug, labelValues: Object.fromEntries(labelValues.map((label) => [label.code, label.name])) },
    variants: Object.fromEntries(variants.map(({ sku, price }) => [sku, { price }])),
  }
}

function hat(name: string, slug: string, price: string, language: string) {
  const labelValues = [{ name: `Hats (${language})`, code: 'hats' }]
  return { id: HAT, name, slug, labelValues, variants: [{ sku: 'HAT', price, stock: 3 }] }
}

function cap(name: string, slug: string, price: string) {
  return { id: CAP, name, slug, labelValues: [{ name: 'Hats', code: 'hats' }], variants: [{ sku: 'CAP', price }] }
}
