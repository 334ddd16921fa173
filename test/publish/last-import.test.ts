import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LastImport } from '@vitrine/catalog/store'
import { openPostgresEditions } from '@vitrine/engine/database/postgres/editions'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import { etags } from '@vitrine/server/cached-response'
import { storeGauges } from '@vitrine/server/metrics'
import { Registry } from 'prom-client'
import { DATABASES, POSTGRES } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

const A = storeNamed('a')
const MUGS = [{ name: 'Mug', variants: [{ sku: 'M', price: 5 }] }]
const FIRST = '2026-02-01T00:00:00.000Z'
const LATER = '2026-02-02T00:00:00.000Z'

function remember(at: string) {
  return (): LastImport => ({ at, format: 'shopify', products: 1, rows: 2, formats: ['shopify'], languages: [] })
}

for (const { database, open, skip } of DATABASES) {
  describe(`a store in ${database}`, { skip }, () => {
    test('remembers its last successful import, whether anything had changed or not', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      const at = async () => (await catalogs.current(A.id)).store.lastImport?.at
      await load(catalogs, A.id, MUGS, { remember: remember(FIRST), dryRun: true })
      assert.equal(await at(), undefined)
      await load(catalogs, A.id, MUGS, { remember: remember(FIRST), approve: () => false })
      assert.equal(await at(), undefined)
      await load(catalogs, A.id, MUGS, { remember: remember(FIRST) })
      assert.equal(await at(), FIRST)
      const later = await load(catalogs, A.id, MUGS, { remember: remember(LATER) })
      assert.deepEqual([later.outcome, later.edition.number, await at()], ['unchanged', 1, LATER])
      await load(catalogs, A.id, [{ name: 'Cup' }])
      assert.equal(await at(), LATER)
    })

    test('keeps its ETag when an import changes nothing, and the metrics have the time of the import', async () => {
      await using opened = await open()
      const { catalogs, editions } = opened
      await catalogs.addStore(A)
      await catalogs.addStore(storeNamed('b'))
      await load(catalogs, A.id, MUGS, { remember: remember(FIRST) })
      const etag = etags('')
      const before = etag(await catalogs.current(A.id))
      await load(catalogs, A.id, MUGS, { remember: remember(LATER) })
      assert.equal(etag(await catalogs.current(A.id)), before)
      const text = await (await storeGauges(new Registry(), editions)()).metrics()
      const samples = text.split('\n').filter((line) => line.startsWith('vitrine_import_last_success_'))
      assert.deepEqual(samples, [
        `vitrine_import_last_success_timestamp_seconds{store="a"} ${Date.parse(LATER) / 1000}`,
      ])
    })
  })
}

const { open, skip } = POSTGRES

test('a reader of PostgreSQL keeps what it has cached when an import changes nothing', { skip }, async () => {
  await using opened = await open()
  const { catalogs, reader } = opened
  await catalogs.addStore(A)
  await load(catalogs, A.id, MUGS, { remember: remember(FIRST) })
  // Every call of `current` asks the database.
  await using editions = await openPostgresEditions(reader, DEFAULT_POSTGRES, {
    pollMilliseconds: 60_000,
    trustMilliseconds: 0,
  })
  const before = await editions.current(A.id)
  await load(catalogs, A.id, MUGS, { remember: remember(LATER) })
  assert.equal(await editions.current(A.id), before)
  await catalogs.changeStore(A.id, { publicName: 'Mugs' })
  assert.equal((await editions.current(A.id)).store.publicName, 'Mugs')
})
