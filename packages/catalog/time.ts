const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/**
 * A time as it is served: ISO 8601 in UTC with milliseconds. Reads the date and date-time forms of ISO 8601, in UTC if
 * they have no offset, and whole numbers of milliseconds since 1970. Anything else is undefined.
 */
export function parseTimestamp(value: string | number): string | undefined {
  const milliseconds = typeof value === 'number' ? value : parseIso(value)
  const time = new Date(milliseconds)
  if (!Number.isInteger(milliseconds) || Number.isNaN(time.getTime())) return undefined
  const text = time.toISOString()
  // Years before 0 and after 9999 take more characters.
  return text.length === 24 ? text : undefined
}

/** Milliseconds since 1970, or NaN. */
function parseIso(value: string): number {
  const match = ISO.exec(value.trim())
  if (!match) return Number.NaN
  const [, date, hour = '00', minute = '00', second = '00', fraction = '', zone] = match
  const utc = `${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
  const milliseconds = Date.parse(utc)
  // `Date.parse` takes February 30 for March 2, and 24:00 for the next day.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString() !== utc) return Number.NaN
  return milliseconds - offsetMinutes(zone) * 60_000
}

/** The offset of a time zone in minutes, or NaN. */
function offsetMinutes(zone = 'Z'): number {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return Number.NaN
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
