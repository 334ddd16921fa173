import { gunzipSync } from 'node:zlib'
import type { Random } from '../../bench/catalog/random.ts'
import { HttpConnection, type Reply } from '../../bench/harness/http-connection.ts'
import { AGENT, isForMarket, type LoneAnswers, partsOf } from './lone-answers.ts'
import { STORES } from './stores.ts'

const WRONG_STORES = ['nobody', 'ALDER', 'alder,birch', 'alder/', '../birch', '%61lder', 'a'.repeat(65), '*']

/** ETags retained of each store and market. */
const MAX_ETAGS = 50

export interface Counts {
  conditional: number
  notModified: number
  wrongStores: number
}

/** A client of all stores. It remembers the ETags of each and of its market, and sends them to every store. */
export class TenancyClient implements Disposable {
  readonly #connection: HttpConnection
  readonly #random: Random
  readonly #expected: LoneAnswers
  readonly #counts: Counts
  readonly #etags = new Map<string, Set<string>>(OWNERS.map((owner) => [owner, new Set()]))

  constructor(port: number, random: Random, expected: LoneAnswers, counts: Counts) {
    this.#connection = new HttpConnection(`http://127.0.0.1:${port}`)
    this.#random = random
    this.#expected = expected
    this.#counts = counts
  }

  /** Sends one request and checks its answer. */
  async send(target: string, report: (promise: string, details: string) => void): Promise<void> {
    const random = this.#random
    if (random.chance(0.03)) return await this.#sendToWrongStore(target, report)
    const store = random.pick(STORES).store.id
    const sent = random.chance(0.3) ? this.#drawETags() : []
    const [path, body] = partsOf(target)
    const headers: Record<string, string> = { 'x-store-id': store, ...AGENT }
    if (sent.length > 0) headers['if-none-match'] = sent.join(', ')
    if (random.chance(0.1)) headers['accept-encoding'] = 'gzip'
    const reply = await this.#connection.exchange(path, headers, body)
    this.#check(store, target, sent, reply, report)
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]()
  }

  #check(
    store: string,
    target: string,
    sent: readonly string[],
    reply: Reply,
    report: (promise: string, details: string) => void,
  ): void {
    const { status, head } = reply
    const context = `${store} ${target}, If-None-Match ${sent.join(', ') || 'none'}: ${status}`
    const expected = this.#expected.get(store, target)
    const etag = /^etag: (.*)$/im.exec(head)?.[1]
    if (sent.length > 0) this.#counts.conditional++
    if (status === 304) {
      this.#counts.notModified++
      if (!sent.includes(etag!)) report('only an ETag of the store itself gives a 304', context)
      if (expected.status !== 200) report('nothing exists through the ETag of another store', context)
    } else if (status !== expected.status || textOf(reply) !== expected.body) {
      report('each store answers as if it were alone', `${context}: ${textOf(reply).slice(0, 300)}`)
    }
    if (etag !== undefined) this.#remember(ownerOf(store, target), etag, report)
  }

  #remember(owner: string, etag: string, report: (promise: string, details: string) => void): void {
    for (const [other, etags] of this.#etags)
      if (other !== owner && etags.has(etag))
        report('no two stores or markets have the same ETag', `${owner}, ${other}: ${etag}`)
    const own = this.#etags.get(owner)!
    if (own.size < MAX_ETAGS) own.add(etag)
  }

  #drawETags(): string[] {
    const all = [...this.#etags.values()].flatMap((etags) => [...etags])
    return all.filter(() => this.#random.chance(0.3))
  }

  async #sendToWrongStore(target: string, report: (promise: string, details: string) => void): Promise<void> {
    this.#counts.wrongStores++
    const store = this.#random.pick(WRONG_STORES)
    const [path, body] = partsOf(target)
    const reply = await this.#connection.exchange(path, { 'x-store-id': store, ...AGENT }, body)
    const isRefused = reply.status === 404 && JSON.parse(textOf(reply)).code === 'store-not-found'
    if (!isRefused) report('a wrong store id selects no store', `${store} ${target}: ${reply.status}`)
  }
}

/** The stores, and after them their markets. */
const OWNERS = STORES.flatMap(({ store, marketWord }) => [
  store.id,
  ...(marketWord === undefined ? [] : [`${store.id}.de`]),
])

/** The store whose answer a target gets, or its market. */
function ownerOf(store: string, target: string): string {
  const market = `${store}.de`
  return isForMarket(target) && OWNERS.includes(market) ? market : store
}

function textOf({ head, body }: Reply): string {
  return (/^content-encoding: gzip/im.test(head) ? gunzipSync(body) : body).toString('utf8')
}
