import type { Draft } from '../../edition/draft.ts'
import type { Edition } from '../../edition/edition.ts'
import { WorkerClient } from '../../runtime/worker-rpc.ts'

/**
 * The next edition of a store while it is written on a thread of its own, so that what comes next is prepared meanwhile. The
 * thread has its own connection; this side reads the base on another. What is asked is done one after the other.
 */
export class DraftThread implements Draft {
  readonly base: Edition
  readonly #thread: WorkerClient
  readonly #unlock: () => void

  private constructor(path: string, base: Edition, unlock: () => void) {
    this.base = base
    this.#thread = new WorkerClient(import.meta.url, 'draft-worker', { path, store: base.store.id })
    this.#unlock = unlock
  }

  /** Begins the thread, and waits until it has cleared away what a killed import left. */
  static async open(path: string, base: Edition, unlock: () => void): Promise<DraftThread> {
    const draft = new DraftThread(path, base, unlock)
    try {
      await draft.#thread.call('allocatePositions', 'product', [])
      return draft
    } catch (error) {
      await draft.#thread.terminate()
      throw error
    }
  }

  allocatePositions(...given: Parameters<Draft['allocatePositions']>): ReturnType<Draft['allocatePositions']> {
    return this.#thread.call('allocatePositions', ...given)
  }

  writeRows(...given: Parameters<Draft['writeRows']>): ReturnType<Draft['writeRows']> {
    return this.#thread.call('writeRows', ...given)
  }

  writePostings(...given: Parameters<Draft['writePostings']>): ReturnType<Draft['writePostings']> {
    return this.#thread.call('writePostings', ...given)
  }

  writeDictionary(...given: Parameters<Draft['writeDictionary']>): ReturnType<Draft['writeDictionary']> {
    return this.#thread.call('writeDictionary', ...given)
  }

  buildSortOrders(...given: Parameters<Draft['buildSortOrders']>): ReturnType<Draft['buildSortOrders']> {
    return this.#thread.call('buildSortOrders', ...given)
  }

  writeSortOrder(...given: Parameters<Draft['writeSortOrder']>): ReturnType<Draft['writeSortOrder']> {
    return this.#thread.call('writeSortOrder', ...given)
  }

  buildProductOfVariant(): ReturnType<Draft['buildProductOfVariant']> {
    return this.#thread.call('buildProductOfVariant')
  }

  publish(...given: Parameters<Draft['publish']>): ReturnType<Draft['publish']> {
    return this.#thread.call('publish', ...given)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#thread.call('dispose')
    } finally {
      await this.#thread.terminate()
      this.#unlock()
    }
  }
}
