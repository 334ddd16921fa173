import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DATABASES } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

const STORE = storeNamed('moves')
const VARIANT = '00000000-0000-4000-8000-000000000003'

function product(slug: string, variants: readonly object[] = []) {
  return { slug, name: `Product ${slug}`, variants }
}

/** More products than an import writes at once. */
const BETWEEN = Array.from({ length: 250 }, (_, number) => product(`between-${number}`))

for (const { database, open, skip } of DATABASES) {
  describe(`a variant that moves to another product, in ${database}`, { skip }, () => {
    const variant = { id: VARIANT, sku: 'V', price: 1 }
    const giver = product('giver')
    const taker = product('taker', [variant])
    for (const [order, products] of Object.entries({
      'the new product comes long before the old one': [taker, ...BETWEEN, giver],
      'the old product comes long before the new one': [giver, ...BETWEEN, taker],
    })) {
      test(`stays in the catalog if ${order}`, async () => {
        await using db = await open()
        await db.catalogs.addStore(STORE)
        await load(db.catalogs, STORE.id, [product('giver', [variant]), product('taker')])
        const { edition } = await load(db.catalogs, STORE.id, products)
        assert.equal(edition.variantCount, 1)
        const current = await db.catalogs.current(STORE.id)
        const document = await current.documentById('variant', VARIANT)
        assert.match(Buffer.from(document!.body).toString(), /"slug":"taker"/)
        const [position] = await current.positionsById('variant', [VARIANT])
        assert.equal((await current.variantRows([position!]))[0]?.sku, 'V')
      })
    }
  })
}
