import type { NaiveStore } from './naive.ts'
import { labelCounts } from './naive-facets.ts'
import { naiveTree } from './naive-tree.ts'

/** The expected body of the list of labels, of all or of one kind. */
export function expectedLabels(store: NaiveStore, only?: string): string {
  const { products } = store
  const { parentOf } = naiveTree(products)
  const oldestFirst = products.toSorted((a, b) => store.loadOrder(a.id) - store.loadOrder(b.id))
  const labels = labelCounts(oldestFirst, products)
  const below = (parent: string | undefined): object[] =>
    labels
      .filter(({ code }) => parentOf(code) === parent)
      .flatMap(({ id, name, code, ...counted }) => {
        const isListed = only === undefined || (counted.kind ?? 'unknown') === only
        const label = { id, name, code, ...(parent === undefined ? {} : { parent }), ...counted }
        return [...(isListed ? [label] : []), ...below(code)]
      })
  return JSON.stringify({ data: below(undefined) })
}
