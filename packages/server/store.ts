import { minorUnits } from '@vitrine/catalog/currency'
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

/** A store as JSON. Settings that are not set are absent. */
function storeDocument({ id, publicName, language, currency, url, productUrl, taxIncluded, hosts }: Store): object {
  return {
    id,
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
