import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import { readProducts } from '@vitrine/engine/publish/read-products'
import { load, storeNamed } from '../loading.ts'
import { DATABASES } from './databases.ts'

const A = storeNamed('a')

const cups = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `cup-${index}`,
    name: `Cup ${index}`,
    variants: [{ sku: `c${index}`, price: 1 }],
  }))

for (const { database, open, skip } of DATABASES) {
  describe(`in ${database}, an edition`, { skip }, () => {
    test('is gone with its store, also if the store is added again and has an edition of the same number', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, cups(3))
      const edition = await catalogs.current(A.id)
      await catalogs.removeStore(A.id)
      await assert.rejects(readProducts(edition, [0, 1, 2]), EditionGone)
      await catalogs.addStore(A)
      await load(catalogs, A.id, cups(1), { now: '2026-02-02T00:00:00.000Z' })
      assert.equal((await catalogs.current(A.id)).number, edition.number)
      await assert.rejects(readProducts(edition, [0, 1, 2]), EditionGone)
      await assert.rejects(edition.names('product', [0, 1, 2]), EditionGone)
      await assert.rejects(edition.renderedDocuments('summary', Uint32Array.of(0, 1, 2)), EditionGone)
    })
  })
}
