import { Connection, type ConnectionOptions } from './connection.ts'
import type { QueryRunner, Statement } from './statements.ts'

/** Some connections to one server, shared by all requests. When one is lost, all count as lost. */
export class Connections implements QueryRunner, AsyncDisposable {
  readonly server: URL
  /** Whether the server follows another, and so cannot tell of changes by itself. */
  readonly standby: boolean
  readonly #all: readonly Connection[]

  private constructor(all: readonly Connection[], standby: boolean) {
    this.#all = all
    this.server = all[0]!.server
    this.standby = standby
  }

  /** As many connections as `first`, which is open already, makes with those that are opened now. */
  static async open(
    { connection, standby }: Answering,
    count: number,
    options: ConnectionOptions,
  ): Promise<Connections> {
    const more = await Promise.allSettled(
      Array.from({ length: count - 1 }, () => Connection.open(connection.server, options)),
    )
    const opened = new Connections([connection, ...more.flatMap((one) => ('value' in one ? [one.value] : []))], standby)
    const failed = more.find((one) => one.status === 'rejected')
    if (!failed) return opened
    opened.cut()
    throw failed.reason
  }

  /** Asks on the connection that has the least to do. */
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    const [first, ...rest] = this.#all
    return rest.reduce((least, one) => (one.underWay < least.underWay ? one : least), first!).query(statement, values)
  }

  /** Hears what writers tell, if the server can pass it on. */
  async listen(channel: string, tell: (payload: string) => void): Promise<void> {
    const [first] = this.#all
    if (this.standby || first!.pooled) return
    first!.onNotification(tell)
    await first!.run(`LISTEN ${channel}`)
  }

  onLost(tell: () => void): void {
    for (const connection of this.#all) connection.onLost(tell)
  }

  cut(): void {
    for (const connection of this.#all) connection.cut()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection[Symbol.asyncDispose]()))
  }
}

/** A connection to a server that answers, and whether that server follows another. */
export interface Answering {
  readonly connection: Connection
  readonly standby: boolean
}

/** Throws `ConnectionLost`, or `database-unusable` where asking again would not help. */
export async function answering(server: URL, options: ConnectionOptions): Promise<Answering> {
  const connection = await Connection.open(server, options)
  try {
    const [row] = await connection.query<{ standby: boolean }>(STANDBY)
    return { connection, standby: row!.standby }
  } catch (error) {
    connection.cut()
    throw error
  }
}

const STANDBY = { name: 'standby', text: 'SELECT pg_is_in_recovery() AS standby' }
