import { setTimeout as sleep } from 'node:timers/promises'
import type { Store, StoreId } from '@vitrine/catalog/store'
import { firstHistory } from '../edition/edition-history.ts'
import type { StoreState } from '../edition/rows.ts'
import type { Storage, StorageWriters, WritableStorage } from '../edition/storage.ts'
import { requireFreeHosts } from './free-hosts.ts'
import type { SqlConnection } from './sql-connection.ts'
import { type StateRow, stateOf } from './state-row.ts'
import type { Statements } from './statements.ts'

/** An SQL database opened for the operator's commands. Its subclasses do what differs between databases. */
export abstract class SqlCatalogStorage<Connection extends SqlConnection, Lock> implements WritableStorage {
  protected readonly connection: Connection
  readonly #sql: Statements

  constructor(connection: Connection, sql: Statements) {
    this.connection = connection
    this.#sql = sql
  }

  abstract readonly storage: Storage
  abstract check(): Promise<void>

  /** Opens a lock without taking it. Its system releases it when the process ends, however it ends. */
  protected abstract openLock(): Promise<Lock>
  protected abstract tryLock(lock: Lock, store: StoreId): Promise<boolean>
  protected abstract closeLock(lock: Lock): void
  /** Opens the writers of a store, which close the lock. Throws `store-not-found`. */
  protected abstract openWriters(store: StoreId, lock: Lock, least?: number): Promise<StorageWriters>

  async stores(store?: StoreId): Promise<readonly StoreState[]> {
    const [text, values] = store === undefined ? [this.#sql.allStates, []] : [this.#sql.oneState, [store]]
    return (await this.connection.query<StateRow>(text, values)).map(stateOf)
  }

  async markets(store: StoreId): Promise<readonly StoreState[]> {
    return (await this.connection.query<StateRow>(this.#sql.marketStates, [store])).map(stateOf)
  }

  async addStore(store: Store, edition = 0): Promise<boolean> {
    const add = [this.#sql.addStore, store.id, JSON.stringify(store), edition] as const
    const added = await this.connection.execute(
      [
        ...requireFreeHosts(this.#sql, store.id, store.hosts ?? []),
        add,
        [this.#sql.addFirstEdition, store.id, store.createdAt, edition, JSON.stringify(firstHistory(store.createdAt))],
      ],
      'durable',
    )
    return added.length > 0
  }

  async open(store: StoreId, onWait: () => void, signal?: AbortSignal, least?: number): Promise<StorageWriters> {
    const lock = await this.openLock()
    try {
      for (let waited = false; ; waited = true) {
        signal?.throwIfAborted()
        if (await this.tryLock(lock, store)) break
        if (!waited) onWait()
        await sleep(100)
      }
      // A newer program may have had the lock before.
      await this.check()
      return await this.openWriters(store, lock, least)
    } catch (error) {
      this.closeLock(lock)
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection[Symbol.asyncDispose]()
  }
}
