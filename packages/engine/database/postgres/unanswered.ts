import { isTimeout } from './connection.ts'

/** Statements that wait for their answers, over one or several connections. */
export class Unanswered {
  #count = 0
  #since: number | undefined

  /**
   * The time since which statements wait and none is answered, as `performance.now()` counts; undefined if none waits.
   */
  get since(): number | undefined {
    return this.#since
  }

  /** The answer. A statement that the server ended because it took too long has none. */
  async wait<Answer>(answer: Promise<Answer>): Promise<Answer> {
    if (this.#count++ === 0) this.#since = performance.now()
    try {
      const rows = await answer
      this.#since = performance.now()
      return rows
    } catch (error) {
      if (!isTimeout(error)) this.#since = performance.now()
      throw error
    } finally {
      if (--this.#count === 0) this.#since = undefined
    }
  }
}
