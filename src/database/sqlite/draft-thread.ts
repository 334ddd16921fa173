import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Draft } from '../../edition/draft.ts'
import type { Edition } from '../../edition/edition.ts'

/** What can be asked of a draft that is written on another thread. */
export type Method = Exclude<keyof Draft, 'base' | symbol> | 'dispose'

export interface Question {
  readonly number: number
  readonly method: Method
  readonly given: readonly unknown[]
}

export interface Answer {
  readonly number: number
  readonly value?: unknown
  readonly error?: Error
  /** What an error has beside its message, which a copy of it loses. */
  readonly properties?: object
}

/** Memory for what that thread has only just made: batches that are thrown away once they are written. */
const YOUNG_MEGABYTES = 16

/**
 * The next edition of a store while it is written on a thread of its own, so that what comes next is prepared meanwhile. The
 * thread has its own connection; this side reads the base on another. What is asked is done one after the other.
 */
export class DraftThread implements Draft {
  readonly base: Edition
  readonly #worker: Worker
  readonly #unlock: () => void
  readonly #asked = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>()
  #number = 0
  #failure: Error | undefined

  private constructor(path: string, base: Edition, unlock: () => void) {
    this.base = base
    this.#unlock = unlock
    const program = new URL(`./draft-worker${extname(import.meta.url)}`, import.meta.url)
    this.#worker = new Worker(program, {
      workerData: { path, store: base.store.id },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    this.#worker.on('message', (answer: Answer) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#worker.on('exit', () => this.#fail(new Error('the thread that writes the database has ended')))
  }

  /** Begins the thread, and waits until it has cleared away what a killed import left. */
  static async open(path: string, base: Edition, unlock: () => void): Promise<DraftThread> {
    const draft = new DraftThread(path, base, unlock)
    try {
      await draft.#ask('positions', 'product', [])
      return draft
    } catch (error) {
      await draft.#worker.terminate()
      throw error
    }
  }

  positions(...given: Parameters<Draft['positions']>): ReturnType<Draft['positions']> {
    return this.#ask('positions', ...given)
  }

  write(...given: Parameters<Draft['write']>): ReturnType<Draft['write']> {
    return this.#ask('write', ...given)
  }

  writePostings(...given: Parameters<Draft['writePostings']>): ReturnType<Draft['writePostings']> {
    return this.#ask('writePostings', ...given)
  }

  writeWords(...given: Parameters<Draft['writeWords']>): ReturnType<Draft['writeWords']> {
    return this.#ask('writeWords', ...given)
  }

  writeOrders(...given: Parameters<Draft['writeOrders']>): ReturnType<Draft['writeOrders']> {
    return this.#ask('writeOrders', ...given)
  }

  putOrder(...given: Parameters<Draft['putOrder']>): ReturnType<Draft['putOrder']> {
    return this.#ask('putOrder', ...given)
  }

  writeOwners(): ReturnType<Draft['writeOwners']> {
    return this.#ask('writeOwners')
  }

  publish(...given: Parameters<Draft['publish']>): ReturnType<Draft['publish']> {
    return this.#ask('publish', ...given)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#ask('dispose')
    } finally {
      await this.#worker.terminate()
      this.#unlock()
    }
  }

  #ask<Value>(method: Method, ...given: readonly unknown[]): Promise<Value> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise<unknown>((resolve, reject) => {
      const question: Question = { number: this.#number++, method, given }
      this.#worker.postMessage(question)
      this.#asked.set(question.number, { resolve, reject })
    }) as Promise<Value>
  }

  #settle({ number, value, error, properties }: Answer): void {
    const asked = this.#asked.get(number)
    this.#asked.delete(number)
    if (error) asked?.reject(Object.assign(error, properties))
    else asked?.resolve(value)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.values()) reject(this.#failure)
    this.#asked.clear()
  }
}
