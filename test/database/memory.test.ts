import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import type { RowChange } from '@vitrine/engine/edition/storage'
import { productCells } from '@vitrine/engine/edition/tables'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { MemoryDatabase } from './memory/database.ts'
import { StoredGroup } from './memory/stored-group.ts'
import { MemoryWriter } from './memory/writer.ts'

const A = storeNamed('a')

const products = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `product-${index}`,
    name: `Name ${index}`,
    labelValues: [`Label ${index}`],
    variants: [{ sku: `sku-${index}`, price: index }],
  }))

async function loaded(count: number) {
  const database = new MemoryDatabase()
  const [catalogs, editions] = [database.openCatalogs(), database.openEditions()]
  await catalogs.addStore(A)
  await load(catalogs, A.id, products(count))
  return { database, catalogs, editions, edition: await editions.current(A.id) }
}

test('a write to memory that fails halfway changes nothing', async () => {
  const { database, edition } = await loaded(3)
  const writer = new MemoryWriter(database.stores, A.id)
  const [row] = await edition.productRows([0])
  const put = (position: number): RowChange => ({
    put: 'products',
    rows: [productCells({ ...row!, position, name: 'a' })],
  })
  const failing: RowChange = {
    put: 'products',
    get rows(): never {
      throw new Error('unreadable')
    },
  }
  const sorted = async () => [...(await writer.sorted('product', 'name', ['ASC']))[0]!]
  await writer.write([put(1)])
  assert.deepEqual(await sorted(), [1, 0, 2])
  await assert.rejects(writer.write([put(9), { end: 'products', group: [], items: [0] }, failing]), /unreadable/)
  assert.deepEqual(await sorted(), [1, 0, 2])
  assert.deepEqual(
    (await edition.productRows([0, 1, 9])).map((row) => row?.name),
    ['name 0', 'name 1', undefined],
  )
})

test('a publish to memory that is refused can be tried again', async () => {
  const { catalogs } = await loaded(1)
  await catalogs.addStore({ ...storeNamed('b'), hosts: ['b.example'] })
  await using draft = await catalogs.draft(A.id)
  await draft.writeDictionary('product', 'name', 'n', ['number'])
  const summary = { publishedAt: '2026-03-01T00:00:00.000Z', productCount: 1, variantCount: 1 }
  await assert.rejects(draft.publish(summary, undefined, { hosts: ['b.example'] }), { code: 'invalid-setting' })
  const words = async () => (await catalogs.current(A.id)).dictionary('product', 'name')
  assert.equal(await words(), '0\nname')
  await draft.publish(summary)
  assert.equal(await words(), '0\nnumber')
})

test('what a reader does to an answer from memory changes nothing', async () => {
  const { edition } = await loaded(3)
  const read = async () => ({
    order: (await edition.sortOrder('product', 'name:ASC')).positions,
    slice: await edition.orderSlice('product', 'name:ASC', 0, 3),
    productOfVariant: await edition.productOfVariant(),
    chunks: (await edition.storedPostings('product', ['name:name'])).flatMap(({ chunks }) =>
      chunks.map(({ bytes }) => bytes),
    ),
    rows: await edition.productRows([0, 1, 2]),
    store: edition.store,
  })
  const before = structuredClone(await read())
  const { order, slice, productOfVariant, chunks, rows } = await read()
  for (const numbers of [order, slice, productOfVariant, ...chunks]) numbers.fill(7)
  for (const row of rows) Object.assign(row!, { name: 'changed' })
  assert.deepEqual(await read(), before)
})

test('a scan of memory that goes on after its edition was pruned throws, and does not skip rows', {
  skip: COMPLETE_ONLY,
}, async () => {
  const { catalogs, edition } = await loaded(300)
  const pages = edition.scanPostings('product', 'label')
  assert.ok(!(await pages.next()).done)
  await catalogs.removeStore(A.id)
  await assert.rejects(async () => {
    for await (const _ of pages);
  }, EditionGone)
})

test('rows in memory have the order of their UTF-8 bytes, and a range is the same as a filter', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '\ue000', '\uffff', '😀', '\u{10ffff}') })
  const texts = fc.uniqueArray(text)
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  fc.assert(
    fc.property(texts, text, text, (keys, from, to) => {
      const group = new StoredGroup(
        'words',
        [],
        keys.map((words) => [words, { words }]),
      )
      const sorted = keys.toSorted(compare)
      assert.deepEqual(group.items, sorted)
      const between = sorted.filter((key) => compare(key, from) >= 0 && compare(key, to) < 0)
      assert.deepEqual(
        group.range(from, to).map(({ words }) => words),
        between,
      )
    }),
    { numRuns: cases({ quick: 100, complete: 2000 }) },
  )
})
