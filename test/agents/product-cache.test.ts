import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ProductCache, type ProductFacts, type ProductSource } from '@vitrine/agents/product-cache'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import fc from 'fast-check'
import { DATABASES, type Opened } from '../database/databases.ts'
import { A, currentOf, STEP, take } from '../database/store-history.ts'
import { load } from '../loading.ts'
import { cases } from '../quick.ts'

function sourceOf(edition: IndexedEdition, productUrl = 'https://a.example/{slug}'): ProductSource {
  return { edition, store: { currency: 'EUR', productUrl }, pictureBase: undefined }
}

/** The cards of all products by name. `choose` is the index of the variant that they show, if there are as many. */
async function read(cache: ProductCache, source: ProductSource, choose = 0) {
  const { positions } = await source.edition.stored.sortOrder('product', 'name:ASC')
  const chosen = ({ variants }: ProductFacts) => [variants[choose] ?? variants[0]!]
  const products = await cache.read(source, [...positions], chosen)
  return products.map((product) => product!.card)
}

function texts(cards: readonly { readonly json: Uint8Array; readonly escaped: Uint8Array }[]): string[] {
  return cards.flatMap(({ json, escaped }) => [json, escaped].map((bytes) => Buffer.from(bytes).toString()))
}

async function compare(cache: ProductCache, edition: IndexedEdition): Promise<void> {
  const source = sourceOf(edition)
  for (const choose of [0, 1])
    assert.deepEqual(texts(await read(cache, source, choose)), texts(await read(new ProductCache(0), source, choose)))
}

/** The edition, whose documents come when the promise is resolved. */
function slowEdition(edition: IndexedEdition, promise: Promise<void>): IndexedEdition {
  const stored = new Proxy(edition.stored, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        if (name === 'documents') await promise
        return value.apply(target, args)
      }
    },
  })
  return Object.create(edition, { stored: { value: stored } })
}

const memory = DATABASES.find(({ database }) => database === 'memory')!

async function withStore(run: (opened: Opened, editions: IndexCache) => Promise<void>): Promise<void> {
  await using opened = await memory.open()
  await opened.catalogs.addStore(A)
  await run(opened, new IndexCache(opened.catalogs, 10_000_000))
}

const CUP = { name: 'Cup', variants: [{ sku: 'C', price: 5 }] }
const PLATE = { name: 'Plate', variants: [{ sku: 'P', price: 7 }] }

describe('products in memory for agents', () => {
  test('stay over a publication, but for those that differ', async () => {
    await withStore(async ({ catalogs }, editions) => {
      const cache = new ProductCache(1_000_000)
      await load(catalogs, A.id, [CUP, PLATE])
      const [cup, plate] = await read(cache, sourceOf(await editions.current(A.id)))
      await load(catalogs, A.id, [{ ...CUP, variants: [{ sku: 'C', price: 6 }] }])
      const after = await read(cache, sourceOf(await editions.current(A.id)))
      assert.notEqual(after[0], cup)
      assert.match(texts([after[0]!])[0]!, /"amount":600/)
      assert.equal(after[1], plate)
    })
  })

  test('do not come from an edition that was still read when the next one was published', async () => {
    await withStore(async ({ catalogs }, editions) => {
      const cache = new ProductCache(1_000_000)
      await load(catalogs, A.id, [CUP])
      const first = sourceOf(await editions.current(A.id))
      const { promise, resolve } = Promise.withResolvers<void>()
      const underWay = read(cache, sourceOf(slowEdition(first.edition, promise)))
      await load(catalogs, A.id, [{ ...CUP, variants: [{ sku: 'C', price: 6 }] }])
      const second = sourceOf(await editions.current(A.id))
      assert.match(texts(await read(cache, second))[0]!, /"amount":600/)
      resolve()
      assert.match(texts(await underWay)[0]!, /"amount":500/)
      assert.match(texts(await read(cache, second))[0]!, /"amount":600/)
    })
  })

  test('do not stay if their shop gets another address', async () => {
    await withStore(async ({ catalogs }, editions) => {
      const cache = new ProductCache(1_000_000)
      await load(catalogs, A.id, [CUP])
      const edition = await editions.current(A.id)
      assert.match(texts(await read(cache, sourceOf(edition)))[0]!, /https:\/\/a\.example\/cup/)
      assert.match(texts(await read(cache, sourceOf(edition, 'https://b.example/{slug}')))[0]!, /b\.example/)
    })
  })

  for (const { database, open, skip } of DATABASES)
    test(`over ${database} are those of the edition that is asked, whatever is published between the reads`, {
      skip,
    }, async () => {
      const runs = fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 10 }), async (steps) => {
        await using opened = await open()
        await opened.catalogs.addStore(A)
        const editions = new IndexCache(opened.catalogs, 10_000_000)
        const cache = new ProductCache(1_000_000)
        let before: readonly IndexedEdition[] = []
        for (const [index, step] of steps.entries()) {
          await take(opened, step, new Date(Date.parse('2026-02-01') + index * 1000).toISOString(), index)
          const after = await currentOf(editions)
          // Both editions are read at once, as requests that were under way do.
          const reads = [...before, ...after, ...before].map(async (edition) => {
            await compare(cache, edition).catch((error: unknown) => {
              const isRemoved = error instanceof EditionGone && !after.includes(edition)
              if (!isRemoved) throw error
            })
          })
          await Promise.all(reads)
          for (const edition of after) await compare(cache, edition)
          before = after
        }
      })
      await fc.assert(runs, {
        numRuns: database === 'postgres' ? cases({ quick: 1, complete: 3 }) : cases({ quick: 5, complete: 20 }),
      })
    })
})
