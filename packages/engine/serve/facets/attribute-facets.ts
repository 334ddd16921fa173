import { type Scale, unitOfScale, valueOfScaled } from '@vitrine/catalog/attribute'
import { runYielding } from '@vitrine/runtime/event-loop'
import type { ProductValues } from '../../index/value-column.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import type { Bucket, FacetAttribute } from '../query.ts'
import { bucketsOf } from './buckets.ts'
import { type AttributeValue, facetSchema } from './facet-values.ts'
import type { ProductSets } from './product-sets.ts'
import { attributeColumn, MAX_FACET_ATTRIBUTES } from './value-columns.ts'
import { countProducts } from './value-counts.ts'

/**
 * The attributes of the matching products, those of the most products first; undefined if no product of the store has
 * one. An attribute ignores the conditions on itself. A product counts by the lowest value of its variants that meet
 * the other conditions. `buckets` is the most buckets; undefined for none.
 */
export async function countAttributes(
  edition: IndexedEdition,
  sets: ProductSets,
  buckets: number | undefined,
): Promise<readonly FacetAttribute[] | undefined> {
  const { attributes } = await facetSchema(edition)
  if (attributes.length === 0) return undefined
  const counted = attributes.length > MAX_FACET_ATTRIBUTES ? await mostFrequent(edition, sets, attributes) : attributes
  const facets = await Promise.all(
    counted.map(async (attribute) => facetOf(attribute, await valuesOf(edition, sets, attribute), buckets)),
  )
  return facets.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

async function mostFrequent(
  edition: IndexedEdition,
  sets: ProductSets,
  attributes: readonly AttributeValue[],
): Promise<readonly AttributeValue[]> {
  const all = async () => (await facetSchema(edition)).attributes
  const count = await countProducts(edition, sets.counted(sets.clauses), 'attribute', all)
  return attributes.toSorted((a, b) => count(b.ordinal) - count(a.ordinal)).slice(0, MAX_FACET_ATTRIBUTES)
}

/** The values of the products that match without the conditions on the attribute. */
async function valuesOf(
  edition: IndexedEdition,
  sets: ProductSets,
  { code, scale }: AttributeValue,
): Promise<ProductValues> {
  const variant = sets.clauses.variant.filter(({ attribute }) => attribute !== code)
  const clauses = { ...sets.clauses, variant }
  const [products, variants, column] = await Promise.all([
    sets.products(clauses),
    variant.length === 0 ? undefined : sets.variants(variant),
    attributeColumn(edition, variant.length === 0 ? 'product' : 'variant', code, scale),
  ])
  return await runYielding(column.valuesOf(products, variants))
}

function facetOf(
  { code, name, scale }: AttributeValue,
  { lowest, min, max }: ProductValues,
  buckets: number | undefined,
): FacetAttribute {
  const type = scale === 'boolean' || scale === 'date' ? scale : ('number' as const)
  const unit = unitOfScale(scale)
  const facet = { code, name, type, ...(unit !== undefined && { unit }), count: lowest.length }
  if (lowest.length === 0) return { ...facet, min: 0, max: 0 }
  const ends = { min: valueOfScaled(scale, min), max: valueOfScaled(scale, max) }
  if (buckets === undefined) return { ...facet, ...ends }
  return { ...facet, ...ends, buckets: attributeBuckets(scale, lowest, min, max, buckets) }
}

function attributeBuckets(
  scale: Scale,
  lowest: Float64Array,
  min: number,
  max: number,
  most: number,
): Bucket<number | string | boolean>[] {
  const served = (scaled: number) => valueOfScaled(scale, scaled)
  if (scale !== 'boolean')
    return bucketsOf(lowest, min, max, most).map(({ from, to, count }) => ({
      from: served(from),
      to: served(to),
      count,
    }))
  return [0, 1]
    .filter((value) => value >= min && value <= max)
    .map((value) => ({ from: served(value), to: served(value), count: lowest.filter((each) => each === value).length }))
}
