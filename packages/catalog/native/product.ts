import type { CodeOrigins } from '../code-book.ts'
import { DERIVED_FIELDS } from '../derived-fields.ts'
import type { Product, Submitted } from '../product.ts'
import type { Problem } from '../submission.ts'
import type { Uuid } from '../uuid.ts'
import { readRating, readSeo } from './about.ts'
import { readAttributes } from './attributes.ts'
import { checkPrices, readCurrency } from './currency.ts'
import { readExternalId } from './external-id.ts'
import {
  DESCRIPTION_LIMIT,
  formatValue,
  isObject,
  NAME_LIMIT,
  type ObjectReader,
  readObject,
  withTimestamps,
} from './fields.ts'
import { readProductFiles } from './files.ts'
import { ROOT } from './json-path.ts'
import { readProductLabels } from './labels.ts'
import { readMarkets } from './markets.ts'
import { OptionGroups } from './option-groups.ts'
import type { ReadContext } from './read-context.ts'
import { readFormerSlugs, readSlug } from './slug.ts'
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
  const { labelValues, ...ofLabels } = readProductLabels(fields, context)
  const optionGroups = groups.all()
  const popularity = fields.count('popularity')
  const externalId = readExternalId(fields)
  const head = { id, name, description, slug }
  const more = {
    ...{ ...(externalId !== undefined && { externalId }), ...readAttributes(fields) },
    ...{ ...readSeo(fields, diagnostics), ...readRating(fields, diagnostics) },
  }
  const lists = { variants, files, optionGroups, labelValues, ...more, ...(popularity && { popularity }) }
  const tail = { ...lists, ...readMarkets(fields, lists, context) }
  const product = withTimestamps(head, timestamps, formerSlugs ? { formerSlugs, ...tail } : tail)
  const hasAllMarkets = fields.has('markets')
  return {
    ...{ product, hasSlug, ...(hasAllMarkets && { hasAllMarkets }), currency },
    ...{ codes: context.codes, ...ofLabels, dropped: diagnostics.dropped() },
  }
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
  ...['externalId', 'markets'],
])

export interface ReadProduct {
  readonly product: Submitted<Product>
  readonly hasSlug: boolean
  readonly hasAllMarkets?: true
  readonly currency: string | undefined
  readonly codes: CodeOrigins
  readonly topCategories?: ReadonlySet<string>
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
