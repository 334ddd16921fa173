import type { StoreId } from '@vitrine/catalog/store'
import { publishMarkets, publishTaxRate } from '@vitrine/engine/publish/republish'
import type { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import type { Opened } from './databases.ts'

/** The store of the histories. */
export const A = storeNamed('a')
const GERMAN = { code: 'de', language: 'de', currency: 'EUR' } as const

const prices = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 3 }), { noNullPrototype: true })

/** What an operator does with a store. Each step publishes, holds, or removes what readers see. */
export const STEP = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constantFrom('import', 'replace', 'hold'), prices }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('back' as const), to: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('publish held', 'settings', 'tax', 'market', 'add again') }),
  },
)
export type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never

function productsOf(prices: Readonly<Record<string, number>>): unknown[] {
  return Object.entries(prices).map(([name, price]) => ({
    ...{ slug: name, name, markets: { de: { name: `${name} auf Deutsch` } } },
    variants: [{ sku: name, price }, ...(price > 1 ? [{ sku: `${name}-2`, price, stock: price }] : [])],
  }))
}

/** `now` and `rate` are new in each step. */
export async function take({ catalogs }: Opened, step: Step, now: string, rate: number): Promise<void> {
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

/** The current editions of the store and its market. */
export async function currentOf(cache: IndexCache): Promise<IndexedEdition[]> {
  const edition = await cache.current(A.id)
  if (!edition.store.markets) return [edition]
  return [edition, await cache.current('a.de' as StoreId)]
}
