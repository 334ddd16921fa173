import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import type { LastImport } from '@vitrine/catalog/store'
import { etags } from '@vitrine/server/cached-response'
import { load, storeNamed } from '../loading.ts'
import { DATABASES, type Opened, SHARDED } from './databases.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')

function mugs(price: number) {
  return [{ slug: 'mug', name: 'Mug', variants: [{ sku: 'M', price }] }]
}

function remembering(format: string) {
  return (): LastImport => ({ at: A.createdAt, format, products: 1, rows: 1, formats: [format], languages: [] })
}

/** The store of the current edition, without what is the same in all stores of the tests. */
async function settingsOf({ catalogs }: Opened): Promise<Record<string, unknown>> {
  const { store } = await catalogs.current(A.id)
  const { id: _, name, createdAt, taxRate, lastImport, ...settings } = store
  return { ...settings, ...(lastImport ? { format: lastImport.format } : {}) }
}

for (const { database, open, skip } of [...DATABASES, SHARDED]) {
  describe(`the settings that imports find in ${database}`, { skip }, () => {
    async function openStore(): Promise<Opened> {
      const opened = await open()
      await opened.catalogs.addStore(A)
      return opened
    }

    test('belong to their edition: a rollback goes back to what was found by then', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, mugs(1), { settings: { currency: 'EUR' }, remember: remembering('native') })
      await load(catalogs, A.id, mugs(2), { settings: { language: 'de' }, remember: remembering('shopify') })
      const [none, first, both] = [
        {},
        { currency: 'EUR', format: 'native' },
        { currency: 'EUR', language: 'de', format: 'shopify' },
      ]
      assert.deepEqual(await settingsOf(opened), both)
      for (const [edition, settings] of [
        [1, first],
        [2, both],
        [0, none],
        [2, both],
      ] as const) {
        await catalogs.rollback(A.id, () => edition)
        assert.deepEqual(await settingsOf(opened), settings, `edition ${edition}`)
        await until(async () => {
          const { number, store } = await opened.editions.current(A.id)
          return number === edition && (store.language === both.language) === (edition === 2)
        })
      }
    })

    test('are those of the base after a rollback, until the next import finds others', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, mugs(1), { settings: { currency: 'EUR', url: 'https://a.example/' } })
      await catalogs.rollback(A.id, () => 0)
      const { settings } = await load(catalogs, A.id, mugs(2), { settings: { currency: 'JPY' } })
      assert.deepEqual([settings, await settingsOf(opened)], [{ currency: 'JPY' }, { currency: 'JPY' }])
      await catalogs.rollback(A.id, () => 1)
      await load(catalogs, A.id, mugs(3), { settings: { currency: 'JPY', language: 'ja' } })
      assert.deepEqual(await settingsOf(opened), { currency: 'EUR', url: 'https://a.example/', language: 'ja' })
    })

    test('give way to what the operator sets, in all editions', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, mugs(1), { settings: { currency: 'EUR', language: 'de' } })
      const changed = await catalogs.changeStore(A.id, { currency: 'USD' })
      assert.deepEqual(changed, { ...A, currency: 'USD', language: 'de' })
      await catalogs.pin(A.id, 1)
      await load(catalogs, A.id, mugs(2), { settings: { currency: 'JPY' } })
      for (const edition of [0, 1, 2]) {
        await catalogs.rollback(A.id, () => edition)
        const found = edition === 0 ? {} : { language: 'de' }
        assert.deepEqual(await settingsOf(opened), { currency: 'USD', pinnedEditions: [1], ...found })
      }
    })

    test('are removed from the current edition by the operator, and found again by the next import', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, mugs(1), { settings: { currency: 'EUR' } })
      await load(catalogs, A.id, mugs(2))
      await catalogs.changeStore(A.id, { currency: undefined })
      assert.deepEqual(await settingsOf(opened), {})
      await load(catalogs, A.id, mugs(3), { settings: { currency: 'JPY' } })
      assert.deepEqual(await settingsOf(opened), { currency: 'JPY' })
      await catalogs.rollback(A.id, () => 2)
      assert.deepEqual(await settingsOf(opened), {})
      await catalogs.rollback(A.id, () => 1)
      assert.deepEqual(await settingsOf(opened), { currency: 'EUR' })
    })

    test('are kept by the current edition if an import changes no product', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, mugs(1))
      await load(catalogs, A.id, mugs(2))
      const { outcome } = await load(catalogs, A.id, mugs(2), { settings: { currency: 'EUR' } })
      assert.deepEqual([outcome, await settingsOf(opened)], ['unchanged', { currency: 'EUR' }])
      await catalogs.rollback(A.id, () => 1)
      assert.deepEqual(await settingsOf(opened), {})
      await catalogs.rollback(A.id, () => 2)
      assert.deepEqual(await settingsOf(opened), { currency: 'EUR' })
    })

    test('are not left behind by an import that fails, is refused or only tries', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      const settings = { currency: 'EUR', language: 'de' }
      await load(catalogs, A.id, mugs(1), { settings, dryRun: true })
      await load(catalogs, A.id, mugs(1), { settings, approve: () => false })
      const fails = (step: string) => {
        if (step === 'publishing') throw new Error('full')
      }
      await assert.rejects(load(catalogs, A.id, mugs(1), { settings, onStep: fails }), /full/)
      assert.deepEqual([(await catalogs.current(A.id)).number, await settingsOf(opened)], [0, {}])
      await load(catalogs, A.id, mugs(1))
      assert.deepEqual(await settingsOf(opened), {})
    })

    test('become current in the same moment as their edition', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      const expected = [undefined, 'EUR', 'JPY']
      let ended = false
      const reading = (async () => {
        while (!ended) {
          const [state] = await opened.editions.list()
          assert.equal(state!.store.currency, expected[state!.edition.number])
          await new Promise(setImmediate)
        }
      })()
      await load(catalogs, A.id, mugs(1), { settings: { currency: 'EUR' } })
      await catalogs.rollback(A.id, () => 0)
      await load(catalogs, A.id, mugs(2), { settings: { currency: 'JPY' } })
      for (const edition of [1, 2, 0, 2, 1]) await catalogs.rollback(A.id, () => edition)
      ended = true
      await reading
    })

    test('change ETags with their edition', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      const etag = async () => etags('')(await catalogs.current(A.id))
      const empty = await etag()
      await load(catalogs, A.id, mugs(1), { settings: { currency: 'EUR' } })
      const imported = await etag()
      await catalogs.rollback(A.id, () => 0)
      assert.equal(await etag(), empty)
      await catalogs.rollback(A.id, () => 1)
      assert.equal(await etag(), imported)
      await catalogs.changeStore(A.id, { currency: 'USD' })
      assert.notEqual(await etag(), imported)
    })

    test('may be hosts, and no rollback takes a host that another store has by now', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await catalogs.addStore(B)
      await load(catalogs, A.id, mugs(1), { settings: { hosts: ['a.example'] } })
      const isTaken = (error: unknown) => error instanceof VitrineError && error.code === 'invalid-setting'
      await assert.rejects(catalogs.changeStore(B.id, { hosts: ['a.example'] }), isTaken)
      await catalogs.rollback(A.id, () => 0)
      await catalogs.changeStore(B.id, { hosts: ['a.example'] })
      await assert.rejects(
        catalogs.rollback(A.id, () => 1),
        isTaken,
      )
      assert.equal((await catalogs.current(A.id)).number, 0)
      await catalogs.changeStore(B.id, { hosts: undefined })
      await catalogs.rollback(A.id, () => 1)
      assert.deepEqual(await settingsOf(opened), { hosts: ['a.example'] })
    })
  })
}
