/** A place in a JSON value, as a linked list of steps. It is formatted only for problems and warnings. */
export interface JsonPath {
  readonly parent: JsonPath | undefined
  /** The name of a field, or an index. */
  readonly step: string | number
}

export const ROOT: JsonPath = { parent: undefined, step: '' }

export function childPath(parent: JsonPath, step: string | number): JsonPath {
  return { parent, step }
}

/** The path as text, `variants[2].price`; empty for the root. */
export function formatPath(path: JsonPath): string {
  return format(path, (index) => `[${index}]`)
}

/** The path for all items of its lists, `variants[].price`. */
export function formatPattern(path: JsonPath): string {
  return format(path, () => '[]')
}

function format({ parent, step }: JsonPath, formatIndex: (index: number) => string): string {
  if (!parent) return ''
  const start = format(parent, formatIndex)
  if (typeof step === 'number') return start + formatIndex(step)
  if (!PLAIN_NAME.test(step)) return `${start}[${quote(step)}]`
  return start === '' ? step : `${start}.${step}`
}

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]{0,59}$/u

/** The text as a JSON string, shortened to 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${truncate(text, 59)}…` : text)
}

/** At most the first `limit` UTF-16 units, in whole characters. */
export function truncate(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text
}
