import type { QueryRunner } from '../sql-connection.ts'
import { Connection, type ConnectionOptions } from './connection.ts'

/** A fixed number of connections to one server, shared by all requests. When one is lost, all count as lost. */
export class ConnectionPool implements QueryRunner, AsyncDisposable {
  readonly server: URL
  /** Whether the server is a standby, which passes no notifications on. */
  readonly isStandby: boolean
  readonly #all: readonly Connection[]

  private constructor(all: readonly Connection[], standby: boolean) {
    this.#all = all
    this.server = all[0]!.server
    this.isStandby = standby
  }

  /** Opens connections until there are `count`, the given one included. */
  static async open(
    { connection, isStandby }: ServerConnection,
    count: number,
    options: ConnectionOptions,
  ): Promise<ConnectionPool> {
    const more = await Promise.allSettled(
      Array.from({ length: count - 1 }, () => Connection.open(connection.server, options)),
    )
    const opened = new ConnectionPool(
      [connection, ...more.flatMap((one) => ('value' in one ? [one.value] : []))],
      isStandby,
    )
    const failed = more.find((one) => one.status === 'rejected')
    if (!failed) return opened
    opened.destroy()
    throw failed.reason
  }

  /** Sends the statement on the connection with the fewest pending statements. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const [first, ...others] = this.#all
    return others.reduce((least, one) => (one.pending < least.pending ? one : least), first!).query(text, values)
  }

  /** Calls `tell` with each notification of a channel, if the server passes notifications on. */
  async listen(channel: string, tell: (payload: string) => void): Promise<void> {
    const [first] = this.#all
    if (this.isStandby || first!.isPooled) return
    first!.onNotification(tell)
    await first!.run(`LISTEN ${channel}`)
  }

  onLost(tell: () => void): void {
    for (const connection of this.#all) connection.onLost(tell)
  }

  destroy(): void {
    for (const connection of this.#all) connection.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection[Symbol.asyncDispose]()))
  }
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
