import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { VitrineError } from '../../catalog/error.ts'
import type { SqlConnection, TransactionStep } from '../sql-connection.ts'
import { withoutPassword } from './address.ts'

export interface ConnectionOptions {
  /** Server settings of the session: `default_transaction_read_only: 'on'`. */
  readonly session: Readonly<Record<string, string>>
  /** Sends statements without waiting for the answers to earlier ones. Connections that write do wait. */
  readonly pipelined: boolean
  /**
   * Whether statements stay prepared on the server, under a name. Behind a pooler that changes servers within a session they
   * cannot: `auto` keeps them unless there is a pooler.
   */
  readonly statements: 'auto' | 'kept' | 'unnamed'
  readonly connectMilliseconds: number
  /** How long a statement may take before the connection counts as lost; 0 for no limit. */
  readonly statementMilliseconds: number
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

/** One session on one server. */
export class Connection implements SqlConnection {
  readonly server: URL
  /** Whether a pooler is in between, which does not keep session state. */
  readonly isPooled: boolean
  /** The number of statements without an answer yet. */
  pending = 0
  readonly #client: pg.Client
  readonly #prepares: boolean

  private constructor(server: URL, client: pg.Client, pooled: boolean, statements: ConnectionOptions['statements']) {
    this.server = server
    this.#client = client
    this.isPooled = pooled
    this.#prepares = statements === 'kept' || (statements === 'auto' && !pooled)
  }

  /** Throws `ConnectionLost`, or `database-unusable` if a retry would not help. */
  static async open(server: URL, options: ConnectionOptions): Promise<Connection> {
    try {
      const client = await connect(withSession(server, options.session), options)
      return new Connection(server, client, false, options.statements)
    } catch (error) {
      if (!isPoolersRefusal(error)) throw translateError(server, error)
    }
    try {
      return new Connection(server, await connect(server, options), true, options.statements)
    } catch (error) {
      throw translateError(server, error)
    }
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.pending++
    try {
      const { rows } = await this.#client.query({
        ...(this.#prepares ? { name: nameOf(text) } : {}),
        text,
        values: [...values],
        types: TYPES,
      })
      return rows as Row[]
    } catch (error) {
      throw translateError(this.server, error)
    } finally {
      this.pending--
    }
  }

  /** Runs one or several statements that return no rows. */
  async run(text: string): Promise<void> {
    try {
      await this.#client.query(text)
    } catch (error) {
      throw translateError(this.server, error)
    }
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
    ;(this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end()
  }
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

async function connect(address: URL, options: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address.href,
    pipeline: options.pipelined,
    connectionTimeoutMillis: options.connectMilliseconds,
    query_timeout: options.statementMilliseconds,
    keepAlive: true,
    application_name: 'vitrine',
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

/** SQLSTATE classes that may pass: connection exceptions, missing resources but a disk, a server that shuts down or starts up. */
const TRANSIENT = /^(08|53(?!100)|57P)/

/** SQLSTATEs that a new connection does not change: authentication, unknown databases, permissions, statement timeouts. */
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
