import { workerData } from 'node:worker_threads'
import { expose } from '@vitrine/runtime/worker-rpc'

/** An object to call from another thread. */
export class Counter implements AsyncDisposable {
  #count: number
  readonly #history = new Uint32Array([3, 5, 8])

  constructor(start: number) {
    this.#count = start
  }

  /** Takes a turn of the event loop, so that two calls at once would read the same count. */
  async add(number: number): Promise<number> {
    const before = this.#count
    await new Promise(setImmediate)
    this.#count = before + number
    return this.#count
  }

  async current(): Promise<number> {
    return this.#count
  }

  /** Word arrays that this thread no longer needs. */
  async history(): Promise<readonly Uint32Array[]> {
    return [this.#history]
  }

  async historyLength(): Promise<number> {
    return this.#history.length
  }

  async fail(code: string): Promise<never> {
    throw Object.assign(new Error('the counter is broken'), { code })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#count < 0) throw new Error('the count is negative')
  }
}

/** The program: `workerData` is the first count, or an error that keeps the counter from being opened. */
if (typeof workerData === 'number') expose(new Counter(workerData))
else if (typeof workerData === 'string') expose(Promise.reject(new Error(workerData)))
