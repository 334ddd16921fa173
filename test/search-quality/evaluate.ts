import { readFileSync } from 'node:fs'
import { type JudgedQuery, type JudgedResult, type Measures, measure } from './measures.ts'

export interface SearchServer {
  readonly url: string
  readonly store: string
}

/** The worst measures that a change of search may leave. */
export type Floors = Omit<Measures, 'queries'>

/** The judged queries of the demo catalog, with the floors of their measures. */
export function readJudgedQueries(): { readonly floors: Floors; readonly queries: readonly JudgedQuery[] } {
  return JSON.parse(readFileSync(new URL('queries.json', import.meta.url), 'utf8'))
}

/** Searches for each query, with ten products on the page. Throws if the server does not answer with a list. */
export async function searchAll(server: SearchServer, queries: readonly JudgedQuery[]): Promise<JudgedResult[]> {
  const results: JudgedResult[] = []
  for (const judged of queries) {
    const address = `${server.url}/store/products?${new URLSearchParams({ search: judged.query, limit: '10' })}`
    const response = await fetch(address, { headers: { 'x-store-id': server.store } })
    if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`)
    const { data, meta } = (await response.json()) as ProductList
    const isPartial = (meta.search?.dropped?.length ?? 0) > 0
    results.push({ ...judged, found: data.map(({ slug }) => slug), isPartial })
  }
  return results
}

interface ProductList {
  readonly data: readonly { readonly slug: string }[]
  readonly meta: { readonly search?: { readonly dropped?: readonly string[] } }
}

/** The measures of all queries, and of each class. */
export function measureByClass(results: readonly JudgedResult[]): Record<string, Measures> {
  const classes = [...Map.groupBy(results, (result) => result.class)]
  return { all: measure(results), ...Object.fromEntries(classes.map(([name, each]) => [name, measure(each)])) }
}

/** What is worse than its floor, in words. */
export function belowFloors(all: Measures, floors: Floors): string[] {
  const atLeast = (['success1', 'success5', 'ndcg10'] as const).filter((name) => all[name] < floors[name])
  const atMost = (['zeroResults', 'falseResults'] as const).filter((name) => all[name] > floors[name])
  return [
    ...atLeast.map((name) => `${name} is ${all[name].toFixed(3)}; it must be at least ${floors[name]}`),
    ...atMost.map((name) => `${name} is ${all[name].toFixed(3)}; it must be at most ${floors[name]}`),
  ]
}
