import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import { marketStoreId } from '@vitrine/catalog/market'
import type { Market, StoreId } from '@vitrine/catalog/store'
import type { Patch } from '@vitrine/catalog/submission'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import { OTHER_TABLES, VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { publish } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishMarkets, publishTaxRate } from '@vitrine/engine/publish/republish'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { remnants } from '../crash/remnants.ts'
import { DATABASES, type Opened } from '../database/databases.ts'
import { everything } from '../database/everything.ts'
import { makeOld, rowsOf } from '../database/rows.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'

const A = { ...storeNamed('a'), currency: 'EUR', language: 'en', keepEditions: 50 }
const B = storeNamed('b')
const DE: Market = { code: 'de', language: 'de', currency: 'EUR', hosts: ['a.example'] }
const FR: Market = { code: 'fr', language: 'fr', currency: 'CHF' }
const NOW = '2026-03-01T00:00:00.000Z'
const TERMS = ['label:cups', 'option:size:s', 'name:becher', 'name:cup', 'name:bleu']

/** A cup of two sizes, with texts for `de`, and a price for `fr` if its number is even. */
function cup(number: number, version = 1) {
  const priced = { variants: { [`${number}-s`]: { price: number + 20 } } }
  return {
    slug: `cup-${number}`,
    name: `Cup ${number} of ${version}`,
    createdAt: `2026-01-${10 + number}`,
    labelValues: [{ name: 'Cups', code: 'cups' }],
    variants: ['s', 'm'].map((size) => ({
      sku: `${number}-${size}`,
      price: number + 10,
      stock: version,
      productOptions: { size },
    })),
    markets: {
      de: { name: `Becher ${number} von ${version}`, slug: `becher-${number}`, labelValues: { cups: 'Becher' } },
      ...(number % 2 === 0 && { fr: { name: `Tasse bleu ${number}`, ...priced } }),
    },
  }
}

const cups = (numbers: readonly number[], version = 1) => numbers.map((number) => cup(number, version))

async function setMarkets({ catalogs }: Opened, markets: readonly Market[]): Promise<EditionSummary> {
  await using draft = await catalogs.draft(A.id, undefined, undefined, () => markets)
  return await publishMarkets(draft, NOW)
}

async function patch({ catalogs }: Opened, ...patches: readonly Patch[]): Promise<void> {
  await using draft = await catalogs.draft(A.id)
  const { outcome } = await publish(draft, listed(patches), { ...OPTIONS, now: NOW })
  assert.equal(outcome, 'published')
}

const OPTIONS = { replace: false, skipInvalid: false, dryRun: false }

async function* listed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function setTaxRate({ catalogs }: Opened, rate: number): Promise<void> {
  await using draft = await catalogs.draft(A.id)
  await publishTaxRate(draft, { ...A.taxRate, name: 'VAT', rate }, NOW)
}

async function declareLabels({ catalogs }: Opened, name: string): Promise<void> {
  await using draft = await catalogs.draft(A.id)
  assert.ok(await publishDeclared(draft, 'labels', [{ code: 'cups', name }], NOW))
}

async function codes({ catalogs }: Opened): Promise<string[]> {
  return ((await catalogs.current(A.id)).store.markets ?? []).map(({ code }) => code)
}

/**
 * The store and its markets have the same edition, verification finds nothing in them, and the markets show what those
 * of a store show that has the same products from the beginning.
 */
async function expectWhole(opened: Opened): Promise<void> {
  const { catalogs } = opened
  const current = await catalogs.current(A.id)
  const lines: unknown[] = []
  for await (const line of exportLines(current)) lines.push(JSON.parse(line))
  const { markets = [] } = current.store
  await using fresh = await DATABASES[0]!.open()
  await fresh.catalogs.addStore({ ...current.store, markets: undefined })
  await setMarkets(fresh, markets)
  await load(fresh.catalogs, A.id, lines.flat(), { now: NOW })
  for (const { code } of markets) {
    const id = marketStoreId(A.id, code)
    const [market, expected] = [await catalogs.current(id), await fresh.catalogs.current(id)]
    assert.equal(market.number, current.number)
    assert.deepEqual(await faultsOf(opened, id), [])
    assert.deepEqual(await unordered(market), await unordered(expected))
    const { productCount, variantCount } = expected
    assert.deepEqual([market.productCount, market.variantCount], [productCount, variantCount])
    assert.deepEqual(market.store, expected.store)
  }
  assert.deepEqual(await faultsOf(opened, A.id), [])
}

async function faultsOf({ catalogs }: Opened, store: StoreId): Promise<string[]> {
  const faults: string[] = []
  for await (const fault of verifyEdition(await catalogs.current(store))) faults.push(fault)
  return faults
}

/** All of an edition without the orders, which depend on when equal items came. */
async function unordered(edition: Edition): Promise<object> {
  const entries = Object.entries(await everything(edition, TERMS)).filter(([name]) => !/:(ASC|DESC)$/.test(name))
  const lists = entries.map(([name, value]) => {
    const items = Array.isArray(value) ? (name.endsWith('documents') ? value.flat() : value) : [value]
    return [name, items.map((item) => JSON.stringify(withSortedKeys(item))).toSorted()]
  })
  return Object.fromEntries(lists)
}

function withSortedKeys(item: unknown): unknown {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
  return isObject ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))) : item
}

function isInvalid(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof VitrineError && error.code === 'invalid-setting' && message.test(error.message)
}

for (const { database, open, hasAddress, skip } of DATABASES) {
  const openStore = async (): Promise<Opened> => {
    const opened = await open()
    await opened.catalogs.addStore(A)
    return opened
  }
  const number = async ({ catalogs }: Opened) => (await catalogs.current(A.id)).number

  describe(`the markets of a store in ${database}`, { skip }, () => {
    test('are at its edition and show its products after each change', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      const held = async (products: readonly unknown[]) =>
        (await load(catalogs, A.id, products, { hold: 'vitrine import cups.ndjson --hold', now: NOW })).edition.number
      const steps: Record<string, () => Promise<unknown>> = {
        'an import without markets': () => load(catalogs, A.id, cups([1, 2, 3, 4, 5])),
        'a market': () => setMarkets(opened, [DE]),
        'another market': () => setMarkets(opened, [FR, DE]),
        'an import': () => load(catalogs, A.id, cups([2, 3, 6], 2), { now: NOW }),
        'an import that removes': () => load(catalogs, A.id, cups([1, 2, 6, 7], 2), { now: NOW, replace: true }),
        'a patch': () => patch(opened, { sku: '2-s', price: '5.00', stock: 9, line: 1 }),
        'a tax rate': () => setTaxRate(opened, 20),
        labels: () => declareLabels(opened, 'All cups'),
        settings: () => catalogs.changeStore(A.id, { order: 'popularity', publicName: 'Cups', outOfStock: 'last' }),
        'a market in another currency': () => setMarkets(opened, [FR, { ...DE, currency: 'CHF' }]),
        'a market with a tax rate': () => setMarkets(opened, [FR, { ...DE, taxRate: { ...A.taxRate, rate: 7 } }]),
        'another tax rate of the store': () => setTaxRate(opened, 10),
        'an edition that is held': () => held(cups([8], 3)),
        'a held edition that is published': async () => {
          const number = await held(cups([9], 3))
          await expectWhole(opened)
          await catalogs.publish(A.id, () => number)
        },
        'a held edition that is discarded': async () => catalogs.discard(A.id, await held(cups([10], 3))),
        'an import after that': () => load(catalogs, A.id, cups([1, 11], 4), { now: NOW }),
        'a market less': () => setMarkets(opened, [DE]),
        'no market': () => setMarkets(opened, []),
        'an import without any': () => load(catalogs, A.id, cups([2], 5), { now: NOW }),
        'a market again': () => setMarkets(opened, [DE]),
        'the last import': () => load(catalogs, A.id, cups([2, 12], 6), { now: NOW, replace: true }),
      }
      for (const [step, change] of Object.entries(steps)) {
        await change()
        await expectWhole(opened).catch((error) => {
          throw new Error(`after ${step}`, { cause: error })
        })
      }
    })

    test('come and go with rollbacks', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      const back = async (edition: number) => {
        await catalogs.rollback(A.id, () => edition)
        assert.equal(await number(opened), edition)
        await expectWhole(opened)
      }
      await load(catalogs, A.id, cups([1, 2, 3]))
      await setMarkets(opened, [DE])
      await load(catalogs, A.id, cups([2, 4], 2), { now: NOW })
      await setMarkets(opened, [DE, FR])
      await load(catalogs, A.id, cups([5], 2), { now: NOW })
      for (const [edition, markets] of [
        [1, []],
        [5, ['de', 'fr']],
        [2, ['de']],
        [1, []],
        [3, ['de']],
        [4, ['de', 'fr']],
        [0, []],
      ] as const) {
        await back(edition)
        assert.deepEqual(await codes(opened), markets)
      }
      // The next edition is made from that without markets, and those with markets can still be reached.
      await load(catalogs, A.id, cups([6], 3), { now: NOW })
      assert.deepEqual([await number(opened), await codes(opened)], [6, []])
      await expectWhole(opened)
      await back(3)
      await load(catalogs, A.id, cups([7], 3), { now: NOW })
      assert.deepEqual([await number(opened), await codes(opened)], [7, ['de']])
      await expectWhole(opened)
      await back(5)
      await load(catalogs, A.id, cups([1, 8], 4), { now: NOW })
      assert.deepEqual([await number(opened), await codes(opened)], [8, ['de', 'fr']])
      await expectWhole(opened)
    })

    test('that were removed and added again are others than those of earlier editions', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, cups([1, 2]))
      await setMarkets(opened, [DE, FR])
      await setMarkets(opened, [FR])
      await catalogs.rollback(A.id, () => 2)
      await expectWhole(opened)
      await catalogs.rollback(A.id, () => 3)
      await setMarkets(opened, [DE, FR])
      await expectWhole(opened)
      const refused = isInvalid(/^edition 2 has a market de that was removed$/)
      await assert.rejects(
        catalogs.rollback(A.id, () => 2),
        refused,
      )
      assert.equal(await number(opened), 4)
      await catalogs.rollback(A.id, () => 3)
      await expectWhole(opened)
    })

    test('are pruned with the store', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openStore()
      const { catalogs, address } = opened
      await catalogs.changeStore(A.id, { keepEditions: undefined })
      await setMarkets(opened, [DE])
      for (let version = 1; version < 9; version++) await load(catalogs, A.id, cups([1, 2], version), { now: NOW })
      await makeOld(address)
      await load(catalogs, A.id, cups([3]), { now: NOW })
      await expectWhole(opened)
      const [ofStore, ofMarket] = await Promise.all(
        [A.id, marketStoreId(A.id, 'de')].map(async (id) => (await catalogs.current(id)).retained()),
      )
      const numbers = (editions: typeof ofStore) => editions!.map((edition) => edition.number)
      assert.deepEqual(numbers(ofMarket), numbers(ofStore))
      assert.deepEqual([numbers(ofStore), await remnants(address)], [[10, 9, 8, 7, 6, 5], []])
    })

    test('keep their hosts from other stores', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await setMarkets(opened, [DE])
      const taken = isInvalid(/hosts has "a.example", which is a host of market de of store a already/)
      await assert.rejects(catalogs.addStore({ ...B, hosts: ['a.example'] }), taken)
      await catalogs.addStore({ ...B, hosts: ['b.example'] })
      await assert.rejects(catalogs.changeStore(B.id, { hosts: ['a.example'] }), taken)
      await assert.rejects(
        setMarkets(opened, [DE, { ...FR, hosts: ['b.example'] }]),
        isInvalid(/hosts has "b.example", which is a host of store b already/),
      )
      assert.deepEqual(await codes(opened), ['de'])
      await expectWhole(opened)
      await setMarkets(opened, [])
      await catalogs.changeStore(B.id, { hosts: ['a.example'] })
      const returned = isInvalid(/hosts has "a.example", which is a host of store b already/)
      await assert.rejects(
        catalogs.rollback(A.id, () => 1),
        returned,
      )
      await catalogs.changeStore(B.id, { hosts: undefined })
      await catalogs.rollback(A.id, () => 1)
      await expectWhole(opened)
      await assert.rejects(catalogs.changeStore(B.id, { hosts: ['a.example'] }), taken)
      await assert.rejects(catalogs.changeStore(A.id, { hosts: ['a.example'] }), taken)
      await setMarkets(opened, [])
      await catalogs.changeStore(B.id, { hosts: ['a.example'] })
      await assert.rejects(setMarkets(opened, [DE]), returned)
      await expectWhole(opened)
      // The refused market has not replaced that of edition 1.
      await catalogs.changeStore(B.id, { hosts: undefined })
      await catalogs.rollback(A.id, () => 1)
      await expectWhole(opened)
    })

    test('have nothing of a draft that was not published', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await openStore()
      const { catalogs, address } = opened
      await load(catalogs, A.id, cups([1, 2]))
      await setMarkets(opened, [DE])
      const failing = async function* () {
        for (const each of cups([1, 3], 2)) yield each
        throw new Error('the file ends')
      }
      const aborted = new AbortController()
      const tries: readonly (() => Promise<unknown>)[] = [
        async () => {
          await using draft = await catalogs.draft(A.id)
          await publish(draft, failing() as never, { ...OPTIONS, now: NOW })
        },
        async () => {
          const markets = [DE, { ...FR, hosts: ['b.example'] }]
          await using draft = await catalogs.draft(A.id, undefined, aborted.signal, () => markets)
          await draft.markets[1]!.allocatePositions('product', ['00000000-0000-4000-8000-000000000001'])
          aborted.abort(new Error('interrupted'))
          await publishMarkets(draft, NOW)
        },
      ]
      for (const attempt of tries) {
        await assert.rejects(attempt())
        assert.deepEqual([await number(opened), await codes(opened)], [2, ['de']])
        await expectWhole(opened)
      }
      assert.deepEqual(await remnants(address), [])
      await catalogs.addStore({ ...B, hosts: ['b.example'] })
      await setMarkets(opened, [DE, FR])
      await expectWhole(opened)
      assert.deepEqual(await remnants(address), [])
    })

    test('are removed with the store', { skip: !hasAddress }, async () => {
      await using opened = await openStore()
      const { catalogs, address } = opened
      await catalogs.addStore({ ...B, id: 'ab' as StoreId })
      await load(catalogs, A.id, cups([1, 2]))
      await setMarkets(opened, [DE, FR])
      await setMarkets(opened, [DE])
      await catalogs.removeStore(A.id)
      for (const table of ['stores', ...VERSIONED_TABLES, ...OTHER_TABLES])
        assert.deepEqual(await rowsOf(address, `SELECT DISTINCT store FROM ${table} WHERE store <> 'ab'`), [], table)
      await catalogs.addStore(A)
      await setMarkets(opened, [DE])
      await expectWhole(opened)
    })
  })
}
