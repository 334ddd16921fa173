import assert from 'node:assert/strict'
import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import { expectedDocuments, expectedFacets, expectedList } from './expected-response.ts'
import type { NaiveStore } from './naive.ts'
import { expectedLabels } from './naive-labels.ts'
import { type FacetsRequest, type ListRequest, withRealValues } from './random-request.ts'
import { towardsRules } from './random-rules.ts'
import type { RunningService } from './running-service.ts'

const HEADERS = { 'x-store-id': 'model' }

/**
 * Compares the answers to the requests, and those about every product, variant and label, with those of the model. With a
 * market, `store` and `before` are what it shows.
 */
export async function compareAnswers(
  service: RunningService,
  store: NaiveStore,
  before: ReturnType<typeof expectedDocuments>,
  requests: readonly (ListRequest | FacetsRequest)[],
  market?: string,
): Promise<void> {
  await compareSingles(service, store, before, market)
  for (const kind of [undefined, ...LABEL_KINDS, 'unknown']) {
    const target = kind === undefined ? '/store/labels' : `/store/labels?kind=${kind}`
    const path = inMarket(target, market)
    assertSame((await service.get(path, HEADERS)).body, expectedLabels(store, kind), path)
  }
  for (const request of requests) {
    const likely = towardsRules(request, store.settings.rules ?? [])
    const { parameters, ...others } = withRealValues(likely, store)
    const own = market === undefined ? [] : [['market', market] as const]
    await compareAnswer(service, store, { ...others, parameters: [...parameters, ...own] } as typeof request)
  }
}

/** Requests every product and variant by id, and those of the state before, some of which are removed now. */
async function compareSingles(
  service: RunningService,
  store: NaiveStore,
  before: ReturnType<typeof expectedDocuments>,
  market: string | undefined,
): Promise<void> {
  const expected = new Map(expectedDocuments(store))
  for (const path of new Set([...before.map(([path]) => path), ...expected.keys()])) {
    const { status, body } = await service.get(inMarket(path, market), HEADERS)
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

function inMarket(target: string, market: string | undefined): string {
  return market === undefined ? target : `${target}${target.includes('?') ? '&' : '?'}market=${market}`
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
