/** A search that shoppers type, and the products that answer it. */
export interface JudgedQuery {
  readonly class: string
  readonly query: string
  /** Slugs with grades. 2: what the shopper means. 1: close enough to look at. Empty: the store has no such thing. */
  readonly relevant: Readonly<Record<string, number>>
}

/** A query with the slugs that it found, best first. */
export interface JudgedResult extends JudgedQuery {
  readonly found: readonly string[]
  /** Whether the answer says that its products have only some of the words. */
  readonly isPartial: boolean
}

/** Measures of some queries, from 0 to 1; NaN of no queries. */
export interface Measures {
  readonly queries: number
  /** The share of answerable queries with a product of grade 2 at the top. */
  readonly success1: number
  /** The same, among the first five. */
  readonly success5: number
  /** The mean of the normalized discounted cumulative gain of the first ten (Järvelin and Kekäläinen 2002). */
  readonly ndcg10: number
  /** The share of answerable queries without a result. */
  readonly zeroResults: number
  /** The share of queries for what the store does not have that find something, and do not say that it is partial. */
  readonly falseResults: number
}

const DEPTH = 10

export function measure(results: readonly JudgedResult[]): Measures {
  const answerable = results.filter(({ relevant }) => Object.keys(relevant).length > 0)
  const others = results.filter((result) => !answerable.includes(result))
  return {
    queries: results.length,
    success1: mean(answerable, (result) => Number(succeeds(result, 1))),
    success5: mean(answerable, (result) => Number(succeeds(result, 5))),
    ndcg10: mean(answerable, ndcg),
    zeroResults: mean(answerable, ({ found }) => Number(found.length === 0)),
    falseResults: mean(others, (result) => Number(!succeeds(result, DEPTH))),
  }
}

/** Whether a product of grade 2 is among the first; for a query without an answer, whether nothing else is claimed. */
export function succeeds({ relevant, found, isPartial }: JudgedResult, first: number): boolean {
  if (Object.keys(relevant).length === 0) return found.length === 0 || isPartial
  return found.slice(0, first).some((slug) => relevant[slug] === 2)
}

function ndcg({ relevant, found }: JudgedResult): number {
  const ideal = Object.values(relevant).sort((a, b) => b - a)
  return gain(found.map((slug) => relevant[slug] ?? 0)) / gain(ideal)
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, DEPTH).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
}

function mean(results: readonly JudgedResult[], value: (result: JudgedResult) => number): number {
  return results.reduce((sum, result) => sum + value(result), 0) / results.length
}
