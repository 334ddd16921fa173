import type { StoreId } from '@vitrine/catalog/store'
import type { StorageWriters, StoreChange } from '../edition/storage.ts'
import type { SqlConnection, TransactionStep } from './sql-connection.ts'
import type { SqlWriter } from './sql-writer.ts'
import type { Statements } from './statements.ts'

/** Writes a store and its markets to an SQL database. */
export class SqlWriters implements StorageWriters {
  readonly #connection: SqlConnection
  readonly #sql: Statements
  readonly #open: OpenWriter
  readonly #close: () => void | Promise<void>
  readonly #writers = new Map<StoreId, SqlWriter>()

  /** All writers that `open` opens write on the connection. `close` releases the lock of the store. */
  constructor(connection: SqlConnection, sql: Statements, open: OpenWriter, close: () => void | Promise<void>) {
    this.#connection = connection
    this.#sql = sql
    this.#open = open
    this.#close = close
  }

  async of(store: StoreId, least?: number): Promise<SqlWriter> {
    const writer = this.#writers.get(store) ?? (await this.#open(store, least))
    this.#writers.set(store, writer)
    return writer
  }

  async commit(changes: readonly StoreChange[]): Promise<void> {
    const steps: TransactionStep[] = []
    for (const change of changes) {
      const writer = await this.of(change.store)
      steps.push(...(await writer.stepsTo(change)))
    }
    await this.#publish(
      changes.map(({ store }) => store),
      steps,
    )
  }

  async removeStores(stores: readonly StoreId[]): Promise<void> {
    const steps = stores.flatMap((store) => this.#sql.removeStore.map((text) => [text, store] as const))
    await this.#publish(stores, steps)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }

  /** Changes what readers see, and announces it to them. */
  async #publish(stores: readonly StoreId[], steps: readonly TransactionStep[]): Promise<void> {
    const announcements = stores.flatMap((store) => this.#sql.announce.map((text) => [text, store] as const))
    await this.#connection.execute([...steps, ...announcements], 'durable')
  }
}

/** Opens the writer of a store for an edition of at least this number. */
export type OpenWriter = (store: StoreId, least?: number) => SqlWriter | Promise<SqlWriter>
