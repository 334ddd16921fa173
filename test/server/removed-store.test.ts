import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoreId } from '@vitrine/catalog/store'
import type { Editions } from '@vitrine/engine/edition/editions'
import { startTestServer } from '../database/test-server.ts'
import { load, storeNamed } from '../loading.ts'
import { type Body, logTo, OTHER, openShop } from './shop.ts'

const HEADERS = { 'x-store-id': OTHER }

const cup = (name: string) => [{ slug: 'cup', name, variants: [{ sku: 'CUP', price: 5 }] }]

/** A shop whose store `other` has three editions. `between` runs after a request has found the current edition. */
async function openPlace() {
  await using open = new AsyncDisposableStack()
  const shop = open.use(await openShop())
  const { catalogs, editions } = shop
  await catalogs.changeStore(OTHER, { currency: 'EUR' })
  for (const name of ['Blue cup', 'Red cup']) await load(catalogs, OTHER, cup(name))
  const place = { catalogs, between: async () => {}, log: [] as Body[] }
  const interrupted: Editions = {
    unavailableSince: undefined,
    async current(store: StoreId) {
      const edition = await editions.current(store)
      const { between } = place
      place.between = async () => {}
      await between()
      // SQLite may read all of a turn from one snapshot.
      await nextTurn()
      return edition
    },
    list: () => editions.list(),
    ping: () => editions.ping(),
    [Symbol.asyncDispose]: async () => {},
  }
  const server = open.use(await startTestServer(interrupted, { logger: logTo(place.log) }))
  const whole = open.move()
  return Object.assign(place, { server, [Symbol.asyncDispose]: () => whole.disposeAsync() })
}

const TARGETS = ['/store/products?search=cup', '/store/products/facets']

const faults = (log: readonly Body[]) => log.filter(({ level }) => level >= 50)

describe('a store that is removed while a request reads it', () => {
  test('is not found, which is no fault', async () => {
    for (const target of TARGETS) {
      await using place = await openPlace()
      place.between = () => place.catalogs.removeStore(OTHER)
      const { status, body } = await place.server.get(target, HEADERS)
      assert.deepEqual([status, JSON.parse(body).code], [404, 'store-not-found'], target)
      assert.deepEqual(faults(place.log), [])
    }
  })

  test('is read again if it was added again', async () => {
    for (const target of TARGETS) {
      await using place = await openPlace()
      place.between = async () => {
        await place.catalogs.removeStore(OTHER)
        await place.catalogs.addStore(storeNamed(OTHER))
        await load(place.catalogs, OTHER, cup('Green cup'))
      }
      const { status, body } = await place.server.get(target, HEADERS)
      assert.equal(status, 200, `${target} ${body}`)
      assert.doesNotMatch(body, /Red cup/)
      assert.deepEqual(faults(place.log), [])
    }
  })

  test('is not found by agents either', async () => {
    await using place = await openPlace()
    place.between = () => place.catalogs.removeStore(OTHER)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_catalog', arguments: SEARCH } }
    const { body } = await place.server.post(`/stores/${OTHER}/mcp`, JSON.stringify(call), {
      accept: 'application/json, text/event-stream',
    })
    assert.match(body, /store-not-found|No store has the id/)
    assert.deepEqual(faults(place.log), [])
  })
})

const SEARCH = {
  meta: { 'ucp-agent': { profile: 'https://agent.example/profile.json' } },
  catalog: { query: 'cup' },
}
