import type { Facets } from '@vitrine/client'
import { CATEGORIES, type Condition, facetOf, levelOf } from './conditions.ts'
import { type Categories, type FacetNames, flatLabels, SEPARATOR } from './facet-names.ts'

/** The facets of a result, as InstantSearch reads them. */
export interface FacetCounts {
  readonly facets: Record<string, Record<string, number>>
  readonly facets_stats: Record<string, { readonly min: number; readonly max: number }>
}

/** What `facets: ['*']` stands for. */
export const ALL_FACETS = '*'

/**
 * Reads as few facets as the requests of a search need. An answer counts each facet as if it had no choice, so one
 * answer serves the widgets of all facets. `within` always counts: categories need an answer without the chosen one.
 */
export function shareFacets(read: (conditions: readonly Condition[]) => Promise<Facets>) {
  const answers: { readonly conditions: readonly Condition[]; readonly facets: Promise<Facets> }[] = []
  return (conditions: readonly Condition[], facet: string): Promise<Facets> => {
    const needed = facet === CATEGORIES ? besideCategories(conditions) : conditions
    const answer = answers.find((other) => keyOf(other.conditions, facet) === keyOf(needed, facet))
    if (answer) return answer.facets
    const facets = read(needed)
    answers.push({ conditions: needed, facets })
    return facets
  }
}

/** A chosen `label` does not count for other labels, such as categories, but a single one is the same as `within`. */
function besideCategories(conditions: readonly Condition[]): Condition[] {
  return conditions
    .filter(({ facet }) => facet !== CATEGORIES)
    .map((each) => (each.parameter === 'label' && each.values.length === 1 ? { ...each, parameter: 'within' } : each))
}

/** Equal for conditions with which the service counts the facet equally. */
function keyOf(conditions: readonly Condition[], counted: string): string {
  const counting = conditions.filter(({ facet, parameter }) => facet !== counted || parameter === 'within')
  return JSON.stringify(counting.map(({ parameter, values }) => [parameter, ...values].join('\n')).sort())
}

/** The counts of attributes of widgets. */
export async function countsOf(
  attributes: readonly string[],
  facetsOf: (facet: string) => Promise<Facets>,
  names: FacetNames,
): Promise<FacetCounts> {
  const counts: FacetCounts = { facets: {}, facets_stats: {} }
  // All are asked for before the first answer, so that the requests of a search see what the first one asked for.
  const answers = attributes.map(async (attribute) => [attribute, await facetsOf(facetOf(attribute))] as const)
  for (const [attribute, facets] of (await Promise.all(answers)).flatMap(withAllNames)) {
    const level = levelOf(attribute)
    counts.facets[attribute] =
      level === undefined ? valuesOf(attribute, facets) : pathsAt(level, facets, await names.categories())
    const typed = facets.attributes?.find(({ code, type }) => code === attribute && type === 'number')
    const { min, max } = attribute === 'price' ? facets.price : { min: null, max: null, ...typed }
    if (min !== null && max !== null) counts.facets_stats[attribute] = { min: Number(min), max: Number(max) }
  }
  return counts
}

function withAllNames([attribute, facets]: readonly [string, Facets]): (readonly [string, Facets])[] {
  if (attribute !== ALL_FACETS) return [[attribute, facets]]
  const codes = [...facets.optionGroups, ...(facets.attributes ?? [])].map(({ code }) => code)
  return ['label', 'price', 'inStock', 'onSale', ...codes].map((name) => [name, facets])
}

function valuesOf(facet: string, facets: Facets): Record<string, number> {
  if (facet === 'inStock' || facet === 'onSale') return { true: facets[facet] ?? 0 }
  const options = facets.optionGroups.find(({ code }) => code === facet)?.options ?? []
  const values = new Map<string, number>()
  for (const { name, count } of facet === 'label' ? flatLabels(facets) : options) {
    values.set(name, (values.get(name) ?? 0) + count)
  }
  return Object.fromEntries(values)
}

function pathsAt(level: number, { labels }: Facets, { paths }: Categories): Record<string, number> {
  const counts = labels.map(({ code, count }) => [paths.get(code), count] as const)
  return Object.fromEntries(counts.filter(([path]) => path?.split(SEPARATOR).length === level + 1))
}

/** The order of the service, for dynamicWidgets, and for widgets that have no `sortBy` of their own. */
export function facetOrdering({ optionGroups }: Facets, withValues: boolean) {
  const values = optionGroups.map(({ code, options }) => [code, { order: options.map(({ name }) => name) }] as const)
  return {
    facets: { order: optionGroups.map(({ code }) => code) },
    values: withValues ? Object.fromEntries(values) : {},
  }
}
