import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryRunner } from '../sql-connection.ts'
import { ConnectionLost, type ConnectionOptions } from './connection.ts'
import { ConnectionPool, connectTo, type PoolSettings, type ServerConnection } from './connection-pool.ts'
import { checkSchema } from './schema.ts'

/** How long to wait for a standby after another server has answered. */
const STANDBY_MILLISECONDS = 300

/** How long a first attempt to reconnect may take before the database counts as unavailable. */
const RECONNECT_MILLISECONDS = 500

/** The pause between attempts to find a server while none answers. */
const RETRY_MILLISECONDS = 250

/**
 * The servers that have the database. Reads go to one of them, preferably a standby, and to another when it is lost. A
 * statement that is lost with its connection is sent once more, which is safe because all statements only read. After a
 * first attempt to reconnect has failed, statements fail at once, and the search for a server goes on.
 */
export class FailoverPool implements QueryRunner, AsyncDisposable {
  /** Called with each pool of connections before it is used. */
  onConnected: (pool: ConnectionPool) => Promise<void> = async () => {}
  readonly #addresses: readonly URL[]
  readonly #options: ConnectionOptions
  readonly #settings: PoolSettings
  #current: ConnectionPool | undefined
  #reconnecting: Promise<ConnectionPool> | undefined
  /** The time of the last answer before the connections were dropped. */
  #lostAt: number | undefined
  /** Whether an attempt to reconnect has failed since. */
  #isAway = false
  #closed = false

  private constructor(addresses: readonly URL[], settings: PoolSettings, options: ConnectionOptions) {
    this.#addresses = addresses
    this.#settings = settings
    this.#options = options
  }

  /** Throws `ConnectionLost` if no server answers, `database-unusable` if those that answer cannot be used. */
  static async open(
    addresses: readonly URL[],
    settings: PoolSettings,
    options: ConnectionOptions,
  ): Promise<FailoverPool> {
    const servers = new FailoverPool(addresses, settings, options)
    servers.#use(await servers.#connect())
    return servers
  }

  /** Since when no server has answered, as `performance.now()` counts; undefined while one answers. */
  get unavailableSince(): number | undefined {
    if (this.#current) return this.#current.silentSince
    const isLong = this.#isAway || performance.now() - this.#lostAt! >= RECONNECT_MILLISECONDS
    return isLong ? this.#lostAt : undefined
  }

  /** Sends a statement of a request. */
  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return await this.#retried((pool) => pool.query<Row>(text, values))
  }

  /** Asks about current editions, which no statement of a request delays. */
  async ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return await this.#retried((pool) => pool.ask<Row>(text, values))
  }

  /** The connections in use, if a server answers. */
  get current(): ConnectionPool | undefined {
    return this.#current
  }

  /** Drops connections that are lost or do not answer, and looks for a server. */
  abandon(pool: ConnectionPool): void {
    if (this.#closed || this.#current !== pool) return
    this.#current = undefined
    this.#lostAt = pool.silentSince ?? performance.now()
    pool.destroy()
    this.#reconnecting = this.#reconnect()
    this.#reconnecting.catch(() => {})
  }

  /** Moves reads from the primary to a standby, if one is available again. */
  async preferStandby(): Promise<void> {
    const previous = this.#current
    if (!previous || previous.isStandby || this.#addresses.length === 1) return
    const pool = await this.#connect()
    if (!pool.isStandby) return pool.destroy()
    await this.#prepare(pool)
    if (this.#current !== previous) return pool.destroy()
    this.#use(pool)
    // Closing waits for the pending statements.
    await previous[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await this.#current?.close()
  }

  #use(pool: ConnectionPool): void {
    this.#current = pool
    this.#isAway = false
    pool.use(() => this.abandon(pool))
  }

  async #retried<Answer>(send: (pool: ConnectionPool) => Promise<Answer>): Promise<Answer> {
    const pool = this.#current ?? (await this.#reconnected())
    try {
      return await send(pool)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      this.abandon(pool)
      return await send(await this.#reconnected())
    }
  }

  /** The next connections. Waits only for the first attempt to reconnect. */
  async #reconnected(): Promise<ConnectionPool> {
    if (this.#current) return this.#current
    if (this.#isAway || !this.#reconnecting)
      throw new ConnectionLost(this.#addresses[0]!, new Error('no server answers'))
    return await this.#reconnecting
  }

  /** Rejects if the first attempt fails. Further attempts go on in the background. */
  async #reconnect(): Promise<ConnectionPool> {
    try {
      return await this.#attempt()
    } catch (error) {
      this.#isAway = true
      void this.#retry()
      throw error
    }
  }

  async #retry(): Promise<void> {
    while (!this.#closed) {
      await sleep(RETRY_MILLISECONDS, undefined, { ref: false })
      if (this.#closed) return
      try {
        await this.#attempt()
        return
      } catch {
        // The next attempt may succeed, whatever the error was.
      }
    }
  }

  async #attempt(): Promise<ConnectionPool> {
    const pool = await this.#connect()
    await this.#prepare(pool)
    this.#use(pool)
    return pool
  }

  /** Calls `onConnected`. If that throws, or this was closed meanwhile, it destroys the new connections and throws. */
  async #prepare(pool: ConnectionPool): Promise<void> {
    try {
      if (!this.#closed) await this.onConnected(pool)
      if (this.#closed) throw new ConnectionLost(pool.server, new Error('the connections were closed'))
    } catch (error) {
      pool.destroy()
      throw error
    }
  }

  async #connect(): Promise<ConnectionPool> {
    const server = await this.#chooseServer()
    try {
      await checkSchema(server.connection)
    } catch (error) {
      server.connection.destroy()
      throw error
    }
    return await ConnectionPool.open(server, this.#settings, this.#options)
  }

  /** The first standby that answers, or, after a while without one, the first server that answered. */
  async #chooseServer(): Promise<ServerConnection> {
    const attempts = shuffled(this.#addresses).map((address) => connectTo(address, this.#options))
    const standby = Promise.any(attempts.map(async (attempt) => requireStandby(await attempt)))
    const first = Promise.any(attempts).then(async (server) => {
      await Promise.race([Promise.allSettled(attempts), sleep(STANDBY_MILLISECONDS)])
      return server
    })
    let chosen: ServerConnection
    try {
      chosen = await Promise.any([standby, first])
    } catch {
      throw await Promise.all(attempts).catch((error) => error)
    }
    for (const attempt of attempts)
      attempt.then((server) => server !== chosen && server.connection.destroy()).catch(() => {})
    return chosen
  }
}

function requireStandby(server: ServerConnection): ServerConnection {
  if (server.isStandby) return server
  throw new Error('not a standby')
}

/** A random order, so that many processes spread over the servers. */
function shuffled(addresses: readonly URL[]): URL[] {
  return addresses
    .map((address) => ({ address, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ address }) => address)
}
