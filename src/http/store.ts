import { minorUnits } from '../catalog/currency.ts'
import { NO_LANGUAGE, type Store } from '../catalog/store.ts'
import type { Endpoint, Read } from './endpoint.ts'
import { parameterReader } from './parameters.ts'
import { Type } from './schema.ts'

const readNoParameters = parameterReader(Type.Object({}))

/** The settings of the store that clients need. */
export const store: Endpoint = {
  route: '/store',
  alwaysFound: true,
  parameters: new Set(),
  parse: ({ query }) => {
    readNoParameters(query)
    const execute: Read['execute'] = async (edition) => [Buffer.from(storeDocument(edition.store))]
    return { isExpensive: false, execute }
  },
}

/** The JSON of a store. Settings that are not set are absent. */
function storeDocument({ id, publicName, language, currency, url, productUrl, hosts }: Store): string {
  return JSON.stringify({
    id,
    publicName,
    language: language === NO_LANGUAGE ? undefined : language,
    currency,
    minorUnits: currency === undefined ? undefined : minorUnits(currency),
    url,
    productUrl,
    hosts,
  })
}
