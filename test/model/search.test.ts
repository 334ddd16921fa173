import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchFieldName } from '@vitrine/catalog/store'
import { KINDS } from '@vitrine/engine/edition/term'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findProducts } from '@vitrine/engine/serve/products'
import type { Page } from '@vitrine/engine/serve/query'
import { SEARCH_BUDGET } from '@vitrine/engine/serve/search/budget'
import { search as runSearch } from '@vitrine/engine/serve/search/search'
import { findVariants } from '@vitrine/engine/serve/variants'
import fc from 'fast-check'
import { MEMORY } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { NaiveStore } from './naive.ts'
import * as naive from './naive-find.ts'
import { histories } from './random-catalog.ts'
import { searches } from './random-request.ts'
import { randomSearchIn, randomSettings, withSettings } from './random-settings.ts'

const STORE = storeNamed('model')

const requests = fc.array(
  fc.record({
    search: searches,
    searchIn: randomSearchIn,
    sort: fc.constantFrom(undefined, undefined, undefined, 'name:ASC' as const),
    inStock: fc.constantFrom(false, false, true),
  }),
  { minLength: 60, maxLength: 120, size: 'max' },
)

/** The ids of all results, and what the search says it did. */
function answerOf({ total, documents, search }: Page) {
  const ids: string[] = JSON.parse(`[${Buffer.from(documents)}]`).map(({ id }: { id: string }) => id)
  return { total, ids, search }
}

/** The catalogs of the model are too small for a search to spend its budget, which the model does not have. */
async function assertWithinBudget(
  edition: IndexedEdition,
  search: string,
  fields: readonly SearchFieldName[] | undefined,
) {
  for (const kind of KINDS) assert.ok((await runSearch(edition, kind, { text: search, fields })).cost < SEARCH_BUDGET)
}

const ANY = { labels: [], within: [], ids: [], skus: [] }
const ANY_PRODUCT = { ...ANY, optionGroups: [], options: [], slugs: [] }
const ALL = { offset: 0, limit: 100 }

test('a search takes the step of the naive model, finds the same in the same order, and says the same', async () => {
  await fc.assert(
    fc.asyncProperty(histories(STORE, 1), randomSettings, requests, async ([first], settings, requests) => {
      await using opened = await MEMORY.open()
      await opened.catalogs.addStore(STORE)
      const { lines, replace, now } = first!
      const store = new NaiveStore(undefined, settings)
      store.load(first!)
      const products = lines.map(({ line }) => line)
      await load(opened.catalogs, STORE.id, products, { replace, now })
      const stored = await opened.catalogs.current(STORE.id)
      const edition = await withSettings(stored, settings)

      for (const { sort, ...query } of requests) {
        await assertWithinBudget(edition, query.search, query.searchIn)
        const [ofProducts, ofVariants] = [
          { ...ANY_PRODUCT, ...query },
          { ...ANY, ...query },
        ]
        const expectedProducts = naive.findProducts(store, { ...ofProducts, sortBy: sort })
        assert.deepEqual(
          answerOf(await findProducts(edition, { ...ofProducts, sort, ...ALL })),
          {
            total: expectedProducts.length,
            ids: expectedProducts.map(({ id }) => id),
            search: naive.searchProducts(store, query).note,
          },
          `products: ${JSON.stringify(query)}`,
        )
        const expectedVariants = naive.findVariants(store, { ...ofVariants, sortBy: sort })
        assert.deepEqual(
          answerOf(await findVariants(edition, { ...ofVariants, sort, ...ALL })),
          {
            total: expectedVariants.length,
            ids: expectedVariants.map(({ variant }) => variant.id),
            search: naive.searchVariants(store, query).note,
          },
          `variants: ${JSON.stringify(query)}`,
        )
      }
    }),
    { numRuns: cases({ quick: 5, complete: 60 }), interruptAfterTimeLimit: 60_000 },
  )
})
