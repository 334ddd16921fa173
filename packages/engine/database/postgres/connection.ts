import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { VitrineError } from '@vitrine/catalog/error'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { SqlConnection, TransactionStep } from '../sql-connection.ts'
import { withoutPassword } from './address.ts'

/** One session on one server. */
export class Connection implements SqlConnection {
  readonly server: URL
  /** Whether a pooler is in between, which does not keep session state. */
  readonly isPooled: boolean
  /** The number of statements without an answer yet. */
  pending = 0
  readonly #client: pg.Client
  readonly #prepares: boolean
  readonly #silenceMilliseconds: number
  /** The time of the last answer, or of the first statement after all had one, as `performance.now()` counts. */
  #heardAt = 0
  #watch: NodeJS.Timeout | undefined

  private constructor(server: URL, client: pg.Client, pooled: boolean, options: ConnectionOptions) {
    this.server = server
    this.#client = client
    this.isPooled = pooled
    this.#prepares = options.statements === 'kept' || (options.statements === 'auto' && !pooled)
    this.#silenceMilliseconds = options.silenceMilliseconds
  }

  /** Throws `ConnectionLost`, or `database-unusable` if a retry would not help. */
  static async open(server: URL, options: ConnectionOptions): Promise<Connection> {
    try {
      const client = await connect(withSession(server, options.session), options)
      return new Connection(server, client, false, options)
    } catch (error) {
      if (!isPoolersRefusal(error)) throw translateError(server, error)
    }
    try {
      return new Connection(server, await connect(server, options), true, options)
    } catch (error) {
      throw translateError(server, error)
    }
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const statement = { text, values: [...values], types: TYPES }
    if (this.#prepares) {
      try {
        return (await this.#answered(this.#client.query({ ...statement, name: nameOf(text) }))).rows as Row[]
      } catch (error) {
        if (!NOT_PREPARED.includes((error as { code?: string }).code ?? '')) throw error
      }
    }
    return (await this.#answered(this.#client.query(statement))).rows as Row[]
  }

  /** Runs one or several statements that return no rows. */
  async run(text: string): Promise<void> {
    await this.#answered(this.#client.query(text))
  }

  async execute<Row>(steps: Iterable<TransactionStep>, durable?: 'durable'): Promise<Row[]> {
    // With this setting, the commit waits for the disk.
    await this.run(durable ? 'BEGIN; SET LOCAL synchronous_commit = on' : 'BEGIN')
    try {
      let rows: Row[] = []
      for (const step of steps)
        if (typeof step === 'function') await step(rows)
        else rows = await this.query(step[0], step.slice(1))
      await this.run('COMMIT')
      return rows
    } catch (error) {
      // The server rolls back by itself when the connection is lost.
      await this.run('ROLLBACK').catch(() => {})
      throw error
    }
  }

  /** Writes rows with COPY. `copyLines` makes the lines. */
  async copy(table: string, columns: string, lines: Iterable<string>): Promise<void> {
    try {
      await pipeline(lines, this.#client.query(copyFrom(`COPY vitrine.${table} (${columns}) FROM STDIN`)))
    } catch (error) {
      throw translateError(this.server, error)
    }
  }

  onNotification(tell: (payload: string) => void): void {
    this.#client.on('notification', ({ payload = '' }) => tell(payload))
  }

  /** Calls `tell` once if the connection ends without having been closed. */
  onLost(tell: () => void): void {
    this.#client.once('end', tell)
  }

  /** Ends at once. Pending statements fail. */
  destroy(): void {
    clearTimeout(this.#watch)
    ;(this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end()
  }

  async #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    if (this.pending++ === 0) this.#heardAt = performance.now()
    if (this.#silenceMilliseconds > 0) this.#watch ??= this.#watchFor(this.#silenceMilliseconds)
    try {
      return await answer
    } catch (error) {
      throw isOfShard(error) ? new ShardLost(this.server, error) : translateError(this.server, error)
    } finally {
      this.#heardAt = performance.now()
      this.pending--
    }
  }

  /** A statement may wait long behind others on the connection. Only a server that answers none of them is lost. */
  #watchFor(milliseconds: number): NodeJS.Timeout {
    const check = () => {
      this.#watch = undefined
      if (this.pending === 0) return
      const left = this.#heardAt + this.#silenceMilliseconds - performance.now()
      if (left <= 0) this.destroy()
      else this.#watch = this.#watchFor(left)
    }
    return setTimeout(check, milliseconds).unref()
  }
}

export interface ConnectionOptions {
  /** Server settings of the session: `default_transaction_read_only: 'on'`. */
  readonly session: Readonly<Record<string, string>>
  /** Sends statements without waiting for the answers to earlier ones. Connections that write do wait. */
  readonly pipelined: boolean
  /**
   * Whether statements stay prepared on the server, under a name. Behind a pooler that changes servers within a session
   * they cannot: `auto` keeps them unless there is a pooler.
   */
  readonly statements: 'auto' | 'kept' | 'unnamed'
  readonly connectMilliseconds: number
  /** How long no answer may come while statements wait for one before the connection counts as lost; 0 for no limit. */
  readonly silenceMilliseconds: number
}

/** The server cannot be reached or does not answer. A retry may help. */
export class ConnectionLost extends VitrineError {
  constructor(server: URL, cause: unknown) {
    super(
      'database-unusable',
      `the database at ${withoutPassword(server)} does not answer: ${(cause as Error).message}`,
      [],
      cause,
    )
  }
}

/** The server answers, but not for all stores: it has no connection to a server that it keeps tables on. */
export class ShardLost extends VitrineError {
  constructor(server: URL, cause: unknown) {
    const sentence = `a part of the database at ${withoutPassword(server)} does not answer: ${(cause as Error).message}`
    super('database-unusable', sentence, [], cause)
  }
}

/** Whether an answer tells of a connection exception, which is not of the connection that the answer came over. */
function isOfShard(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^08(?!P01)/.test(error.code ?? '')
}

/** Whether the server ended a statement because it took too long, which says nothing about when it answers again. */
export function isTimeout(error: unknown): boolean {
  return error instanceof VitrineError && (error.cause as { code?: string } | undefined)?.code === STATEMENT_TIMEOUT
}

/** The name of a prepared statement follows from its text: a pooler may share sessions between programs. */
function nameOf(text: string): string {
  const name = NAMES.get(text) ?? hash('sha1', text, 'base64url')
  NAMES.set(text, name)
  return name
}

const NAMES = new Map<string, string>()

/** 64-bit numbers as numbers: prices, times and counts are far below 2^53. */
const TYPES = new pg.TypeOverrides()
TYPES.setTypeParser(pg.types.builtins.INT8, Number)

/** The name of every session, in `pg_stat_activity`. */
const APPLICATION = 'vitrine'

async function connect(address: URL, options: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address.href,
    pipeline: options.pipelined,
    connectionTimeoutMillis: options.connectMilliseconds,
    keepAlive: true,
    application_name: APPLICATION,
  })
  // Errors reject the pending statements. Without a listener, an error between statements would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

function withSession(server: URL, session: ConnectionOptions['session']): URL {
  const address = new URL(server)
  const own = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`)
  address.searchParams.set('options', [...own, address.searchParams.get('options') ?? ''].join(' ').trim())
  return address
}

/** PgBouncer refuses session settings. */
function isPoolersRefusal(error: unknown): boolean {
  return (error as { code?: string }).code === '08P01' && /startup parameter/.test((error as Error).message)
}

const STATEMENT_TIMEOUT = '57014'

/**
 * SQLSTATEs of a statement that was not executed because an earlier one with its name failed before it was prepared, as
 * with a locked table: the name does not exist, or two statements behind it both prepared it.
 */
const NOT_PREPARED = ['26000', '42P05']

/**
 * SQLSTATE classes that may pass: connection exceptions, missing resources but a disk, a server that shuts down or
 * starts up.
 */
const TRANSIENT = /^(08|53(?!100)|57P)/

/**
 * SQLSTATEs that a new connection does not change: authentication, unknown databases, permissions, statement timeouts.
 */
const PERMANENT: readonly (readonly [RegExp, (server: URL, message: string) => string])[] = [
  [/^(28|3D)/, (server, message) => `the database at ${withoutPassword(server)} cannot be used: ${message}`],
  [
    /^53100/,
    (server, message) =>
      `a disk of the database server at ${withoutPassword(server)} is full: ${message}; nothing was changed. ` +
      'Make room on the server and try again. Only the server knows how much is free.',
  ],
  [/^57014/, (server) => `the database at ${withoutPassword(server)} took too long over a statement`],
  [/^(42501|25006)/, (server, message) => `the role ${server.username} may not do this: ${message}`],
]

/** The error of ours that an error of the driver means. */
function translateError(server: URL, error: unknown): unknown {
  if (error instanceof VitrineError) return error
  const { code, message } = error as { code?: string; message: string }
  // An error without an SQLSTATE comes from the network or the driver.
  if (!(error instanceof pg.DatabaseError) || TRANSIENT.test(code ?? '')) return new ConnectionLost(server, error)
  const sentence = PERMANENT.find(([codes]) => codes.test(code ?? ''))?.[1]
  return sentence ? new VitrineError('database-unusable', sentence(server, message), [], error) : error
}
