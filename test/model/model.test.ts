import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import fc from 'fast-check'
import { DATABASES } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { expectedDocuments, expectedFacets, expectedList } from './expected-response.ts'
import { NaiveStore, type SearchSettings } from './naive.ts'
import { type ExpectedChange, expectedChanges } from './naive-changes.ts'
import { expectedLabels } from './naive-labels.ts'
import { histories, type Import } from './random-catalog.ts'
import {
  type FacetsRequest,
  facetsRequests,
  type ListRequest,
  productRequests,
  variantRequests,
  withRealValues,
} from './random-request.ts'
import { randomRules, towardsRules } from './random-rules.ts'
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

/** The requests after each import. */
const requests = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: productRequests },
    { weight: 2, arbitrary: variantRequests },
    { weight: 2, arbitrary: facetsRequests },
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
)

/** The time limit, in milliseconds, makes slow machines run fewer cases, so that a failure is reported in time. */
const IMPORTS: Readonly<Record<string, fc.Parameters<unknown>>> = {
  memory: { numRuns: cases({ quick: 10, complete: 100 }), interruptAfterTimeLimit: 50_000 },
  sqlite: { numRuns: cases({ quick: 3, complete: 250 }), interruptAfterTimeLimit: 50_000 },
  postgres: { numRuns: 40, interruptAfterTimeLimit: 30_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, the service answers like the naive model after each import`, {
    skip,
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(histories(STORE), settings, requests, async (imports, settings, requests) => {
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
  sqlite: { numRuns: cases({ quick: 1, complete: 60 }), interruptAfterTimeLimit: 25_000 },
  postgres: { numRuns: 12, interruptAfterTimeLimit: 20_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, the service answers like the naive model after rollbacks between imports`, {
    skip,
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(importsAndRollbacks, settings, requests, async (steps, settings, requests) => {
        const { rules, ...others } = settings
        await using service = await startService(open, { ...STORE, ...others })
        await service.declareRules(STORE.id, rules)
        const editions = [new NaiveStore(undefined, others)]
        if (rules.length > 0) editions.push(new NaiveStore(undefined, settings))
        let store = editions.at(-1)!
        for (const [each, rollback] of steps) {
          const beforeImport = expectedDocuments(store)
          const next = store.withLoadOrderOf(editions.at(-1)!)
          const { number } = await compareImport(service, next, each)
          if (number === editions.length) editions.push(next)
          store = editions[number]!
          await compareAnswers(service, store, beforeImport, requests)

          const retained = await service.catalogs.editions(STORE.id)
          const newestFirst = editions.map(({ products }, number) => [number, products.length]).reverse()
          assert.deepEqual(
            retained.map(({ number, productCount }) => [number, productCount]),
            newestFirst.slice(0, 5),
          )
          if (rollback === undefined) continue
          const target = retained[rollback % retained.length]!.number
          await service.rollback(STORE.id, target)
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

async function compareAnswers(
  service: RunningService,
  store: NaiveStore,
  before: ReturnType<typeof expectedDocuments>,
  requests: readonly (ListRequest | FacetsRequest)[],
): Promise<void> {
  await compareSingles(service, store, before)
  for (const kind of [undefined, ...LABEL_KINDS, 'unknown']) {
    const target = kind === undefined ? '/store/labels' : `/store/labels?kind=${kind}`
    assertSame((await service.get(target, HEADERS)).body, expectedLabels(store, kind), target)
  }
  for (const request of requests) {
    const likely = towardsRules(request, store.settings.rules ?? [])
    await compareAnswer(service, store, withRealValues(likely, store))
  }
}

/** Requests every product and variant by id, and those of the state before, some of which are removed now. */
async function compareSingles(
  service: RunningService,
  store: NaiveStore,
  before: ReturnType<typeof expectedDocuments>,
): Promise<void> {
  const expected = new Map(expectedDocuments(store))
  for (const path of new Set([...before.map(([path]) => path), ...expected.keys()])) {
    const { status, body } = await service.get(path, HEADERS)
    assert.equal(status, expected.has(path) ? 200 : 404, path)
    if (expected.has(path)) assertSame(body, expected.get(path)!, path)
  }
}

async function compareAnswer(
  service: RunningService,
  store: NaiveStore,
  request: ListRequest | FacetsRequest,
): Promise<void> {
  if (request.path === '/store/products/facets') await compareFacets(service, store, request)
  else await compareList(service, store, request)
}

async function compareFacets(service: RunningService, store: NaiveStore, request: FacetsRequest): Promise<void> {
  const target = targetOf(request)
  const { status, body } = await service.get(target, HEADERS)
  assert.equal(status, 200, `${target}: ${body}`)
  assertSame(body, expectedFacets(store, request), target)
}

/** Follows the links from the first page to the last, and requests one page directly. */
async function compareList(service: RunningService, store: NaiveStore, request: ListRequest): Promise<void> {
  const expected = expectedList(store, request, service.origin)
  const ids: string[] = []
  let target: string | undefined = targetOf(request)
  for (let page = 1; target !== undefined; page++) {
    const list = await comparePage(service, target, expected.page(page))
    ids.push(...list.data.map(({ id }) => id))
    target = targetOfLink(list.links.next, request.path, service.origin)
  }
  assert.deepEqual(ids, expected.ids)
  const direct = targetOf({ ...request, parameters: [...request.parameters, ['page', String(request.page)]] })
  const list = await comparePage(service, direct, expected.page(request.page))
  const previous = targetOfLink(list.links.previous, request.path, service.origin)
  if (previous) {
    const page = Math.max(1, Math.min(request.page - 1, list.meta.totalPages))
    await comparePage(service, previous, expected.page(page))
  }
}

function targetOf({ path, parameters }: ListRequest | FacetsRequest): string {
  return `${path}?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]))}`
}

interface List {
  readonly data: readonly { readonly id: string }[]
  readonly meta: { readonly totalPages: number }
  readonly links: { readonly previous?: string; readonly next?: string }
}

async function comparePage(service: RunningService, target: string, expected: string): Promise<List> {
  const { status, body } = await service.get(target, HEADERS)
  assert.equal(status, 200, `${target}: ${body}`)
  assertSame(body, expected, target)
  return JSON.parse(body)
}

/** The request target of a link. Links to products are query strings; links to variants are complete URLs. */
function targetOfLink(link: string | undefined, path: string, origin: string): string | undefined {
  if (link === undefined) return undefined
  const url = new URL(link, `${origin}${path}`)
  assert.equal(url.origin, origin)
  assert.equal(url.pathname, path)
  return url.pathname + url.search
}

/** Compares to the byte. If the JSON values differ, reports their difference. */
function assertSame(body: string, expected: string, target: string): void {
  if (body === expected) return
  assert.deepEqual(JSON.parse(body), JSON.parse(expected), target)
  assert.equal(body, expected, target)
}
