import type { LabelKind } from '@vitrine/catalog/label-kind'
import { facetSchema, listOfLabel, productsOfLabel } from './facets/facet-values.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { CountedLabel } from './query.ts'

/** A label of products, with its place in the tree. */
interface ListedLabel extends CountedLabel {
  /** The code of the label above it. */
  readonly parent?: string
}

/** Approximate memory of a listed label, in bytes. */
const LABEL_BYTES = 250

/**
 * All labels of products, depth first: each label is followed by its children. Siblings are sorted by their number of
 * products, the highest first, then by name. With `kinds`, only labels of these kinds.
 */
export async function findLabels(
  edition: IndexedEdition,
  kinds: readonly KindFilter[] = [],
): Promise<readonly ListedLabel[]> {
  const find = async () => {
    const schema = await facetSchema(edition)
    const listed = schema.labels.map((label) => {
      const { id, name, code, parent } = label
      const count = productsOfLabel(schema, label)
      return { id, name, code, ...(parent && { parent }), count, ...listOfLabel(label) }
    })
    return { labels: depthFirst(listed), bytes: listed.length * LABEL_BYTES }
  }
  const { labels } = await edition.cached('labels', find)
  return kinds.length === 0 ? labels : labels.filter(({ kind }) => kinds.includes(kind ?? 'unknown'))
}

/** A kind, or `unknown` for the labels without one. */
export type KindFilter = LabelKind | 'unknown'

/** `labels` are sorted by name. Not recursive, because a chain of parents may be long. */
function depthFirst(labels: readonly ListedLabel[]): ListedLabel[] {
  const mostFirst = labels.toSorted((a, b) => b.count - a.count)
  const children = Map.groupBy(mostFirst, ({ parent }) => parent)
  const listed: ListedLabel[] = []
  const next = (children.get(undefined) ?? []).toReversed()
  for (let label = next.pop(); label; label = next.pop()) {
    listed.push(label)
    // No spread: a category may have more children than a call may have arguments.
    for (const child of (children.get(label.code) ?? []).toReversed()) next.push(child)
  }
  return listed
}
