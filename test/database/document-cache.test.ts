import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoreId } from '@vitrine/catalog/store'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import { publishMarkets, publishTaxRate } from '@vitrine/engine/publish/republish'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'

const A = storeNamed('a')
const GERMAN = { code: 'de', language: 'de', currency: 'EUR' } as const
const FORMS = ['summary', 'card', 'detail', 'variant'] as const

const prices = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 3 }), { noNullPrototype: true })

/** What an operator does with a store. Each step publishes, holds, or removes what readers see. */
const STEP = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constantFrom('import', 'replace', 'hold'), prices }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('back' as const), to: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('publish held', 'settings', 'tax', 'market', 'add again') }),
  },
)
type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never

function productsOf(prices: Readonly<Record<string, number>>): unknown[] {
  return Object.entries(prices).map(([name, price]) => ({
    ...{ slug: name, name, markets: { de: { name: `${name} auf Deutsch` } } },
    variants: [{ sku: name, price }, ...(price > 1 ? [{ sku: `${name}-2`, price, stock: price }] : [])],
  }))
}

async function take({ catalogs }: Opened, step: Step, now: string, rate: number): Promise<void> {
  const { id } = A
  switch (step.what) {
    case 'import':
    case 'replace':
    case 'hold': {
      const hold = step.what === 'hold' ? { hold: 'vitrine import a.ndjson --hold' } : {}
      await load(catalogs, id, productsOf(step.prices), { now, replace: step.what === 'replace', ...hold })
      return
    }
    case 'back': {
      const published = (await catalogs.editions(id)).filter(({ held }) => !held)
      const { number } = published[step.to % published.length]!
      // A market is added at a later edition than those before it.
      await catalogs.rollback(id, () => number).catch(() => {})
      return
    }
    case 'publish held': {
      const { number: current } = await catalogs.current(id)
      const held = (await catalogs.editions(id)).find((each) => each.held?.base === current)
      if (held) await catalogs.publish(id, () => held.number)
      return
    }
    case 'settings':
      await catalogs.changeStore(id, { name: `A ${now}` })
      return
    case 'tax': {
      await using draft = await catalogs.draft(id)
      await publishTaxRate(draft, { ...A.taxRate, rate, name: `Rate ${rate}` }, now)
      return
    }
    case 'market': {
      await using draft = await catalogs.draft(id, undefined, undefined, ({ markets }) => (markets ? [] : [GERMAN]))
      await publishMarkets(draft, now)
      return
    }
    case 'add again':
      await catalogs.removeStore(id)
      await catalogs.addStore(A)
  }
}

/**
 * Reads all documents of an edition in both ways, and compares them with the database. `ids` are those that any edition
 * had.
 */
async function compare(edition: IndexedEdition, ids: Set<string>): Promise<void> {
  for (const form of FORMS) {
    const kind = form === 'variant' ? 'variant' : 'product'
    const { positions } = await edition.stored.sortOrder(kind, 'name:DESC')
    if (positions.length === 0) continue
    const stored = Buffer.from(await edition.stored.concatenatedDocuments(form, positions)).toString()
    const documents = JSON.parse(`[${stored}]`) as { readonly id: string }[]
    const first = positions.subarray(0, Math.ceil(positions.length / 2))
    const half = JSON.stringify(documents.slice(0, first.length)).slice(1, -1)
    // Half of the page, the page of which half is cached, and the page from the cache.
    assert.equal(Buffer.from(await edition.concatenatedDocuments(form, first)).toString(), half)
    for (let times = 0; times < 2; times++) {
      assert.equal(Buffer.from(await edition.concatenatedDocuments(form, positions)).toString(), stored)
      for (const document of documents) ids.add(document.id)
      for (const id of ids) {
        const body = await edition.documentById(form, id)
        const expected = documents.find((document) => document.id === id)
        assert.deepEqual(body && JSON.parse(Buffer.from(body).toString()), expected)
      }
    }
  }
}

/** The current editions of the store and its market. */
async function currentOf(cache: IndexCache): Promise<IndexedEdition[]> {
  const edition = await cache.current(A.id)
  if (!edition.store.markets) return [edition]
  return [edition, await cache.current('a.de' as StoreId)]
}

for (const { database, open, skip } of DATABASES)
  describe(`documents in memory over ${database}`, { skip }, () => {
    test('are those of the edition that is asked, whatever is published between the reads', async () => {
      let hits = 0
      const runs = fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 10 }), async (steps) => {
        await using opened = await open()
        await opened.catalogs.addStore(A)
        const cache = new IndexCache(opened.catalogs, 10_000_000, 2_000_000)
        const ids = new Set<string>()
        let before: readonly IndexedEdition[] = []
        for (const [index, step] of steps.entries()) {
          const now = new Date(Date.parse('2026-02-01') + index * 1000).toISOString()
          await take(opened, step, now, index)
          const after = await currentOf(cache)
          // Both editions are read at once, as requests that were under way do.
          const reads = [...before, ...after, ...before].map(async (edition) => {
            await compare(edition, ids).catch((error: unknown) => {
              const isRemoved = error instanceof EditionGone && !after.includes(edition)
              if (!isRemoved) throw error
            })
          })
          await Promise.all(reads)
          for (const edition of after) await compare(edition, ids)
          before = after
        }
        hits += cache.documentUse.hits
      })
      await fc.assert(runs, {
        numRuns: database === 'postgres' ? cases({ quick: 1, complete: 8 }) : cases({ quick: 10, complete: 80 }),
      })
      assert.ok(hits > 0)
    })
  })
