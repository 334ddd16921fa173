import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@vitrine/catalog/store'
import fc from 'fast-check'
import { DATABASES } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { compareAnswers } from './compare-answers.ts'
import { expectedDocuments } from './expected-response.ts'
import { NaiveStore, type SearchSettings } from './naive.ts'
import { type ExpectedChange, expectedChanges } from './naive-changes.ts'
import { NaiveMarkets } from './naive-markets.ts'
import { histories } from './random-catalog.ts'
import { randomMarkets, withMarkets } from './random-markets.ts'
import { randomRequests } from './random-request.ts'
import { type RunningService, startService } from './running-service.ts'

const STORE = { ...storeNamed('model'), currency: 'EUR' }
const HEADERS = { 'x-store-id': STORE.id }

const settings = fc.constantFrom<SearchSettings[]>(
  { language: 'en' },
  { language: 'de', outOfStock: 'last' },
  { language: 'en', searchIn: ['name', 'label', 'option'] },
  { language: 'en', order: 'popularity', stopWords: ['red'] },
)

/** Imports, each with the markets that the store gets after it, or keeps. */
const imports = fc
  .tuple(histories(STORE), fc.nat(1_000_000))
  .map(([imports, seed]) => withMarkets(imports, seed))
  .chain((imports) =>
    fc.tuple(...imports.map((each) => fc.tuple(fc.constant(each), fc.option(randomMarkets, { nil: undefined })))),
  )

const CASES: Readonly<Record<string, fc.Parameters<unknown>>> = {
  memory: { numRuns: cases({ quick: 5, complete: 100 }), interruptAfterTimeLimit: 50_000 },
  sqlite: { numRuns: cases({ quick: 2, complete: 25 }), interruptAfterTimeLimit: 30_000 },
  postgres: { numRuns: 12, interruptAfterTimeLimit: 30_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, a store and its markets answer like the naive model`, {
    skip,
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(imports, randomMarkets, settings, randomRequests, async (steps, first, settings, requests) => {
        await using service = await startService(open, { ...STORE, ...settings })
        const source = new NaiveStore(undefined, settings)
        const model = new NaiveMarkets(STORE, source, settings)
        await declare(service, model, first, '2026-02-01T00:00:00.000Z')
        for (const [each, markets] of steps) {
          const states = await statesOf(service, model)
          const counts = source.load(each)
          const { replace, now } = each
          const lines = each.lines.map(({ line }) => line)
          const { outcome, problems, ...report } = await service.load(STORE.id, lines, { replace, now })
          if (!counts) assert.equal(outcome, 'refused')
          else {
            assert.deepEqual(problems, [])
            const { created, changed, unchanged, removed } = report
            assert.deepEqual({ created, changed, unchanged, removed }, counts)
            const loaded = new Map(source.products.map((product) => [product.id, product]))
            model.update(each.lines.flatMap(({ expected }) => loaded.get(expected.id) ?? []))
          }
          await compareChanges(service, states)
          for (const { shown, before, code } of states)
            await compareAnswers(service, shown, expectedDocuments(before), requests, code)
          if (!markets) continue
          await declare(service, model, markets, now)
          for (const { shown, code } of await statesOf(service, model))
            await compareAnswers(service, shown, [], requests, code)
        }
      }),
      CASES[database],
    )
  })
}

async function declare(
  service: RunningService,
  model: NaiveMarkets,
  markets: readonly Market[],
  now: string,
): Promise<void> {
  await service.declareMarkets(STORE.id, markets, now)
  model.declare(markets)
}

/** What the store or one of its markets shows, and what it shows before a change. */
interface State {
  readonly code: string | undefined
  readonly shown: NaiveStore
  readonly before: NaiveStore
  /** Its newest publication. */
  readonly newest: string | null
}

async function statesOf(service: RunningService, { shown, markets }: NaiveMarkets): Promise<State[]> {
  const states: State[] = []
  for (const [code, store] of [[undefined, shown] as const, ...markets]) {
    const target = `/store/changes?market=${code ?? ''}`
    const newest = JSON.parse((await service.get(target, HEADERS)).body).meta.to
    states.push({ code, shown: store, before: new NaiveStore(store), newest })
  }
  return states
}

/** The list of changes of each has the products that it now shows otherwise. */
async function compareChanges(service: RunningService, states: readonly State[]): Promise<void> {
  for (const { code, shown, before, newest } of states) {
    if (newest === null) continue
    const target = `/store/changes?limit=100&since=${newest}&market=${code ?? ''}`
    const { data } = JSON.parse((await service.get(target, HEADERS)).body)
    const changes = data.map(({ id, change }: ExpectedChange) => ({ id, change }))
    assert.deepEqual(changes, expectedChanges(before.products, shown), target)
  }
}
