import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ExpectedAnswers, STORE_HEADERS, TARGETS } from './catalog-versions.ts'

const CLIENTS = 4

/** Sends requests from several clients without pause, and checks each answer against the edition in its ETag. */
export class Load {
  /** The number of answers of each status. */
  readonly statuses = new Map<number, number>()
  /** The number of answers marked as possibly out of date. */
  stale = 0
  /** Descriptions of wrong answers. */
  readonly faults: string[] = []
  /** The catalog version of each edition, by number and time of publishing, as the ETag has them. */
  readonly versions = new Map<string, number>()
  readonly #expected: ExpectedAnswers
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true })
  #stopped = false
  #running: Promise<unknown>

  constructor(url: string, expected: ExpectedAnswers) {
    this.#url = url
    this.#expected = expected
    this.#running = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#request(client)))
  }

  get answered(): number {
    return this.statuses.get(200) ?? 0
  }

  async end(): Promise<void> {
    this.#stopped = true
    await this.#running
    this.#agent.destroy()
  }

  async #request(client: number): Promise<void> {
    for (let turn = client; !this.#stopped; turn++) {
      const target = TARGETS[turn % TARGETS.length]!
      try {
        const { status, headers, body } = await get(this.#agent, `${this.#url}${target}`)
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (headers['cache-status']) this.stale++
        if (status === 200) this.#check(target, headers.etag!, body)
        else if (status !== 503) this.faults.push(`${target}: ${status} ${body}`)
      } catch (error) {
        this.faults.push(`${target}: ${error}`)
      }
    }
  }

  #check(target: string, etag: string, body: string): void {
    const edition = /^W\/"(\d+-\w+)-/.exec(etag)?.[1]
    // Product names contain the version, so the first answer of an edition tells its version.
    const stated = /of version (\d+)/.exec(body)?.[1]
    const version = this.versions.get(edition ?? '') ?? (stated === undefined ? undefined : Number(stated))
    if (edition === undefined || version === undefined) return
    this.versions.set(edition, version)
    if (body !== this.#expected.answer(version, target))
      this.faults.push(`${target} of ${etag}, which is version ${version}: ${body.slice(0, 300)}`)
  }
}

interface Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

function get(agent: Agent, url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: STORE_HEADERS, timeout: 20_000 }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within 20 s')))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the moment of the next request. Clients repeat such requests.
      if (sent.reusedSocket && error.code === 'ECONNRESET') get(agent, url).then(resolve, reject)
      else reject(error)
    })
    sent.end()
  })
}
