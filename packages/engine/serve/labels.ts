import { yieldByCost } from '@vitrine/runtime/event-loop'
import type { Edition } from '../edition/edition.ts'
import { facetSchema } from './facets/facet-values.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { CountedValue } from './query.ts'

/** A label of products, with the number of products that have it. */
interface ListedLabel extends CountedValue {
  /** The code of the label above it. */
  readonly parent?: string
}

/** Approximate memory of a listed label, in bytes. */
const LABEL_BYTES = 250

/**
 * All labels of products, depth first: each label is followed by its children. Siblings are sorted by their number of
 * products, the highest first, then by name.
 *
 * Products may disagree on the parent of a label. The parent with the most products wins, and a tie goes to the first
 * code. If the winning parents form a cycle, the label whose pair has the fewest products loses its parent, and a tie
 * goes to the first code. Codes compare as UTF-8.
 */
export async function findLabels(edition: IndexedEdition): Promise<readonly ListedLabel[]> {
  const find = async () => {
    const [{ labels, values }, parents] = await Promise.all([facetSchema(edition), readParents(edition.stored)])
    breakCycles(parents)
    const listed = labels.map(({ id, name, code, ordinal }) => {
      const parent = parents.get(code)?.parent
      const count = values[ordinal]!.productCount
      return parent === undefined ? { id, name, code, count } : { id, name, code, parent, count }
    })
    return { labels: depthFirst(listed), bytes: listed.length * LABEL_BYTES }
  }
  return (await edition.cached('labels', find)).labels
}

/** A label with a parent, and the number of products in which it has this parent. */
interface Pair {
  readonly code: string
  readonly parent: string
  readonly products: number
}

/** The winning pair of each label. Terms are sorted, so the first of equal pairs has the first code. */
async function readParents(edition: Edition): Promise<Map<string, Pair>> {
  const parents = new Map<string, Pair>()
  for await (const batch of edition.scanPostings('product', 'parent')) {
    for (const { term, postings } of batch) {
      const [, code, parent] = term.split(':') as [string, string, string]
      if (postings.size > (parents.get(code)?.products ?? 0))
        parents.set(code, { code, parent, products: postings.size })
    }
    await yieldByCost(batch.reduce((sum, { postings }) => sum + postings.size, 0))
  }
  return parents
}

/** Follows the parents from each label. A label that an earlier walk has passed leads to no other cycle. */
function breakCycles(parents: Map<string, Pair>): void {
  const passed = new Set<string>()
  for (const start of parents.keys()) {
    const path = new Map<string, Pair>()
    let code = start
    for (let pair = parents.get(code); pair && !path.has(code) && !passed.has(code); pair = parents.get(code)) {
      path.set(code, pair)
      code = pair.parent
    }
    if (path.has(code)) parents.delete(weakest([...path.values()].slice([...path.keys()].indexOf(code))).code)
    for (const each of path.keys()) passed.add(each)
  }
}

function weakest(cycle: readonly Pair[]): Pair {
  return cycle.reduce((one, other) => (compare(other, one) < 0 ? other : one))
}

function compare(one: Pair, other: Pair): number {
  return one.products - other.products || Buffer.compare(Buffer.from(one.code), Buffer.from(other.code))
}

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
