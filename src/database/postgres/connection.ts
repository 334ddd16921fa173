import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { VitrineError } from '../../catalog/error.ts'
import { nameOf } from './address.ts'
import type { QueryRunner, Statement } from './statements.ts'

export interface ConnectionOptions {
  /** What the server is told of every session: `default_transaction_read_only: 'on'`. */
  readonly session: Readonly<Record<string, string>>
  /** Sends statements without waiting for the answers of those before. What writes waits. */
  readonly pipelined: boolean
  /** Whether the server may keep statements: not behind a pooler that changes servers under a session. */
  readonly prepares: 'yes' | 'no' | 'if not pooled'
  readonly connectMilliseconds: number
  /** How long a statement may take before the connection is given up; 0 for ever. */
  readonly statementMilliseconds: number
}

/** The server is not there, or does not answer: asking again may help. */
export class ConnectionLost extends VitrineError {
  constructor(server: URL, cause: unknown) {
    super('database-unusable', `the database at ${nameOf(server)} does not answer: ${(cause as Error).message}`)
  }
}

/** One session of one server. */
export class Connection implements QueryRunner, AsyncDisposable {
  readonly server: URL
  /** Whether there is a pooler between, which knows nothing of sessions. */
  readonly pooled: boolean
  /** Statements that are not answered yet. */
  underWay = 0
  readonly #client: pg.Client
  readonly #prepares: boolean

  private constructor(server: URL, client: pg.Client, pooled: boolean, prepares: ConnectionOptions['prepares']) {
    this.server = server
    this.#client = client
    this.pooled = pooled
    this.#prepares = prepares === 'yes' || (prepares === 'if not pooled' && !pooled)
  }

  /** Throws `ConnectionLost`, or `database-unusable` where asking again would not help. */
  static async open(server: URL, options: ConnectionOptions): Promise<Connection> {
    try {
      const client = await connect(withSession(server, options.session), options)
      return new Connection(server, client, false, options.prepares)
    } catch (error) {
      if (!isPoolersRefusal(error)) throw meaning(server, error)
    }
    try {
      return new Connection(server, await connect(server, options), true, options.prepares)
    } catch (error) {
      throw meaning(server, error)
    }
  }

  async query<Row>({ name, text }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    this.underWay++
    try {
      const { rows } = await this.#client.query({
        ...(this.#prepares ? { name } : {}),
        text,
        values: [...values],
        types: TYPES,
      })
      return rows as Row[]
    } catch (error) {
      throw meaning(this.server, error)
    } finally {
      this.underWay--
    }
  }

  /** What gives no rows; several statements may stand in one text. */
  async run(text: string): Promise<void> {
    try {
      await this.#client.query(text)
    } catch (error) {
      throw meaning(this.server, error)
    }
  }

  /** All that `work` does on this connection, or none of it. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.run('BEGIN')
    try {
      const result = await work()
      await this.run('COMMIT')
      return result
    } catch (error) {
      // A connection that is lost has rolled back by itself.
      await this.run('ROLLBACK').catch(() => {})
      throw error
    }
  }

  /** Writes rows by COPY, as `copyLines` prints them. */
  async copy(table: string, columns: string, lines: Iterable<string>): Promise<void> {
    try {
      await pipeline(lines, this.#client.query(copyFrom(`COPY vitrine.${table} (${columns}) FROM STDIN`)))
    } catch (error) {
      throw meaning(this.server, error)
    }
  }

  onNotification(tell: (payload: string) => void): void {
    this.#client.on('notification', ({ payload = '' }) => tell(payload))
  }

  /** Called once, when the connection ends without having been closed. */
  onLost(tell: () => void): void {
    this.#client.once('end', tell)
  }

  /** Ends at once; what is under way fails. */
  cut(): void {
    ;(this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end()
  }
}

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
  // Who asks is told by what it asked; nobody else may be told, and a client without a listener would end the process.
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

/** PgBouncer accepts no settings of a session. */
function isPoolersRefusal(error: unknown): boolean {
  return (error as { code?: string }).code === '08P01' && /startup parameter/.test((error as Error).message)
}

/** SQLSTATE classes of what may be over soon: connection exceptions, resources, a server that shuts down or starts up. */
const PASSING = /^(08|53|57P)/

/**
 * What is no better on another connection: who may log in, which databases there are, what a role may do, and a statement
 * that was cancelled because it took too long.
 */
const FINAL: readonly (readonly [RegExp, (server: URL, message: string) => string])[] = [
  [/^(28|3D)/, (server, message) => `the database at ${nameOf(server)} cannot be used: ${message}`],
  [/^57014/, (server) => `the database at ${nameOf(server)} took too long over a statement`],
  [/^(42501|25006)/, (server, message) => `the role ${server.username} may not do this: ${message}`],
]

/** What a failure of the driver means to whoever asked. */
function meaning(server: URL, error: unknown): unknown {
  if (error instanceof VitrineError) return error
  const { code, message } = error as { code?: string; message: string }
  // Without an SQLSTATE it is not the server that speaks, but the network, or the driver for it.
  if (!(error instanceof pg.DatabaseError) || PASSING.test(code ?? '')) return new ConnectionLost(server, error)
  const sentence = FINAL.find(([codes]) => codes.test(code ?? ''))?.[1]
  return sentence ? new VitrineError('database-unusable', sentence(server, message)) : error
}
