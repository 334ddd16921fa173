import { RemoteError } from './remote-error.ts'
import type { TransientError } from './request-failure.ts'

/** When and how often failed requests are sent again. All times are milliseconds. */
export interface RetryPolicy {
  readonly maxAttempts: number
  /** The delay after the first failure. Each later delay is twice as long, up to `maxDelay`. */
  readonly initialDelay: number
  readonly maxDelay: number
  /** The longest `Retry-After` that is obeyed. A longer one fails the import. */
  readonly maxRetryAfter: number
  /** A request fails after this time without data from the server. */
  readonly idleTimeout: number
}

/** Covers about 30 seconds of failures, long enough for a restart of the server. */
export const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 7,
  initialDelay: 500,
  maxDelay: 30_000,
  maxRetryAfter: 600_000,
  idleTimeout: 30_000,
}

/**
 * The delay before the next attempt. `name` is what was asked for, and `random` is from 0 to 1. Throws `RemoteError`
 * after the last attempt, and if the server asks for too long a delay.
 */
export function delayAfter(
  { message, retryAfter }: TransientError,
  name: string,
  attempt: number,
  policy: RetryPolicy,
  random: number,
): number {
  const { maxRetryAfter, maxAttempts } = policy
  if (retryAfter !== undefined && retryAfter > maxRetryAfter)
    throw new RemoteError(
      `${name} ${message} and asked clients to wait ${Math.ceil(retryAfter / 1000)} seconds; the limit is ${maxRetryAfter / 1000}.`,
    )
  if (attempt >= maxAttempts) throw new RemoteError(`${name} ${message}. Gave up after ${attempt} attempts.`)
  return Math.max(retryAfter ?? 0, backoff(attempt, policy, random))
}

/** Exponential backoff with jitter: half of the delay is random, so that clients do not retry at the same moment. */
function backoff(attempt: number, { initialDelay, maxDelay }: RetryPolicy, random: number): number {
  return Math.min(maxDelay, initialDelay * 2 ** (attempt - 1)) * (0.5 + random / 2)
}
