import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs } from '@vitrine/engine/database/open'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { STORE, STORE_HEADERS, TARGETS } from '../../test/failure/catalog-versions.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { proxyTo, type WireProxy } from '../../test/postgres/proxy.ts'
import { startServer } from '../../test/postgres/server.ts'
import { query } from '../../test/postgres/sql.ts'
import { startCampaignServer } from '../harness/campaign-server.ts'
import type { Findings } from '../harness/findings.ts'

/** Milliseconds for an answer from memory, whatever the database does, and for the recovery after a fault. */
const MOST_WAIT = 2000

/** Cached requests between two requests that need the database. */
const CACHED_PER_UNCACHED = 5

/** PostgreSQL with the store of the campaigns, and a server that reads it through a proxy with a role of its own. */
export interface PostgresPlace extends AsyncDisposable {
  /** The address for the superuser, not through the proxy. */
  readonly url: string
  /** The address for the reader, not through the proxy. */
  readonly readerUrl: string
  readonly proxy: WireProxy
  readonly get: (target: string) => Promise<Response>
}

export async function openPostgresPlace(): Promise<PostgresPlace> {
  await using open = new AsyncDisposableStack()
  const postgres = open.use(await startServer())
  const url = postgres.url()
  const workplace = open.use(new WorkingDirectory())
  {
    await using catalogs = await openCatalogs(url, 'create')
    await catalogs.addStore(STORE)
  }
  await importVersion(workplace, url, 0)
  await query(url, "CREATE ROLE reader LOGIN PASSWORD 'reads' IN ROLE pg_read_all_data")
  const readerUrl = url.replace(/\/\/.*@/, '//reader:reads@')
  const proxy = open.use(await proxyTo(readerUrl))
  const server = await startCampaignServer(workplace, proxy.url)
  const get = (target: string) => fetch(`${server.url}${target}`, { headers: STORE_HEADERS })
  const whole = open.move()
  return { url, readerUrl, proxy, get, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

/** Sends requests while PostgreSQL has a fault, and checks their answers. */
export class FaultWatch {
  cached = 0
  readonly uncached = { answered: 0, refused: 0 }
  slowest = 0
  longestRecovery = 0
  readonly #findings: Findings
  readonly #get: PostgresPlace['get']
  readonly #bodies = new Map<string, string>()
  readonly #open = new Set<Promise<void>>()
  #number = 0

  private constructor(findings: Findings, get: PostgresPlace['get']) {
    this.#findings = findings
    this.#get = get
  }

  /** Reads what the answers from memory will be. */
  static async start(findings: Findings, { get }: PostgresPlace): Promise<FaultWatch> {
    const watch = new FaultWatch(findings, get)
    for (const target of TARGETS) watch.#bodies.set(target, await (await get(target)).text())
    return watch
  }

  /** Sends requests for so many seconds. Those that need the database may still wait afterwards. */
  async during(fault: string, seconds: number, isOver: () => boolean): Promise<void> {
    for (const end = performance.now() + seconds * 1000; performance.now() < end && !isOver(); await pause(20)) {
      await this.#readCached(fault)
      if (this.cached % CACHED_PER_UNCACHED !== 0) continue
      const reading: Promise<void> = this.#readUncached(fault).finally(() => this.#open.delete(reading))
      this.#open.add(reading)
    }
  }

  /** Waits until the database is read again. */
  async recovered(fault: string): Promise<void> {
    const start = performance.now()
    while ((await this.#uncached()).status !== 200 && performance.now() - start < 60_000) await pause(10)
    const milliseconds = performance.now() - start
    this.longestRecovery = Math.max(this.longestRecovery, milliseconds)
    if (milliseconds > MOST_WAIT)
      this.#findings.broken('the server recovers within 2 s', `${fault}: ${Math.round(milliseconds)} ms`)
    await Promise.all(this.#open)
  }

  report(name: string): void {
    this.#findings.figure(`${name}: answers from memory`, this.cached)
    this.#findings.figure(`${name}: slowest of them`, `${Math.round(this.slowest)} ms`)
    this.#findings.figure(`${name}: others answered`, this.uncached.answered)
    this.#findings.figure(`${name}: 503`, this.uncached.refused)
    this.#findings.figure(`${name}: longest recovery`, `${Math.round(this.longestRecovery)} ms`)
  }

  async #readCached(fault: string): Promise<void> {
    const target = TARGETS[this.cached++ % TARGETS.length]!
    const start = performance.now()
    const response = await this.#get(target)
    const body = await response.text()
    const milliseconds = performance.now() - start
    this.slowest = Math.max(this.slowest, milliseconds)
    const context = `${fault}: ${target}: ${response.status}`
    if (response.status !== 200 || body !== this.#bodies.get(target))
      this.#findings.broken('cached requests are answered whatever the database does', context)
    if (milliseconds > MOST_WAIT)
      this.#findings.broken(
        'an answer from memory takes at most 2 s',
        `${context} after ${Math.round(milliseconds)} ms`,
      )
  }

  async #readUncached(fault: string): Promise<void> {
    const response = await this.#uncached()
    const body = await response.text()
    if (response.status === 200) this.uncached.answered++
    else this.uncached.refused++
    if (response.status === 200 && JSON.parse(body).data.length !== 1)
      this.#findings.broken('no answer is wrong', `${fault}: ${body}`)
    if (response.status !== 200 && (response.status !== 503 || !response.headers.has('retry-after')))
      this.#findings.broken('other requests get a 503 with Retry-After', `${fault}: ${response.status} ${body}`)
  }

  /** One product by its slug, with a parameter that no request had before, so that nothing has the answer. */
  #uncached(): Promise<Response> {
    return this.#get(`/store/products?slug=product-${this.#number % 100}&another=${++this.#number}`)
  }
}
