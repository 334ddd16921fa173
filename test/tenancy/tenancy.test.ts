import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import { describe, test } from 'node:test'
import type { Store } from '../../src/catalog/store.ts'
import type { Answer } from '../database/answering.ts'
import { DATABASES } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { type Served, served } from '../model/served.ts'
import { catalogOf, own, SHARED } from './two-catalogs.ts'

const ALDER = storeNamed('alder')
const BIRCH = storeNamed('birch')
const OF_ALDER = own('alder', 'a')
const OF_BIRCH = own('birch', 'b')
const BOTH = [
  [ALDER, OF_ALDER, OF_BIRCH],
  [BIRCH, OF_BIRCH, OF_ALDER],
] as const

const NOWHERE = '99999999-0000-4000-8000-000000000000'

/** Both stores, published at the same moment, so that their editions are told apart by nothing but the store. */
async function storesIn(open: (typeof DATABASES)[number]['open']): Promise<Served> {
  const service = await served(open, ALDER, BIRCH)
  await service.load(ALDER.id, catalogOf(OF_ALDER))
  await service.load(BIRCH.id, catalogOf(OF_BIRCH))
  return service
}

function of(store: Store, more: OutgoingHttpHeaders = {}): OutgoingHttpHeaders {
  return { 'x-store-id': store.id, ...more }
}

/** What a response says, but for what no two responses share. */
function substance({ status, headers, body }: Answer) {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return { status, headers: rest, body }
}

for (const { database, open, skip } of DATABASES) {
  const twoStores = () => storesIn(open)

  describe(`over ${database}, one store never shows what is another’s`, { skip }, () => {
    test('the same id is another thing in each store, asked for in turns', async () => {
      await using service = await twoStores()
      for (let turn = 0; turn < 3; turn++) {
        for (const [store, mine, theirs] of BOTH) {
          for (const path of [`/store/products/${SHARED.product}`, `/store/product-variants/${SHARED.variant}`]) {
            const { status, body } = await service.get(path, of(store))
            assert.equal(status, 200)
            assert.ok(body.includes(mine.word))
            assert.ok(!body.includes(theirs.word))
          }
        }
      }
    })

    test('the same target lists other things in each store, asked for in turns and at once', async () => {
      await using service = await twoStores()
      const targets = [
        '/store/products',
        '/store/products?limit=5&page=3',
        '/store/products?search=linen',
        '/store/products?label=sale&option=color:red&sortBy=price:DESC',
        '/store/product-variants?limit=100',
        `/store/product-variants?product=${SHARED.product}`,
      ]
      for (let turn = 0; turn < 3; turn++) {
        for (const target of targets) {
          const answers = await Promise.all(BOTH.map(([store]) => service.get(target, of(store))))
          BOTH.forEach(([, mine, theirs], index) => {
            assert.equal(answers[index]!.status, 200)
            assert.ok(answers[index]!.body.includes(mine.word), target)
            assert.ok(!answers[index]!.body.includes(theirs.word), target)
          })
        }
      }
    })

    test('an id of another store is answered to the byte as one that exists nowhere', async () => {
      await using service = await twoStores()
      for (let turn = 0; turn < 2; turn++) {
        for (const [store, mine, theirs] of BOTH) {
          for (const [path, of_] of [
            ['products', 'product'],
            ['product-variants', 'variant'],
          ] as const) {
            assert.equal((await service.get(`/store/${path}/${mine[of_]}`, of(store))).status, 200)
            const elsewhere = await service.get(`/store/${path}/${theirs[of_]}`, of(store))
            const nowhere = await service.get(`/store/${path}/${NOWHERE}`, of(store))
            assert.equal(elsewhere.status, 404)
            assert.deepEqual(substance(elsewhere), substance(nowhere))
            const head = await service.head(`/store/${path}/${theirs[of_]}`, of(store))
            assert.deepEqual(substance(head), substance(await service.head(`/store/${path}/${NOWHERE}`, of(store))))
          }
        }
      }
    })

    test('codes, words and ids of another store find nothing', async () => {
      await using service = await twoStores()
      for (const [store, mine, theirs] of BOTH) {
        const queries = (of_: typeof mine) => [
          `products?search=${of_.word}`,
          `products?search=${of_.word.slice(0, 3)}`,
          `products?search=only+${of_.word}`,
          `products?label=${of_.label}`,
          `products?optionGroup=${of_.group}`,
          `products?option=${of_.option}`,
          `products?option=${of_.group}:${of_.option}`,
          `products?optionGroup=${of_.group}&option=${of_.option}`,
          `product-variants?product=${of_.product}`,
        ]
        for (const query of queries(mine)) {
          const { data } = JSON.parse((await service.get(`/store/${query}`, of(store))).body)
          assert.notEqual(data.length, 0, query)
        }
        for (const query of queries(theirs)) {
          const { data, meta } = JSON.parse((await service.get(`/store/${query}`, of(store))).body)
          assert.deepEqual(data, [], query)
          assert.equal(meta.totalItems, 0)
        }
      }
    })

    test('links that one store gave lead, for another, to its own pages', async () => {
      await using service = await twoStores()
      const first = JSON.parse((await service.get('/store/product-variants?limit=7', of(ALDER))).body)
      const next = new URL(first.links.next)
      const { status, body } = await service.get(next.pathname + next.search, of(BIRCH))
      assert.equal(status, 200)
      assert.ok(body.includes('birch'))
      assert.ok(!body.includes('alder'))
    })

    test('an import into one store changes no answer of another', async () => {
      await using service = await twoStores()
      const targets = ['/store/products?limit=100', '/store/product-variants', `/store/products/${SHARED.product}`]
      const ask = () => Promise.all(targets.map((target) => service.get(target, of(ALDER))))
      const before = (await ask()).map(substance)
      await service.load(BIRCH.id, [{ ...(catalogOf(OF_BIRCH)[0] as object), name: 'Another birch' }], {
        replace: true,
        now: '2026-03-01T00:00:00.000Z',
      })
      assert.deepEqual((await ask()).map(substance), before)
      const { meta } = JSON.parse((await service.get('/store/products', of(BIRCH))).body)
      assert.equal(meta.totalItems, 1)
    })
  })

  describe(`over ${database}, an ETag of one store`, { skip }, () => {
    for (const target of ['/store/products', `/store/products/${SHARED.product}`, '/store/product-variants?page=2']) {
      test(`is never fresh for another: ${target}`, async () => {
        await using service = await twoStores()
        for (let turn = 0; turn < 2; turn++) {
          for (const [[store, mine], [other]] of [BOTH, BOTH.toReversed()] as const) {
            const { etag } = (await service.get(target, of(store))).headers
            const again = await service.get(target, of(store, { 'if-none-match': etag! }))
            assert.deepEqual([again.status, again.body], [304, ''])
            const theirs = await service.get(target, of(other, { 'if-none-match': etag! }))
            assert.equal(theirs.status, 200)
            assert.ok(!theirs.body.includes(mine.word))
            const either = await service.get(target, of(other, { 'if-none-match': `${etag}, ${theirs.headers.etag}` }))
            assert.equal(either.status, 304)
          }
        }
      })
    }

    test('does not make a thing of it exist for another, nor does "*"', async () => {
      await using service = await twoStores()
      const path = `/store/products/${OF_ALDER.product}`
      const { etag } = (await service.get(path, of(ALDER))).headers
      const own = (await service.get('/store/products', of(BIRCH))).headers.etag!
      const nowhere = substance(await service.get(`/store/products/${NOWHERE}`, of(BIRCH)))
      for (const validator of [etag!, own, '*', `${etag}, ${own}`]) {
        const asked = of(BIRCH, { 'if-none-match': validator })
        assert.deepEqual(substance(await service.get(path, asked)), nowhere)
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

    test('selects none that is written otherwise, and says the same of all of them', async () => {
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
        await Promise.all(BOTH.map(([store]) => service.get(target, of(store))))
        const unknown = substance(await service.get(target, { 'x-store-id': 'nobody' }))
        assert.equal(unknown.status, 404)
        assert.equal(JSON.parse(unknown.body).code, 'store-not-found')
        for (const value of wrong)
          assert.deepEqual(substance(await service.get(target, { 'x-store-id': value })), unknown, value)
      }
    })

    test('selects none when it is given twice', async () => {
      await using service = await twoStores()
      for (const target of targets) {
        await Promise.all(BOTH.map(([store]) => service.get(target, of(store))))
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

    test('must be there: nothing else names a store', async () => {
      await using service = await twoStores()
      for (const target of targets) {
        await Promise.all(BOTH.map(([store]) => service.get(target, of(store))))
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

    test('means the same with spaces around it and its name in capitals', async () => {
      await using service = await twoStores()
      for (const target of targets) {
        const plain = substance(await service.get(target, of(ALDER)))
        assert.deepEqual(substance(await service.get(target, { 'x-store-id': '  alder \t' })), plain)
        assert.deepEqual(substance(await service.get(target, { 'X-STORE-ID': 'alder' })), plain)
      }
    })
  })

  describe(`over ${database}, a store that is removed`, { skip }, () => {
    test('is gone, and the other goes on as before', async () => {
      await using service = await twoStores()
      const targets = [
        '/store/products',
        `/store/products/${SHARED.product}`,
        `/store/product-variants/${SHARED.variant}`,
      ]
      const ask = (store: Store, more = {}) =>
        Promise.all(targets.map((target) => service.get(target, of(store, more))))
      const before = (await ask(ALDER)).map(substance)
      const [{ headers }] = (await ask(BIRCH)) as [Answer]
      await service.removeStore(BIRCH.id)
      const nobody = substance(await service.get('/store/products', { 'x-store-id': 'nobody' }))
      for (const more of [{}, { 'if-none-match': headers.etag! }, { 'if-none-match': '*' }]) {
        for (const response of await ask(BIRCH, more)) assert.deepEqual(substance(response), nobody)
      }
      assert.deepEqual((await ask(ALDER)).map(substance), before)
    })

    test('leaves nothing to one that is made under its name', async () => {
      await using service = await twoStores()
      const { headers } = await service.get('/store/products', of(BIRCH))
      await service.get(`/store/products/${OF_BIRCH.product}`, of(BIRCH))
      await service.removeStore(BIRCH.id)
      await service.catalogs.addStore({ ...BIRCH, createdAt: '2026-04-01T00:00:00.000Z' })
      const empty = await service.get('/store/products', of(BIRCH, { 'if-none-match': headers.etag! }))
      assert.equal(empty.status, 200)
      assert.deepEqual(JSON.parse(empty.body).data, [])

      const now = '2026-05-01T00:00:00.000Z'
      await service.load(BIRCH.id, catalogOf({ ...OF_BIRCH, word: 'beech', product: NOWHERE }), { now })
      for (const target of [
        '/store/products?limit=100',
        '/store/product-variants?limit=100',
        `/store/products/${SHARED.product}`,
      ]) {
        const { status, body } = await service.get(target, of(BIRCH, { 'if-none-match': headers.etag! }))
        assert.equal(status, 200)
        assert.ok(body.includes('beech'))
        assert.ok(!body.replaceAll(/label-birch|group-birch|option-birch/g, '').includes('birch'), target)
      }
      assert.equal((await service.get(`/store/products/${OF_BIRCH.product}`, of(BIRCH))).status, 404)
    })
  })
}
