/**
 * A bounded FIFO queue of asynchronous writes: the caller prepares the next write while a database executes the last
 * one. `push` waits while the queued work exceeds `MAX_QUEUED_BYTES`. Work of unknown size runs alone.
 *
 * A `pipelined` queue starts each write as soon as `push` accepts it. Use it for a receiver that executes its requests
 * in order, as a worker does: it then need not wait for us between two writes.
 */
export class BoundedQueue {
  readonly #pipelined: boolean
  /** The end of each queued write, oldest first. */
  readonly #queued: Promise<unknown>[] = []
  #last: Promise<unknown> = Promise.resolve()
  #bytes = 0

  constructor(mode?: 'pipelined') {
    this.#pipelined = mode === 'pipelined'
  }

  /** Queues a write, once there is room for it. Throws if an earlier write fails while this call waits. */
  async push(write: () => Promise<void>, bytes: number = MAX_QUEUED_BYTES): Promise<void> {
    while (this.#bytes > 0 && this.#bytes + bytes > MAX_QUEUED_BYTES) await this.#queued[0]
    this.#bytes += bytes
    const written = this.#pipelined ? Promise.all([this.#last, write()]) : this.#last.then(write)
    this.#last = written.finally(() => {
      this.#bytes -= bytes
      this.#queued.shift()
    })
    this.#queued.push(this.#last)
    // The next `push` or `drain` throws it.
    this.#last.catch(() => {})
  }

  /** Waits until all writes are done. Throws the error of the first that failed. No write starts after a failed one. */
  async drain(): Promise<void> {
    await this.#last
  }

  /** Waits until no write is in progress. Ignores errors. */
  async idle(): Promise<void> {
    await this.#last.catch(() => {})
  }
}

/** `push` waits while more than this is queued. */
const MAX_QUEUED_BYTES = 16_000_000
