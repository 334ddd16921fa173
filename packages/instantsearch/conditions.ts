import type { FacetQuery } from '@vitrine/client'
import type { FacetNames } from './facet-names.ts'
import { type Filter, type SearchParameters, unsupported } from './search-parameters.ts'

/** A parameter of the service, and the facet of the widget that asks for it. */
export interface Condition {
  readonly facet: string
  readonly parameter: keyof FacetQuery
  readonly values: readonly string[]
}

/** All hierarchical widgets choose from this facet. */
export const CATEGORIES = 'categories'
/** What the service refuses is no error of a shopper. It leaves words out of far shorter texts. */
const LONGEST_SEARCH = 200

/** What a query of InstantSearch asks for. Throws an Error for a filter that the service does not have. */
export async function conditionsOf(asked: SearchParameters, names: FacetNames): Promise<Condition[]> {
  const { query = '', facetFilters, numericFilters } = asked
  const text = query.slice(0, LONGEST_SEARCH)
  const search: Condition[] = text.trim() === '' ? [] : [{ facet: 'query', parameter: 'search', values: [text] }]
  const choices = await Promise.all(filtersIn(facetFilters).map((filter) => choiceOf(filter, names)))
  const facets = choices.filter(({ parameter }) => parameter !== 'within').map(({ facet }) => facet)
  const repeated = facets.find((facet, index) => facets.indexOf(facet) !== index)
  if (repeated !== undefined) throw unsupported(`"and" between values of ${repeated}`, `operator: 'or'`)
  return [...search, ...choices, ...rangesOf(filtersIn(numericFilters))]
}

function filtersIn(filters: string | readonly Filter[] = []): Filter[] {
  return [filters].flat().filter(({ length }) => length > 0)
}

/** The facet that the attribute of a widget belongs to. */
export function facetOf(attribute: string): string {
  return levelOf(attribute) === undefined ? attribute : CATEGORIES
}

/** The level of `categories.lvl0`, from 0; undefined for any other attribute. */
export function levelOf(attribute: string): number | undefined {
  const [, level] = /^categories\.lvl(\d+)$/.exec(attribute) ?? []
  return level === undefined ? undefined : Number(level)
}

/** A list has alternatives: `['color:Navy', 'color:White']`. A text is a condition of its own. */
async function choiceOf(filter: Filter, names: FacetNames): Promise<Condition> {
  const pairs = [filter].flat().map((text) => /^([^:]*):(.*)$/s.exec(text)?.slice(1) ?? [text, ''])
  const attribute = pairs[0]?.[0] ?? ''
  if (pairs.some(([other]) => other !== attribute)) throw unsupported(`alternatives of several facets (${filter})`)
  if (pairs.some(([, value]) => value!.startsWith('-'))) throw unsupported(`filters that exclude (${filter})`)
  // InstantSearch escapes a hyphen that belongs to the value.
  const values = pairs.map(([, value]) => value!.replace(/^\\-/, '-'))
  const facet = facetOf(attribute)
  if (facet === CATEGORIES) {
    if (values.length > 1) throw unsupported('several categories at once', 'menu or hierarchicalMenu')
    return { facet, parameter: 'within', values: [await names.category(values[0]!)] }
  }
  if (facet === 'inStock' || facet === 'onSale') {
    if (values.join() !== 'true') throw unsupported(`${facet}:${values}`, `${facet}:true`)
    return { facet, parameter: facet, values }
  }
  if (facet !== 'label' && (await names.isAttribute(facet))) {
    return { facet, parameter: 'attribute', values: values.map((value) => `${facet}:${value}`) }
  }
  const codes = (await Promise.all(values.map((name) => names.codes(facet, name)))).flat()
  if (facet === 'label') return { facet, parameter: typeof filter === 'string' ? 'within' : 'label', values: codes }
  return { facet, parameter: 'option', values: codes.map((code) => `${facet}:${code}`) }
}

/** `['price>=10', 'price<=20', 'weight<=500']`: the narrowest range of each attribute. */
function rangesOf(filters: readonly Filter[]): Condition[] {
  const ranges = new Map<string, { from: number; to: number }>()
  for (const filter of filters) {
    const [, facet, operator, number] = /^([^<>=]+)(<=|>=|=)(-?\d+(?:\.\d+)?)$/.exec(String(filter)) ?? []
    if (facet === undefined) throw unsupported(`the numeric filter ${JSON.stringify(filter)}`, 'one of >=, <= and =')
    const range = ranges.get(facet) ?? { from: -Infinity, to: Infinity }
    if (operator !== '<=') range.from = Math.max(range.from, Number(number))
    if (operator !== '>=') range.to = Math.min(range.to, Number(number))
    ranges.set(facet, range)
  }
  return [...ranges].flatMap(([facet, { from, to }]): Condition[] => {
    if (facet === 'price') {
      const least: Condition = { facet, parameter: 'minPrice', values: [Math.max(0, from).toFixed(2)] }
      const most: Condition = { facet, parameter: 'maxPrice', values: [to.toFixed(2)] }
      return [...(from > -Infinity ? [least] : []), ...(to < Infinity ? [most] : [])]
    }
    const [least, most] = [from, to].map((bound) => (Number.isFinite(bound) ? String(bound) : ''))
    return [{ facet, parameter: 'attribute', values: [`${facet}:${least}..${most}`] }]
  })
}

/** The parameters of conditions, for the client. */
export function parametersOf(conditions: readonly Condition[]): FacetQuery {
  const query: Record<string, string[]> = {}
  for (const { parameter, values } of conditions) query[parameter] = [...(query[parameter] ?? []), ...values]
  return query
}
