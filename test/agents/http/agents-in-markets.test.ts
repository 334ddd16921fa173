import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { marketStoreId } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { COMPLETE_ONLY } from '../../quick.ts'
import { addMarkets, CAP, MARKET_STORE } from '../../server/market-shop.ts'
import { type Body, logTo, openShop, type Shop } from '../../server/shop.ts'
import { assertUcp } from '../ucp-schemas.ts'
import { callTool, ucp } from './agent-client.ts'

let shop: Shop
const log: Body[] = []
const searches: (readonly [StoreId, string | undefined])[] = []
before(async () => {
  shop = await openShop({
    logger: logTo(log, 'debug'),
    onSearch: (store, _, market) => searches.push([store, market]),
  })
  await addMarkets(shop)
})
after(() => shop[Symbol.asyncDispose]())

const HEADERS = { 'x-store-id': MARKET_STORE, host: 'localhost' }
const HAT = { query: 'hat' }

/** The first title of an answer, and the highest price of it. */
function shown({ products }: Body): readonly unknown[] {
  const [{ title, price_range }] = products
  return [title, price_range.max.amount, price_range.max.currency]
}

async function searched(body: object, headers: Record<string, string> = {}): Promise<Body> {
  const answer = await ucp(shop, 'search', body, { ...HEADERS, ...headers })
  assert.equal(answer.status, 200)
  assertUcp('search_catalog', answer.body)
  assert.ok(!JSON.stringify(answer.body).includes(`${MARKET_STORE}.`))
  return answer.body
}

const IN_STORE = ['Straw hat', 2000, 'USD']
const IN_AUSTRIA = ['Strohhut', 2400, 'EUR']
const IN_CZECHIA = ['Slamák', 60_000, 'CZK']

describe('the market of a call', () => {
  test('is chosen by the context, with the prices of its currency', { skip: COMPLETE_ONLY }, async () => {
    assert.deepEqual(shown(await searched(HAT)), IN_STORE)
    assert.deepEqual(shown(await searched({ query: 'hut', context: { language: 'de' } })), IN_AUSTRIA)
    const price = { min: 2400, max: 2400 }
    const priced = await searched({ filters: { price }, context: { currency: 'EUR' } })
    assert.deepEqual([shown(priced), priced.messages], [IN_AUSTRIA, undefined])
    assert.deepEqual(shown(await searched({ query: 'hut', context: { address_country: 'AT' } })), IN_AUSTRIA)
    assert.deepEqual(shown(await searched({ filters: {}, context: { currency: 'CZK' } })), IN_CZECHIA)
    assert.deepEqual(shown(await searched({ ...HAT, context: { language: 'ja', address_country: 5 } })), IN_STORE)
  })

  test('is chosen by Accept-Language over REST if the context has no language', async () => {
    const german = { 'accept-language': 'ja, de;q=0.8, en;q=0.5' }
    assert.deepEqual(shown(await searched({ query: 'hut' }, german)), IN_AUSTRIA)
    assert.deepEqual(shown(await searched({ ...HAT, context: { language: 'en' } }, german)), IN_STORE)
  })

  test('has its language in Content-Language over REST', async () => {
    const languageOf = async (body: object, headers = {}) => {
      const answer = await ucp(shop, 'search', body, { ...HEADERS, ...headers })
      return [answer.status, answer.headers['content-language']]
    }
    assert.deepEqual(await languageOf(HAT), [200, 'en'])
    assert.deepEqual(await languageOf({ ...HAT, context: { language: 'de' } }), [200, 'de-AT'])
    assert.deepEqual(await languageOf({ ...HAT, context: { currency: 'CZK' } }), [200, undefined])
    assert.deepEqual(await languageOf(HAT, { host: 'at.example' }), [200, 'de-AT'])
    assert.deepEqual(await languageOf({}), [400, undefined])
  })

  test('is chosen by the context of every tool', async () => {
    const context = { currency: 'CZK' }
    const call = async (tool: string, catalog: object) =>
      (await callTool(shop, tool, { ...catalog, context }, { headers: HEADERS })).structuredContent
    assert.deepEqual(shown(await call('search_catalog', { filters: {} })), IN_CZECHIA)
    assert.deepEqual(shown(await call('lookup_catalog', { ids: ['HAT'] })), IN_CZECHIA)
    assert.equal((await call('get_product', { id: CAP })).messages[0].code, 'not_found')
    assert.deepEqual((await call('list_filters', {})).price.max, { amount: 60_000, currency: 'CZK' })
  })

  test('is the one that the address or the host selects, whatever the hints are', async () => {
    const context = { currency: 'CZK' }
    const path = `/stores/${MARKET_STORE}/mcp?market=de-at`
    const named = await callTool(shop, 'search_catalog', { filters: {}, context }, { path })
    assert.deepEqual(shown(named.structuredContent).slice(2), ['EUR'])
    for (const headers of [
      { ...HEADERS, host: 'at.example:80' },
      { 'x-store-id': '', host: 'www.at.example' },
    ])
      assert.equal(shown(await searched({ filters: {}, context }, headers))[2], 'EUR')
    const ofStore = { 'x-store-id': '', host: 'hats.example' }
    assert.equal(shown(await searched({ filters: {}, context }, ofStore))[2], 'CZK')
  })

  test('is refused if the address names none of the store', async () => {
    const answer = await shop.ask({
      method: 'POST',
      path: '/ucp/catalog/search?market=fr',
      headers: { ...HEADERS, 'ucp-agent': 'profile="https://agent.example/profile.json"' },
      body: JSON.stringify(HAT),
    })
    assert.equal(answer.status, 400)
    assert.deepEqual(JSON.parse(answer.body).code, 'invalid-parameter')
    assert.match(answer.body, /market must be one of de-at, cs/)
  })
})

test('the profile of a host of a market has the addresses of that host, and never the id of a market', async () => {
  const profileOf = async (path: string, headers: Record<string, string>) => {
    const { body } = await shop.ask({ path, headers })
    return JSON.parse(body).ucp.services['dev.ucp.shopping'][0].endpoint
  }
  assert.equal(await profileOf('/.well-known/ucp', { host: 'at.example' }), 'https://at.example/ucp')
  const path = `/stores/${MARKET_STORE}/.well-known/ucp?market=de-at`
  const local = await profileOf(path, { host: 'localhost' })
  assert.equal(local, `http://localhost/stores/${MARKET_STORE}/ucp`)
})

test('searches are told with the store and the market', async () => {
  searches.length = 0
  await searched({ query: 'hut', context: { language: 'de' } })
  await searched(HAT)
  await shop.ask({ path: '/store/products?search=hut&market=de-at', headers: HEADERS })
  assert.deepEqual(searches, [
    [MARKET_STORE, 'de-at'],
    [MARKET_STORE, undefined],
    [MARKET_STORE, 'de-at'],
  ])
})

test('the log names a market that is not announced as one', async () => {
  await shop.ask({ path: '/.well-known/ucp?market=cs', headers: { ...HEADERS, host: 'else.example' } })
  assert.ok(log.some(({ msg }) => msg.startsWith(`market cs of store ${MARKET_STORE} is not announced to agents`)))
  assert.ok(!JSON.stringify(log).includes(marketStoreId(MARKET_STORE, 'cs')))
})
