/**
 * Work that is done one after the other, a step behind whoever gives it: what comes next can be prepared meanwhile, by us
 * while a database writes. No more than one piece waits, so that memory is bounded.
 */
export class Behind {
  #last: Promise<void> = Promise.resolve()

  /** Begins the work when what was given before is done. Throws what that threw. */
  async after(work: () => Promise<void>): Promise<void> {
    await this.#last
    this.#last = work()
    // Whoever gives the next piece meets it, or whoever waits for the end.
    this.#last.catch(() => {})
  }

  /** Waits until all is done. Throws what the last of it threw. */
  async done(): Promise<void> {
    await this.#last
  }

  /** Waits until nothing is under way, whatever came of it. */
  async settled(): Promise<void> {
    await this.#last.catch(() => {})
  }
}
