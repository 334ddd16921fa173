/** When an event may be sent, and sent again. All times are milliseconds, of one clock. */
export class RetrySchedule {
  readonly #pause: number
  /** The publication of the last attempt, if it failed. */
  #failed: string | undefined
  #failures = 0
  #next: number
  #nextOfOther: number
  /** The end of the pause that the receiver asked for. */
  #pauseEnd = Number.NEGATIVE_INFINITY

  /** Two attempts have at least `pause` between them. The first is not before `start`. */
  constructor(pause: number, start: number) {
    this.#pause = pause
    this.#next = start
    this.#nextOfOther = start
  }

  /**
   * The time of the next attempt. A newer publication than the one that failed begins the schedule again, so that a
   * receiver that is back gets it soon. In a pause that the receiver asked for, one newer publication does, and the
   * others wait.
   */
  dueAt(publication: string): number {
    return publication === this.#failed ? this.#next : this.#nextOfOther
  }

  succeeded(now: number): void {
    this.#failed = undefined
    this.#nextOfOther = now + this.#pause
  }

  /** Returns the pause until the publication is sent again. `random` is from 0 to 1. */
  failed(publication: string, now: number, retryAfter: number, random: number): number {
    this.#failures = publication === this.#failed ? this.#failures + 1 : 1
    this.#failed = publication
    const pause = (failures: number, asked: number) =>
      Math.max(PAUSES[Math.min(failures, PAUSES.length) - 1]! * (1 + random / 5), asked, this.#pause)
    const wasInPause = now < this.#pauseEnd
    this.#pauseEnd = now + retryAfter
    this.#next = now + pause(this.#failures, retryAfter)
    this.#nextOfOther = now + pause(1, wasInPause ? retryAfter : 0)
    return this.#next - now
  }

  /** Whether the schedule is over: from now on there is one attempt a day. */
  get isOver(): boolean {
    return this.#failures > PAUSES.length
  }
}

const MINUTES = 60_000
const HOURS = 60 * MINUTES

/** The pauses after one, two and more failures, from Standard Webhooks 1.0.0. After the last one, once a day. */
const PAUSES = [5000, 5 * MINUTES, 30 * MINUTES, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOURS)]
