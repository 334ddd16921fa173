import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cacheTag, type TagName } from '@vitrine/catalog/cache-tag'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { load, storeNamed } from '../loading.ts'
import { DATABASES, type Opened } from './databases.ts'

const A = storeNamed('a')
const NOW = '2026-02-03T00:00:00.000Z'

function cup(number: number, more: object = {}) {
  const id = `00000000-0000-4000-8000-00000000000${number}`
  return { id, slug: `cup-${number}`, name: 'Cup', variants: [{ sku: `C${number}`, price: 1 }], ...more }
}

function product(number: number): TagName {
  return `product:${cup(number).id}`
}

/** The tags of the newest publication; null for all answers. */
async function newest({ catalogs }: Opened): Promise<readonly string[] | null> {
  const { value } = await (await catalogs.current(A.id)).publications().next()
  return value.tags?.toSorted() ?? null
}

function tags(...names: TagName[]): string[] {
  return ['lists' as const, ...names].map((name) => cacheTag(A.id, name)).sort()
}

for (const { database, open, skip } of DATABASES) {
  describe(`the cache tags of a publication in ${database}`, { skip }, () => {
    test('are of its products, of their labels and of all above these, before and after', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      const tree = [{ name: 'Home' }, { name: 'Kitchen', parent: 'Home' }]
      await load(catalogs, A.id, [cup(1, { labelValues: tree }), cup(2)])
      assert.deepEqual(await newest(opened), tags(product(1), product(2), 'label:home', 'label:kitchen'))
      const own = [{ sku: 'C2', price: 1, labelValues: ['Own'] }]
      await load(catalogs, A.id, [cup(2, { labelValues: ['Kitchen'], variants: own })])
      assert.deepEqual(await newest(opened), tags(product(2), 'label:kitchen', 'label:home', 'label:own'))
      await load(catalogs, A.id, [cup(2)])
      assert.deepEqual(await newest(opened), tags(product(2), 'label:kitchen', 'label:home', 'label:own'))
      await load(catalogs, A.id, [cup(3, { labelValues: ['New'] })])
      await catalogs.rollback(A.id, () => 2)
      const back = tags(product(2), product(3), 'label:kitchen', 'label:home', 'label:own', 'label:new')
      assert.deepEqual(await newest(opened), back)
    })

    test('are those of all answers if a label changes, or if the first or last attribute or list price does', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      const kitchen = { code: 'kitchen', name: 'Kitchen' }
      await load(catalogs, A.id, [cup(1, { labelValues: [kitchen] }), cup(2, { labelValues: [kitchen] })])
      for (const first of [
        { labelValues: [{ ...kitchen, name: 'Cooking' }] },
        { labelValues: [{ ...kitchen, kind: 'category' }] },
        { attributes: [{ code: 'weight', value: 1 }] },
        { variants: [{ sku: 'C1', price: 1, listPrice: 2 }] },
      ]) {
        await load(catalogs, A.id, [cup(1, { labelValues: [kitchen], ...first })])
        assert.equal(await newest(opened), null, JSON.stringify(first))
        await load(catalogs, A.id, [cup(1, { labelValues: [kitchen] })])
        assert.equal(await newest(opened), null, `without ${JSON.stringify(first)}`)
      }
      await load(catalogs, A.id, [cup(1, { labelValues: [kitchen], name: 'Mug' })])
      assert.deepEqual(await newest(opened), tags(product(1), 'label:kitchen'))
    })

    test('are those of all answers for a setting, for rules, and beyond 200 tags', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await catalogs.changeStore(A.id, { language: 'de' })
      assert.equal(await newest(opened), null)
      const many = (count: number) => Array.from({ length: count }, (_, index) => `L${index}`)
      await load(catalogs, A.id, [cup(1, { labelValues: many(198) })])
      assert.equal((await newest(opened))!.length, 200)
      await load(catalogs, A.id, [cup(1, { labelValues: many(200) })])
      assert.equal(await newest(opened), null)
    })

    test('are of a category too whose rule pins a product that changed', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, [cup(1), cup(2, { labelValues: ['Sale'] })])
      {
        await using draft = await catalogs.draft(A.id)
        await publishDeclared(draft, 'rules', [{ within: 'sale', pin: [{ sku: 'C2', at: 1 }] }], NOW)
      }
      assert.equal(await newest(opened), null)
      await load(catalogs, A.id, [cup(1, { variants: [{ sku: 'C2', price: 1 }] })])
      assert.deepEqual(await newest(opened), tags(product(1), 'label:sale'))
    })
  })
}
