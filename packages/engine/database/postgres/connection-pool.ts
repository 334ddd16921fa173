import type { DatabaseLog } from '../adapter.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { StatementQueue } from './statement-queue.ts'
import { Unanswered } from './unanswered.ts'

/**
 * Connections to one server: one for questions about current editions, which no statement of a request can delay, and
 * others that all requests share. It works with those that could be opened, also with one for both, and goes on opening
 * the others. When one is lost, all count as lost: most often the server is, and a lost statement is sent again over a
 * connection that was opened afterwards.
 */
export class ConnectionPool implements AsyncDisposable {
  readonly server: URL
  /** Whether the server is a standby, which passes no notifications on. */
  readonly isStandby: boolean
  readonly #settings: PoolSettings
  readonly #options: ConnectionOptions
  readonly #control: Connection
  /** Those of requests: only `#control` while there is no other. */
  readonly #shared: Connection[]
  readonly #queue: StatementQueue
  readonly #questions = new Unanswered()
  readonly #reads = new Unanswered()
  #tellLost = () => {}
  /** Why a connection could not be opened. */
  #shortage: unknown
  #timer: NodeJS.Timeout | undefined
  #closed = false

  private constructor({ connection, isStandby }: ServerConnection, settings: PoolSettings, options: ConnectionOptions) {
    this.server = connection.server
    this.isStandby = isStandby
    this.#settings = settings
    this.#options = options
    this.#control = connection
    this.#shared = [connection]
    this.#queue = new StatementQueue(this.#shared, settings.deadline)
    connection.onLost(() => this.#tellLost())
  }

  /** Opens as many more connections as it can. */
  static async open(
    first: ServerConnection,
    settings: PoolSettings,
    options: ConnectionOptions,
  ): Promise<ConnectionPool> {
    const pool = new ConnectionPool(first, settings, options)
    await pool.#openMissing()
    return pool
  }

  /** Calls `tellLost` when a connection is lost. Goes on opening connections if some are missing, and says so. */
  use(tellLost: () => void): void {
    this.#tellLost = tellLost
    if (this.#missing === 0 || this.#closed) return
    const all = this.#settings.connections + 1
    this.#settings.report?.(
      'error',
      `only ${all - this.#missing} of ${all} connections to the database could be opened, so requests may wait; trying again every second: ${(this.#shortage as Error).message}`,
    )
    this.#openLater()
  }

  /** Sends a statement of a request. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#reads.wait(this.#queue.query<Row>(text, values))
  }

  /** Asks about current editions. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#questions.wait(this.#control.query<Row>(text, values))
  }

  /**
   * Since when the server has not answered, as `performance.now()` counts. Undefined while it answers, or is asked
   * nothing.
   */
  get silentSince(): number | undefined {
    const now = performance.now()
    const [questions, reads] = [this.#questions.since ?? now, this.#reads.since ?? now]
    if (now - questions >= QUESTION_MILLISECONDS) return questions
    return now - reads >= READ_MILLISECONDS ? reads : undefined
  }

  /** Calls `tell` with each notification of a channel, if the server passes notifications on. */
  async listen(channel: string, tell: (payload: string) => void): Promise<void> {
    if (this.isStandby || this.#control.isPooled) return
    this.#control.onNotification(tell)
    await this.#control.run(`LISTEN ${channel}`)
  }

  destroy(): void {
    this.#stopOpening()
    for (const connection of this.#open) connection.destroy()
  }

  /** Closes the connections. Statements under way fail: with a locked table they could take long. */
  async close(): Promise<void> {
    this.#stopOpening()
    const close = async (one: Connection) => (one.pending > 0 ? one.destroy() : await one[Symbol.asyncDispose]())
    await Promise.all(this.#open.map(close))
  }

  /** Closes the connections after the statements under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopOpening()
    await Promise.all(this.#open.map((connection) => connection[Symbol.asyncDispose]()))
  }

  get #open(): readonly Connection[] {
    return [...new Set([this.#control, ...this.#shared])]
  }

  get #missing(): number {
    return this.#settings.connections + 1 - this.#open.length
  }

  #stopOpening(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #openMissing(): Promise<void> {
    const attempts = await Promise.allSettled(
      Array.from({ length: this.#missing }, () => Connection.open(this.server, this.#options)),
    )
    for (const attempt of attempts)
      if (attempt.status === 'fulfilled') this.#add(attempt.value)
      else this.#shortage = attempt.reason
  }

  #add(connection: Connection): void {
    if (this.#closed) {
      connection.destroy()
      return
    }
    if (this.#shared[0] === this.#control) this.#shared.pop()
    this.#shared.push(connection)
    connection.onLost(() => this.#tellLost())
  }

  #openLater(): void {
    const attempt = async () => {
      await this.#openMissing()
      if (this.#closed) return
      if (this.#missing > 0) this.#openLater()
      else this.#settings.report?.('info', 'all connections to the database are open')
    }
    this.#timer = setTimeout(attempt, OPEN_MILLISECONDS).unref()
  }
}

/** The pause between attempts to open the connections that could not be opened. */
const OPEN_MILLISECONDS = 1000

/** Milliseconds without an answer to any question about editions after which a server counts as unavailable. */
const QUESTION_MILLISECONDS = 500

/** The same for the statements of requests, which may read megabytes from a disk. */
const READ_MILLISECONDS = 800

export interface PoolSettings {
  /** Connections for the statements of requests. There is one more, for questions about editions. */
  readonly connections: number
  /** Milliseconds that a statement may wait until it is sent, about. */
  readonly deadline: number
  /** Says that connections are missing, and that all are there again. */
  readonly report?: DatabaseLog | undefined
}

/** A connection to a server that has answered. */
export interface ServerConnection {
  readonly connection: Connection
  readonly isStandby: boolean
}

/** Throws `ConnectionLost`, or `database-unusable` if a retry would not help. */
export async function connectTo(server: URL, options: ConnectionOptions): Promise<ServerConnection> {
  const connection = await Connection.open(server, options)
  try {
    const [row] = await connection.query<{ isStandby: boolean }>(IS_STANDBY)
    return { connection, isStandby: row!.isStandby }
  } catch (error) {
    connection.destroy()
    throw error
  }
}

const IS_STANDBY = 'SELECT pg_is_in_recovery() AS "isStandby"'
