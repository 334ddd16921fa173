import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { findProducts } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { MEMORY, type Opened } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

const A = { ...storeNamed('a'), language: 'en' }

/**
 * For each step of docs/search.md but the last: a search, what this step finds, and products that the next step would find or leave
 * out. So a test fails if two steps change places.
 */
const NEIGHBOURS: readonly {
  search: string
  products: readonly Record<string, unknown>[]
  finds: readonly string[]
}[] = [
  {
    search: 'ab-12',
    products: [{ name: 'Ab 12 Kit' }, { name: 'Step 2 A', sku: 'AB-12' }],
    finds: ['Ab 12 Kit'],
  },
  {
    search: 'cd-34',
    products: [
      { name: 'Step 2 B', sku: 'CD-34' },
      { name: 'Step 3 B', labelValues: ['Cd 34'] },
    ],
    finds: ['Step 2 B'],
  },
  {
    search: 'shirt navy',
    products: [{ name: 'Navy Blouse', labelValues: ['Shirt'] }, { name: 'Shirtdress Navy' }, { name: 'Shirt' }],
    finds: ['Navy Blouse', 'Shirtdress Navy'],
  },
  {
    search: 'velve rope',
    products: [{ name: 'Rope', labelValues: ['Velveteen'] }, { name: 'Valve Rope' }, { name: 'Velve' }],
    finds: ['Rope'],
  },
  {
    search: 'green lanterm',
    products: [{ name: 'Green Lantern' }, { name: 'Lanterm' }, { name: 'Step 7', sku: 'GREEN-LANTERM' }],
    finds: ['Green Lantern'],
  },
  {
    search: 'glass qqq',
    products: [{ name: 'Step 7 B', sku: 'GLASS-QQQ' }, { name: 'Glass' }],
    finds: ['Step 7 B'],
  },
]

let opened: Opened

before(async () => {
  opened = await MEMORY.open()
  await opened.catalogs.addStore(A)
  const products = NEIGHBOURS.flatMap(({ products }) => products).map(({ sku, ...product }, index) => ({
    ...product,
    variants: [{ sku: sku ?? `none${index}x`, price: 1 }],
  }))
  assert.deepEqual((await load(opened.catalogs, A.id, products)).problems, [])
})

after(() => opened[Symbol.asyncDispose]())

for (const { search, finds } of NEIGHBOURS) {
  test(`${search} finds ${finds.join(' and ')}, as its step does`, async () => {
    const edition = await new IndexCache(opened.editions, 0).current(A.id)
    const { documents } = await findProducts(edition, { ...NO_CONDITIONS, search, offset: 0, limit: 10 })
    const found = JSON.parse(`[${Buffer.from(documents)}]`)
    assert.deepEqual(
      found.map(({ name }: { name: string }) => name),
      finds,
    )
  })
}
