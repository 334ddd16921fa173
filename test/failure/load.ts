import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { AnswerChecks } from './answer-checks.ts'
import { type ExpectedAnswers, STORE_HEADERS, TARGETS } from './catalog-versions.ts'

const CLIENTS = 4

/** Sends requests from several clients without pause, and checks each answer against the edition in its ETag. */
export class Load implements AsyncDisposable {
  /** The number of answers of each status. */
  readonly statuses = new Map<number, number>()
  /** The number of answers marked as possibly out of date. */
  stale = 0
  /** Descriptions of wrong answers. */
  readonly faults: string[] = []
  readonly #checks: AnswerChecks
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true })
  #stopped = false
  #running: Promise<unknown>

  constructor(url: string, expected: ExpectedAnswers) {
    this.#url = url
    this.#checks = new AnswerChecks(expected)
    this.#running = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#request(client)))
  }

  get answered(): number {
    return this.statuses.get(200) ?? 0
  }

  /** The number of editions that answered, and the catalog versions in them. */
  get versions(): ReadonlyMap<string, number> {
    return this.#checks.versions
  }

  async end(): Promise<void> {
    this.#stopped = true
    await this.#running
    this.#agent.destroy()
  }

  /** Ends it also where what it loads has failed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }

  async #request(client: number): Promise<void> {
    for (let turn = client; !this.#stopped; turn++) {
      const target = TARGETS[turn % TARGETS.length]!
      try {
        const { status, headers, body } = await get(this.#agent, `${this.#url}${target}`)
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (headers['cache-status']) this.stale++
        const fault = status === 200 && this.#checks.faultOf(target, headers.etag!, body)
        if (fault) this.faults.push(fault)
        else if (status !== 200 && status !== 503) this.faults.push(`${target}: ${status} ${body}`)
      } catch (error) {
        this.faults.push(`${target}: ${error}`)
      }
    }
  }
}

interface Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

function get(agent: Agent, url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: STORE_HEADERS, timeout: 90_000 }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within 90 s')))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the moment of the next request. Clients repeat such requests.
      if (sent.reusedSocket && error.code === 'ECONNRESET') get(agent, url).then(resolve, reject)
      else reject(error)
    })
    sent.end()
  })
}
