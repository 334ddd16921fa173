import type { Term } from '../edition/term.ts'

/**
 * The parent of each label that has one, from the number of products of each term `parent:<code>:<parent>`.
 *
 * Products may disagree on the parent of a label. The parent with the most products wins, and a tie goes to the first
 * code. If the winning parents form a cycle, the label whose pair has the fewest products loses its parent, and a tie
 * goes to the first code. Codes compare as UTF-8.
 */
export function labelTree(sizes: ReadonlyMap<Term, number>): Map<string, string> {
  const pairs = new Map<string, Pair>()
  for (const [term, products] of sizes) {
    const [, code, parent] = term.split(':') as [string, string, string]
    const pair = { code, parent, products }
    if (products > 0 && isStronger(pair, pairs.get(code))) pairs.set(code, pair)
  }
  breakCycles(pairs)
  return new Map(Array.from(pairs.values(), ({ code, parent }) => [code, parent]))
}

/** The labels with children, and all labels below them: each before those below it. */
export function topDown(parents: ReadonlyMap<string, string>): string[] {
  const children = Map.groupBy(parents.keys(), (code) => parents.get(code)!)
  const sorted: string[] = []
  // Not recursive, because a chain of parents may be long.
  const next = [...children.keys()].filter((code) => !parents.has(code))
  for (let code = next.pop(); code !== undefined; code = next.pop()) {
    sorted.push(code)
    for (const child of children.get(code) ?? []) next.push(child)
  }
  return sorted
}

/** A label with a parent, and the number of products in which it has this parent. */
interface Pair {
  readonly code: string
  readonly parent: string
  readonly products: number
}

function isStronger(pair: Pair, other: Pair | undefined): boolean {
  if (!other || pair.products !== other.products) return pair.products > (other?.products ?? 0)
  return compareCodes(pair.parent, other.parent) < 0
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
  return one.products - other.products || compareCodes(one.code, other.code)
}

function compareCodes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
