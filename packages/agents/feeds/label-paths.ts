import type { ProductLabel } from '@vitrine/catalog/product'

/** The names of labels from the top down: a path for each label that has no other label of the product below it. */
export function labelPaths(labels: readonly ProductLabel[]): string[][] {
  const byCode = new Map(labels.map((label) => [label.code, label]))
  const parents = new Set(labels.map(({ parent }) => parent))
  return labels.filter(({ code }) => !parents.has(code)).map((label) => pathTo(label, byCode))
}

function pathTo(label: ProductLabel, byCode: ReadonlyMap<string, ProductLabel>): string[] {
  const path: string[] = []
  // Labels have no cycle.
  for (let above: ProductLabel | undefined = label; above; above = byCode.get(above.parent ?? ''))
    path.unshift(above.name)
  return path
}
