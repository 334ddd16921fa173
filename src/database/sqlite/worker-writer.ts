import type { StoreId } from '../../catalog/store.ts'
import type { StorageWriter } from '../../edition/storage.ts'
import { WorkerClient } from '../../runtime/worker-rpc.ts'

type Opened = Pick<StorageWriter, 'number' | 'firstNew'>

/**
 * A writer that runs in a worker thread, on a connection of its own. Calls run there one after another. This side holds
 * the store's lock, and releases it with `unlock` once the worker has ended.
 */
export async function openWorkerWriter(path: string, store: StoreId, unlock: () => void): Promise<StorageWriter> {
  const worker = new WorkerClient(import.meta.url, 'worker-writer-program', { path, store })
  try {
    const opened = await worker.call<Opened>('open')
    return new Proxy({} as StorageWriter, {
      get: (_, name) => {
        if (name === Symbol.asyncDispose) return () => close(worker, unlock)
        if (name in opened) return opened[name as keyof Opened]
        return name === 'then' ? undefined : (...args: unknown[]) => worker.call(name as string, ...args)
      },
    })
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

async function close(worker: WorkerClient, unlock: () => void): Promise<void> {
  try {
    await worker.call('close')
  } finally {
    await worker.terminate()
    unlock()
  }
}
