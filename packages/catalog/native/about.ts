import type { Product, Rating, SeoTexts } from '../product.ts'
import type { Diagnostics } from './diagnostics.ts'
import { formatValue, isObject, type ObjectReader, readObject } from './fields.ts'

/** The longest title and description for search engines, in UTF-16 units. They show less. */
const SEO_LIMIT = 1000

/** The texts for search engines that a product has. */
export function readSeo(product: ObjectReader, diagnostics: Diagnostics): Pick<Product, 'seo'> {
  const value = product.value('seo')
  if (value === undefined) return {}
  if (!isObject(value)) {
    product.drop('seo', `is ${formatValue(value)}`, 'an object with a title or a description')
    return {}
  }
  const fields = readObject(value, product.at('seo'), diagnostics, SEO_FIELDS, '')!
  const [title, description] = SEO_NAMES.map((name) => fields.optionalLine(name, SEO_LIMIT)?.trim())
  const seo: SeoTexts = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  return title === undefined && description === undefined ? {} : { seo }
}

const SEO_NAMES = ['title', 'description'] as const
const SEO_FIELDS: ReadonlySet<string> = new Set(SEO_NAMES)

/** The rating of a product. A wrong one is dropped. One of no shopper is none. */
export function readRating(product: ObjectReader, diagnostics: Diagnostics): Pick<Product, 'rating'> {
  const input = product.value('rating')
  if (input === undefined) return {}
  const drop = () => {
    product.drop(
      'rating',
      `is ${isObject(input) ? JSON.stringify(input) : formatValue(input)}`,
      'an object with a value from 0 to 5 and a count, such as { "value": 4.6, "count": 128 }',
    )
    return {}
  }
  if (!isObject(input)) return drop()
  const fields = readObject(input, product.at('rating'), diagnostics, RATING_FIELDS, '')!
  const [value, count] = [numberOf(fields.value('value')), numberOf(fields.value('count'))]
  if (count === 0) return {}
  const isRight = value !== undefined && value <= 5 && Number.isSafeInteger(count)
  return isRight ? { rating: { value: Math.round(value * 100) / 100, count: count! } satisfies Rating } : drop()
}

const RATING_FIELDS: ReadonlySet<string> = new Set(['value', 'count'])

/** A number of 0 or more, also as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : -1
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
