import type { Attribute, Product, Variant } from '@vitrine/catalog/product'
import type { Bucket, FacetAttribute } from '@vitrine/engine/serve/query'

/** The values of the parameter `attribute`, as the request has them. */
export interface AttributeTexts {
  readonly attributeTexts?: readonly string[]
}

/** A value that compares with those of the same scale. */
interface Comparable {
  /** `number in g`, `number in `, `date`, `boolean`. */
  readonly scale: string
  /** Millionths of the unit, days, or 0 and 1. */
  readonly value: bigint
}

type Served = FacetAttribute['min']

/** The units in the random catalogs that are not the one to compare in, with their sizes. */
const SIZES: Readonly<Record<string, readonly [base: string, size: bigint]>> = { kg: ['g', 1000n], cm: ['mm', 10n] }

const DAY = 86_400_000n

/** The attributes of a variant: its own, and those of its product with other codes. */
function attributesOf(product: Product, variant: Variant): Attribute[] {
  const own = variant.attributes ?? []
  return [...(product.attributes ?? []).filter(({ code }) => own.every((other) => other.code !== code)), ...own]
}

export function codeOf(text: string): string {
  return text.slice(0, text.indexOf(':'))
}

/** One condition for each code: the variant is in one of its ranges. */
export function attributeClauses(texts: readonly string[]): ((product: Product, variant: Variant) => boolean)[] {
  return [...new Set(texts.map(codeOf))].map(
    (code) => (product, variant) =>
      attributesOf(product, variant)
        .filter((attribute) => attribute.code === code)
        .some((attribute) => texts.some((text) => codeOf(text) === code && isWithin(attribute, text))),
  )
}

function isWithin(attribute: Attribute, text: string): boolean {
  const compared = comparable(attribute)
  const range = text.slice(text.indexOf(':') + 1)
  const [low, high] = range.includes('..') ? range.split('..') : [range, range]
  const unit = /[a-zA-Z]+$/.exec(high!)?.[0] ?? /[a-zA-Z]+$/.exec(low!)?.[0]
  const bounds = [low, high].map((bound) => (bound ? boundOf(bound, unit) : undefined))
  return bounds.every((bound, index) => {
    if (!bound) return true
    const isOfScale =
      bound.scale === 'number in ' ? compared?.scale.startsWith('number') : compared?.scale === bound.scale
    return isOfScale && (index === 0 ? compared!.value >= bound.value : compared!.value <= bound.value)
  })
}

function boundOf(text: string, unitOfRange: string | undefined): Comparable {
  const base = { code: '', name: '' }
  if (text === 'true' || text === 'false') return comparable({ ...base, type: 'boolean', value: text === 'true' })!
  if (/^\d{4}-/.test(text)) return comparable({ ...base, type: 'date', value: text })!
  const unit = /[a-zA-Z]+$/.exec(text)?.[0] ?? unitOfRange
  return comparable({ ...base, type: 'number', ...(unit && { unit }), value: text.replace(/[a-zA-Z]+$/, '') })!
}

function comparable({ type, unit = '', value }: Attribute): Comparable | undefined {
  if (type === 'text') return undefined
  if (type === 'boolean') return { scale: type, value: value ? 1n : 0n }
  if (type === 'date') return { scale: type, value: BigInt(Date.parse(value as string)) / DAY }
  const [whole, decimals = ''] = String(value).replace(/^[+-]/, '').split('.')
  const [base, size] = SIZES[unit] ?? [unit, 1n]
  const millionths = BigInt(whole + decimals.padEnd(6, '0')) * size
  return { scale: `number in ${base}`, value: String(value).startsWith('-') ? -millionths : millionths }
}

/**
 * The attributes of the store that some product has, with the values of the variants that `variantsFor` finds without
 * the conditions on the code; undefined if the store has none.
 */
export function naiveAttributes(
  oldestFirst: readonly Product[],
  variantsFor: (codeToIgnore: string) => readonly (readonly [Product, readonly Variant[]])[],
  most: number | undefined,
): FacetAttribute[] | undefined {
  const names = new Map<string, { code: string; scale: string; name: string }>()
  for (const product of oldestFirst)
    for (const attribute of product.variants.flatMap((variant) => attributesOf(product, variant))) {
      const scale = comparable(attribute)?.scale
      const { code, name } = attribute
      if (scale !== undefined && !names.has(`${code} ${scale}`)) names.set(`${code} ${scale}`, { code, scale, name })
    }
  if (names.size === 0) return undefined
  const sorted = [...names.values()].sort((a, b) => compareTexts(a.scale, b.scale))
  return sorted.flatMap(({ code, scale, name }) => {
    const values = variantsFor(code).map(([product, variants]) =>
      variants
        .flatMap((variant) => attributesOf(product, variant))
        .filter((attribute) => attribute.code === code)
        .map(comparable)
        .filter((compared) => compared?.scale === scale)
        .map((compared) => compared!.value),
    )
    return facetOf(code, name, scale, values, most) ?? []
  })
}

function facetOf(
  code: string,
  name: string,
  scale: string,
  valuesOfProducts: readonly (readonly bigint[])[],
  most: number | undefined,
): FacetAttribute | undefined {
  const [type, unit] = scale.split(' in ') as ['number', string?]
  const all = valuesOfProducts.flat().sort(compareNumbers)
  if (all.length === 0) return undefined
  const lowest = valuesOfProducts
    .filter(({ length }) => length > 0)
    .map((values) => values.toSorted(compareNumbers)[0]!)
  const [min, max] = [all[0]!, all.at(-1)!]
  return {
    code,
    name,
    type,
    ...(unit && { unit }),
    count: lowest.length,
    min: served(type, min),
    max: served(type, max),
    ...(most && { buckets: bucketsOf(type, lowest, min, max, most) }),
  }
}

function bucketsOf(type: string, lowest: bigint[], min: bigint, max: bigint, most: number): Bucket<Served>[] {
  const ranges: (readonly [bigint, bigint])[] =
    type === 'boolean' ? [...new Set([min, max])].map((value) => [value, value]) : naiveRanges(min, max, most)
  return ranges.map(([from, to], index) => {
    const isLast = index === ranges.length - 1 || from === to
    const count = lowest.filter((value) => value >= from && (isLast ? value <= to : value < to)).length
    return { from: served(type, from), to: served(type, to), count }
  })
}

/** Ranges of the least width of 1, 2, 2.5 or 5 × 10ⁿ of which at most `most` reach from `min` to `max`. */
export function naiveRanges(min: bigint, max: bigint, most: number): (readonly [bigint, bigint])[] {
  if (min === max) return [[min, max]]
  for (let power = 1n; ; power *= 10n)
    for (const tenths of [10n, 20n, 25n, 50n]) {
      if ((tenths * power) % 10n !== 0n) continue
      const width = (tenths * power) / 10n
      let from = (min / width) * width
      if (from > min) from -= width
      const ranges: (readonly [bigint, bigint])[] = []
      for (; from < max && ranges.length <= most; from += width) ranges.push([from, from + width])
      if (ranges.length <= most) return ranges
    }
}

function served(type: string, value: bigint): Served {
  if (type === 'boolean') return value === 1n
  if (type === 'date') return new Date(Number(value * DAY)).toISOString().slice(0, 10)
  const limit = 999_999_999_999_999n
  const limited = value > limit ? limit : value < -limit ? -limit : value
  const digits = String(limited < 0n ? -limited : limited).padStart(7, '0')
  return Number(`${limited < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`) || 0
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `boolean`, `date`, `number in `, `number in g`: as the names of the scales are stored. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
