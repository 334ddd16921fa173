import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { collected } from '../convert/reading.ts'
import { DATABASES, MEMORY, type Opened } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

const A = storeNamed('a')

function products(...currencies: (string | undefined)[]) {
  return currencies.map((currency, number) => ({
    slug: `p${number}`,
    name: `P${number}`,
    currency,
    variants: [{ sku: `s${number}`, price: 1 }],
  }))
}

for (const { database, open, skip } of DATABASES) {
  describe(`the first import into a store in ${database}`, { skip }, () => {
    async function currency({ catalogs }: Opened): Promise<string | undefined> {
      return (await catalogs.current(A.id)).store.currency
    }

    test('gives it the currency that all products name, and later imports keep it', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const tried = await load(opened.catalogs, A.id, products('EUR', 'eur'), { dryRun: true })
      assert.deepEqual([tried.currency, await currency(opened)], ['EUR', undefined])
      const report = await load(opened.catalogs, A.id, products('EUR', 'eur'))
      assert.deepEqual([report.outcome, report.currency, report.currencies], ['published', 'EUR', undefined])
      assert.equal(await currency(opened), 'EUR')
      const later = await load(opened.catalogs, A.id, products(undefined, 'EUR', undefined), { replace: true })
      assert.deepEqual([later.outcome, 'currency' in later, await currency(opened)], ['published', false, 'EUR'])
    })

    test('gives it none if products differ or name none, and counts them', async () => {
      for (const [names, counts] of [
        [['EUR', 'USD', 'EUR'], { EUR: 2, USD: 1 }],
        [['EUR', undefined], { EUR: 1 }],
        [[undefined], undefined],
      ] as const) {
        await using opened = await open()
        await opened.catalogs.addStore(A)
        const report = await load(opened.catalogs, A.id, products(...names))
        assert.deepEqual([report.created, report.currency, report.currencies], [names.length, undefined, counts])
        assert.equal(await currency(opened), undefined)
      }
    })

    test('refuses products in another currency than the store’s', async () => {
      await using opened = await open()
      await opened.catalogs.addStore({ ...A, currency: 'EUR' })
      const report = await load(opened.catalogs, A.id, products('EUR', 'USD'), { skipInvalid: true })
      assert.deepEqual(
        [report.created, report.problems],
        [1, [{ line: 2, product: 'P1', path: 'currency', wrong: 'is "USD"', right: 'EUR, as in the store' }]],
      )
    })
  })

  describe(`a later import into a store without a currency in ${database}`, { skip }, () => {
    test('gives it the currency of all its products, even if they are unchanged', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await load(opened.catalogs, A.id, products(undefined, undefined))
      const added = await load(opened.catalogs, A.id, products('EUR'))
      assert.deepEqual([added.outcome, added.currency, added.currencies], ['unchanged', undefined, { EUR: 1 }])
      const replace = { replace: true }
      const tried = await load(opened.catalogs, A.id, products('EUR', 'EUR'), { ...replace, dryRun: true })
      assert.deepEqual([tried.outcome, tried.currency], ['unchanged', 'EUR'])
      assert.equal((await opened.catalogs.current(A.id)).store.currency, undefined)
      const all = await load(opened.catalogs, A.id, products('EUR', 'EUR'), replace)
      assert.deepEqual([all.outcome, all.currency, all.edition.number], ['unchanged', 'EUR', 1])
      assert.equal((await opened.catalogs.current(A.id)).store.currency, 'EUR')
    })

    test('gives it the settings that are offered, and keeps those that it has', async () => {
      await using opened = await open()
      await opened.catalogs.addStore({ ...A, publicName: 'Mine', currency: 'EUR' })
      const settings = { publicName: 'Theirs', currency: 'USD', language: 'en', url: 'https://a.example/' }
      const report = await load(opened.catalogs, A.id, products(undefined), { settings })
      assert.deepEqual(report.settings, { language: 'en', url: 'https://a.example/' })
      const { store } = await opened.catalogs.current(A.id)
      assert.deepEqual(store, { ...A, publicName: 'Mine', currency: 'EUR', language: 'en', url: 'https://a.example/' })
    })
  })
}

test('an export has the currency of the store on every line, and an import reads it', async () => {
  await using opened = await MEMORY.open()
  await opened.catalogs.addStore(A)
  const lines = async () => await collected(exportLines(await opened.catalogs.current(A.id)))
  await load(opened.catalogs, A.id, products(undefined, undefined))
  const without = (await lines()).map((line) => JSON.parse(line))
  assert.ok(without.every((product) => !('currency' in product)))
  await opened.catalogs.changeStore(A.id, { currency: 'JPY' })
  const exported = (await lines()).map((line) => JSON.parse(line))
  assert.deepEqual(
    exported,
    without.map((product) => ({ ...product, currency: 'JPY' })),
  )
  await opened.catalogs.changeStore(A.id, { currency: undefined })
  const { currency, unchanged } = await load(opened.catalogs, A.id, exported, { replace: true })
  assert.deepEqual([currency, unchanged], ['JPY', 2])
})
