import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { VariantRow } from '@vitrine/engine/edition/rows'
import { ORDER_CHUNK } from '@vitrine/engine/edition/tables'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { load, loadAndSee, seen, seenGone, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { DATABASES, SHARDED } from './databases.ts'
import { postingUpdate } from './posting-update.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')

/** A product of one variant, whose number is in all that it says. */
function product(number: number, more: object = {}) {
  return {
    slug: `product-${number}`,
    name: `Name ${number}`,
    variants: [{ sku: `sku-${number}`, price: number }],
    labelValues: [number % 2 === 0 ? 'Even' : 'Odd'],
    ...more,
  }
}

function variantRow(position: number, price: number): VariantRow {
  return { position, product: 0, createdAt: 0, updatedAt: 0, name: '', sku: `${position}`, price, stock: null }
}

const idWith = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

async function names(edition: Edition, positions: Iterable<number>): Promise<string[]> {
  const joined = await edition.concatenatedDocuments('summary', Uint32Array.from(positions))
  return JSON.parse(`[${text(joined)}]`).map((document: { name: string }) => document.name)
}

async function everyName(edition: Edition): Promise<string[]> {
  return await names(edition, await edition.orderSlice('product', 'createdAt:DESC', 0, edition.productCount))
}

async function idOf(catalogs: Catalogs, position: number): Promise<string> {
  const edition = await catalogs.current(A.id)
  return JSON.parse((await edition.documents('summary', [position]))[0]!).id
}

function withCode(code: string) {
  return (error: unknown) => error instanceof VitrineError && error.code === code
}

for (const { database, open, hasAddress, skip } of [...DATABASES, SHARDED]) {
  describe(`editions in ${database}`, { skip }, () => {
    test('a new store is there at once, with an edition that holds nothing', async () => {
      await using opened = await open()
      await assert.rejects(async () => opened.editions.current(A.id), withCode('store-not-found'))
      await opened.catalogs.addStore(A)
      const edition = await opened.editions.current(A.id)
      assert.deepEqual(edition.store, A)
      assert.equal(edition.number, 0)
      assert.deepEqual([edition.productCount, edition.variantCount], [0, 0])
      assert.deepEqual(await everyName(edition), [])
      assert.deepEqual((await edition.sortOrder('variant', 'sku:ASC')).positions.length, 0)
    })

    test('a store is added once', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await assert.rejects(opened.catalogs.addStore({ ...A, name: 'Another' }), withCode('store-exists'))
      assert.equal((await opened.editions.current(A.id)).store.name, A.name)
    })

    test('a new edition is seen by a reader that is open', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      assert.equal((await opened.editions.current(A.id)).number, 0)
      const report = await load(opened.catalogs, A.id, [product(1)])
      assert.equal(report.outcome, 'published')
      // A file is checked once a turn of the event loop; a server sends a notification; memory is the same for both.
      if (database === 'sqlite') await new Promise(setImmediate)
      else if (hasAddress) await seen(opened.editions, A.id, report.edition)
      const edition = await opened.editions.current(A.id)
      assert.deepEqual([edition.number, edition.productCount, edition.variantCount], [1, 1, 1])
      assert.deepEqual(await everyName(edition), ['Name 1'])
    })

    test('an open edition keeps its answers while the next ones are published', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(
        opened,
        A.id,
        range(0, 30).map((number) => product(number)),
      )
      const kept = await opened.editions.current(A.id)
      const state = async () => ({
        names: await everyName(kept),
        even: toSortedPositions((await kept.postings('product', ['label:even']))[0]!),
        byPrice: (await kept.sortOrder('variant', 'price:DESC')).positions,
        found: toSortedPositions((await kept.prefixMatch('product', 'name', '1')).all),
        rows: await kept.productRows(range(0, 40)),
        id: await kept.documentById(
          'detail',
          JSON.parse(text(await kept.concatenatedDocuments('summary', Uint32Array.of(3)))).id,
        ),
      })
      const before = await state()
      await loadAndSee(
        opened,
        A.id,
        range(20, 40).map((number) => product(number, { name: `New ${number}`, labelValues: ['Even'] })),
      )
      await loadAndSee(opened, A.id, [product(7)], { replace: true })
      assert.deepEqual(await state(), before)
      assert.deepEqual(await everyName(await opened.editions.current(A.id)), ['Name 7'])
    })

    test('a draft that is not published leaves no trace', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(
        opened,
        A.id,
        range(0, 20).map((number) => product(number)),
      )
      {
        await using draft = await opened.catalogs.draft(A.id)
        const [position] = await draft.allocatePositions('product', ['00000000-0000-4000-8000-000000000001'])
        const times = { createdAt: 0, updatedAt: 0 }
        const row = {
          position: position!,
          digest: '',
          ...times,
          name: 'x',
          slug: 'x',
          price: 1,
          highestPrice: 1,
          variants: '',
          popularity: 0,
        }
        await draft.writeRows({
          products: [row],
          variants: [],
          documents: [
            { form: 'summary', position: position!, body: '{}' },
            { form: 'summary', position: 0, body: '{"name":"wrong"}' },
          ],
          removed: { product: [1, 2], variant: [1, 2] },
        })
        await draft.buildSortOrders('product', ['name:ASC'])
        await draft.writePostings([await postingUpdate(draft, 'product', 'nameprefix:na', [3])])
        await draft.writePostings([await postingUpdate(draft, 'product', 'nameprefix:zz', range(0, 21))])
        await draft.writeDictionary('product', 'name', 'n', ['nothing'])
      }
      const edition = await opened.editions.current(A.id)
      assert.equal(edition.number, 1)
      assert.deepEqual(
        await everyName(edition),
        range(0, 20).map((number) => `Name ${number}`),
      )
      assert.equal((await edition.prefixMatch('product', 'name', 'na')).all.size, 20)
      assert.equal((await edition.prefixMatch('product', 'name', 'zz')).all.size, 0)
      assert.deepEqual(await edition.dictionaryOfInitial('product', 'name', 'n'), ['name'])
      // Whatever is published next is made of the old edition, not of what was taken back.
      await loadAndSee(opened, A.id, [product(20)], { now: '2026-03-01T00:00:00.000Z' })
      assert.deepEqual(await everyName(await opened.editions.current(A.id)), [
        'Name 20',
        ...range(0, 20).map((number) => `Name ${number}`),
      ])
    })

    test('a position is given once: what is removed and comes back has the same', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(
        opened,
        A.id,
        range(0, 5).map((number) => product(number)),
      )
      const id = JSON.parse(
        text(await (await opened.editions.current(A.id)).concatenatedDocuments('summary', Uint32Array.of(2))),
      ).id
      await loadAndSee(opened, A.id, [product(9)], { replace: true })
      assert.deepEqual(await (await opened.editions.current(A.id)).positionsById('product', [id]), [undefined])
      await loadAndSee(opened, A.id, [product(2)])
      assert.deepEqual(await (await opened.editions.current(A.id)).positionsById('product', [id]), [2])
    })

    test('documents come in the order asked: neighbours up, neighbours down, scattered, one, none', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(
        opened,
        A.id,
        range(0, 60).map((number) => product(number)),
      )
      const edition = await opened.catalogs.current(A.id)
      for (const positions of [
        range(10, 30),
        range(10, 30).reverse(),
        [5, 59, 0, 31],
        [1, 2, 4],
        [7],
        [],
        [6, 7],
        [7, 6],
      ]) {
        assert.deepEqual(
          await names(edition, positions),
          positions.map((position) => `Name ${position}`),
        )
      }
      await assert.rejects(edition.concatenatedDocuments('summary', Uint32Array.of(3, 999)), /lacks documents/)
    })

    test('sets and prefixes are asked by term, and nothing is found under a term that nothing carries', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(
        opened,
        A.id,
        range(0, 12).map((number) => product(number)),
      )
      const edition = await opened.catalogs.current(A.id)
      const [odd, none, even] = await edition.postings('product', ['label:odd', 'label:none', 'label:even'])
      assert.deepEqual([...toSortedPositions(odd!)], [1, 3, 5, 7, 9, 11])
      assert.equal(none!.size, 0)
      assert.deepEqual([...toSortedPositions(even!)], [0, 2, 4, 6, 8, 10])
      const one = await edition.prefixMatch('product', 'name', '1')
      assert.deepEqual([[...toSortedPositions(one.exact)], [...toSortedPositions(one.all)]], [[1], [1, 10, 11]])
      const begun = await edition.prefixMatch('product', 'name', 'nam')
      assert.deepEqual([begun.exact.size, begun.all.size], [0, 12])
      assert.equal((await edition.prefixMatch('product', 'name', 'zebra')).all.size, 0)
    })

    test('slugs, skus, variants and values are asked by name', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(
        opened,
        A.id,
        range(0, 12).map((number) => product(number, number === 3 ? { labelValues: ['ODD', 'Rare'] } : {})),
      )
      const twoVariants = [
        { sku: 'red', price: 1 },
        { sku: 'blue', price: 1 },
      ]
      await load(opened.catalogs, A.id, [product(12, { labelValues: [], variants: twoVariants })])
      await loadAndSee(opened, A.id, [product(5, { slug: 'other', id: await idOf(opened.catalogs, 5) })])
      const edition = await opened.catalogs.current(A.id)
      assert.deepEqual(await edition.productsBySlug(['product-4', 'none', 'other', 'product-5']), [
        4,
        undefined,
        5,
        undefined,
      ])
      assert.deepEqual(
        [...toSortedPositions(await edition.positionsBySku('variant', ['sku-7', 'none', 'sku-1']))],
        [1, 7],
      )
      assert.deepEqual(
        [...toSortedPositions(await edition.positionsBySku('product', ['sku-7', 'none', 'sku-1', 'red', 'red']))],
        [1, 7, 12],
      )
      assert.deepEqual([...toSortedPositions(await edition.variantsOfProduct(await idOf(opened.catalogs, 4)))], [4])
      assert.deepEqual(
        [...toSortedPositions(await edition.variantsOfProduct(await idOf(opened.catalogs, 12)))],
        [12, 13],
      )
      assert.equal((await edition.variantsOfProduct('00000000-0000-4000-8000-000000000001')).size, 0)
      const all = await edition.facetValues()
      const lists = await edition.postings(
        'product',
        all.map(({ term }) => term),
      )
      assert.deepEqual(
        all.map(({ postings }) => [...toSortedPositions(postings!)]),
        lists.map((list) => [...toSortedPositions(list)]),
      )
      const values = all.map(({ term, name, productCount }) => ({ term, name, size: productCount }))
      assert.deepEqual(values, [
        { term: 'label:even', name: 'Even', size: 6 },
        { term: 'label:odd', name: 'Odd', size: 6 },
        { term: 'label:rare', name: 'Rare', size: 1 },
      ])
    })

    test('words come and go with what has them', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await loadAndSee(opened, A.id, [product(1, { name: 'Wool vest' }), product(2, { name: 'Wood block' })])
      const first = await opened.catalogs.current(A.id)
      const wo = async (edition: Edition) => [
        ...toSortedPositions((await edition.prefixMatch('product', 'name', 'wo')).all),
      ]
      assert.deepEqual((await first.dictionary('product', 'name')).split('\n'), ['block', 'vest', 'wood', 'wool'])
      assert.deepEqual(await first.dictionaryOfInitial('product', 'name', 'w'), ['wood', 'wool'])
      assert.deepEqual(await wo(first), [0, 1])

      await loadAndSee(opened, A.id, [product(1, { name: 'Silk vest' })])
      const second = await opened.catalogs.current(A.id)
      assert.deepEqual((await second.dictionary('product', 'name')).split('\n'), ['block', 'silk', 'vest', 'wood'])
      assert.deepEqual(await wo(second), [1])
      await loadAndSee(opened, A.id, [product(1, { name: 'Wolf vest' })], { replace: true })
      const third = await opened.catalogs.current(A.id)
      assert.deepEqual(await third.dictionaryOfInitial('product', 'name', 'b'), [])
      assert.deepEqual(await wo(third), [0])
      // Who still holds an edition sees what it had.
      assert.deepEqual([await wo(first), await wo(second)], [[0, 1], [1]])
      assert.deepEqual(await first.dictionaryOfInitial('product', 'name', 'w'), ['wood', 'wool'])
    })

    test('a slice of an order is the same as the whole, cut', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const count = ORDER_CHUNK + 100
      {
        await using draft = await opened.catalogs.draft(A.id)
        const variants = range(0, count).map((position) => variantRow(position, position % 50))
        await draft.allocatePositions(
          'variant',
          variants.map(({ position }) => idWith(position)),
        )
        await draft.writeRows({ products: [], variants, documents: [], removed: { product: [], variant: [] } })
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.publish({ publishedAt: '2026-03-01T00:00:00.000Z', productCount: 1, variantCount: count })
      }
      const edition = await opened.catalogs.current(A.id)
      const { positions } = await edition.sortOrder('variant', 'price:ASC')
      assert.equal(positions.length, count)
      for (const [from, to] of [
        [0, 20],
        [ORDER_CHUNK - 4, ORDER_CHUNK + 16],
        [ORDER_CHUNK, ORDER_CHUNK + 20],
        [count - 10, count + 10],
        [0, count],
      ] as const) {
        assert.deepEqual(await edition.orderSlice('variant', 'price:ASC', from, to), positions.slice(from, to))
      }
    })

    test('one store never sees another', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await opened.catalogs.addStore(B)
      await loadAndSee(
        opened,
        A.id,
        range(0, 10).map((number) => product(number)),
      )
      await loadAndSee(opened, B.id, [product(3, { name: 'Theirs', labelValues: ['Secret'] })])
      const [a, b] = [await opened.catalogs.current(A.id), await opened.catalogs.current(B.id)]
      assert.deepEqual(await everyName(b), ['Theirs'])
      assert.ok(!(await everyName(a)).includes('Theirs'))
      assert.equal((await a.postings('product', ['label:secret']))[0]!.size, 0)
      const theirs = JSON.parse(text(await b.concatenatedDocuments('summary', Uint32Array.of(0)))).id
      assert.equal(await a.documentById('detail', theirs), undefined)
      assert.deepEqual(await a.positionsById('product', [theirs]), [undefined])
    })

    test('a store that is removed is gone, with all that it held, and the others stay', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await opened.catalogs.addStore(B)
      await loadAndSee(opened, A.id, [product(1)])
      await loadAndSee(opened, B.id, [product(2)])
      assert.equal((await opened.editions.current(A.id)).number, 1)
      await opened.catalogs.removeStore(A.id)
      await assert.rejects(opened.catalogs.removeStore(A.id), withCode('store-not-found'))
      await seenGone(opened.editions, A.id)
      assert.deepEqual(
        (await opened.editions.list()).map(({ store }) => store.id),
        [B.id],
      )
      const again = { ...A, createdAt: '2026-04-01T00:00:00.000Z' }
      await opened.catalogs.addStore(again)
      assert.deepEqual(await everyName(await opened.catalogs.current(A.id)), [])
      await seen(opened.editions, A.id, { number: 0, publishedAt: again.createdAt })
      const edition = await opened.editions.current(A.id)
      assert.deepEqual(edition.store, again)
      assert.deepEqual(await everyName(edition), [])
    })

    test('a second draft of a store waits for the first', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const first = await opened.catalogs.draft(A.id)
      let waited = false
      const second = opened.catalogs.draft(A.id, () => {
        waited = true
      })
      await until(() => waited)
      await first[Symbol.asyncDispose]()
      await using draft = await second
      assert.equal(draft.base.number, 0)
    })

    test('a store is not removed while it is written, and the remover is told', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const draft = await opened.catalogs.draft(A.id)
      let told = false
      const removed = opened.catalogs.removeStore(A.id, () => {
        told = true
      })
      await until(() => told)
      assert.equal((await opened.catalogs.current(A.id)).number, 0)
      await draft[Symbol.asyncDispose]()
      await removed
      await assert.rejects(opened.catalogs.current(A.id), withCode('store-not-found'))
    })

    test('a draft that waits until its store is removed finds no store, and leaves no lock', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const first = await opened.catalogs.draft(A.id)
      let waiting = 0
      const removed = opened.catalogs.removeStore(A.id, () => waiting++)
      await until(() => waiting === 1)
      await using other = await opened.openCatalogs()
      // Of two that wait, either may be the first: the draft then is one of a store that still is there.
      const second = other
        .draft(A.id, () => waiting++)
        .then(
          (draft) => draft[Symbol.asyncDispose](),
          (error) => assert.ok(withCode('store-not-found')(error), error),
        )
      await until(() => waiting === 2)
      await first[Symbol.asyncDispose]()
      await Promise.all([removed, second])
      await opened.catalogs.addStore(A)
      await using draft = await opened.catalogs.draft(A.id)
      assert.equal(draft.base.number, 0)
    })

    test('a draft of an unknown store is refused', async () => {
      await using opened = await open()
      await assert.rejects(opened.catalogs.draft('nobody' as StoreId), withCode('store-not-found'))
    })
  })
}
