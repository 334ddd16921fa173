/** A place in a product, as the chain of steps that lead to it: it is printed only when there is something to say there. */
export interface Place {
  readonly above: Place | undefined
  /** A field's name, or an index. */
  readonly step: string | number
}

/** The product as a whole. */
export const WHOLE: Place = { above: undefined, step: '' }

export function inside(above: Place, step: string | number): Place {
  return { above, step }
}

/** The place as a path, `variants[2].price`; empty for the product as a whole. */
export function pathOf(place: Place): string {
  return printed(place, (index) => `[${index}]`)
}

/** The path for all items of its lists: `variants[].price`. */
export function patternOf(place: Place): string {
  return printed(place, () => '[]')
}

function printed(place: Place, index: (index: number) => string): string {
  if (!place.above) return ''
  const above = printed(place.above, index)
  if (typeof place.step === 'number') return above + index(place.step)
  if (!PLAIN.test(place.step)) return `${above}[${quoted(place.step)}]`
  return above === '' ? place.step : `${above}.${place.step}`
}

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]{0,59}$/u

/** Text in quotation marks, escaped, and shortened to 60 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${shortened(text, 59)}…` : text)
}

/** At most the first `limit` UTF-16 units, never half of a character. */
export function shortened(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text
}
