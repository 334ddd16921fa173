import type { StoreId } from '@vitrine/catalog/store'
import { remote, type WorkerClient } from '@vitrine/runtime/worker-rpc'
import type { StorageWriter, StorageWriters } from '../../edition/storage.ts'
import type { SqlWriters } from '../sql-writers.ts'

/** The writers of a worker. `onEnd` is called when they are disposed of, and the worker has ended. */
export function remoteWriters(worker: WorkerClient, onEnd: () => void): StorageWriters {
  const { commit, removeStores, open, call, [Symbol.asyncDispose]: dispose } = remote<ExposedWriters>(worker, onEnd)
  return {
    commit,
    removeStores,
    async of(...of) {
      await open(...of)
      const [store] = of
      // Without a `then`, a promise can resolve to the proxy.
      const method = (_: object, name: string) =>
        name === 'then' ? undefined : (...args: readonly unknown[]) => call(store, name, args)
      return new Proxy({}, { get: method as ProxyHandler<object>['get'] & object }) as StorageWriter
    },
    [Symbol.asyncDispose]: dispose,
  }
}

/** Writers whose methods another thread can call by their names. */
export class ExposedWriters implements AsyncDisposable {
  readonly #writers: SqlWriters

  constructor(writers: SqlWriters) {
    this.#writers = writers
  }

  async open(...of: Parameters<SqlWriters['of']>): Promise<void> {
    await this.#writers.of(...of)
  }

  /** Calls a method of the writer of a store. */
  async call(store: StoreId, name: string, args: readonly unknown[]): Promise<unknown> {
    const writer = (await this.#writers.of(store)) as unknown as Record<string, (...args: unknown[]) => unknown>
    return await writer[name]!(...args)
  }

  async commit(...changes: Parameters<SqlWriters['commit']>): Promise<void> {
    await this.#writers.commit(...changes)
  }

  async removeStores(...stores: Parameters<SqlWriters['removeStores']>): Promise<void> {
    await this.#writers.removeStores(...stores)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writers[Symbol.asyncDispose]()
  }
}
