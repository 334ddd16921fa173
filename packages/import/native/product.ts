import { DERIVED_FIELDS } from '@vitrine/catalog/derived-fields'
import { MAX_FORMER_SLUGS, type Product, type Submitted } from '@vitrine/catalog/product'
import type { Problem } from '@vitrine/catalog/submission'
import type { Uuid } from '@vitrine/catalog/uuid'
import {
  formatValue,
  isObject,
  isText,
  NAME_LIMIT,
  type ObjectReader,
  readObject,
  textFault,
  withTimestamps,
} from '../fields.ts'
import { SLUG_LIMIT, shortSlug } from '../identifiers.ts'
import { childPath, ROOT } from '../json-path.ts'
import { readRating, readSeo } from './about.ts'
import { readAttributes } from './attributes.ts'
import { checkPrices, readCurrency } from './currency.ts'
import { readProductFiles } from './files.ts'
import { readProductLabels } from './labels.ts'
import { OptionGroups } from './option-groups.ts'
import type { ReadContext } from './read-context.ts'
import { readVariants } from './variants.ts'

/** The product, which is valid only if the diagnostics have no problem; undefined if the value is not an object. */
export function readProduct(value: unknown, context: ReadContext): ReadProduct | undefined {
  const { diagnostics } = context
  const fields = readObject(
    withoutDerivedFields(value),
    ROOT,
    diagnostics,
    NATIVE_PRODUCT_FIELDS,
    'a product: an object with a name and variants',
  )
  if (!fields) return undefined
  const name = fields.requiredLine('name', 'the name of the product', NAME_LIMIT)
  const hasSlug = fields.has('slug')
  const slug = hasSlug ? readSlug(fields, context) : name && context.slugs.make(name, diagnostics.number)
  const formerSlugs = readFormerSlugs(fields, slug, context)
  const id = readId(fields, slug, context)
  const description = fields.lines('description', DESCRIPTION_LIMIT) ?? ''
  const timestamps = fields.timestamps()
  const currency = readCurrency(fields, context)
  const groups = new OptionGroups(fields, context)
  refuseFieldsOfVariants(fields)
  const variants = readVariants(fields, { name, slug, groups }, context)
  checkPrices(variants, currency ?? context.currency, context)
  const files = readProductFiles(fields, slug, context)
  const labelValues = readProductLabels(fields, context)
  const optionGroups = groups.all()
  const popularity = fields.count('popularity')
  const head = { id, name, description, slug }
  const more = { ...readAttributes(fields), ...readSeo(fields, diagnostics), ...readRating(fields, diagnostics) }
  const lists = { variants, files, optionGroups, labelValues, ...more, ...(popularity && { popularity }) }
  const product = withTimestamps(head, timestamps, formerSlugs ? { formerSlugs, ...lists } : lists)
  return { product, hasSlug, currency, dropped: diagnostics.dropped() }
}

/** The product without the fields that a list with `form=full` adds: they follow from the others. */
function withoutDerivedFields(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, 'descriptionText')) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !DERIVED.has(name)))
}

const DERIVED: ReadonlySet<string> = new Set(DERIVED_FIELDS)

/** The fields of a product. */
export const NATIVE_PRODUCT_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'name', 'description', 'slug', 'formerSlugs', 'createdAt', 'updatedAt'],
  ...['variants', 'files', 'optionGroups', 'labelValues', 'attributes', 'currency', 'seo', 'rating', 'popularity'],
])

/** The longest description, in UTF-16 units. */
const DESCRIPTION_LIMIT = 1024 * 1024

export interface ReadProduct {
  readonly product: Submitted<Product>
  readonly hasSlug: boolean
  readonly currency: string | undefined
  /** Faults in optional values, which the product does not have. */
  readonly dropped: readonly Problem[]
}

/** Refuses the JSON of another system, in which the product itself has a price or a sku: it would be served without. */
function refuseFieldsOfVariants(fields: ObjectReader): void {
  if (fields.includes('variants')) return
  for (const name of ['price', 'sku'])
    if (fields.includes(name))
      fields.problem(name, 'is a field of variants, and the product has none', 'variants, each with a sku and a price')
}

/** '' after a problem. */
function readSlug(fields: ObjectReader, { slugs, diagnostics, where }: ReadContext): string {
  const slug = fields.text('slug', SLUG_LIMIT)
  if (slug === undefined) return ''
  if (!isSlug(slug)) {
    fields.problem('slug', `is ${formatValue(slug)}`, rightSlug(slug))
    return ''
  }
  const earlier = slugs.claim(slug, diagnostics.number)
  if (earlier === undefined) return slug
  fields.problem('slug', `is ${formatValue(slug)}, which the product ${where(earlier)} also has`, 'a unique slug')
  return ''
}

/** Characters that would end or change a URL with the slug in it, or show it in another order. */
const FORBIDDEN = /[\s/?#\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

function isSlug(text: string): boolean {
  return text !== '' && !FORBIDDEN.test(text)
}

/** Each once, without the slug of the product. Undefined if the file does not have the field. */
function readFormerSlugs(fields: ObjectReader, slug: string, { diagnostics }: ReadContext): string[] | undefined {
  if (!fields.has('formerSlugs')) return undefined
  const path = fields.at('formerSlugs')
  const items = fields.list('formerSlugs', 'a list of the slugs that the product had')
  if (items.length > MAX_FORMER_SLUGS) {
    diagnostics.problem(path, `has ${items.length} slugs`, `at most ${MAX_FORMER_SLUGS} slugs`)
    return undefined
  }
  for (const [index, item] of items.entries()) {
    const itemPath = childPath(path, index)
    if (!isText(item, SLUG_LIMIT)) diagnostics.problem(itemPath, ...textFault(item, SLUG_LIMIT))
    else if (!isSlug(item)) diagnostics.problem(itemPath, `is ${formatValue(item)}`, rightSlug(item))
  }
  return [...new Set(items as string[])].filter((former) => former !== slug)
}

function rightSlug(slug: string): string {
  const right = 'a slug without white space, “/”, “?” or “#”'
  const example = shortSlug(slug)
  return example === '' ? right : `${right}, such as ${formatValue(example)}`
}

function readId(fields: ObjectReader, slug: string, { ids, products, diagnostics, where }: ReadContext): Uuid {
  const ownId = fields.id()
  const id = ownId ?? ids.of('product', slug)
  // An id derived from an empty slug would mean nothing.
  if (ownId === undefined && slug === '') return id
  const earlier = products.claim(id, diagnostics.number)
  if (earlier !== undefined)
    fields.problem('id', `is ${formatValue(id)}, which the product ${where(earlier)} also has`, 'a unique id')
  return id
}
