import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import { describe, test } from 'node:test'
import type { Store } from '@vitrine/catalog/store'
import { DATABASES, MEMORY } from '../database/databases.ts'
import { type HttpResponse, startTestServer } from '../database/test-server.ts'
import { type RunningService, startService } from '../model/running-service.ts'
import { catalogOf, identifiersOf, SHARED, shopNamed } from './two-catalogs.ts'

const ALDER = shopNamed('alder')
const BIRCH = shopNamed('birch')
const OF_ALDER = identifiersOf('alder', 'a')
const OF_BIRCH = identifiersOf('birch', 'b')
const BOTH = [
  [ALDER, OF_ALDER, OF_BIRCH],
  [BIRCH, OF_BIRCH, OF_ALDER],
] as const

const NOWHERE = '99999999-0000-4000-8000-000000000000'

/** Publishes both stores with the same time, so that their editions differ only in the store. */
async function storesIn(open: (typeof DATABASES)[number]['open']): Promise<RunningService> {
  const service = await startService(open, ALDER, BIRCH)
  await service.load(ALDER.id, catalogOf(OF_ALDER))
  await service.load(BIRCH.id, catalogOf(OF_BIRCH))
  return service
}

function headersFor(store: Store, others: OutgoingHttpHeaders = {}): OutgoingHttpHeaders {
  return { 'x-store-id': store.id, ...others }
}

/** A response without the headers that differ in every response. */
function comparable({ status, headers, body }: HttpResponse) {
  const { date: _, 'x-request-id': __, ...others } = headers
  return { status, headers: others, body }
}

/** A response to an unknown store without the id that it quotes. */
function withoutQuotedId(answer: HttpResponse) {
  const { status, headers, body } = comparable(answer)
  const { 'content-length': _, ...others } = headers
  return { status, headers: others, body: body.replace(/No store has the id \\".*?\\"\. An id/, '') }
}

for (const { database, open, skip } of DATABASES) {
  const twoStores = () => storesIn(open)

  describe(`over ${database}, a store never shows data of another`, { skip }, () => {
    test('the same id is a different product in each store', async () => {
      await using service = await twoStores()
      for (let turn = 0; turn < 3; turn++) {
        for (const [store, mine, theirs] of BOTH) {
          for (const path of [`/store/products/${SHARED.product}`, `/store/product-variants/${SHARED.variant}`]) {
            const { status, body } = await service.get(path, headersFor(store))
            assert.equal(status, 200)
            assert.ok(body.includes(mine.word))
            assert.ok(!body.includes(theirs.word))
          }
        }
      }
    })

    test('the same target lists different items in each store, also in parallel', async () => {
      await using service = await twoStores()
      const targets = [
        '/store',
        '/store/products',
        '/store/products?limit=5&page=3',
        '/store/products?search=linen',
        '/store/products?label=sale&option=color:red&sortBy=price:DESC',
        '/store/product-variants?limit=100',
        `/store/product-variants?product=${SHARED.product}`,
      ]
      for (let turn = 0; turn < 3; turn++) {
        for (const target of targets) {
          const answers = await Promise.all(BOTH.map(([store]) => service.get(target, headersFor(store))))
          BOTH.forEach(([, mine, theirs], index) => {
            assert.equal(answers[index]!.status, 200)
            assert.ok(answers[index]!.body.includes(mine.word), target)
            assert.ok(!answers[index]!.body.includes(theirs.word), target)
          })
        }
      }
    })

    test('assistants find the products of their store only, by its path, its header and its host', async () => {
      await using service = await twoStores()
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '', arguments: {} } }
      const call = (name: string, catalog: object) =>
        JSON.stringify({ ...message, params: { name, arguments: { catalog } } })
      for (let turn = 0; turn < 2; turn++) {
        for (const [store, mine, theirs] of BOTH) {
          const ways = [
            (body: string) => service.post('/mcp', body, headersFor(store)),
            (body: string) => service.post(`/stores/${store.id}/mcp`, body),
            (body: string) => service.post('/mcp', body, { host: `${store.id}.example` }),
          ]
          for (const post of ways) {
            const found = (await post(call('search_catalog', { query: 'linen' }))).body
            assert.ok(found.includes(mine.word) && !found.includes(theirs.word), found)
            const filters = (await post(call('list_filters', {}))).body
            assert.ok(filters.includes(mine.word) && !filters.includes(theirs.word), filters)
            const shared = (await post(call('get_product', { id: SHARED.variant }))).body
            assert.ok(shared.includes(mine.word) && !shared.includes(theirs.word), shared)
            const foreign = await post(call('get_product', { id: theirs.product }))
            const unknown = await post(call('get_product', { id: NOWHERE }))
            assert.equal(foreign.body.replaceAll(theirs.product, NOWHERE), unknown.body)
          }
        }
      }
    })

    test('an id of another store gets the same response as an id that does not exist', async () => {
      await using service = await twoStores()
      for (let turn = 0; turn < 2; turn++) {
        for (const [store, mine, theirs] of BOTH) {
          for (const [path, kind] of [
            ['products', 'product'],
            ['product-variants', 'variant'],
          ] as const) {
            assert.equal((await service.get(`/store/${path}/${mine[kind]}`, headersFor(store))).status, 200)
            const foreign = await service.get(`/store/${path}/${theirs[kind]}`, headersFor(store))
            const unknown = await service.get(`/store/${path}/${NOWHERE}`, headersFor(store))
            assert.equal(foreign.status, 404)
            assert.deepEqual(comparable(foreign), comparable(unknown))
            const head = await service.head(`/store/${path}/${theirs[kind]}`, headersFor(store))
            assert.deepEqual(
              comparable(head),
              comparable(await service.head(`/store/${path}/${NOWHERE}`, headersFor(store))),
            )
          }
        }
      }
    })

    test('codes, words and ids of another store match nothing', async () => {
      await using service = await twoStores()
      for (const [store, mine, theirs] of BOTH) {
        const queries = (identifiers: typeof mine) => [
          `products?search=${identifiers.word}`,
          `products?search=${identifiers.word.slice(0, 3)}`,
          `products?search=${identifiers.word}s`,
          `products?label=${identifiers.label}`,
          `products?within=${identifiers.label}`,
          `products?optionGroup=${identifiers.group}`,
          `products?option=${identifiers.option}`,
          `products?option=${identifiers.group}:${identifiers.option}`,
          `products?optionGroup=${identifiers.group}&option=${identifiers.option}`,
          `product-variants?product=${identifiers.product}`,
        ]
        for (const query of queries(mine)) {
          const { data } = JSON.parse((await service.get(`/store/${query}`, headersFor(store))).body)
          assert.notEqual(data.length, 0, query)
        }
        for (const query of queries(theirs)) {
          const { data, meta } = JSON.parse((await service.get(`/store/${query}`, headersFor(store))).body)
          assert.deepEqual(data, [], query)
          assert.equal(meta.totalItems, 0)
        }
      }
    })

    test('a link from one store leads another store to its own pages', async () => {
      await using service = await twoStores()
      const first = JSON.parse((await service.get('/store/product-variants?limit=7', headersFor(ALDER))).body)
      const next = new URL(first.links.next)
      const { status, body } = await service.get(next.pathname + next.search, headersFor(BIRCH))
      assert.equal(status, 200)
      assert.ok(body.includes('birch'))
      assert.ok(!body.includes('alder'))
    })

    test('an import into one store does not change the responses of another', async () => {
      await using service = await twoStores()
      const targets = ['/store/products?limit=100', '/store/product-variants', `/store/products/${SHARED.product}`]
      const ask = () => Promise.all(targets.map((target) => service.get(target, headersFor(ALDER))))
      const before = (await ask()).map(comparable)
      await service.load(BIRCH.id, [{ ...(catalogOf(OF_BIRCH)[0] as object), name: 'Another birch' }], {
        replace: true,
        now: '2026-03-01T00:00:00.000Z',
      })
      assert.deepEqual((await ask()).map(comparable), before)
      const { meta } = JSON.parse((await service.get('/store/products', headersFor(BIRCH))).body)
      assert.equal(meta.totalItems, 1)
    })
  })

  describe(`over ${database}, an ETag of one store`, { skip }, () => {
    for (const target of [
      '/store',
      '/store/products',
      `/store/products/${SHARED.product}`,
      '/store/product-variants?page=2',
    ]) {
      test(`never gives a 304 in another store: ${target}`, async () => {
        await using service = await twoStores()
        for (let turn = 0; turn < 2; turn++) {
          for (const [[store, mine], [other]] of [BOTH, BOTH.toReversed()] as const) {
            const { etag } = (await service.get(target, headersFor(store))).headers
            const again = await service.get(target, headersFor(store, { 'if-none-match': etag! }))
            assert.deepEqual([again.status, again.body], [304, ''])
            const theirs = await service.get(target, headersFor(other, { 'if-none-match': etag! }))
            assert.equal(theirs.status, 200)
            assert.ok(!theirs.body.includes(mine.word))
            const both = `${etag}, ${theirs.headers.etag}`
            const unchanged = await service.get(target, headersFor(other, { 'if-none-match': both }))
            assert.equal(unchanged.status, 304)
          }
        }
      })
    }

    test('does not make its product exist in another store, nor does "*"', async () => {
      await using service = await twoStores()
      const path = `/store/products/${OF_ALDER.product}`
      const { etag } = (await service.get(path, headersFor(ALDER))).headers
      const own = (await service.get('/store/products', headersFor(BIRCH))).headers.etag!
      const nowhere = comparable(await service.get(`/store/products/${NOWHERE}`, headersFor(BIRCH)))
      for (const validator of [etag!, own, '*', `${etag}, ${own}`]) {
        const conditional = headersFor(BIRCH, { 'if-none-match': validator })
        assert.deepEqual(comparable(await service.get(path, conditional)), nowhere)
      }
    })
  })

  describe(`over ${database}, the header that selects the store`, { skip }, () => {
    const targets = [
      '/store/products',
      `/store/products/${SHARED.product}`,
      '/store/product-variants',
      `/store/product-variants/${SHARED.variant}`,
    ]

    test('selects no store if its value is misspelt, and each such value gets the same response', async () => {
      await using service = await twoStores()
      const wrong = [
        'nobody',
        'ALDER',
        'Alder',
        'al der',
        'alder,birch',
        'alder, birch',
        'alder;birch',
        'alder/',
        '../alder',
        'alder%00',
        "alder'--",
        '*',
        'é',
        '%61lder',
        'a'.repeat(65),
        NOWHERE,
      ]
      for (const target of targets) {
        await Promise.all(BOTH.map(([store]) => service.get(target, headersFor(store))))
        const unknown = withoutQuotedId(await service.get(target, { 'x-store-id': 'nobody' }))
        assert.equal(unknown.status, 404)
        assert.equal(JSON.parse(unknown.body).code, 'store-not-found')
        for (const value of wrong)
          assert.deepEqual(withoutQuotedId(await service.get(target, { 'x-store-id': value })), unknown, value)
      }
    })

    test('selects no store if it occurs twice', async () => {
      await using service = await twoStores()
      for (const target of targets) {
        await Promise.all(BOTH.map(([store]) => service.get(target, headersFor(store))))
        for (const values of [
          ['alder', 'birch'],
          ['birch', 'alder'],
          ['alder', 'alder'],
          ['alder', 'nobody'],
        ]) {
          const { status, body } = await service.get(target, { 'x-store-id': values })
          assert.equal(status, 404, values.join())
          assert.equal(JSON.parse(body).code, 'store-not-found')
        }
      }
    })

    test('is required: nothing else selects a store', async () => {
      await using service = await twoStores()
      for (const target of targets) {
        await Promise.all(BOTH.map(([store]) => service.get(target, headersFor(store))))
        for (const headers of [
          {},
          { 'x-store-id': '' },
          { 'x-store-id': '  ' },
          { x_store_id: 'alder' },
          { cookie: 'x-store-id=alder' },
        ]) {
          const { status, body } = await service.get(
            `${target}?x-store-id=alder&store=alder`,
            headers as OutgoingHttpHeaders,
          )
          assert.equal(status, 400)
          assert.equal(JSON.parse(body).code, 'store-required')
        }
      }
    })

    test('may have spaces around its value and capitals in its name', async () => {
      await using service = await twoStores()
      for (const target of targets) {
        const plain = comparable(await service.get(target, headersFor(ALDER)))
        assert.deepEqual(comparable(await service.get(target, { 'x-store-id': '  alder \t' })), plain)
        assert.deepEqual(comparable(await service.get(target, { 'X-STORE-ID': 'alder' })), plain)
      }
    })
  })

  describe(`over ${database}, a removed store`, { skip }, () => {
    test('is gone, and the other store answers as before', async () => {
      await using service = await twoStores()
      const targets = [
        '/store/products',
        `/store/products/${SHARED.product}`,
        `/store/product-variants/${SHARED.variant}`,
      ]
      const ask = (store: Store, others = {}) =>
        Promise.all(targets.map((target) => service.get(target, headersFor(store, others))))
      const before = (await ask(ALDER)).map(comparable)
      const [{ headers }] = (await ask(BIRCH)) as [HttpResponse]
      await service.removeStore(BIRCH.id)
      const nobody = withoutQuotedId(await service.get('/store/products', { 'x-store-id': 'nobody' }))
      for (const validators of [{}, { 'if-none-match': headers.etag! }, { 'if-none-match': '*' }]) {
        for (const response of await ask(BIRCH, validators)) assert.deepEqual(withoutQuotedId(response), nobody)
      }
      assert.deepEqual((await ask(ALDER)).map(comparable), before)
    })

    test('leaves nothing to a new store of the same name', async () => {
      await using service = await twoStores()
      const { headers } = await service.get('/store/products', headersFor(BIRCH))
      await service.get(`/store/products/${OF_BIRCH.product}`, headersFor(BIRCH))
      await service.removeStore(BIRCH.id)
      await service.catalogs.addStore({ ...BIRCH, createdAt: '2026-04-01T00:00:00.000Z' })
      const empty = await service.get('/store/products', headersFor(BIRCH, { 'if-none-match': headers.etag! }))
      assert.equal(empty.status, 200)
      assert.deepEqual(JSON.parse(empty.body).data, [])

      const now = '2026-05-01T00:00:00.000Z'
      await service.load(BIRCH.id, catalogOf({ ...OF_BIRCH, word: 'beech', product: NOWHERE }), { now })
      for (const target of [
        '/store/products?limit=100',
        '/store/product-variants?limit=100',
        `/store/products/${SHARED.product}`,
      ]) {
        const { status, body } = await service.get(target, headersFor(BIRCH, { 'if-none-match': headers.etag! }))
        assert.equal(status, 200)
        assert.ok(body.includes('beech'))
        assert.ok(!body.replaceAll(/label-birch|group-birch|option-birch/g, '').includes('birch'), target)
      }
      assert.equal((await service.get(`/store/products/${OF_BIRCH.product}`, headersFor(BIRCH))).status, 404)
    })
  })
}

test('only a request without a store gets the default store', async () => {
  await using database = await MEMORY.open()
  await database.catalogs.addStore(ALDER)
  await using service = await startTestServer(database.editions, { defaultStore: ALDER.id })
  for (let turn = 0; turn < 2; turn++) {
    assert.equal((await service.get('/store/products')).status, 200)
    for (const store of ['nobody', 'ALDER', 'al der', 'alder,alder', '../alder', '*', 'a'.repeat(65)])
      assert.equal((await service.get('/store/products', { 'x-store-id': store })).status, 404, store)
  }
})
