import { categoriesAmong } from '@vitrine/catalog/label-kind'
import type { ProductLabel } from '@vitrine/catalog/product'

/** The labels of a product that have no other label of the product below them. */
export interface FeedLabels {
  /** The names from the top down. A label of unknown kind counts as a category. */
  readonly categories: readonly (readonly string[])[]
  /** The names of tags and collections. */
  readonly tags: readonly string[]
}

export function feedLabels(labels: readonly ProductLabel[]): FeedLabels {
  const byCode = new Map(labels.map((label) => [label.code, label]))
  const parents = new Set(labels.map(({ parent }) => parent))
  const lowest = labels.filter(({ code }) => !parents.has(code))
  const categories = categoriesAmong(lowest)
  return {
    categories: categories.map((label) => pathTo(label, byCode)),
    tags: lowest.filter((label) => !categories.includes(label)).map(({ name }) => name),
  }
}

function pathTo(label: ProductLabel, byCode: ReadonlyMap<string, ProductLabel>): string[] {
  const path: string[] = []
  // Labels have no cycle.
  for (let above: ProductLabel | undefined = label; above; above = byCode.get(above.parent ?? ''))
    path.unshift(above.name)
  return path
}
