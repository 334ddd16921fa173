import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EditionSummary } from '../../src/edition/edition.ts'
import { DATABASES } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { aimed } from './aimed.ts'
import { expectedFacets } from './expected-facets.ts'
import { expectedList, expectedSingles } from './expected-list.ts'
import { NaiveStore } from './naive.ts'
import { histories, type Import } from './random-catalog.ts'
import {
  type FacetsRequest,
  facetsRequests,
  type ListRequest,
  productRequests,
  variantRequests,
} from './random-request.ts'
import { type Served, served } from './served.ts'

const STORE = storeNamed('model')
const HEADERS = { 'x-store-id': STORE.id }

/** Requests that are made after each import. */
const requests = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: productRequests },
    { weight: 2, arbitrary: variantRequests },
    { weight: 2, arbitrary: facetsRequests },
  ),
  {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  },
)

/** How many runs there are over each database. On a slow machine fewer: a failure must be told before the test's time is up. */
const RUNS: Readonly<Record<string, fc.Parameters<unknown>>> = {
  sqlite: { numRuns: 250, interruptAfterTimeLimit: 50_000 },
  postgres: { numRuns: 40, interruptAfterTimeLimit: 30_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, the service answers as plain arrays and naive filters do, import after import`, {
    skip,
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(histories(STORE), requests, async (imports, asked) => {
        await using service = await served(open, STORE)
        const store = new NaiveStore()
        for (const each of imports) {
          const gone = expectedSingles(store)
          await sameImport(service, store, each)
          await sameSingles(service, store, gone)
          for (const request of asked) await sameAnswer(service, store, aimed(request, store))
        }
      }),
      RUNS[database],
    )
  })
}

/** A step, and then perhaps another edition than the newest, counted back from that one. */
const steps = histories(STORE, 6).chain((imports) =>
  fc.tuple(...imports.map((each) => fc.tuple(fc.constant(each), fc.option(fc.nat(5), { nil: undefined })))),
)

const RUNS_BACK: typeof RUNS = {
  sqlite: { numRuns: 60, interruptAfterTimeLimit: 25_000 },
  postgres: { numRuns: 12, interruptAfterTimeLimit: 20_000 },
}

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, the service answers as plain arrays do, whatever edition it goes back to between imports`, {
    skip,
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, requests, async (all, asked) => {
        await using service = await served(open, STORE)
        const made = [new NaiveStore()]
        let store = made[0]!
        const same = async (gone: ReturnType<typeof expectedSingles>) => {
          await sameSingles(service, store, gone)
          for (const request of asked) await sameAnswer(service, store, aimed(request, store))
        }
        for (const [each, back] of all) {
          const gone = expectedSingles(store)
          const next = store.asOfNow(made.at(-1)!)
          const { number } = await sameImport(service, next, each)
          if (number === made.length) made.push(next)
          store = made[number]!
          await same(gone)
          const kept = await service.catalogs.editions(STORE.id)
          assert.deepEqual(
            kept.map(({ number, productCount }) => [number, productCount]),
            made
              .map(({ products }, number) => [number, products.length])
              .reverse()
              .slice(0, 5),
          )
          if (back === undefined) continue
          const chosen = kept[back % kept.length]!.number
          await service.rollback(STORE.id, chosen)
          const before = expectedSingles(store)
          store = made[chosen]!
          await same(before)
        }
      }),
      RUNS_BACK[database],
    )
  })
}

async function sameImport(service: Served, store: NaiveStore, each: Import): Promise<EditionSummary> {
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
  assert.equal(report.edition.productCount, store.products.length)
  assert.equal(report.edition.variantCount, store.products.flatMap(({ variants }) => variants).length)
  return report.edition
}

/** Everything there is by its id, and nothing that was there before the import and is no more. */
async function sameSingles(service: Served, store: NaiveStore, before: readonly (readonly [string, string])[]) {
  const expected = new Map(expectedSingles(store))
  for (const path of new Set([...before.map(([path]) => path), ...expected.keys()])) {
    const { status, body } = await service.get(path, HEADERS)
    assert.equal(status, expected.has(path) ? 200 : 404, path)
    if (expected.has(path)) same(body, expected.get(path)!, path)
  }
}

async function sameAnswer(service: Served, store: NaiveStore, request: ListRequest | FacetsRequest): Promise<void> {
  if (request.path === '/store/products/facets') await sameFacets(service, store, request)
  else await sameList(service, store, request)
}

async function sameFacets(service: Served, store: NaiveStore, request: FacetsRequest): Promise<void> {
  const target = targetOf(request)
  const { status, body } = await service.get(target, HEADERS)
  assert.equal(status, 200, `${target}: ${body}`)
  same(body, expectedFacets(store, request), target)
}

/** All pages by their links from the first, and one page directly. */
async function sameList(service: Served, store: NaiveStore, request: ListRequest): Promise<void> {
  const expected = expectedList(store, request, service.origin)
  const ids: string[] = []
  let target: string | undefined = targetOf(request)
  for (let page = 1; target !== undefined; page++) {
    const list = await samePage(service, target, expected.page(page))
    ids.push(...list.data.map(({ id }) => id))
    target = followed(list.links.next, request.path, service.origin)
  }
  assert.deepEqual(ids, expected.ids)
  const direct = targetOf({ ...request, parameters: [...request.parameters, ['page', String(request.page)]] })
  const list = await samePage(service, direct, expected.page(request.page))
  const previous = followed(list.links.previous, request.path, service.origin)
  if (previous) {
    const page = Math.max(1, Math.min(request.page - 1, list.meta.totalPages))
    await samePage(service, previous, expected.page(page))
  }
}

function targetOf({ path, parameters }: ListRequest | FacetsRequest): string {
  return `${path}?${new URLSearchParams(parameters.map((pair) => [...pair]))}`
}

interface List {
  readonly data: readonly { readonly id: string }[]
  readonly meta: { readonly totalPages: number }
  readonly links: { readonly previous?: string; readonly next?: string }
}

async function samePage(service: Served, target: string, expected: string): Promise<List> {
  const { status, body } = await service.get(target, HEADERS)
  assert.equal(status, 200, `${target}: ${body}`)
  same(body, expected, target)
  return JSON.parse(body)
}

/** What a client asks for next: a link of products is a query string alone, one of variants names the host too. */
function followed(link: string | undefined, path: string, origin: string): string | undefined {
  if (link === undefined) return undefined
  const url = new URL(link, `${origin}${path}`)
  assert.equal(url.origin, origin)
  assert.equal(url.pathname, path)
  return url.pathname + url.search
}

/** To the byte; but where values differ, the difference between values tells more. */
function same(body: string, expected: string, target: string): void {
  if (body === expected) return
  assert.deepEqual(JSON.parse(body), JSON.parse(expected), target)
  assert.equal(body, expected, target)
}
