import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SMALL_EDITION } from '@vitrine/engine/edition/edition'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { findFacets } from '@vitrine/engine/serve/facets'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findLabels } from '@vitrine/engine/serve/labels'
import { findProducts } from '@vitrine/engine/serve/products'
import { type CountedLabel, NO_CONDITIONS, type ProductConditions } from '@vitrine/engine/serve/query'
import { findSuggestions } from '@vitrine/engine/serve/suggestions'
import { MemoryDatabase } from '../database/memory/database.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, QUICK } from '../quick.ts'

const A = storeNamed('a')

/** A tree of three levels. Each fifth product has only the lowest label of its path. */
function product(number: number) {
  const low = number % 24
  const path = [`Top ${(low % 8) % 3}`, `Middle ${low % 8}`, `Low ${low}`]
  const labels = path.map((name, index) => ({ name, ...(index > 0 && { parent: path[index - 1] }) }))
  const { name } = labels.at(-1)!
  return {
    slug: `product-${number}`,
    name: `Product ${number}`,
    labelValues: [...(number % 5 === 0 ? [name] : labels), ...(number % 2 ? [{ name: 'Sale', kind: 'tag' }] : [])],
    optionGroups: [{ name: 'Color', options: [{ name: number % 2 ? 'Red' : 'Blue' }] }],
    variants: [{ sku: `S${number}`, price: number % 40 }],
  }
}

/** How many products the list has that a label's count leads to. */
async function listed(edition: IndexedEdition, label: CountedLabel, conditions: ProductConditions): Promise<number> {
  const { code, parameter = 'label' } = label
  const chosen = parameter === 'within' ? { labels: [], within: [...conditions.within, code] } : { labels: [code] }
  return (await findProducts(edition, { ...conditions, ...chosen, offset: 0, limit: 1 })).total
}

async function faultsIn(edition: IndexedEdition): Promise<string[]> {
  const faults: string[] = []
  for await (const fault of verifyEdition(edition.stored)) faults.push(fault)
  return faults
}

/** Over small editions and others, which count and read lists in other ways. */
for (const count of QUICK ? [40] : [40, SMALL_EDITION + 500]) {
  const database = new MemoryDatabase()
  const catalogs = database.openCatalogs()
  await catalogs.addStore(A)
  const products = Array.from({ length: count }, (_, number) => product(number))
  assert.deepEqual((await load(catalogs, A.id, products)).problems, [])
  const edition = await new IndexCache(catalogs, 100_000_000).current(A.id)

  describe(`in an edition of ${count} products`, () => {
    test('every count of a label is that of the list to which it leads', async () => {
      const labels = await findLabels(edition)
      const rolledUp = (await edition.stored.facetValues()).filter(({ term }) => term.startsWith('within:'))
      assert.ok(rolledUp.length > 3)
      for (const label of labels) assert.equal(await listed(edition, label, NO_CONDITIONS), label.count, label.code)
      const { labels: suggested } = await findSuggestions(edition, { search: 'l', searchIn: undefined, limit: 10 })
      assert.equal(suggested.length, 10)
      for (const label of suggested) assert.equal(await listed(edition, label, NO_CONDITIONS), label.count)
    })

    test('every count of a facet is that of the list to which it leads, beside any other conditions', async () => {
      const [top, , low] = await findLabels(edition, ['category'])
      const queries: Partial<ProductConditions>[] = [
        {},
        { within: [top!.code] },
        { within: [top!.code, low!.code], options: ['color:blue'] },
        { labels: ['sale'], inStock: true, price: { max: 900 } },
        { search: 'product 1', labels: [low!.code] },
        { anyWithin: [top!.code, 'sale'], options: ['color:blue'], price: { min: 1000 } },
      ]
      for (const query of queries) {
        const conditions = { ...NO_CONDITIONS, ...query }
        const { labels } = await findFacets(edition, conditions, 1000)
        assert.ok(labels.length > 0, JSON.stringify(query))
        for (const label of labels)
          assert.equal(await listed(edition, label, { ...conditions, anyWithin: [] }), label.count, label.code)
      }
    })

    test('`anyWithin` is all that is within any of the labels', async () => {
      const codes = (await findLabels(edition, ['category'])).slice(0, 3).map(({ code }) => code)
      const ids = async (conditions: Partial<ProductConditions>) => {
        const query = { ...NO_CONDITIONS, ...conditions, offset: 0, limit: 5000 }
        const { documents } = await findProducts(edition, query)
        return JSON.parse(`[${Buffer.from(documents)}]`).map(({ id }: { id: string }) => id)
      }
      const lists = await Promise.all([...codes, 'sale'].map((code) => ids({ within: [code] })))
      assert.deepEqual(new Set(await ids({ anyWithin: [...codes, 'sale'] })), new Set(lists.flat()))
    })

    test('nothing is damaged', { skip: COMPLETE_ONLY }, async () => {
      assert.deepEqual(await faultsIn(edition), [])
    })
  })
}

describe('the stored tree', () => {
  const stored = async (...imports: (readonly object[])[]) => {
    const catalogs = new MemoryDatabase().openCatalogs()
    await catalogs.addStore(A)
    for (const products of imports)
      assert.deepEqual((await load(catalogs, A.id, products, { replace: true })).problems, [])
    const edition = await catalogs.current(A.id)
    const values = (await edition.facetValues()).filter(({ term }) => /^(?:label|within):/.test(term))
    return values.map(({ term, productCount, kind, parent }) =>
      [term, productCount, kind, parent].filter((part) => part !== undefined).join(' '),
    )
  }
  const item = (slug: string, ...labelValues: (string | object)[]) => ({
    ...{ slug, name: slug, labelValues },
    variants: [
      {
        sku: slug,
        price: 1,
        labelValues: labelValues.map((label) => (typeof label === 'string' ? label : (label as { name: string }).name)),
      },
    ],
  })
  const bags = { name: 'Bags', parent: 'clothing' }

  test('has a list of a category and all below it only where that is more than its own', async () => {
    assert.deepEqual(await stored([item('a', 'Clothing', bags)]), [
      'label:bags 1 category clothing',
      'label:clothing 1 category',
    ])
    assert.deepEqual(await stored([item('a', 'Clothing', bags), item('b', 'Bags')]), [
      'label:bags 2 category clothing',
      'label:clothing 1 category',
      'within:clothing 2',
    ])
  })

  test('follows every import', async () => {
    const [both, below] = [item('a', 'Clothing', bags), item('b', 'Bags')]
    assert.deepEqual(await stored([both, below], [both]), [
      'label:bags 1 category clothing',
      'label:clothing 1 category',
    ])
    assert.deepEqual(await stored([both, below], [item('a', 'Clothing'), below]), ['label:bags 1', 'label:clothing 1'])
    assert.deepEqual(await stored([both, below], [below]), ['label:bags 1'])
    assert.deepEqual(await stored([below], [both, below]), await stored([both, below]))
  })

  test('takes the strongest kind that any product gives a label', async () => {
    const sale = (kind?: string) => ({ name: 'Sale', ...(kind && { kind }) })
    const all = [item('a', sale('tag')), item('b', sale('collection')), item('c', sale('category')), item('d', sale())]
    const kinds = ['category', 'category', 'collection', 'tag', undefined]
    for (const [removed, kind] of kinds.entries()) {
      const left = [all, all.slice(1), [all[0]!, all[1]!], [all[0]!], [all[3]!]][removed]!
      assert.deepEqual(await stored(all, left), [['label:sale', left.length, kind].filter((part) => part).join(' ')])
    }
    assert.deepEqual(await stored([item('a', { name: 'Clothing', kind: 'tag' }, { ...bags, kind: 'tag' })]), [
      'label:bags 1 category clothing',
      'label:clothing 1 category',
    ])
  })
})
