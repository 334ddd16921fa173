import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import { isPostgres } from '@vitrine/engine/database/postgres/address'
import type { Edition } from '@vitrine/engine/edition/edition'
import { firstHistory } from '@vitrine/engine/edition/edition-history'
import { remnants } from '../crash/remnants.ts'
import { load, loadAndSee, seen, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { DATABASES, type Opened, SHARED_DATABASES } from './databases.ts'
import { everything } from './everything.ts'
import { makeOld, rowsOf } from './rows.ts'
import { startTestServer } from './test-server.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')
const OF_A = { 'x-store-id': A.id }

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** A product that has something of every kind: labels, options, words, some variants, and its version in all of them. */
function product(number: number, version: number) {
  return {
    slug: `product-${number}`,
    name: `Thing ${number} of ${version}`,
    description: `Made in year ${version}${number}`,
    labelValues: [`Label ${(number + version) % 3}`, ...(number % 2 === 0 ? [`Only ${version}`] : [])],
    variants: range(0, version === 1 ? 3 : 1 + ((number + version) % 3)).map((index) => ({
      sku: `sku-${number}-${index}`,
      price: ((number * 7 + version * 13 + index) % 90) + 1,
      stock: (number + version) % 4,
      productOptions: { size: ['s', 'm', 'l'][(number + index) % 3] },
    })),
  }
}

const products = (numbers: readonly number[], version: number) => numbers.map((number) => product(number, version))

/**
 * Editions 1 to 4: each changes some, the second and the third are whole other catalogs. The first has all that comes
 * later, so that loading only some of them gives the same positions.
 */
const FILES = [
  { numbers: range(0, 40), replace: false },
  { numbers: range(0, 20), replace: true },
  { numbers: range(12, 30), replace: true },
  { numbers: range(0, 15), replace: false },
]

async function loadFiles({ catalogs }: Opened, count = FILES.length): Promise<void> {
  for (const [index, { numbers, replace }] of FILES.slice(0, count).entries()) {
    const { outcome } = await load(catalogs, A.id, products(numbers, index + 1), { replace, now: day(index + 1) })
    assert.equal(outcome, 'published')
  }
}

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T09:00:00.000Z`

async function goTo({ catalogs, editions }: Opened, number: number): Promise<void> {
  const edition = await catalogs.rollback(A.id, () => number)
  assert.equal(edition.number, number)
  await seen(editions, A.id, edition)
}

async function openWith(open: () => Promise<Opened>, ...stores: (typeof A)[]): Promise<Opened> {
  const opened = await open()
  for (const store of stores) await opened.catalogs.addStore(store)
  return opened
}

async function numbersOf({ catalogs }: Opened): Promise<number[]> {
  return (await catalogs.editions(A.id)).map(({ number }) => number)
}

async function termsIn(...opened: Opened[]): Promise<string[]> {
  const terms = await Promise.all(opened.map(({ address }) => rowsOf(address, 'SELECT DISTINCT chunk FROM postings')))
  return [...new Set(terms.flat())].sort()
}

function withCode(code: string) {
  return (error: unknown) => error instanceof VitrineError && error.code === code
}

/** Imports after a rollback to an edition. */
const IMPORTS_AFTER = [
  [2, { numbers: range(10, 35), replace: false }],
  [2, { numbers: range(17, 22), replace: true }],
  [3, { numbers: range(25, 35), replace: false }],
  [1, { numbers: range(2, 6), replace: false }],
  [0, { numbers: range(30, 40), replace: false }],
] as const

for (const { database, open, skip } of DATABASES) {
  describe(`going back in ${database}`, { skip }, () => {
    test('the last five editions are listed, newest first, with what they hold', async () => {
      await using opened = await openWith(open, A, B)
      const first = { number: 0, publishedAt: A.createdAt, productCount: 0, variantCount: 0 }
      const notes = { isPinned: false, isNewest: true, keptUntil: null }
      assert.deepEqual(await opened.catalogs.editions(A.id), [
        { ...first, replacedAt: null, held: null, history: firstHistory(A.createdAt), ...notes },
      ])
      for (const number of range(1, 8))
        await load(opened.catalogs, A.id, products(range(0, number), 0), { now: day(number) })
      const listed = await opened.catalogs.editions(A.id)
      assert.deepEqual(
        listed.map(({ number, publishedAt, productCount }) => [number, publishedAt, productCount]),
        [7, 6, 5, 4, 3].map((number) => [number, day(number), number]),
      )
      assert.equal((await opened.catalogs.editions(B.id)).length, 1)
      await assert.rejects(opened.catalogs.editions('nobody' as StoreId), withCode('store-not-found'))
    })

    test('an earlier edition is served again at once, and a later one after it', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openWith(open, A, B)
      await loadFiles(opened)
      await load(opened.catalogs, B.id, products([1], 1))
      const terms = await termsIn(opened)
      const states = new Map<number, object>()
      for (const number of [4, 3, 2, 1, 0]) {
        await goTo(opened, number)
        states.set(number, await everything(await opened.editions.current(A.id), terms))
        assert.deepEqual(await numbersOf(opened), [4, 3, 2, 1, 0])
      }
      for (const number of [2, 4, 1, 3]) {
        await goTo(opened, number)
        for (const reader of [opened.editions, opened.catalogs])
          assert.deepEqual(await everything(await reader.current(A.id), terms), states.get(number))
      }
      assert.equal((await opened.catalogs.current(B.id)).number, 1)
    })

    test('a server with its caches on gives what it gave before, and says so to those who have it', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openWith(open, A)
      await using server = await startTestServer(opened.editions)
      const targets = ['/store/products?limit=7', '/store/products/facets', '/store/products?search=thing+of&page=2']
      const answers = async () => Promise.all(targets.map((target) => server.get(target, OF_A)))
      await loadFiles(opened, 1)
      await goTo(opened, 1)
      const first = await answers()
      await loadFiles(opened, 3).catch(() => {})
      await load(opened.catalogs, A.id, products([1, 2, 3], 9), { replace: true, now: day(5) })
      const { number: last } = await opened.catalogs.current(A.id)
      await goTo(opened, last)
      const later = await answers()
      await goTo(opened, 1)
      for (const [index, { body, headers }] of (await answers()).entries()) {
        assert.equal(body, first[index]!.body)
        assert.equal(headers.etag, first[index]!.headers.etag)
        assert.notEqual(body, later[index]!.body)
        const target = targets[index]!
        const same = await server.get(target, { ...OF_A, 'if-none-match': first[index]!.headers.etag })
        assert.equal(same.status, 304)
        const other = await server.get(target, { ...OF_A, 'if-none-match': later[index]!.headers.etag })
        assert.equal(other.status, 200)
      }
    })

    test('what throws while it chooses, or chooses what is not retained, changes nothing', async () => {
      await using opened = await openWith(open, A)
      for (const number of range(1, 8)) await load(opened.catalogs, A.id, products([number], 0), { now: day(number) })
      await assert.rejects(
        opened.catalogs.rollback(A.id, (kept, current) => {
          assert.deepEqual([kept.map(({ number }) => number), current.number], [[7, 6, 5, 4, 3], 7])
          throw new Error('never mind')
        }),
        /never mind/,
      )
      for (const number of [2, 8, -1])
        await assert.rejects(
          opened.catalogs.rollback(A.id, () => number),
          /not retained/,
        )
      await assert.rejects(
        opened.catalogs.rollback('nobody' as StoreId, () => 1),
        withCode('store-not-found'),
      )
      assert.equal((await opened.catalogs.current(A.id)).number, 7)
      // Nobody was left with the lock.
      await goTo(opened, 6)
    })

    test('who goes back waits for an import, is told so, and goes back from what it published', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openWith(open, A)
      await loadFiles(opened, 2)
      const draft = await opened.catalogs.draft(A.id)
      let told = false
      const before = opened.catalogs.rollback(
        A.id,
        (kept, current) => kept[kept.findIndex(({ number }) => number === current.number) + 1]!.number,
        () => {
          told = true
        },
      )
      await until(() => told)
      await draft.publish({ publishedAt: day(3), productCount: 0, variantCount: 0 })
      await draft[Symbol.asyncDispose]()
      assert.equal((await before).number, 2)
      assert.deepEqual(await numbersOf(opened), [3, 2, 1, 0])
    })

    for (const [base, { numbers, replace }] of IMPORTS_AFTER.slice(0, cases({ quick: 1, complete: 5 }))) {
      test(`what is imported after going back to ${base} (${replace ? 'in its place' : 'into it'}) is as if nothing had been between`, async () => {
        await using opened = await openWith(open, A)
        await using plain = await openWith(open, A)
        await loadFiles(opened)
        await loadFiles(plain, base)
        const held: [Edition, object][] = []
        const terms = await termsIn(opened)
        for (const number of [1, 2, 3, 4]) {
          await goTo(opened, number)
          const edition = await opened.editions.current(A.id)
          held.push([edition, await everything(edition, terms)])
        }
        await goTo(opened, base)
        const options = { replace, now: day(9) }
        const { edition, ...report } = await loadAndSee(opened, A.id, products(numbers, 9), options)
        const { edition: expected, ...plainReport } = await loadAndSee(plain, A.id, products(numbers, 9), options)
        assert.deepEqual(report, plainReport)
        assert.deepEqual({ ...edition, number: 0 }, { ...expected, number: 0 })
        assert.equal(edition.number, 5)
        const all = await termsIn(opened, plain)
        assert.deepEqual(
          await everything(await opened.editions.current(A.id), all),
          await everything(await plain.editions.current(A.id), all),
        )
        assert.deepEqual(await remnants(opened.address), [])
        // Who holds an edition reads on; and one can go back to all of them, beyond the import.
        for (const [edition, before] of held) assert.deepEqual(await everything(edition, terms), before)
        await goTo(opened, 4)
        assert.deepEqual(await everything(await opened.editions.current(A.id), terms), held[3]![1])
      })
    }

    test('a draft that is not published leaves the editions after the current one as they were', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openWith(open, A)
      await loadFiles(opened)
      const terms = await termsIn(opened)
      const last = await everything(await opened.catalogs.current(A.id), terms)
      await goTo(opened, 2)
      const before = await everything(await opened.catalogs.current(A.id), terms)
      const wrong = { ...product(1, 9), variants: [{ sku: 'x', price: -1 }] }
      const tries = [
        await load(opened.catalogs, A.id, [...products(range(0, 300), 9), wrong], { replace: true }),
        await load(opened.catalogs, A.id, products(range(0, 9), 9), { dryRun: true }),
        await load(opened.catalogs, A.id, products(FILES[1]!.numbers, 2)),
      ]
      assert.deepEqual(
        tries.map(({ outcome, edition }) => [outcome, edition.number]),
        [
          ['refused', 2],
          ['tried', 2],
          ['unchanged', 2],
        ],
      )
      {
        await using draft = await opened.catalogs.draft(A.id)
        await draft.buildSortOrders('product', ['name:ASC'])
      }
      assert.deepEqual(await everything(await opened.catalogs.current(A.id), terms), before)
      await goTo(opened, 4)
      assert.deepEqual(await everything(await opened.catalogs.current(A.id), terms), last)
      const { edition } = await load(opened.catalogs, A.id, products([77], 9))
      assert.equal(edition.number, 5)
      assert.deepEqual(await remnants(opened.address), [])
    })

    test('an edition that was served until now is kept for its readers, whichever way it was left', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openWith(open, A)
      const loadMore = async (from: number, to: number) => {
        for (const number of range(from, to))
          await load(opened.catalogs, A.id, products([number], 0), { now: day(number) })
      }
      await loadMore(1, 6)
      // All of this is a minute ago.
      await makeOld(opened.address, 5)
      const held: [Edition, object][] = []
      const terms = await termsIn(opened)
      for (const number of [2, 1]) {
        await goTo(opened, number)
        const edition = await opened.editions.current(A.id)
        held.push([edition, await everything(edition, terms)])
      }
      await loadMore(6, 10)
      for (const [edition, before] of held) assert.deepEqual(await everything(edition, terms), before)
      // Edition 1 was current after edition 5.
      assert.deepEqual(await numbersOf(opened), [9, 8, 7, 6, 1])
      const stored = [1, 2, ...range(5, 10)].map(String)
      assert.deepEqual(await rowsOf(opened.address, 'SELECT edition FROM editions ORDER BY edition'), stored)
      await makeOld(opened.address, 9)
      await loadMore(10, 11)
      assert.deepEqual(await numbersOf(opened), [10, 9, 8, 7, 6])
      assert.deepEqual(await rowsOf(opened.address, 'SELECT min(edition) FROM editions'), ['1'])
      assert.deepEqual(await remnants(opened.address), [])
    })
  })
}

for (const { database, open, skip } of SHARED_DATABASES) {
  describe(`tables of another version in ${database}`, { skip }, () => {
    test('are not written by a program that opened them before their version changed', async () => {
      await using opened = await openWith(open, A)
      const newer = isPostgres(opened.address) ? 'UPDATE schema_version SET version = 99' : 'PRAGMA user_version = 99'
      await rowsOf(opened.address, newer)
      await assert.rejects(load(opened.catalogs, A.id, products([1], 1)), withCode('database-unusable'))
      await assert.rejects(
        opened.catalogs.rollback(A.id, () => 0),
        withCode('database-unusable'),
      )
    })
  })
}
