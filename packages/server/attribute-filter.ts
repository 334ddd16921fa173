import { parseDay, type Scale, scaledNumber, scaleOfUnit } from '@vitrine/catalog/attribute'
import type { AttributeRange } from '@vitrine/engine/serve/query'

/**
 * The range that a value of `attribute` means: `weight:0.2..0.5kg`, `weight:..500g`, `waterproof:true` or
 * `released:2026-01-01..`. A number without a unit is in the unit that the attribute compares in. A bound without a
 * unit has that of the other one. If the text is wrong, returns what it must be.
 */
export function parseAttributeFilter(text: string): AttributeRange | { readonly right: string } {
  const colon = text.indexOf(':')
  const [code, value] = [text.slice(0, colon), text.slice(colon + 1).trim()]
  if (colon < 1 || value === '' || value === '..') return { right: RIGHT }
  if (value === 'true' || value === 'false') {
    const scaled = Number(value === 'true')
    return { code, scale: 'boolean', min: scaled, max: scaled }
  }
  const dots = value.indexOf('..')
  const [low, high] = dots < 0 ? [value, value] : [value.slice(0, dots).trim(), value.slice(dots + 2).trim()]
  const bounds = DATE.test(low || high) ? dates(low, high) : numbers(low, high)
  return 'right' in bounds ? bounds : { code, ...bounds }
}

const RIGHT =
  'a code, a colon, and a value or a range, such as weight:0.2..0.5kg, weight:..500g, waterproof:true or released:2026-01-01..'
const DATE = /^\d{4}-\d/
/** A unit begins with a letter or a sign. `1,5` and `1e3` are no numbers. */
const NUMBER = /^([+-]?\d+(?:\.\d+)?)\s*((?!e\d)[\p{L}%‰°′″"'].*)?$/u

interface Bounds {
  /** Undefined: numbers of any unit. */
  readonly scale?: Scale
  readonly min?: number | undefined
  readonly max?: number | undefined
}

function dates(low: string, high: string): Bounds | { right: string } {
  const [min, max] = [low, high].map((bound) => (bound === '' ? undefined : (parseDay(bound) ?? Number.NaN)))
  if (Number.isNaN(min) || Number.isNaN(max))
    return { right: 'a range of days, such as released:2026-01-01..2026-12-31' }
  return { scale: 'date', min, max }
}

function numbers(low: string, high: string): Bounds | { right: string } {
  const [from, to] = [NUMBER.exec(low), NUMBER.exec(high)]
  if ((low !== '' && !from) || (high !== '' && !to)) return { right: RIGHT }
  const [fromUnit = '', toUnit = ''] = [from?.[2], to?.[2]]
  const [lowUnit, highUnit] = [fromUnit || toUnit || undefined, toUnit || fromUnit || undefined]
  const scale = scaleOfUnit(lowUnit)
  if (scale !== scaleOfUnit(highUnit))
    return { right: `two bounds that compare, and ${lowUnit} and ${highUnit} do not` }
  const [min, max] = [from && scaledNumber(from[1]!, lowUnit), to && scaledNumber(to[1]!, highUnit)]
  if (min === undefined || max === undefined) return { right: RIGHT_NUMBER }
  const bounds = { min: min ?? undefined, max: max ?? undefined }
  return lowUnit === undefined ? bounds : { scale, ...bounds }
}

const RIGHT_NUMBER =
  'a code and decimals with at most nine digits before the point and six after it, also in g, mm or ml, such as weight:0.2..0.5kg'
