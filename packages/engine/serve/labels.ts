import type { LabelTexts } from '@vitrine/catalog/label-entry'
import type { LabelKind } from '@vitrine/catalog/label-kind'
import { facetSchema, listOfLabel, productsOfLabel } from './facets/facet-values.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { CountedLabel } from './query.ts'

/** A label of products, with its place in the tree. */
interface ListedLabel extends CountedLabel, LabelTexts {
  /** The code of the label above it. */
  readonly parent?: string
}

/** Approximate memory of a listed label, in bytes. */
const LABEL_BYTES = 250

/**
 * All labels of products, depth first: each label is followed by its children. Siblings are sorted by their rank, then
 * by their number of products, the highest first, then by name. With `kinds`, only labels of these kinds.
 */
export async function findLabels(
  edition: IndexedEdition,
  kinds: readonly KindFilter[] = [],
): Promise<readonly ListedLabel[]> {
  const find = async () => {
    const schema = await facetSchema(edition)
    const listed = schema.labels.map((label) => {
      const { id, name, code, parent, texts } = label
      const count = productsOfLabel(schema, label)
      return { id, name, code, ...(parent && { parent }), count, ...listOfLabel(label), ...texts }
    })
    return { labels: depthFirst(listed), bytes: listed.length * LABEL_BYTES }
  }
  const { labels } = await edition.cached('labels', find)
  return kinds.length === 0 ? labels : labels.filter(({ kind }) => kinds.includes(kind ?? 'unknown'))
}

/** A label with the labels above it, from the top down, and those directly below it. */
export async function findLabel(edition: IndexedEdition, code: string): Promise<LabelInTree | undefined> {
  const labels = await findLabels(edition)
  const byCode = new Map(labels.map((label) => [label.code, label]))
  const label = byCode.get(code)
  if (!label) return undefined
  const ancestors: LabelInTree['ancestors'][number][] = []
  for (let above = label.parent; above !== undefined; above = byCode.get(above)!.parent)
    ancestors.unshift({ code: above, name: byCode.get(above)!.name })
  return { ...label, ancestors, children: labels.filter(({ parent }) => parent === code) }
}

interface LabelInTree extends ListedLabel {
  readonly ancestors: readonly { readonly code: string; readonly name: string }[]
  readonly children: readonly ListedLabel[]
}

/** A kind, or `unknown` for the labels without one. */
export type KindFilter = LabelKind | 'unknown'

/** `labels` are sorted by name. Not recursive, because a chain of parents may be long. */
function depthFirst(labels: readonly ListedLabel[]): ListedLabel[] {
  const rankOf = ({ rank = Number.POSITIVE_INFINITY }: ListedLabel) => rank
  const inOrder = labels.toSorted((a, b) => (rankOf(a) === rankOf(b) ? b.count - a.count : rankOf(a) - rankOf(b)))
  const children = Map.groupBy(inOrder, ({ parent }) => parent)
  const listed: ListedLabel[] = []
  const next = (children.get(undefined) ?? []).toReversed()
  for (let label = next.pop(); label; label = next.pop()) {
    listed.push(label)
    // No spread: a category may have more children than a call may have arguments.
    for (const child of (children.get(label.code) ?? []).toReversed()) next.push(child)
  }
  return listed
}
