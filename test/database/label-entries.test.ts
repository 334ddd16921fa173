import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { collected } from '../import/reading.ts'
import { load, seen, storeNamed } from '../loading.ts'
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

async function declare(catalogs: Catalogs, entries: readonly LabelEntry[]) {
  await using draft = await catalogs.draft(A.id)
  return await publishDeclared(draft, 'labels', entries, '2026-03-01T00:00:00.000Z')
}

for (const { database, open, skip } of [...DATABASES, SHARDED]) {
  test(`what is said of labels is a part of editions in ${database}`, { skip }, async () => {
    await using opened = await open()
    const { catalogs, editions } = opened
    await catalogs.addStore(A)
    const current = async () => {
      const edition = await catalogs.current(A.id)
      return [edition.number, edition.productCount, await edition.labelEntries()]
    }
    await declare(catalogs, TEXTS)
    assert.deepEqual(await current(), [1, 0, TEXTS])
    await load(catalogs, A.id, [product(1), product(2)])
    assert.deepEqual(await current(), [2, 2, TEXTS])
    assert.equal(await declare(catalogs, TEXTS), undefined)

    const published = await declare(catalogs, OTHERS)
    assert.deepEqual([published!.number, published!.productCount], [3, 2])
    await seen(editions, A.id, published!)
    assert.deepEqual(await (await editions.current(A.id)).labelEntries(), OTHERS)
    const newest = async () => {
      const [publication] = await collected((await catalogs.current(A.id)).publications())
      return [publication!.also, publication!.changed, publication!.created]
    }
    assert.deepEqual(await newest(), [['labels'], 0, 0])

    await load(catalogs, A.id, [product(3)], { replace: true })
    assert.deepEqual(await current(), [4, 1, OTHERS])
    await catalogs.rollback(A.id, () => 2)
    assert.deepEqual(await current(), [2, 2, TEXTS])
    await load(catalogs, A.id, [product(4)])
    assert.deepEqual(await current(), [5, 3, TEXTS])
    await declare(catalogs, [])
    assert.deepEqual(await current(), [6, 3, []])

    await load(catalogs, A.id, [product(5)], { labels: () => TEXTS })
    assert.deepEqual(
      [await current(), await newest()],
      [
        [7, 4, TEXTS],
        [['labels'], 0, 1],
      ],
    )
    await load(catalogs, A.id, [product(5)], { labels: () => OTHERS, dryRun: true })
    const { outcome, labels } = await load(catalogs, A.id, [product(5)], { labels: () => TEXTS })
    assert.deepEqual([outcome, labels, await current()], ['unchanged', undefined, [7, 4, TEXTS]])
    assert.equal((await load(catalogs, A.id, [product(5)], { labels: () => OTHERS })).labels, 1)
    assert.deepEqual(
      [await current(), await newest()],
      [
        [8, 4, OTHERS],
        [['labels'], 0, 0],
      ],
    )
    await load(catalogs, A.id, [product(6)], { labels: () => undefined })
    assert.deepEqual(await current(), [9, 5, OTHERS])
    const faults: string[] = []
    for await (const fault of verifyEdition(await catalogs.current(A.id))) faults.push(fault)
    assert.deepEqual(faults, [])
  })
}
