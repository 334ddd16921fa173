import { parseGtin } from '../gtin.ts'
import { comparedMpn } from '../mpn.ts'
import type { Submitted, TaxRate, Variant } from '../product.ts'
import type { Uuid } from '../uuid.ts'
import { readAttributes } from './attributes.ts'
import { onOneLine } from './control-characters.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { readExternalId } from './external-id.ts'
import { formatValue, isBlank, isText, NAME_LIMIT, type ObjectReader, readObject, withTimestamps } from './fields.ts'
import { readVariantFiles } from './files.ts'
import { readLabels } from './labels.ts'
import type { OptionGroups } from './option-groups.ts'
import { readListPrice, readPrice } from './price.ts'
import type { ReadContext } from './read-context.ts'
import { readUnitPrice } from './unit-price.ts'
import { readVariantOptions } from './variant-options.ts'

export function readVariants(product: ObjectReader, parent: Parent, context: ReadContext): Submitted<Variant>[] {
  const value = product.value('variants')
  if (value === undefined || (Array.isArray(value) && value.length === 0))
    context.diagnostics.warnOfProduct('variants', 'are missing, so nobody can buy this product')
  if (Array.isArray(value) && value.length > VARIANTS_LIMIT) {
    product.problem('variants', `has ${value.length} variants`, `at most ${VARIANTS_LIMIT} variants`)
    return []
  }
  const skus = new DuplicateCheck('sku', context.diagnostics)
  const ids = new DuplicateCheck('id', context.diagnostics)
  const variants: Submitted<Variant>[] = []
  const right = 'a variant: an object with a sku and a price'
  for (const fields of product.objects('variants', 'a list of variants', NATIVE_VARIANT_FIELDS, right)) {
    const sku = readSku(fields, skus)
    const id = readId(fields, parent.slug, sku, ids, context)
    variants.push(readVariant(fields, id, sku, parent, context))
  }
  return variants
}

/** `product`, the reference to the product that the API serves, is not needed. */
export const NATIVE_VARIANT_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'name', 'sku', 'gtin', 'price', 'listPrice', 'stock', 'productOptions', 'files', 'taxRate', 'labelValues'],
  ...['mpn', 'externalId', 'attributes', 'createdAt', 'updatedAt', 'product', 'unitPrice'],
])
const TAX_RATE_FIELDS = new Set(['id', 'name', 'rate', 'isDefault', 'createdAt', 'updatedAt'])

const VARIANTS_LIMIT = 10_000
const SKU_LIMIT = 200
/** The longest that shopping services take, in UTF-16 units. */
const MPN_LIMIT = 70
const RIGHT_SKU = 'a stock keeping unit code that no other variant of the product has'

/** What variants need from their product. */
export interface Parent {
  readonly name: string
  readonly slug: string
  readonly groups: OptionGroups
}

function readVariant(
  fields: ObjectReader,
  id: Uuid,
  sku: string,
  parent: Parent,
  context: ReadContext,
): Submitted<Variant> {
  const name = fields.optionalLine('name', NAME_LIMIT) ?? parent.name
  const gtin = readGtin(fields)
  const mpn = readMpn(fields)
  const externalId = readExternalId(fields)
  const price = readPrice(fields)
  const listPrice = readListPrice(fields, price)
  const unitPrice = readUnitPrice(fields, price)
  const stock = fields.stock()
  const productOptions = readVariantOptions(fields, parent.groups)
  const files = readVariantFiles(fields, parent.slug, sku, context)
  const taxRate = readTaxRate(fields, context)
  const labelValues = readLabels(fields, context)
  const variant = {
    ...{ id, name, sku, ...(gtin !== undefined && { gtin }), ...(mpn !== undefined && { mpn }) },
    ...(externalId !== undefined && { externalId }),
    ...{ price, ...(listPrice !== undefined && { listPrice }), ...(unitPrice && { unitPrice }), stock },
    ...{ productOptions, files, taxRate, labelValues, ...readAttributes(fields) },
  }
  return withTimestamps(variant, fields.timestamps(), {})
}

/** '' after a problem. */
function readSku(fields: ObjectReader, skus: DuplicateCheck): string {
  const sku = fields.requiredLine('sku', RIGHT_SKU, SKU_LIMIT)
  return skus.claim(sku, fields.path) ? sku : ''
}

/** undefined if the variant has none. A wrong one is dropped. */
function readGtin(fields: ObjectReader): string | undefined {
  const value = fields.value('gtin')
  const isBlankText = typeof value === 'string' && isBlank(value)
  if (value === undefined || isBlankText) return undefined
  const gtin = typeof value === 'string' || typeof value === 'number' ? parseGtin(String(value)) : undefined
  if (gtin === undefined)
    fields.drop('gtin', `is ${formatValue(value)}`, 'a GTIN of 8, 12, 13 or 14 digits with the right check digit')
  return gtin
}

/** undefined if the variant has none. A wrong one is dropped. */
function readMpn(fields: ObjectReader): string | undefined {
  const value = fields.value('mpn')
  if (value === undefined || (typeof value === 'string' && isBlank(value))) return undefined
  const mpn = typeof value === 'number' ? String(value) : value
  if (isText(mpn, MPN_LIMIT) && comparedMpn(mpn) !== undefined) return onOneLine(mpn).trim()
  fields.drop('mpn', `is ${formatValue(value)}`, `a part number of at most ${MPN_LIMIT} characters`)
  return undefined
}

function readId(fields: ObjectReader, slug: string, sku: string, ids: DuplicateCheck, context: ReadContext): Uuid {
  const ownId = fields.id()
  const id = ownId ?? context.ids.of('variant', slug, sku)
  // An id derived from an empty sku would mean nothing.
  if (ownId !== undefined || sku !== '') ids.claim(id, fields.path)
  return id
}

/** The tax rate of a variant; the default of the store if it has none. */
function readTaxRate(variant: ObjectReader, { taxRate, ids, diagnostics }: ReadContext): Submitted<TaxRate> {
  const value = variant.value('taxRate')
  if (value === undefined) return taxRate
  const right = 'a tax rate: an object with a name and a rate, or nothing for the default of the store'
  const fields = readObject(value, variant.at('taxRate'), diagnostics, TAX_RATE_FIELDS, right)
  if (!fields) return taxRate
  const name = fields.requiredLine('name', 'the name of the tax rate', NAME_LIMIT)
  const rate = readRate(fields)
  const id = fields.id() ?? ids.cached('tax-rate', name, String(rate))
  const isDefault = fields.boolean('isDefault') ?? false
  return withTimestamps({ id, name, rate, isDefault }, fields.timestamps(), {})
}

/** 0 after a problem. */
function readRate(fields: ObjectReader): number {
  const value = fields.value('rate')
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  const wrong = value === undefined ? 'is missing' : `is ${formatValue(value)}`
  fields.problem('rate', wrong, 'a percentage of 0 or more, such as 20')
  return 0
}
