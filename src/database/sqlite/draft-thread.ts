import type { Draft } from '../../edition/draft.ts'
import type { Edition } from '../../edition/edition.ts'
import { Thread } from '../../edition/thread.ts'

/**
 * The next edition of a store while it is written on a thread of its own, so that what comes next is prepared meanwhile. The
 * thread has its own connection; this side reads the base on another. What is asked is done one after the other.
 */
export class DraftThread implements Draft {
  readonly base: Edition
  readonly #thread: Thread
  readonly #unlock: () => void

  private constructor(path: string, base: Edition, unlock: () => void) {
    this.base = base
    this.#thread = new Thread(import.meta.url, 'draft-worker', { path, store: base.store.id })
    this.#unlock = unlock
  }

  /** Begins the thread, and waits until it has cleared away what a killed import left. */
  static async open(path: string, base: Edition, unlock: () => void): Promise<DraftThread> {
    const draft = new DraftThread(path, base, unlock)
    try {
      await draft.#thread.ask('positions', 'product', [])
      return draft
    } catch (error) {
      await draft.#thread.end()
      throw error
    }
  }

  positions(...given: Parameters<Draft['positions']>): ReturnType<Draft['positions']> {
    return this.#thread.ask('positions', ...given)
  }

  write(...given: Parameters<Draft['write']>): ReturnType<Draft['write']> {
    return this.#thread.ask('write', ...given)
  }

  writePostings(...given: Parameters<Draft['writePostings']>): ReturnType<Draft['writePostings']> {
    return this.#thread.ask('writePostings', ...given)
  }

  writeWords(...given: Parameters<Draft['writeWords']>): ReturnType<Draft['writeWords']> {
    return this.#thread.ask('writeWords', ...given)
  }

  writeOrders(...given: Parameters<Draft['writeOrders']>): ReturnType<Draft['writeOrders']> {
    return this.#thread.ask('writeOrders', ...given)
  }

  putOrder(...given: Parameters<Draft['putOrder']>): ReturnType<Draft['putOrder']> {
    return this.#thread.ask('putOrder', ...given)
  }

  writeOwners(): ReturnType<Draft['writeOwners']> {
    return this.#thread.ask('writeOwners')
  }

  publish(...given: Parameters<Draft['publish']>): ReturnType<Draft['publish']> {
    return this.#thread.ask('publish', ...given)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#thread.ask('dispose')
    } finally {
      await this.#thread.end()
      this.#unlock()
    }
  }
}
