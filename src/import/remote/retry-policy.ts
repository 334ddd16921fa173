/** How a server's failures are met; times are milliseconds. */
export interface RetryPolicy {
  /** How often one thing is asked for before it is given up. */
  readonly tries: number
  /** The wait after the first failure; each later one is twice as long, up to `longestDelay`. */
  readonly firstDelay: number
  readonly longestDelay: number
  /** The longest wait that a server may ask for with `Retry-After`. */
  readonly longestAsked: number
  /** How long a server may send nothing before the request counts as failed. */
  readonly silence: number
}

/** Some 30 seconds of failures in all: enough for a restart; a longer outage is met by starting again. */
export const RETRY_POLICY: RetryPolicy = {
  tries: 7,
  firstDelay: 500,
  longestDelay: 30_000,
  longestAsked: 600_000,
  silence: 30_000,
}

/** The wait before try `attempt + 1`: half of it is chance, so that clients that failed together do not come back together. */
export function delayAfter(attempt: number, { firstDelay, longestDelay }: RetryPolicy, random: number): number {
  const full = Math.min(longestDelay, firstDelay * 2 ** (attempt - 1))
  return full * (0.5 + random / 2)
}

/** What `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3). undefined if it says neither. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
