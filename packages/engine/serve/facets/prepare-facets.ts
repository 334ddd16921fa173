import { runYielding } from '@vitrine/runtime/event-loop'
import { HIGHEST_PRICE_FIRST } from '../../edition/term.ts'
import { buildForwardIndex, type ForwardIndex } from '../../index/forward-index.ts'
import { VariantOptionMasks } from '../../index/option-masks.ts'
import { groupByProduct, type VariantsByProduct } from '../../index/product-variants.ts'
import { productJoin } from '../filter.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { type FacetDimension, facetPostings, facetSchema, readFacetPostings } from './facet-values.ts'
import { attributeColumns, productOfVariant } from './value-columns.ts'

/** Builds one after another what facets need, as long as `isCurrent` says so. Requests run between the steps. */
export async function prepareFacets(edition: IndexedEdition, isCurrent: () => boolean): Promise<void> {
  const parts = [
    () => facetPostings(edition, 'label'),
    () => facetPostings(edition, 'within'),
    () => facetPostings(edition, 'option'),
    () => facetPostings(edition, 'group'),
    () => edition.sortOrder('product', 'price:ASC'),
    () => edition.sortOrder('product', HIGHEST_PRICE_FIRST),
    () => forwardIndex(edition, 'label'),
    () => forwardIndex(edition, 'option'),
    () => productJoin(edition),
    () => variantsByProduct(edition),
    () => optionMasks(edition),
    () => attributeColumns(edition),
  ]
  for (const build of parts) if (isCurrent()) await build()
}

/** Approximate memory of what facets need. */
const FACET_BYTES_PER_PRODUCT = 40
const FACET_BYTES_PER_VARIANT = 15

/** Approximate memory of what `prepareFacets` builds. At a million products it is 96 MB. */
export function facetBytes({ productCount, variantCount }: IndexedEdition): number {
  return productCount * FACET_BYTES_PER_PRODUCT + variantCount * FACET_BYTES_PER_VARIANT
}

/** The values of a dimension that each product has. */
export function forwardIndex(edition: IndexedEdition, dimension: FacetDimension): Promise<ForwardIndex> {
  const build = async () => runYielding(buildForwardIndex(await facetPostings(edition, dimension)))
  return edition.cached(`forward index ${dimension}`, build)
}

/** The variants of each product that have each of its options. */
export function optionMasks(edition: IndexedEdition): Promise<VariantOptionMasks> {
  const build = async () => {
    const [options, variants, productsOfVariants, schema] = await Promise.all([
      forwardIndex(edition, 'option'),
      variantsByProduct(edition),
      productOfVariant(edition),
      facetSchema(edition),
    ])
    const postings = await readFacetPostings(edition.stored, schema, 'variant', 'option')
    return await runYielding(VariantOptionMasks.build(options, variants, postings, productsOfVariants))
  }
  return edition.cached('option masks', build)
}

export function variantsByProduct(edition: IndexedEdition): Promise<VariantsByProduct> {
  const build = async () => runYielding(groupByProduct(await productOfVariant(edition)))
  return edition.cached('variants by product', build)
}
