/** A place in a product, as the chain of steps that lead to it: it is printed only when there is something to say there. */
export interface JsonPath {
  readonly above: JsonPath | undefined
  /** A field's name, or an index. */
  readonly step: string | number
}

/** The product as a whole. */
export const ROOT: JsonPath = { above: undefined, step: '' }

export function childPath(above: JsonPath, step: string | number): JsonPath {
  return { above, step }
}

/** The place as a path, `variants[2].price`; empty for the product as a whole. */
export function formatPath(place: JsonPath): string {
  return printed(place, (index) => `[${index}]`)
}

/** The path for all items of its lists: `variants[].price`. */
export function formatPattern(place: JsonPath): string {
  return printed(place, () => '[]')
}

function printed(place: JsonPath, index: (index: number) => string): string {
  if (!place.above) return ''
  const above = printed(place.above, index)
  if (typeof place.step === 'number') return above + index(place.step)
  if (!PLAIN.test(place.step)) return `${above}[${quote(place.step)}]`
  return above === '' ? place.step : `${above}.${place.step}`
}

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]{0,59}$/u

/** Text in quotation marks, escaped, and shortened to 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${truncate(text, 59)}…` : text)
}

/** At most the first `limit` UTF-16 units, never half of a character. */
export function truncate(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text
}
