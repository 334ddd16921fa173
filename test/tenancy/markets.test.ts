import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DATABASES } from '../database/databases.ts'
import { type RunningService, startService } from '../model/running-service.ts'
import { cases } from '../quick.ts'
import { marketOf, withMarket } from './market-catalog.ts'
import { targetsOf } from './random-targets.ts'
import { catalogOf, identifiersOf, type StoreIdentifiers, shopNamed } from './two-catalogs.ts'

const STORES = [shopNamed('alder'), shopNamed('birch')] as const
const OWN = [identifiersOf('alder', 'a'), identifiersOf('birch', 'b')] as const
/** The words of all texts of the market of each store. */
const MARKET_WORDS = ['cedar', 'ebony'] as const

async function startWithMarkets(open: (typeof DATABASES)[number]['open']): Promise<RunningService> {
  const service = await startService(open, ...STORES)
  for (const [index, store] of STORES.entries()) {
    const word = MARKET_WORDS[index]!
    await service.declareMarkets(store.id, [marketOf(word)], '2026-02-01T00:00:00.000Z')
    const { problems } = await service.load(store.id, withMarket(catalogOf(OWN[index]!), word))
    assert.deepEqual(problems, [])
  }
  return service
}

/** No request of another store or market gets its texts, its prices or an ETag of it. */
function expectOwn(body: string, store: number, isMarket: boolean, target: string): void {
  const { data, meta } = JSON.parse(body)
  const text = JSON.stringify([data ?? JSON.parse(body), meta ?? null])
  for (const word of [OWN[1 - store]!.word, MARKET_WORDS[1 - store]!]) assert.ok(!text.includes(word), target)
  const prices = [...text.matchAll(/"price":"([^"]*)"/g)].map(([, price]) => price!)
  assert.ok(
    prices.every((price) => price.startsWith('777.') === isMarket),
    target,
  )
  const names = [...text.matchAll(/"(?:name|description|publicName)":"([^"]*)"/g)].map(([, name]) => name!)
  const other = isMarket ? OWN[store]!.word : MARKET_WORDS[store]!
  // The name of a tax rate is that of the file.
  for (const name of names.filter((name) => !name.startsWith('VAT'))) assert.ok(!name.includes(other), target)
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, no answer of a market has anything of another store or market`, { skip }, async () => {
    await using service = await startWithMarkets(open)
    const words: StoreIdentifiers[] = MARKET_WORDS.map((word) => identifiersOf(word, 'c'))
    const request = fc.record({
      store: fc.constantFrom(0, 1),
      selector: fc.constantFrom('none', 'parameter', 'host'),
      target: targetsOf([...OWN, ...words]),
    })
    const owners = new Map<string, string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 5, maxLength: 20 }),
        fc.boolean(),
        async (requests, inParallel) => {
          const read = async ({ store, selector, target }: (typeof requests)[number]) => {
            const isNamed = selector === 'parameter'
            const path = isNamed ? `${target}${target.includes('?') ? '&' : '?'}market=de` : target
            const host = selector === 'host' ? { host: `${MARKET_WORDS[store]}.example` } : {}
            const { status, body, headers } = await service.get(path, { 'x-store-id': STORES[store]!.id, ...host })
            if (status !== 200) return assert.ok([404, 410].includes(status), `${path}: ${body}`)
            expectOwn(body, store, selector !== 'none', path)
            const owner = `${store} ${selector !== 'none'}`
            assert.equal(owners.get(headers.etag!) ?? owner, owner, 'an ETag is of one store and market')
            owners.set(headers.etag!, owner)
          }
          if (inParallel) await Promise.all(requests.map(read))
          else for (const each of requests) await read(each)
        },
      ),
      { numRuns: cases({ quick: 15, complete: 100 }) },
    )
    assert.equal(new Set(owners.values()).size, 4)
  })

  test(`over ${database}, no id of a request names a market`, { skip }, async () => {
    await using service = await startWithMarkets(open)
    const unknown = await service.get('/store/products', { 'x-store-id': 'nobody' })
    assert.equal((await service.get('/store/products?market=de', { 'x-store-id': 'alder' })).status, 200)
    for (const id of ['alder.de', 'alder.', '.de', 'alder.de.de', 'alder%2Ede']) {
      const own = await service.get('/store/products', { 'x-store-id': id })
      assert.deepEqual([own.status, JSON.parse(own.body).code], [404, JSON.parse(unknown.body).code], id)
      const byPath = await service.get(`/stores/${id}/store/products`)
      assert.equal(byPath.status, 404, id)
      assert.ok(!/cedar|linen/i.test(own.body + byPath.body), id)
    }
  })
}
