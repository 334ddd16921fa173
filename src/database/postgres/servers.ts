import { setTimeout as pause } from 'node:timers/promises'
import { ConnectionLost, type ConnectionOptions } from './connection.ts'
import { type Answering, answering, Connections } from './connections.ts'
import { checkSchema } from './schema.ts'
import type { QueryRunner, Statement } from './statements.ts'

/** After the first server has answered, so long a better one may still do so. */
const CHOICE_MILLISECONDS = 300

/** Between two attempts to find a server while none answers. */
const RETRY_MILLISECONDS = 250

/**
 * All servers that have the database: reads go to one of them, a standby if there is one, and to another when that is
 * lost. A statement that was lost with its connection is asked once more; all of them only read. While no server
 * answers, every statement fails at once, and servers are looked for without end.
 */
export class Servers implements QueryRunner, AsyncDisposable {
  /** Since when no server has answered, as `performance.now()` counts; undefined while one does. */
  awaySince: number | undefined
  /** Called with every set of connections that replaces another. */
  onFound: (connections: Connections) => Promise<void> = async () => {}
  readonly #addresses: readonly URL[]
  readonly #options: ConnectionOptions
  readonly #count: number
  #connections: Connections | undefined
  #finding: Promise<Connections> | undefined
  #closed = false

  private constructor(addresses: readonly URL[], count: number, options: ConnectionOptions) {
    this.#addresses = addresses
    this.#count = count
    this.#options = options
  }

  /** Throws `ConnectionLost` when no server answers, `database-unusable` when those that do are of no use. */
  static async open(addresses: readonly URL[], count: number, options: ConnectionOptions): Promise<Servers> {
    const servers = new Servers(addresses, count, options)
    servers.#use(await servers.#find())
    return servers
  }

  async query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    const connections = this.#connections ?? (await this.#found())
    try {
      return await connections.query<Row>(statement, values)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      this.#lost(connections)
      return await (await this.#found()).query<Row>(statement, values)
    }
  }

  /** The connections in use, if there are any. */
  get connections(): Connections | undefined {
    return this.#connections
  }

  /** Lets go of a server that is there and does not answer. */
  giveUp(connections: Connections): void {
    this.#lost(connections)
  }

  /** Reads from a standby again, if one is back and the server in use is none. */
  async prefer(): Promise<void> {
    const current = this.#connections
    if (!current || current.standby || this.#addresses.length === 1) return
    const found = await this.#find()
    if (!found.standby || this.#connections !== current) return found.cut()
    this.#use(found)
    await this.onFound(found)
    // What is under way there is answered first.
    await current[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await this.#connections?.[Symbol.asyncDispose]()
  }

  #use(connections: Connections): void {
    this.#connections = connections
    connections.onLost(() => this.#lost(connections))
  }

  #lost(connections: Connections): void {
    if (this.#closed || this.#connections !== connections) return
    this.#connections = undefined
    connections.cut()
    this.#finding = this.#findAgain()
    this.#finding.catch(() => {})
  }

  /** The next connections: those that are being looked for, while there is hope that they are found at once. */
  async #found(): Promise<Connections> {
    if (this.#connections) return this.#connections
    if (this.awaySince !== undefined || !this.#finding)
      throw new ConnectionLost(this.#addresses[0]!, new Error('it is away'))
    return await this.#finding
  }

  /** Rejects when the first attempt fails; the others go on behind. */
  async #findAgain(): Promise<Connections> {
    const lost = performance.now()
    try {
      return await this.#attempt()
    } catch (error) {
      this.awaySince = lost
      void this.#goOn()
      throw error
    }
  }

  async #goOn(): Promise<void> {
    while (!this.#closed) {
      await pause(RETRY_MILLISECONDS, undefined, { ref: false })
      if (this.#closed) return
      try {
        await this.#attempt()
        return
      } catch {
        // Whatever it was, it may be over the next time.
      }
    }
  }

  async #attempt(): Promise<Connections> {
    const connections = await this.#find()
    if (this.#closed) connections.cut()
    await this.onFound(connections)
    this.#use(connections)
    this.awaySince = undefined
    return connections
  }

  async #find(): Promise<Connections> {
    const first = await this.#preferred()
    try {
      await checkSchema(first.connection)
    } catch (error) {
      first.connection.cut()
      throw error
    }
    return await Connections.open(first, this.#count, this.#options)
  }

  /** The first standby that answers; else, when the others had their time, the first that does. */
  async #preferred(): Promise<Answering> {
    const asked = shuffled(this.#addresses).map((server) => answering(server, this.#options))
    const standby = Promise.any(asked.map(async (one) => orNone(await one)))
    const first = Promise.any(asked).then(async (one) => {
      await Promise.race([Promise.allSettled(asked), pause(CHOICE_MILLISECONDS)])
      return one
    })
    let chosen: Answering
    try {
      chosen = await Promise.any([standby, first])
    } catch {
      throw await Promise.all(asked).catch((error) => error)
    }
    for (const one of asked) {
      one.then((other) => other !== chosen && other.connection.cut()).catch(() => {})
    }
    return chosen
  }
}

function orNone(one: Answering): Answering {
  if (one.standby) return one
  throw new Error('not a standby')
}

/** So that many processes share many servers. */
function shuffled(addresses: readonly URL[]): URL[] {
  return addresses
    .map((address) => ({ address, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ address }) => address)
}
