import { minorUnits } from '@vitrine/catalog/currency'
import { storeAndMarket, storeOfMarket } from '@vitrine/catalog/market'
import { NO_LANGUAGE, type Store } from '@vitrine/catalog/store'
import { jsonBody, type Operation, withoutParameters } from './operation.ts'

/** The settings of the store that clients need. */
export const store: Operation = {
  path: '/store',
  operationId: 'getStore',
  tag: 'Store',
  summary: 'Retrieve the store',
  description:
    'What a shop needs besides the products: the currency of all prices, the language of the texts, the name and the addresses of the shop. The operator sets them; those that are not set are absent.',
  schema: 'Store',
  answer: 'The store.',
  ...withoutParameters(false, (edition) => jsonBody(storeDocument(edition.store))),
}

/** The markets of the store. */
export const marketList: Operation = {
  path: '/store/markets',
  operationId: 'listMarkets',
  tag: 'Store',
  summary: 'List markets',
  description:
    'The store itself, which answers if no market is named, then its markets: the same products in other languages and currencies. A store without markets is alone in the list.',
  schema: 'MarketList',
  answer: 'The store and its markets.',
  isOfAllMarkets: true,
  ...withoutParameters(false, ({ store }) => {
    const { markets = [] } = store
    const declared = markets.map((market) => ({ code: market.code, ...settings(storeOfMarket(store, market)) }))
    return jsonBody({ data: [settings(store), ...declared] })
  }),
}

/** A store, or one of its markets, as JSON. */
function storeDocument(store: Store): object {
  const { store: id, market } = storeAndMarket(store.id)
  return { id, ...settings(store), market }
}

/** Those that clients need. Settings that are not set are absent from JSON. */
function settings({ publicName, language, currency, url, productUrl, taxIncluded, hosts }: Store) {
  return {
    publicName,
    language: language === NO_LANGUAGE ? undefined : language,
    currency,
    minorUnits: currency === undefined ? undefined : minorUnits(currency),
    url,
    productUrl,
    taxIncluded,
    hosts,
  }
}
