import type { Submitted, Variant } from '../../catalog/product.ts'
import type { Uuid } from '../../catalog/uuid.ts'
import { NAME_LIMIT, type ObjectReader, readObject, stamped } from '../fields.ts'
import { childPath } from '../json-path.ts'
import { readChosenOptions } from './chosen-options.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { readVariantFiles } from './files.ts'
import { readLabels } from './labels.ts'
import type { OptionGroups } from './option-groups.ts'
import { readPrice } from './price.ts'
import type { ReadContext } from './read-context.ts'
import { readTaxRate } from './tax-rate.ts'

/** `product`, the reference to the parent that the read API serves, says nothing that is not known here. */
const KNOWN = new Set([
  'id',
  'name',
  'sku',
  'price',
  'stock',
  'productOptions',
  'files',
  'taxRate',
  'labelValues',
  'createdAt',
  'updatedAt',
  'product',
])

const VARIANTS_LIMIT = 10_000
const SKU_LIMIT = 200

/** What the variants of a product take from it. */
export interface Parent {
  readonly name: string
  readonly slug: string
  readonly groups: OptionGroups
}

export function readVariants(product: ObjectReader, parent: Parent, intake: ReadContext): Submitted<Variant>[] {
  const values = product.list('variants', 'a list of variants')
  if (values.length > VARIANTS_LIMIT) {
    product.problem('variants', `has ${values.length} variants`, `at most ${VARIANTS_LIMIT} variants`)
    return []
  }
  const place = product.at('variants')
  const known = { skus: new DuplicateCheck('sku'), ids: new DuplicateCheck('id') }
  const variants: Submitted<Variant>[] = []
  for (const [index, value] of values.entries()) {
    const right = 'a variant: an object with a sku and a price'
    const fields = readObject(value, childPath(place, index), intake.findings, KNOWN, right)
    if (fields) variants.push(readVariant(fields, parent, known, intake))
  }
  return variants
}

/** The variants before, by what must not occur twice. */
interface Known {
  readonly skus: DuplicateCheck
  readonly ids: DuplicateCheck
}

function readVariant(fields: ObjectReader, parent: Parent, known: Known, intake: ReadContext): Submitted<Variant> {
  const sku = readSku(fields, known)
  const id = readId(fields, parent.slug, sku, known, intake)
  const name = fields.textIfAny('name', NAME_LIMIT) ?? parent.name
  const price = readPrice(fields)
  const stock = fields.whole('stock', 'a whole number of 0 or more, or null if the stock is not tracked') ?? null
  const productOptions = readChosenOptions(fields, parent.groups, intake)
  const files = readVariantFiles(fields, parent.slug, sku, intake)
  const taxRate = readTaxRate(fields, intake)
  const labelValues = readLabels(fields, intake)
  const variant = { id, name, sku, price, stock, productOptions, files, taxRate, labelValues }
  return stamped(variant, fields.stamps(), {})
}

/** '' when it is wrong. */
function readSku(fields: ObjectReader, { skus }: Known): string {
  const sku = fields.requiredText(
    'sku',
    'a stock keeping unit code that no other variant of the product has',
    SKU_LIMIT,
  )
  return skus.claim(sku, fields.place, fields.findings) ? sku : ''
}

function readId(fields: ObjectReader, slug: string, sku: string, { ids }: Known, intake: ReadContext): Uuid {
  const given = fields.id()
  const id = given ?? intake.ids.of('variant', slug, sku)
  // Without a sku the derived id stands for nothing.
  if (given !== undefined || sku !== '') ids.claim(id, fields.place, fields.findings)
  return id
}
