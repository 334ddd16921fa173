import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Draft } from '@vitrine/engine/edition/draft'
import type { Edition } from '@vitrine/engine/edition/edition'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import type { RowBatch } from '@vitrine/engine/edition/row-batch'
import type { ProductRow, VariantRow } from '@vitrine/engine/edition/rows'
import type { Kind, Sort, Term } from '@vitrine/engine/edition/term'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { NO_PRODUCT } from '@vitrine/engine/index/product-variants'
import { remnants } from '../crash/remnants.ts'
import { loadAndSee, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'
import { postingUpdate } from './posting-update.ts'
import { makeOld, rowsOf } from './rows.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function batch({
  removed,
  ...rows
}: Partial<Omit<RowBatch, 'removed'>> & { removed?: Partial<RowBatch['removed']> }): RowBatch {
  return { products: [], variants: [], documents: [], ...rows, removed: { product: [], variant: [], ...removed } }
}

function productRow(position: number, name: string): ProductRow {
  const rest = { digest: '', createdAt: 0, updatedAt: 0, price: null, highestPrice: null, variants: '', popularity: 0 }
  return { position, name, slug: `${name}-${position}`, ...rest }
}

function variantRow(position: number, product: number, price: number): VariantRow {
  return { position, product, createdAt: 0, updatedAt: 0, name: '', sku: `${position}`, price, stock: null }
}

function summary(position: number, name: string) {
  return { form: 'summary', position, body: JSON.stringify(name) } as const
}

/** Publishes what is written to the store's next draft. */
async function publishing({ catalogs }: Opened, write: (draft: Draft) => Promise<void>, store = A): Promise<Edition> {
  {
    await using draft = await catalogs.draft(store.id)
    await write(draft)
    await published(draft)
  }
  return await catalogs.current(store.id)
}

/** The counts are not what these tests are about; but of an edition that counts nothing nothing is read. */
async function published(draft: Draft): Promise<void> {
  const publishedAt = new Date(Date.UTC(2026, 1, 1, 0, 0, draft.base.number)).toISOString()
  await draft.publish({ publishedAt, productCount: 1, variantCount: 1 })
}

async function inOrder(edition: Edition, kind: Kind, sort: Sort): Promise<number[]> {
  return [...(await edition.sortOrder(kind, sort)).positions]
}

async function carriers(edition: Edition, term: Term): Promise<number[]> {
  return [...toSortedPositions((await edition.postings('product', [term]))[0]!)]
}

async function openWith(open: () => Promise<Opened>, ...stores: (typeof A)[]): Promise<Opened> {
  const opened = await open()
  for (const store of stores) await opened.catalogs.addStore(store)
  return opened
}

for (const { database, open, hasAddress, hasWriterPerStore, skip } of DATABASES) {
  describe(`a draft in ${database}`, { skip }, () => {
    test('gives the positions of a discarded draft to the next ids', async () => {
      await using opened = await openWith(open, A)
      {
        await using draft = await opened.catalogs.draft(A.id)
        assert.deepEqual(await draft.allocatePositions('product', [idOf(1), idOf(2), idOf(1)]), [0, 1, 0])
        assert.deepEqual(await draft.allocatePositions('variant', [idOf(1)]), [0])
      }
      await publishing(opened, async (draft) => {
        assert.deepEqual(await draft.allocatePositions('product', [idOf(2)]), [0])
        assert.deepEqual(await draft.allocatePositions('product', [idOf(3), idOf(2)]), [1, 0])
        assert.deepEqual(await draft.allocatePositions('variant', [idOf(2)]), [0])
      })
      {
        await using draft = await opened.catalogs.draft(A.id)
        assert.deepEqual(await draft.allocatePositions('product', [idOf(4), idOf(3)]), [2, 1])
      }
      await using draft = await opened.catalogs.draft(A.id)
      assert.deepEqual(await draft.allocatePositions('product', [idOf(1), idOf(2), idOf(3)]), [2, 0, 1])
    })

    test('knows the positions that it gave, however many, until it is discarded', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openWith(open, A)
      await publishing(opened, async (draft) => void (await draft.allocatePositions('product', [idOf(999_999)])))
      {
        await using draft = await opened.catalogs.draft(A.id)
        const ids = range(1, 201_001).map(idOf)
        assert.deepEqual(await draft.allocatePositions('product', ids), range(1, 201_001))
        assert.deepEqual(
          await draft.allocatePositions('product', [idOf(200_500), idOf(300_000), idOf(7)]),
          [200_500, 201_001, 7],
        )
        assert.deepEqual(await draft.allocatePositions('variant', [idOf(7)]), [0])
      }
      await using next = await opened.catalogs.draft(A.id)
      assert.deepEqual(await next.allocatePositions('product', [idOf(7)]), [1])
    })

    test('keeps the last of what is written to one position', async () => {
      await using opened = await openWith(open, A)
      const names = ['old', 'first', 'last'] as const
      const write = (draft: Draft, name: string, positions: readonly number[]) =>
        draft.writeRows(
          batch({
            products: positions.map((position) => productRow(position, name)),
            variants: positions.map((position) => variantRow(position, position, name.length)),
            documents: positions.map((position) => summary(position, name)),
          }),
        )
      const positions = range(0, 6)
      await publishing(opened, async (draft) => {
        for (const kind of ['product', 'variant'] as const)
          await draft.allocatePositions(kind, positions.slice(0, 3).map(idOf))
        await write(draft, names[0], positions.slice(0, 3))
      })
      const edition = await publishing(opened, async (draft) => {
        for (const kind of ['product', 'variant'] as const) await draft.allocatePositions(kind, positions.map(idOf))
        await write(draft, names[1], [5, 0, 3])
        await write(draft, names[2], [3, 5])
        await write(draft, names[2], [0, 4])
        await draft.writeRows(batch({ removed: { product: [2], variant: [2] } }))
        await write(draft, names[2], [2])
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.buildProductOfVariant()
      })
      const expected = ['last', 'old', 'last', 'last', 'last', 'last']
      assert.deepEqual(
        (await edition.productRows(positions)).map((row) => row!.name),
        expected,
      )
      assert.deepEqual(
        (await edition.variantRows(positions)).map((row) => row!.price),
        expected.map(({ length }) => length),
      )
      assert.deepEqual(
        await edition.documents('summary', positions),
        expected.map((name) => JSON.stringify(name)),
      )
      assert.deepEqual(await inOrder(edition, 'variant', 'price:ASC'), [1, 0, 2, 3, 4, 5])
      assert.deepEqual([...(await edition.productOfVariant())], positions)
      for (const name of ['old', 'first'])
        assert.deepEqual(await edition.productsBySlug([`${name}-0`, `${name}-3`]), [undefined, undefined])
    })

    test('keeps the last list of a term, and the last words of a letter', async () => {
      await using opened = await openWith(open, A)
      const write = async (draft: Draft, lists: { readonly [T in Term]?: readonly number[] }) => {
        const updates = Object.entries(lists).map(([term, list]) =>
          postingUpdate(draft, 'product', term as Term, list!),
        )
        await draft.writePostings(await Promise.all(updates))
      }
      await publishing(opened, async (draft) => {
        await write(draft, { 'label:kept': [9], 'label:known': [1], 'label:ended': [1] })
        await draft.writeDictionary('product', 'name', 'a', ['alder'])
        await draft.writeDictionary('product', 'name', 'b', ['birch'])
      })
      const edition = await publishing(opened, async (draft) => {
        await write(draft, { 'label:known': [2], 'label:new': [2] })
        await write(draft, { 'label:ended': [], 'label:new': [3, 4], 'label:known': [5] })
        await draft.writeDictionary('product', 'name', 'a', ['apple'])
        await draft.writeDictionary('product', 'name', 'a', ['ash', 'aspen'])
        await draft.writeDictionary('product', 'name', 'b', [])
      })
      assert.deepEqual(await carriers(edition, 'label:kept'), [9])
      assert.deepEqual(await carriers(edition, 'label:known'), [5])
      assert.deepEqual(await carriers(edition, 'label:new'), [3, 4])
      assert.deepEqual(await carriers(edition, 'label:ended'), [])
      assert.equal(await edition.dictionary('product', 'name'), 'ash\naspen')
    })

    test('writes only the chunks of a long list that change', async () => {
      await using opened = await openWith(open, A)
      const every = (step: number) => range(0, 30_000).map((index) => index * step)
      const write = async (draft: Draft, term: Term, positions: readonly number[]) =>
        await draft.writePostings([await postingUpdate(draft, 'variant', term, positions)])
      const first = await publishing(opened, async (draft) => {
        await write(draft, 'name:long', every(50))
        await write(draft, 'name:longer', every(70))
        await write(draft, 'name:lo', [1, 2])
      })
      const chunks = async () =>
        Number(await rowsOf(opened.address, `SELECT count(*) FROM postings WHERE chunk LIKE 'name:long%'`))
      const before = await chunks()
      assert.ok(before > 5)
      const changed = every(50).map((position) => (position === 700_000 ? 700_001 : position))
      const edition = await publishing(opened, (draft) => write(draft, 'name:long', changed))
      assert.equal(await chunks(), before + 1)
      const read = async (at: Edition, term: Term) => [...toSortedPositions((await at.postings('variant', [term]))[0]!)]
      assert.deepEqual(await read(edition, 'name:long'), changed)
      assert.deepEqual(await read(first, 'name:long'), every(50))
      const sizes = (await edition.postings('variant', ['name:long', 'name:no', 'name:lo', 'name:long'])).map(
        ({ size }) => size,
      )
      assert.deepEqual(sizes, [30_000, 0, 2, 30_000])
      const { exact, all } = await edition.prefixMatch('variant', 'name', 'long')
      assert.deepEqual([exact.size, all.size], [30_000, new Set([...changed, ...every(70)]).size])
      const scanned: [Term, number][] = []
      for await (const page of edition.scanPostings('variant', 'name'))
        for (const { term, postings } of page) scanned.push([term, postings.size])
      assert.deepEqual(scanned, [
        ['name:lo', 2],
        ['name:long', 30_000],
        ['name:longer', 30_000],
      ])
      const emptied = await publishing(opened, (draft) => write(draft, 'name:long', []))
      assert.deepEqual(await read(emptied, 'name:long'), [])
      assert.equal((await read(emptied, 'name:longer')).length, 30_000)
      // A draft after a rollback begins from the rows of the earlier edition.
      await opened.catalogs.rollback(A.id, () => edition.number)
      const again = await publishing(opened, (draft) => write(draft, 'name:long', every(50)))
      assert.deepEqual(await read(again, 'name:long'), every(50))
    })

    test('keeps the last of an order, of whatever is there by then', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openWith(open, A)
      const many = range(0, 16_500)
      await publishing(opened, async (draft) => {
        await draft.allocatePositions('variant', many.map(idOf))
        await draft.writeRows(batch({ variants: many.map((position) => variantRow(position, 0, 20_000 - position)) }))
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.buildProductOfVariant()
      })
      const edition = await publishing(opened, async (draft) => {
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.writeRows(batch({ variants: [variantRow(7, 3, 0)], removed: { variant: [0, 16_499] } }))
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.buildProductOfVariant()
        await draft.writeRows(batch({ variants: [variantRow(8, 4, 1)] }))
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.buildProductOfVariant()
      })
      const rest = many.filter((position) => ![0, 7, 8, 16_499].includes(position))
      assert.deepEqual(await inOrder(edition, 'variant', 'price:ASC'), [7, 8, ...rest.toReversed()])
      const productOfVariant = many.slice(0, -1).map((position) => ({ 0: NO_PRODUCT, 7: 3, 8: 4 })[position] ?? 0)
      assert.deepEqual([...(await edition.productOfVariant())], productOfVariant)
      const fewer = await publishing(opened, async (draft) => {
        await draft.writeRows(batch({ removed: { variant: range(10, 16_500) } }))
        await draft.buildSortOrders('variant', ['price:ASC'])
        await draft.buildProductOfVariant()
      })
      assert.deepEqual(await inOrder(fewer, 'variant', 'price:ASC'), [7, 8, 9, 6, 5, 4, 3, 2, 1])
      assert.equal((await fewer.productOfVariant()).length, 10)
      // Who holds the edition before has it whole.
      assert.equal((await inOrder(edition, 'variant', 'price:ASC')).length, 16_498)
    })

    test(`of one store ${hasWriterPerStore ? 'does not wait' : 'waits'} for that of another`, async () => {
      await using opened = await openWith(open, A, B)
      const first = await opened.catalogs.draft(A.id)
      let waited = false
      const opening = opened.catalogs.draft(B.id, () => {
        waited = true
      })
      if (!hasWriterPerStore) {
        await until(() => waited)
        await first[Symbol.asyncDispose]()
        await (await opening)[Symbol.asyncDispose]()
        return
      }
      const second = await opening
      assert.ok(!waited)
      for (const [draft, name] of [
        [first, 'alder'],
        [second, 'birch'],
      ] as const) {
        await draft.allocatePositions('product', [idOf(1)])
        await draft.writeRows(batch({ products: [productRow(0, name)], documents: [summary(0, name)] }))
      }
      for (const draft of [second, first]) {
        await published(draft)
        await draft[Symbol.asyncDispose]()
      }
      for (const [store, name] of [
        [A, 'alder'],
        [B, 'birch'],
      ] as const) {
        const edition = await opened.catalogs.current(store.id)
        assert.equal(edition.number, 1)
        assert.deepEqual(await edition.documents('summary', [0]), [JSON.stringify(name)])
      }
    })

    test('removes what a process left that was killed while it cleared editions away', {
      skip: !hasAddress && 'no other process writes to it',
    }, async () => {
      await using opened = await openWith(open, A)
      const publishNumber = (number: number) =>
        loadAndSee(opened, A.id, [{ slug: 'x', name: `Name ${number}`, variants: [{ sku: 'x', price: number }] }])
      for (const number of range(1, 4)) await publishNumber(number)
      await rowsOf(opened.address, 'DELETE FROM editions WHERE edition IN (1, 2)')
      await rowsOf(opened.address, 'UPDATE stores SET writing = 5')
      assert.notDeepEqual(await remnants(opened.address), [])
      await publishNumber(5)
      assert.deepEqual(await remnants(opened.address), [])
    })

    test('clears editions away that are old and many, and leaves those that it has to', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openWith(open, A)
      const products = (number: number) => [
        { slug: 'x', name: `Name ${number}`, variants: [{ sku: 'x', price: number }] },
      ]
      const held: Edition[] = []
      for (const number of range(1, 9)) {
        await loadAndSee(opened, A.id, products(number), { now: new Date().toISOString() })
        held.push(await opened.editions.current(A.id))
      }
      // Nobody is left without an edition that was current a minute ago.
      for (const edition of held) assert.deepEqual(await namesIn(edition), [`Name ${edition.number}`])
      await makeOld(opened.address, 6)
      await loadAndSee(opened, A.id, products(9), { now: new Date().toISOString() })
      const kept = held.filter(({ number }) => number > 3)
      for (const edition of kept) assert.deepEqual(await namesIn(edition), [`Name ${edition.number}`])
      assert.deepEqual(await rowsOf(opened.address, 'SELECT min(edition), max(edition) FROM editions'), ['4 9'])
      const [first] = held as [Edition]
      for (const read of [
        () => namesIn(first),
        () => first.postings('product', ['name:1']),
        () => first.prefixMatch('product', 'name', '1'),
        () => first.prefixMatch('product', 'name', 'name'),
        () => first.dictionary('product', 'name'),
        () => first.facetValues(),
        () => first.scanPostings('product', 'label')[Symbol.asyncIterator]().next(),
        () => first.productsBySlug(['x']),
        () => first.positionsBySku('variant', ['x']),
        () => first.variantsOfProduct(idOf(1)),
        () => first.sortOrder('product', 'createdAt:DESC'),
        () => first.orderSlice('product', 'createdAt:DESC', 0, 1),
        () => first.productOfVariant(),
        () => first.positionsById('product', [idOf(1)]),
        async () => first.documentById('detail', idOf(1)),
        () => first.documents('summary', [0]),
        () => first.productRows([0]),
        () => first.variantRows([0]),
        () => first.names('product', [0]),
      ]) {
        await assert.rejects(read as () => Promise<unknown>, EditionGone, read.toString())
      }
      assert.deepEqual(await namesIn(await opened.editions.current(A.id)), ['Name 9'])
    })
  })
}

async function namesIn(edition: Edition): Promise<string[]> {
  const joined = await edition.concatenatedDocuments('summary', Uint32Array.of(0))
  return JSON.parse(`[${Buffer.from(joined)}]`).map(({ name }: { name: string }) => name)
}
