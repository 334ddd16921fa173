import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { OF_STORE, QUESTIONS, type Versions } from './versions.ts'

const CLIENTS = 4

/** Steady requests of several clients, each answer checked against the edition that its ETag names. */
export class Load {
  /** How many answers there were of each status. */
  readonly statuses = new Map<number, number>()
  /** Answers that said that they may be out of date. */
  stale = 0
  /** What was wrong; nothing should be. */
  readonly faults: string[] = []
  /** The version of each edition, by what its ETag names: the number and the time of publishing. */
  readonly versions = new Map<string, number>()
  readonly #expected: Versions
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true })
  #ended = false
  #running: Promise<unknown>

  constructor(url: string, expected: Versions) {
    this.#url = url
    this.#expected = expected
    this.#running = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#ask(client)))
  }

  get answered(): number {
    return this.statuses.get(200) ?? 0
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#running
    this.#agent.destroy()
  }

  async #ask(client: number): Promise<void> {
    for (let turn = client; !this.#ended; turn++) {
      const question = QUESTIONS[turn % QUESTIONS.length]!
      try {
        const { status, headers, body } = await get(this.#agent, `${this.#url}${question}`)
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (headers['cache-status']) this.stale++
        if (status === 200) this.#check(question, headers.etag!, body)
        else if (status !== 503) this.faults.push(`${question}: ${status} ${body}`)
      } catch (error) {
        this.faults.push(`${question}: ${error}`)
      }
    }
  }

  #check(question: string, etag: string, body: string): void {
    const edition = /^W\/"(\d+-\w+)-/.exec(etag)?.[1]
    // An import may publish and be lost before it can say so: such an edition says itself which version it is.
    const told = /of version (\d+)/.exec(body)?.[1]
    const version = this.versions.get(edition ?? '') ?? (told === undefined ? undefined : Number(told))
    if (edition === undefined || version === undefined) return
    this.versions.set(edition, version)
    if (body !== this.#expected.answer(version, question))
      this.faults.push(`${question} of ${etag}, which is version ${version}: ${body.slice(0, 300)}`)
  }
}

interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

function get(agent: Agent, url: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers: OF_STORE, timeout: 20_000 }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject)
    })
    asking.on('timeout', () => asking.destroy(new Error('no answer within 20 s')))
    asking.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was kept may be closed at the moment that it is used again: every client asks anew.
      if (asking.reusedSocket && error.code === 'ECONNRESET') get(agent, url).then(resolve, reject)
      else reject(error)
    })
    asking.end()
  })
}
