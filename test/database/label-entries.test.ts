import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { collected } from '../convert/reading.ts'
import { load, storeNamed } from '../loading.ts'
import { DATABASES, SHARDED } from './databases.ts'

const A = storeNamed('a')
const TEXTS: readonly LabelEntry[] = [
  { code: 'tea', description: 'Leaves\nand buds.', rank: 2 },
  { code: 'x', hidden: true },
]
const OTHERS: readonly LabelEntry[] = [{ code: 'tea', name: 'Teas', seo: { title: 'Teas' } }]

function product(number: number) {
  return {
    slug: `p${number}`,
    name: `Tea ${number}`,
    labelValues: ['Tea'],
    variants: [{ sku: `s${number}`, price: 1 }],
  }
}

for (const { database, open, skip } of [...DATABASES, SHARDED]) {
  test(`texts of labels that come with products are a part of their edition in ${database}`, { skip }, async () => {
    await using opened = await open()
    const { catalogs } = opened
    await catalogs.addStore(A)
    const current = async () => {
      const edition = await catalogs.current(A.id)
      return [edition.number, edition.productCount, await edition.labelEntries()]
    }
    const newest = async () => {
      const [publication] = await collected((await catalogs.current(A.id)).publications())
      return [publication!.also, publication!.changed, publication!.created]
    }
    await load(catalogs, A.id, [product(1)], { labels: () => TEXTS })
    assert.deepEqual([...(await current()), ...(await newest())], [1, 1, TEXTS, ['labels'], 0, 1])
    await load(catalogs, A.id, [product(1)], { labels: () => OTHERS, dryRun: true })
    const { outcome, labels } = await load(catalogs, A.id, [product(1)], { labels: () => TEXTS })
    assert.deepEqual([outcome, labels, ...(await current())], ['unchanged', undefined, 1, 1, TEXTS])
    assert.equal((await load(catalogs, A.id, [product(1)], { labels: () => OTHERS })).labels, 1)
    assert.deepEqual([...(await current()), ...(await newest())], [2, 1, OTHERS, ['labels'], 0, 0])
    await load(catalogs, A.id, [product(2)], { labels: () => undefined })
    assert.deepEqual([...(await current()), ...(await newest())], [3, 2, OTHERS, [], 0, 1])
    await catalogs.rollback(A.id, () => 1)
    assert.deepEqual(await current(), [1, 1, TEXTS])
    const faults: string[] = []
    for await (const fault of verifyEdition(await catalogs.current(A.id))) faults.push(fault)
    assert.deepEqual(faults, [])
  })
}
