import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoreTaxRate } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { publishTaxRate } from '@vitrine/engine/publish/republish'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { DATABASES, type Opened } from '../database/databases.ts'
import { everything } from '../database/everything.ts'
import { rowsOf } from '../database/rows.ts'
import { load, storeNamed } from '../loading.ts'

const A = storeNamed('a')
const MONDAY = '2026-03-02T09:00:00.000Z'
const VAT: StoreTaxRate = { ...A.taxRate, name: 'VAT', rate: 21, createdAt: MONDAY, updatedAt: MONDAY }

const PRODUCTS = [
  {
    name: 'Cup',
    variants: [
      { sku: 'C-1', price: 1 },
      { sku: 'C-2', price: 2, taxRate: { name: 'Reduced', rate: 7 } },
    ],
  },
  { name: 'Book', variants: [{ sku: 'B', price: 3, taxRate: { name: 'Reduced', rate: 7 } }] },
  { name: 'Mug "taxRate":null', variants: [{ sku: 'M', price: 4 }] },
]

async function setRate(catalogs: Catalogs, rate: StoreTaxRate, now = MONDAY) {
  await using draft = await catalogs.draft(A.id)
  return await publishTaxRate(draft, rate, now)
}

/** The rate of each sku, in its document and in the export. */
async function ratesOf(catalogs: Catalogs) {
  const edition = await catalogs.current(A.id)
  const { positions } = await edition.sortOrder('variant', 'sku:ASC')
  const documents = await edition.documents('variant', [...positions])
  const rates: Record<string, number[]> = {}
  for (const { sku, taxRate } of documents.map((body) => JSON.parse(body!))) rates[sku] = [taxRate.rate]
  for await (const line of exportLines(edition))
    for (const { sku, taxRate } of JSON.parse(line).variants ?? []) rates[sku]!.push(taxRate.rate)
  return rates
}

/** All that can be read of the current edition, but for the rates. */
async function withoutRates(catalogs: Catalogs): Promise<string> {
  const state = await everything(await catalogs.current(A.id), ['name:cup', 'price:1e2'])
  return JSON.stringify(state).replaceAll(/taxRate[^}]*\}/g, '')
}

for (const { database, open, skip } of DATABASES) {
  const opened = async (): Promise<Opened> => {
    const db = await open()
    await db.catalogs.addStore(A)
    return db
  }

  describe(`another tax rate of a store, in ${database}`, { skip }, () => {
    test('changes only the variants without a rate of their own, and nothing else of them', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, PRODUCTS)
      const before = await withoutRates(db.catalogs)
      const edition = await setRate(db.catalogs, VAT)
      assert.equal(edition?.number, 2)
      assert.deepEqual(await ratesOf(db.catalogs), { B: [7, 7], 'C-1': [21, 21], 'C-2': [7, 7], M: [21, 21] })
      assert.equal(await withoutRates(db.catalogs), before)
      assert.deepEqual(
        await rowsOf(db.address, 'SELECT form, count(*) FROM documents WHERE since = 2 GROUP BY form ORDER BY form'),
        [],
      )
    })

    test('leaves the products of the same file unchanged at the next import', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, PRODUCTS)
      await setRate(db.catalogs, VAT)
      const { outcome, unchanged } = await load(db.catalogs, A.id, PRODUCTS)
      assert.deepEqual([outcome, unchanged], ['unchanged', 3])
      await load(db.catalogs, A.id, [{ name: 'Pan', variants: [{ sku: 'P', price: 5 }] }])
      assert.deepEqual((await ratesOf(db.catalogs)).P, [21, 21])
    })

    test('changes the store alone if no variant has its rate', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [PRODUCTS[1]])
      assert.equal(await setRate(db.catalogs, VAT), undefined)
      const { number, store } = await db.catalogs.current(A.id)
      assert.deepEqual([number, store.taxRate], [1, VAT])
    })

    test('is taken back by a rollback, and stays over an import', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, PRODUCTS)
      await setRate(db.catalogs, VAT)
      await load(db.catalogs, A.id, [{ name: 'Pan', variants: [{ sku: 'P', price: 5 }] }])
      assert.deepEqual((await db.catalogs.current(A.id)).store.taxRate, VAT)
      await db.catalogs.rollback(A.id, () => 1)
      assert.deepEqual((await db.catalogs.current(A.id)).store.taxRate, A.taxRate)
      assert.deepEqual((await ratesOf(db.catalogs)).M, [A.taxRate.rate, A.taxRate.rate])
    })
  })
}
