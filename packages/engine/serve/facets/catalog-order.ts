import { compareNaturally } from '@vitrine/catalog/natural-order'
import type { CountedLabel, CountedValue } from '../query.ts'
import type { FacetSchema } from './facet-values.ts'

/** `natural`: options as shoppers expect them. `catalog`: labels and options in the order of the catalog. */
export type FacetOrder = 'natural' | 'catalog'

/** The labels that have a rank by it, and then the others in their order. */
export function labelsByRank(labels: readonly CountedLabel[], schema: FacetSchema): CountedLabel[] {
  const ranks = new Map(schema.labels.map(({ code, texts }) => [code, texts?.rank]))
  const rankOf = ({ code }: CountedLabel) => ranks.get(code) ?? Number.MAX_VALUE
  return labels.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** The options of a group: for `catalog` by their places in the products that were loaded first, then naturally. */
export function optionsInOrder(
  options: readonly CountedValue[],
  order: FacetOrder,
  groupCode: string,
  { groups, values }: FacetSchema,
): CountedValue[] {
  const group = order === 'catalog' ? groups.find(({ code }) => code === groupCode) : undefined
  const places = new Map(group?.options.map(({ code, ordinal }) => [code, values[ordinal]!.place]))
  const placeOf = ({ code }: CountedValue) => places.get(code) ?? 0
  return options.toSorted((one, other) => placeOf(one) - placeOf(other) || compareNaturally(one.name, other.name))
}
