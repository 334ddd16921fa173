/** Bytes of work that may wait. */
const ROOM = 16_000_000

/**
 * Work that is done one after the other, behind whoever gives it: what comes next can be prepared meanwhile, by us while a
 * database writes. What waits is bounded by the room that it takes, so that memory is; what says nothing of its size takes
 * all there is, and waits alone.
 *
 * `atOnce`: for who does one thing after the other anyway, as a thread does. It is told of each at once, so that it need not
 * wait for us between two.
 */
export class BoundedQueue {
  readonly #atOnce: boolean
  readonly #waiting: Promise<void>[] = []
  #last: Promise<void> = Promise.resolve()
  #bytes = 0

  constructor(atOnce = false) {
    this.#atOnce = atOnce
  }

  /** Takes the work once there is room for it; what was given before is done first. Throws what that threw. */
  async push(work: () => Promise<void>, bytes: number = ROOM): Promise<void> {
    while (this.#bytes > 0 && this.#bytes + bytes > ROOM) await this.#waiting[0]
    this.#bytes += bytes
    const done = this.#atOnce ? this.#both(this.#last, work()) : this.#last.then(work)
    this.#last = done.finally(() => {
      this.#bytes -= bytes
      this.#waiting.shift()
    })
    this.#waiting.push(this.#last)
    // Whoever gives the next piece meets it, or whoever waits for the end.
    this.#last.catch(() => {})
  }

  /** Waits until all is done. Throws what the last of it threw. */
  async drain(): Promise<void> {
    await this.#last
  }

  /** Waits until nothing is under way, whatever came of it. */
  async idle(): Promise<void> {
    await this.#last.catch(() => {})
  }

  async #both(first: Promise<void>, second: Promise<void>): Promise<void> {
    await Promise.all([first, second])
  }
}
