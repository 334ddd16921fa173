import type { CatalogEvent } from './catalog-event.ts'

/** Where events are delivered. */
export interface Target {
  /** For the log, without what may be secret: `https://shop.example`. */
  readonly name: string
  /** Delivers an event. Throws `DeliveryFailed`, or `TargetGone`. Stops when the signal aborts. */
  deliver(event: CatalogEvent, signal: AbortSignal): Promise<void>
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
