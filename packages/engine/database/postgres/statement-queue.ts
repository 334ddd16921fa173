import { VitrineError } from '@vitrine/catalog/error'
import type { QueryRunner } from '../sql-connection.ts'
import type { Connection } from './connection.ts'

/**
 * Sends each statement on the connection with the fewest under way. When all have as many as they may have, it sends
 * statements in the order in which they came, and those not at all that have waited for their deadline: nobody waits
 * for them any more.
 */
export class StatementQueue implements QueryRunner {
  readonly #connections: readonly Connection[]
  readonly #milliseconds: number
  readonly #queued: QueuedStatement[] = []

  /** The connections may become more. A statement waits at most so many milliseconds, about, until it is sent. */
  constructor(connections: readonly Connection[], milliseconds: number) {
    this.#connections = connections
    this.#milliseconds = milliseconds
  }

  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    try {
      const connection = this.#free()
      if (connection) return await connection.query<Row>(text, values)
      return await this.#enqueue<Row>(text, values)
    } finally {
      this.#sendNext()
    }
  }

  #free(): Connection | undefined {
    const [first, ...others] = this.#connections
    const least = others.reduce((least, one) => (one.pending < least.pending ? one : least), first!)
    return least.pending < MAX_PIPELINED ? least : undefined
  }

  #enqueue<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    this.#dropLate()
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
    this.#queued.push({
      deadline: performance.now() + this.#milliseconds,
      send: (connection) => resolve(connection.query<Row>(text, values)),
      reject,
    })
    return promise
  }

  #sendNext(): void {
    this.#dropLate()
    for (let connection = this.#free(); connection && this.#queued.length > 0; connection = this.#free())
      this.#queued.shift()!.send(connection)
  }

  #dropLate(): void {
    const now = performance.now()
    while (this.#queued.length > 0 && this.#queued[0]!.deadline <= now) {
      const sentence = 'the database did not answer earlier statements before the deadline'
      this.#queued.shift()!.reject(new VitrineError('database-unusable', sentence))
    }
  }
}

/**
 * Statements under way at once on one connection: those of a request with the most conditions, 100, in one round trip,
 * and few enough that a locked table leaves little work behind. What a connection was sent cannot be taken back.
 */
const MAX_PIPELINED = 128

interface QueuedStatement {
  /** As `performance.now()` counts. */
  readonly deadline: number
  readonly send: (connection: Connection) => void
  readonly reject: (error: VitrineError) => void
}
