import type { StoreId } from '../../catalog/store.ts'
import type { StorageWriter } from '../../edition/storage.ts'
import { remote, WorkerClient } from '../../runtime/worker-rpc.ts'

/**
 * A writer that runs in a worker thread, on a connection of its own. This side holds the store's lock, and releases it with
 * `unlock` once the worker has ended.
 */
export function openWorkerWriter(path: string, store: StoreId, unlock: () => void): StorageWriter {
  return remote<StorageWriter>(new WorkerClient(import.meta.url, 'worker-writer-program', { path, store }), unlock)
}
