import { isDeepStrictEqual } from 'node:util'
import type { Product, Variant } from '@vitrine/catalog/product'
import { CHANGE_BITS } from '../edition/product-changes.ts'
import type { ProductChange } from './product-version.ts'

/** What a change is to its product: bits of `CHANGE_BITS`, at least one. */
export function whatChanged({ before, after }: ProductChange): number {
  if (!before) return created
  if (!after) return removed
  const [old, now] = [before.product, after.product]
  let bits = differing(old, now, PRODUCT_BITS)
  const oldVariants = new Map(old.variants.map((variant) => [variant.id, variant]))
  const isSameSet = old.variants.length === now.variants.length && now.variants.every(({ id }) => oldVariants.has(id))
  if (!isSameSet) bits |= VARIANT_SET_BITS
  else if (now.variants.some(({ id }, index) => old.variants[index]!.id !== id)) bits |= other
  for (const variant of now.variants) {
    const oldVariant = oldVariants.get(variant.id)
    if (oldVariant) bits |= differing(oldVariant, variant, VARIANT_BITS)
  }
  return bits || other
}

const { texts, prices, stock, values, pictures, other, created, removed } = CHANGE_BITS

/** A later `updatedAt` says nothing that the other fields do not say. */
const PRODUCT_BITS: Readonly<Record<keyof Product, number>> = {
  ...{ id: other, name: texts, description: texts, slug: texts, formerSlugs: other, files: pictures },
  ...{ optionGroups: values, labelValues: values, attributes: values, variants: 0, createdAt: other, updatedAt: 0 },
  ...{ seo: texts, rating: other, popularity: other, externalId: other, markets: other },
}

const VARIANT_BITS: Readonly<Record<keyof Variant, number>> = {
  ...{
    id: other,
    name: texts,
    sku: texts,
    gtin: other,
    mpn: other,
    externalId: other,
    price: prices,
    listPrice: prices,
    taxRate: prices,
    stock,
  },
  ...{
    productOptions: values,
    labelValues: values,
    attributes: values,
    unitPrice: prices,
    files: pictures,
    createdAt: other,
    updatedAt: 0,
  },
}

/** A variant that comes or goes may change each of these of its product. */
const VARIANT_SET_BITS = prices | stock | values | other

/** The bits of the fields in which two things differ. */
function differing<Thing extends object>(
  before: Thing,
  after: Thing,
  bitsOf: Readonly<Record<keyof Thing, number>>,
): number {
  let bits = 0
  for (const field in bitsOf) if (!isEqual(before[field], after[field])) bits |= bitsOf[field]
  return bits
}

function isEqual(before: unknown, after: unknown): boolean {
  return before === after || (typeof after === 'object' && isDeepStrictEqual(before, after))
}
