import { readFileSync } from 'node:fs'
import { type JudgedQuery, type JudgedResult, type Measures, measure } from './measures.ts'

export interface SearchServer {
  readonly url: string
  readonly store: string
}

/** The worst measures that a change of search may leave. */
export type Floors = Omit<Measures, 'queries'>

export interface JudgedQueries {
  /** Undefined: any measure will do. */
  readonly floors?: Floors | undefined
  readonly queries: readonly JudgedQuery[]
}

/**
 * The judged queries of a file, which has them alone or with floors; without one, those of the demo catalog. Throws if
 * the file has others.
 */
export function readJudgedQueries(file: string | URL = new URL('queries.json', import.meta.url)): JudgedQueries {
  const content: JudgedQueries | readonly JudgedQuery[] = JSON.parse(readFileSync(file, 'utf8'))
  const judged = 'queries' in content ? content : { queries: content }
  for (const { class: name, query, relevant } of judged.queries) {
    const grades: unknown[] = Object.values(relevant ?? [0])
    if (typeof name === 'string' && typeof query === 'string' && grades.every((grade) => grade === 1 || grade === 2))
      continue
    throw new Error(
      `${file}: query ${JSON.stringify(query)} needs a class, and a grade of 1 or 2 for each relevant slug`,
    )
  }
  return judged
}

/** What answers searches. */
export interface SearchEngine {
  readonly name: string
  ask(query: string): Promise<Answer>
}

/** The slugs of the first ten products, best first. */
export type Answer = Pick<JudgedResult, 'found' | 'isPartial'>

/** Asks each query. */
export async function searchAll(engine: SearchEngine, queries: readonly JudgedQuery[]): Promise<JudgedResult[]> {
  const results: JudgedResult[] = []
  for (const judged of queries) results.push({ ...judged, ...(await engine.ask(judged.query)) })
  return results
}

/** A server of ours. It throws if it does not answer with a list. */
export function serverEngine({ url, store }: SearchServer): SearchEngine {
  const ask = async (query: string) => {
    const address = `${url}/store/products?${new URLSearchParams({ search: query, limit: '10' })}`
    const response = await fetch(address, { headers: { 'x-store-id': store } })
    if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`)
    const { data, meta } = (await response.json()) as ProductList
    return { found: data.map(({ slug }) => slug), isPartial: (meta.search?.dropped?.length ?? 0) > 0 }
  }
  return { name: 'Vitrine', ask }
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
