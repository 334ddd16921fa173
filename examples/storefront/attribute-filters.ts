import { type Html, html } from './html.ts'
import type { Facets } from './vitrine.ts'
import type { Say } from './words.ts'

type FacetAttribute = NonNullable<Facets['attributes']>[number]

/** The field of a form that has an end of a range: `min.weight`. Together they are `attribute=weight:200..500`. */
const FIELD = /^(min|max)\.([^:]{1,100})$/
const RANGE = /^([^:]{1,100}):(?:(true|false)|([\d.-]{0,18}?)\.\.([\d.-]{0,18}))$/

interface Range {
  readonly code: string
  /** The ends as text, or twice the same value. */
  readonly min: string
  readonly max: string
}

/** The range in a filter such as `weight:200..500` or `waterproof:true`; undefined if it is none. */
export function rangeOf(value: string): Range | undefined {
  const [, code, exact, min = exact, max = exact] = RANGE.exec(value) ?? []
  return code === undefined || (!min && !max) ? undefined : { code, min: min ?? '', max: max ?? '' }
}

/** The filters of an address, with the fields of the form in place of the ranges that they change. */
export function attributeValues(address: URLSearchParams): string[] {
  const fields = [...address].flatMap(([name]) => FIELD.exec(name)?.[2] ?? [])
  const codes = new Set(fields)
  const ranges = [...codes].map(
    (code) => `${code}:${address.get(`min.${code}`) ?? ''}..${address.get(`max.${code}`) ?? ''}`,
  )
  const others = address.getAll('attribute').filter((value) => !codes.has(rangeOf(value)?.code ?? ''))
  return [...new Set([...others, ...ranges])].filter(rangeOf)
}

/** "Weight 200–500 g", "Waterproof", "Released from 2026-01-01". */
export function attributeName(value: string, { attributes = [] }: Facets, say: Say): string {
  const { code, min, max } = rangeOf(value)!
  const { name = code.replaceAll('-', ' '), unit = '' } = attributes.find((each) => each.code === code) ?? {}
  if (min === 'true' || min === 'false') return min === 'true' ? name : say('{}: no', name)
  const ends =
    max === '' ? say('from {}', min) : min === '' ? say('up to {}', max) : min === max ? min : say('{} to {}', min, max)
  return `${name} ${ends} ${unit}`.trim()
}

/** Two fields for the ends of a number or a date, as for the price. */
export function attributeRange(
  { code, name, type, unit, min, max }: FacetAttribute,
  values: readonly string[],
  say: Say,
): Html {
  const range = values.map(rangeOf).find((each) => each?.code === code)
  const isDate = type === 'date'
  const field = (end: 'min' | 'max', label: string, limit: unknown) =>
    html`<label>${label} <input name="${end}.${code}" ${isDate ? html`type="date"` : html`inputmode="decimal" pattern="-?\\d{1,9}([.]\\d{1,6})?" title="${say('A number such as 20 or 1.5')}" size="6"`} value="${range?.[end] ?? ''}" placeholder="${`${limit}`}"></label>`
  return html`<details class="group"${range && html` open`}>
<summary>${name}${unit !== undefined && ` (${unit})`}</summary>
<fieldset class="range${isDate && ' days'}"><legend class="hidden">${name}</legend>
${field('min', say('From'), min)}${field('max', say('to'), max)}
</fieldset>
</details>`
}
