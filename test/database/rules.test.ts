import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Rule } from '@vitrine/catalog/rules'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { DEFAULT_KEPT_EDITIONS } from '@vitrine/engine/edition/tables'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { load, seen, storeNamed } from '../loading.ts'
import { DATABASES, SHARDED } from './databases.ts'
import { rowsOf } from './rows.ts'

const A = storeNamed('a')
const SHIRTS: readonly Rule[] = [
  { query: 'shirt\n', pin: [{ slug: 'p1', at: 1 }], hide: [{ sku: 's2' }] },
  { within: 'shirts', pin: [{ sku: 's1', at: 3 }] },
]
const GIFTS: readonly Rule[] = [{ words: ['gift'], pin: [{ slug: 'gift-card', at: 1 }] }]
const ROWS = `SELECT since, words FROM words WHERE field = 'rules' ORDER BY since`

function product(number: number) {
  return { slug: `p${number}`, name: `Sofa ${number}`, variants: [{ sku: `s${number}`, price: number }] }
}

async function declare(catalogs: Catalogs, entries: readonly Rule[], now = '2026-03-01T00:00:00.000Z') {
  await using draft = await catalogs.draft(A.id)
  return await publishDeclared(draft, 'rules', entries, now)
}

async function current(catalogs: Catalogs) {
  const edition = await catalogs.current(A.id)
  return [edition.number, edition.productCount, await edition.rules()]
}

for (const { database, open, skip } of [...DATABASES, SHARDED]) {
  describe(`rules in ${database}`, { skip }, () => {
    test('are published as an edition with the same products, and open readers see them', async () => {
      await using opened = await open()
      const { catalogs, editions } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, [product(1), product(2)])
      const published = await declare(catalogs, SHIRTS)
      assert.deepEqual(published, {
        number: 2,
        publishedAt: '2026-03-01T00:00:00.000Z',
        productCount: 2,
        variantCount: 2,
      })
      await seen(editions, A.id, published!)
      const edition = await editions.current(A.id)
      assert.deepEqual(await edition.rules(), SHIRTS)
      assert.equal((await edition.dictionary('product', 'name')).split('\n').length, 3)
      assert.equal(await declare(catalogs, SHIRTS), undefined)
      assert.deepEqual(await current(catalogs), [2, 2, SHIRTS])
      await declare(catalogs, [])
      assert.deepEqual(await current(catalogs), [3, 2, []])
    })

    test('can be declared before the first import, and imports keep them', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await declare(catalogs, SHIRTS)
      assert.deepEqual(await current(catalogs), [1, 0, SHIRTS])
      await load(catalogs, A.id, [product(1), product(2)])
      assert.deepEqual(await current(catalogs), [2, 2, SHIRTS])
      await load(catalogs, A.id, [product(3)], { replace: true })
      assert.deepEqual(await current(catalogs), [3, 1, SHIRTS])
      await load(catalogs, A.id, [], { replace: true })
      assert.deepEqual(await current(catalogs), [4, 0, SHIRTS])
    })

    test('go back with their edition, and the next import starts from these', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, [product(1)])
      await declare(catalogs, SHIRTS)
      await declare(catalogs, GIFTS)
      await declare(catalogs, [])
      for (const [number, entries] of [
        [2, SHIRTS],
        [3, GIFTS],
        [1, []],
        [4, []],
        [2, SHIRTS],
      ] as const) {
        await catalogs.rollback(A.id, () => number)
        assert.deepEqual(await current(catalogs), [number, 1, entries])
      }
      await load(catalogs, A.id, [product(2)])
      assert.deepEqual(await current(catalogs), [5, 2, SHIRTS])
      await catalogs.rollback(A.id, () => 3)
      await declare(catalogs, [...SHIRTS, ...GIFTS])
      assert.deepEqual(await current(catalogs), [6, 1, [...SHIRTS, ...GIFTS]])
      await catalogs.rollback(A.id, () => 5)
      assert.deepEqual(await current(catalogs), [5, 2, SHIRTS])
    })

    test('of a draft that is not published are taken back', async () => {
      await using opened = await open()
      const { catalogs, address } = opened
      await catalogs.addStore(A)
      await declare(catalogs, SHIRTS)
      const before = await rowsOf(address, ROWS)
      for (const entries of [GIFTS, []]) {
        await using draft = await catalogs.draft(A.id)
        await draft.writeRules(entries)
        assert.deepEqual(await draft.base.rules(), SHIRTS)
      }
      assert.deepEqual(await current(catalogs), [1, 0, SHIRTS])
      assert.deepEqual(await rowsOf(address, ROWS), before)
      {
        await using draft = await catalogs.draft(A.id)
        await draft.writeRules([])
        await draft.writeRules(GIFTS)
        await draft.publish({ publishedAt: '2026-03-01T00:00:00.000Z', productCount: 0, variantCount: 0 })
      }
      assert.deepEqual(await current(catalogs), [2, 0, GIFTS])
    })

    test('are pruned with the last edition that has them', async (context) => {
      await using opened = await open()
      const { catalogs, address } = opened
      await catalogs.addStore(A)
      await declare(catalogs, SHIRTS)
      await declare(catalogs, GIFTS)
      for (let number = 0; number < DEFAULT_KEPT_EDITIONS; number++) await load(catalogs, A.id, [product(number)])
      const later = Date.now() + 3_600_000
      context.mock.timers.enable({ apis: ['Date'], now: later })
      await load(catalogs, A.id, [product(9)])
      context.mock.timers.reset()
      assert.equal((await rowsOf(address, ROWS)).length, 1)
      assert.match((await rowsOf(address, ROWS))[0]!, /gift-card/)
      const [, , entries] = await current(catalogs)
      assert.deepEqual(entries, GIFTS)
    })
  })
}
