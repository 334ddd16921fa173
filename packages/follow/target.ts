/** Where events are delivered. */
export interface Target {
  /** For the log, without what may be secret: `https://shop.example`. */
  readonly name: string
  /** Delivers an event. Throws `DeliveryFailed`, or `TargetGone`. Stops when the signal aborts. */
  deliver(event: CatalogEvent, signal: AbortSignal): Promise<void>
}

/** What is delivered: everything that changed since the publication that was delivered before. */
export interface CatalogEvent {
  /**
   * The store, the publication that was delivered before, and the newest one. It is the same for every attempt, and
   * another one for a publication that is the newest again because a backup was restored.
   */
  readonly id: string
  /** The name of the newest publication of the event. */
  readonly publication: string
  /** The cache tags that are stale now. That of the store stands for all. */
  readonly tags: readonly string[]
  /** JSON, below 20 kB: a thin payload of Standard Webhooks 1.0.0. */
  readonly body: string
}

/** An event was not delivered. It can be sent again, but not before so many milliseconds, if the target said so. */
export class DeliveryFailed extends Error {
  readonly retryAfter: number

  constructor(reason: string, retryAfter = 0) {
    super(reason)
    this.retryAfter = retryAfter
  }
}

/** The target wants no more events. */
export class TargetGone extends Error {}

/** The state or the secrets of a follower cannot be used. The message says why. */
export class FollowError extends Error {}
