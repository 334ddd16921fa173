/**
 * The delay that a `Retry-After` header asks for, in seconds or as a date (RFC 9110, 10.2.3); undefined if it is
 * invalid.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
