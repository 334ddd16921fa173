const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/**
 * A moment in the one form that is served: ISO 8601 in UTC with milliseconds. Reads the date and date-time forms of
 * ISO 8601 (a time without a zone is UTC) and whole numbers of milliseconds since 1970; anything else is undefined.
 */
export function parseTimestamp(value: string | number): string | undefined {
  const milliseconds = typeof value === 'number' ? value : fromIso(value)
  if (milliseconds === undefined || !Number.isInteger(milliseconds)) return undefined
  // The years that ISO 8601 writes with four digits.
  if (milliseconds < Date.UTC(0, 0, 1) - 1900 * 366 * 864e5 || milliseconds > Date.UTC(9999, 11, 31, 23, 59, 59, 999))
    return undefined
  const written = new Date(milliseconds).toISOString()
  return written.length === 24 ? written : undefined
}

function fromIso(value: string): number | undefined {
  const match = ISO.exec(value.trim())
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    return undefined
  const offset = offsetMinutes(match[8])
  if (offset === undefined) return undefined
  return date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
