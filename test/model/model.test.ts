import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import fc from 'fast-check'
import { DATABASES } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { compareAnswers } from './compare-answers.ts'
import { expectedDocuments } from './expected-response.ts'
import { NaiveStore, type SearchSettings } from './naive.ts'
import { type ExpectedChange, expectedChanges } from './naive-changes.ts'
import { histories, type Import } from './random-catalog.ts'
import { randomRequests } from './random-request.ts'
import { randomRules } from './random-rules.ts'
import { type RunningService, startService } from './running-service.ts'

const STORE = storeNamed('model')
const HEADERS = { 'x-store-id': STORE.id }

/** Stores of several languages, one that is searched in other fields, and one with an order of its own. */
const withoutRules: fc.Arbitrary<SearchSettings> = fc.constantFrom<SearchSettings[]>(
  { language: 'en' },
  { language: 'de' },
  {},
  { language: 'en-GB', searchIn: ['name', 'label', 'option'] },
  { language: 'en', order: 'popularity' },
  { language: 'de', outOfStock: 'last' },
  { order: 'popularity', outOfStock: 'last' },
  { language: 'en', stopWords: ['red'], exactWords: ['shirt', 'knife', 'tea', 'redcurrant'] },
)

const settings: fc.Arbitrary<SearchSettings & Required<Pick<SearchSettings, 'rules'>>> = fc
  .tuple(withoutRules, randomRules)
  .map(([others, rules]) => ({ ...others, rules }))

/** The time limit, in milliseconds, makes slow machines run fewer cases, so that a failure is reported in time. */
const IMPORTS: Readonly<Record<string, fc.Parameters<unknown>>> = {
  memory: { numRuns: cases({ quick: 5, complete: 100 }), interruptAfterTimeLimit: 50_000 },
  sqlite: { numRuns: cases({ quick: 3, complete: 50 }), interruptAfterTimeLimit: 50_000 },
  postgres: { numRuns: 40, interruptAfterTimeLimit: 30_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, the service answers like the naive model after each import`, {
    skip,
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(histories(STORE), settings, randomRequests, async (imports, settings, requests) => {
        const { rules, ...others } = settings
        await using service = await startService(open, { ...STORE, ...others })
        await service.declareRules(STORE.id, rules)
        const store = new NaiveStore(undefined, settings)
        for (const each of imports) {
          const before = expectedDocuments(store)
          await compareImport(service, store, each)
          await compareAnswers(service, store, before, requests)
        }
      }),
      IMPORTS[database],
    )
  })
}

/** Imports, each with an optional rollback after it: the number counts back from the newest edition. */
const importsAndRollbacks = histories(STORE, 6).chain((imports) =>
  fc.tuple(...imports.map((each) => fc.tuple(fc.constant(each), fc.option(fc.nat(5), { nil: undefined })))),
)

const ROLLBACKS: typeof IMPORTS = {
  memory: { numRuns: cases({ quick: 3, complete: 30 }), interruptAfterTimeLimit: 25_000 },
  sqlite: { numRuns: cases({ quick: 1, complete: 20 }), interruptAfterTimeLimit: 25_000 },
  postgres: { numRuns: 12, interruptAfterTimeLimit: 20_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, the service answers like the naive model after rollbacks between imports`, {
    skip: skip || COMPLETE_ONLY,
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(importsAndRollbacks, settings, randomRequests, async (steps, settings, requests) => {
        const { rules, ...others } = settings
        await using service = await startService(open, { ...STORE, ...others })
        await service.declareRules(STORE.id, rules)
        const editions = [new NaiveStore(undefined, others)]
        if (rules.length > 0) editions.push(new NaiveStore(undefined, settings))
        let store = editions.at(-1)!
        // The numbers of editions, the last that was current first.
        let lastCurrent = [...editions.keys()].reverse()
        const nowCurrent = (number: number) => [number, ...lastCurrent.filter((other) => other !== number)]
        for (const [each, rollback] of steps) {
          const beforeImport = expectedDocuments(store)
          const next = store.withLoadOrderOf(editions.at(-1)!)
          const { number } = await compareImport(service, next, each)
          if (number === editions.length) editions.push(next)
          store = editions[number]!
          lastCurrent = nowCurrent(number).slice(0, 5)
          await compareAnswers(service, store, beforeImport, requests)

          const retained = await service.catalogs.editions(STORE.id)
          const newestFirst = lastCurrent.toSorted((a, b) => b - a)
          assert.deepEqual(
            retained.map(({ number, productCount }) => [number, productCount]),
            newestFirst.map((number) => [number, editions[number]!.products.length]),
          )
          if (rollback === undefined) continue
          const target = retained[rollback % retained.length]!.number
          await service.rollback(STORE.id, target)
          lastCurrent = nowCurrent(target)
          const beforeRollback = expectedDocuments(store)
          store = editions[target]!
          await compareAnswers(service, store, beforeRollback, requests)
        }
      }),
      ROLLBACKS[database],
    )
  })
}

/** Imports into both; the reports must agree. */
async function compareImport(service: RunningService, store: NaiveStore, each: Import): Promise<EditionSummary> {
  const before = store.products
  const newest = JSON.parse((await service.get('/store/changes', HEADERS)).body).meta.to
  const counts = store.load(each)
  const { replace, now } = each
  const report = await service.load(
    STORE.id,
    each.lines.map(({ line }) => line),
    { replace, now },
  )
  if (!counts) assert.equal(report.outcome, 'refused')
  else {
    assert.deepEqual(report.problems, [])
    const { created, changed, unchanged, removed } = report
    assert.deepEqual({ created, changed, unchanged, removed }, counts)
  }
  if (newest !== null) {
    const target = `/store/changes?limit=100&since=${newest}`
    const { data } = JSON.parse((await service.get(target, HEADERS)).body)
    const changes = data.map(({ id, change }: ExpectedChange) => ({ id, change }))
    assert.deepEqual(changes, expectedChanges(before, store), target)
  }
  assert.equal(report.edition.productCount, store.products.length)
  assert.equal(report.edition.variantCount, store.products.flatMap(({ variants }) => variants).length)
  return report.edition
}
