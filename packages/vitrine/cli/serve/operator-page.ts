import { publicName } from '@vitrine/engine/database/open'
import { type Health, type HealthStatus, isHealthy } from '@vitrine/server/monitoring'
import { type Content, type Html, html, joined } from '@vitrine/server/reference/html'
import type { Resource, ResourceResponse } from '@vitrine/server/resource'
import type { Registry } from 'prom-client'
import { PAGE_POLICY, PAGE_STYLE } from '../page-style.ts'
import { textOfFile } from '../page-text.ts'
import { type RecentSearches, recentSearches } from '../searches/recent-searches.ts'
import { lastImportText } from '../stores/last-import-text.ts'
import { formatNumber, quantity } from '../terminal-text.ts'
import { VERSION } from '../version.ts'
import { type Quantile, ServerFigures } from './server-figures.ts'
import type { ServerSettings } from './server-settings.ts'
import { STORES_ON_PAGE, type StoreOverview, type StoresPage } from './store-overview.ts'

/** `/` beside the metrics: what a server serves and how it does, as a page for its operator. It has no script. */
export function operatorPage(sources: OperatorPageSources, settings: ServerSettings, database: string): Resource {
  const answer = async ({ queryString }: { readonly queryString: string }): Promise<ResourceResponse> => {
    const wanted = Number(new URLSearchParams(queryString).get('page'))
    const page = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1
    const [status, registry, stores, searches] = await Promise.all([
      sources.health.ready(),
      sources.collect(),
      sources.stores(page).catch(() => undefined),
      readSearches(settings.searchLog),
    ])
    const figures = await ServerFigures.of(registry)
    const state = { status, figures, stores, searches, database: publicName(database), time: new Date() }
    const body = Buffer.from(operatorPageText(state))
    const headers = ['content-type', 'text/html; charset=utf-8', 'content-security-policy', POLICY]
    const safe = ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer', 'cache-control', 'no-store']
    return { status: 200, headers: [...headers, ...safe, 'content-length', body.length], body: [body] }
  }
  return { path: '/', answer }
}

const POLICY = [...PAGE_POLICY, "frame-ancestors 'none'"].join('; ')

/** What the page of a server shows. */
export interface OperatorPageSources {
  readonly health: Health
  collect(): Promise<Registry>
  /** Reads a page of stores. Rejects while the database does not answer. */
  stores(page: number): Promise<StoresPage>
}

/** `off` without a log, and `unreadable` if it cannot be read. */
type ReadSearches = RecentSearches | 'off' | 'unreadable'

async function readSearches(path: string | undefined): Promise<ReadSearches> {
  return path === undefined ? 'off' : await recentSearches(path).catch(() => 'unreadable' as const)
}

interface ServerState {
  readonly status: HealthStatus
  readonly figures: ServerFigures
  /** Undefined while the database does not answer. */
  readonly stores: StoresPage | undefined
  readonly searches: ReadSearches
  readonly database: string
  readonly time: Date
}

function operatorPageText(state: ServerState): string {
  const { status, figures, stores, searches, time } = state
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Vitrine: ${status}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="muted">Version ${VERSION}, ${minute(time)}</p>
<h1>Vitrine</h1>
<p class="${isHealthy(status) ? 'done' : 'refused'}">${status}</p>
${processList(figures)}
</header>
${section('Stores', storesSection(stores))}
${section('Requests', requestsSection(figures))}
${section('Overload', overloadList(figures))}
${section('Caches', cachesTable(figures))}
${section('Database', databaseList(state))}
${section('Searches without a result', searchesSection(searches, figures))}
</main>
</body>
</html>
`.source
}

function section(title: string, content: Content): Html {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}
</section>`
}

function counts(entries: readonly (readonly [name: string, value: string | number | undefined])[]): Html {
  const shown = entries.filter(([, value]) => value !== undefined)
  return html`<dl class="counts">${shown.map(
    ([name, value]) =>
      html`<div><dt>${name}</dt><dd>${typeof value === 'number' ? formatNumber(value) : value}</dd></div>`,
  )}</dl>`
}

function processList(figures: ServerFigures): Html {
  const startedAt = figures.sum('process_start_time_seconds')
  return counts([
    ['running since', startedAt && minute(new Date(startedAt * 1000))],
    ['memory', megabytes(figures.sum('process_resident_memory_bytes'))],
    ['workers', figures.sum('vitrine_workers')],
    ['workers replaced', figures.sum('vitrine_workers_replaced_total')],
    ['workers killed', figures.sum('vitrine_workers_hung_total')],
  ])
}

function storesSection(page: StoresPage | undefined): Content {
  if (!page) return html`<p>The stores cannot be read: the database does not answer.</p>`
  const { stores, storeCount } = page
  if (storeCount === 0) return html`<p>None yet. <code>vitrine store add</code> creates one.</p>`
  const first = (page.page - 1) * STORES_ON_PAGE + 1
  const links = [
    page.page > 1 && html`<a href="?page=${page.page - 1}">Previous stores</a>`,
    page.page < page.pages && html`<a href="?page=${page.page + 1}">Next stores</a>`,
  ].filter((link) => link !== false)
  return [
    page.pages > 1 &&
      html`<p>Stores ${formatNumber(first)} to ${formatNumber(first + stores.length - 1)} of ${formatNumber(storeCount)}.</p>`,
    stores.map(storeArticle),
    links.length > 0 && html`<nav aria-label="Stores">${joined(links, ' · ')}</nav>`,
  ]
}

function storeArticle(store: StoreOverview): Html {
  const { id, name, current, lastImport, markets, marketCount, editions, editionCount } = store
  return html`<article aria-label="Store ${id}"><h3>${id}${name !== id && html` · ${textOfFile(name, 100)}`}</h3>
<p>${current.number === 0 ? 'Nothing is published yet.' : html`Edition ${formatNumber(current.number)}, published ${minute(current.publishedAt)}: ${quantity(current.productCount, 'product')}, ${quantity(current.variantCount, 'variant')}.`}</p>
<p>Last import: ${lastImportText(lastImport)}.</p>
${marketCount > 0 && html`<p>${quantity(marketCount, 'market')}: ${joined(markets.map(({ code, productCount }) => `${code} with ${quantity(productCount, 'product')}`))}${marketCount > markets.length && ' …'}</p>`}
<table><thead><tr><th scope="col">Edition</th><th scope="col">Published</th><th scope="col">Products</th></tr></thead>
<tbody>${editions.map(
    ({ number, publishedAt, productCount, held, isPinned }) =>
      html`<tr><th scope="row">${formatNumber(number)}${number === current.number && ', current'}${isPinned && ', pinned'}</th><td>${held ? 'held' : number === 0 ? 'not yet' : minute(publishedAt)}</td><td>${formatNumber(productCount)}</td></tr>`,
  )}</tbody></table>
${editionCount > editions.length && html`<p>Not shown: ${quantity(editionCount - editions.length, 'older edition')}. <code>vitrine editions ${id}</code> lists them.</p>`}
</article>`
}

function requestsSection(figures: ServerFigures): Content {
  const requests = figures.requests()
  if (requests.length === 0) return html`<p>None since the server has started.</p>`
  return html`<p>Since the server has started. 99 of 100 requests took at most the time of the last column.</p>
<table><thead><tr><th scope="col">Kind</th><th scope="col">Requests</th><th scope="col">Failed (5xx)</th><th scope="col">99 of 100</th></tr></thead>
<tbody>${requests.map(
    ({ route, requests, failed, p99 }) =>
      html`<tr><th scope="row">${route}</th><td>${formatNumber(requests)}</td><td>${formatNumber(failed)}</td><td>${durationText(p99)}</td></tr>`,
  )}</tbody></table>`
}

function overloadList(figures: ServerFigures): Html {
  return counts([
    ['running', figures.sum('vitrine_expensive_requests_running')],
    ['waiting', figures.sum('vitrine_expensive_requests_queued')],
    ...[...figures.by('vitrine_refused_requests_total', 'reason')].map(
      ([reason, refused]) => [`refused: ${reason}`, refused] as const,
    ),
  ])
}

function cachesTable(figures: ServerFigures): Html {
  const rows = ['response', 'index'].map((name) => {
    const figure = (what: string) => figures.sum(`vitrine_${name}_cache_${what}`) ?? 0
    const hits = figure('hits_total')
    const reads = hits + figure('misses_total')
    const share = reads === 0 ? 'none' : `${formatNumber(hits)} (${((100 * hits) / reads).toFixed(1)} %)`
    return html`<tr><th scope="row">${name}</th><td>${formatNumber(figure('entries'))}</td><td>${megabytes(figure('bytes'))}</td><td>${share}</td></tr>`
  })
  return html`<table><thead><tr><th scope="col">Cache</th><th scope="col">Entries</th><th scope="col">Size</th><th scope="col">Hits</th></tr></thead>
<tbody>${rows}</tbody></table>`
}

const DATABASE_STATES: Partial<Record<HealthStatus, string>> = {
  'answers from memory': 'away: cached responses are sent',
  'database unusable': 'a product cannot be read',
  'database does not answer': 'does not answer within a second',
}

function databaseList({ status, figures, stores, database }: ServerState): Html {
  const state = DATABASE_STATES[status] ?? (stores ? 'answers' : 'does not answer')
  return html`<p>${textOfFile(database)}</p>
${counts([
  ['state', state],
  ['answers from memory', figures.sum('vitrine_stale_answers_total')],
])}`
}

function searchesSection(searches: ReadSearches, figures: ServerFigures): Content {
  const outcomes = counts([...figures.by('vitrine_searches_total', 'outcome')])
  const words = wordsContent(searches)
  return [html`<p>All searches since the server has started, by what became of them:</p>`, outcomes, words]
}

function wordsContent(searches: ReadSearches): Content {
  if (searches === 'off')
    return html`<p>Their words are not recorded. <code>vitrine serve --search-log FILE</code> records them.</p>`
  if (searches === 'unreadable') return html`<p>The log of searches cannot be read.</p>`
  const { total, from, missed } = searches
  if (total === 0) return html`<p>The log has no searches yet.</p>`
  const read = html`<p>Read from the end of the log: ${formatNumber(total)}, from ${minute(from)} on.</p>`
  if (missed.length === 0) return [read, html`<p>All of them found something.</p>`]
  const hasMarkets = missed.some(({ market }) => market !== undefined)
  return html`${read}
<table><thead><tr><th scope="col">Words</th><th scope="col">Store</th>${hasMarkets && html`<th scope="col">Market</th>`}<th scope="col">Searches</th></tr></thead>
<tbody>${missed.map(
    ({ words, store, market, count }) =>
      html`<tr><th scope="row">${textOfFile(words)}</th><td>${store}</td>${hasMarkets && html`<td>${market}</td>`}<td>${formatNumber(count)}</td></tr>`,
  )}</tbody></table>
<p><code>vitrine searches</code> reads the whole log, and begins a file of synonyms.</p>`
}

/** `2026-11-24 02:10 UTC` */
function minute(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function megabytes(bytes = 0): string {
  return `${formatNumber(Math.round(bytes / 1e5) / 10)} MB`
}

function durationText({ seconds, isGreater }: Quantile): string {
  return `${isGreater ? 'more than ' : ''}${formatNumber(seconds * 1000)} ms`
}
