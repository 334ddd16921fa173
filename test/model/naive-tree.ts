import { LABEL_KINDS, type LabelKind } from '@vitrine/catalog/label-kind'
import type { Product } from '@vitrine/catalog/product'

/** The tree of the labels of some products. */
export interface NaiveTree {
  parentOf(code: string): string | undefined
  /** The label and all below it. */
  within(code: string): readonly string[]
  kindOf(code: string): LabelKind | undefined
}

export function naiveTree(products: readonly Product[]): NaiveTree {
  const tree = TREES.get(products) ?? treeOf(products)
  TREES.set(products, tree)
  return tree
}

/** The products of a store are another array after each import. */
const TREES = new WeakMap<readonly Product[], NaiveTree>()

function treeOf(products: readonly Product[]): NaiveTree {
  const mentions = products.flatMap(({ labelValues }) => labelValues)
  const codes = [...new Set(mentions.map(({ code }) => code))]
  const pairs = withoutCycles(codes.flatMap((code) => strongestPair(code, codes, products) ?? []))
  const parentOf = (code: string) => pairs.find((pair) => pair.code === code)?.parent
  const within = (code: string): string[] => [
    code,
    ...pairs.filter(({ parent }) => parent === code).flatMap((pair) => within(pair.code)),
  ]
  const kindOf = (code: string) => {
    const isInTree = mentions.some((label) => label.parent === code || (label.code === code && label.parent))
    const kinds = mentions.filter((label) => label.code === code).map(({ kind }) => kind)
    return isInTree ? 'category' : LABEL_KINDS.find((kind) => kinds.includes(kind))
  }
  return { parentOf, within, kindOf }
}

/** A label with a parent, and the products in which it has this parent. */
interface Pair {
  readonly code: string
  readonly parent: string
  readonly count: number
}

/** Among the pairs of a label the one with the most products, of several the one whose parent has the first code. */
function strongestPair(code: string, codes: readonly string[], products: readonly Product[]): Pair | undefined {
  const pairs = codes.map((parent) => {
    const having = products.filter(({ labelValues }) =>
      labelValues.some((label) => label.code === code && label.parent === parent),
    )
    return { code, parent, count: having.length }
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
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
