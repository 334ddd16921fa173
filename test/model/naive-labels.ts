import type { Product } from '@vitrine/catalog/product'
import type { CountedValue } from '@vitrine/engine/serve/query'
import type { NaiveStore } from './naive.ts'
import { compareNamed, labelCounts } from './naive-facets.ts'

/** A label with a parent, and the products in which it has this parent. */
interface Pair {
  readonly code: string
  readonly parent: string
  readonly count: number
}

/** The expected body of the list of labels. */
export function expectedLabels(store: NaiveStore): string {
  const { products } = store
  const oldestFirst = products.toSorted((a, b) => store.loadOrder(a.id) - store.loadOrder(b.id))
  const labels = labelCounts(oldestFirst, products)
  const pairs = withoutCycles(labels.flatMap(({ code }) => strongestPair(code, labels, products) ?? []))
  const parentOf = (code: string) => pairs.find((pair) => pair.code === code)?.parent
  const below = (parent: string | undefined): object[] =>
    labels
      .filter(({ code }) => parentOf(code) === parent)
      .flatMap((label) => [withParent(label, parent), ...below(label.code)])
  return JSON.stringify({ data: below(undefined) })
}

function withParent({ id, name, code, count }: CountedValue, parent: string | undefined): object {
  return { id, name, code, ...(parent === undefined ? {} : { parent }), count }
}

/** Among the pairs of a label the one with the most products, of several the one whose parent has the first code. */
function strongestPair(code: string, labels: readonly CountedValue[], products: readonly Product[]): Pair | undefined {
  const pairs = labels.map((parent) => {
    const having = products.filter(({ labelValues }) =>
      labelValues.some((label) => label.code === code && label.parent === parent.code),
    )
    return { code, parent: parent.code, count: having.length }
  })
  const [strongest] = pairs
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareCodes(a.parent, b.parent))
  return strongest
}

/** Removes the weakest pair of a cycle until there is no cycle. */
function withoutCycles(pairs: readonly Pair[]): readonly Pair[] {
  for (const { code } of pairs) {
    const above: Pair[] = []
    for (let at = code; above.length <= pairs.length; ) {
      const pair = pairs.find((each) => each.code === at)
      if (!pair) break
      above.push(pair)
      if (pair.parent === code) {
        const [weakest] = above.sort((a, b) => a.count - b.count || compareCodes(a.code, b.code))
        return withoutCycles(pairs.filter((each) => each !== weakest))
      }
      at = pair.parent
    }
  }
  return pairs
}

function compareCodes(a: string, b: string): number {
  return compareNamed({ name: '', code: a }, { name: '', code: b })
}
