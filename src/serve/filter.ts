import type { Edition } from '../edition/edition.ts'
import type { Kind, Term } from '../edition/term.ts'
import { forEach, intersect, type Positions, positionsOf, unite } from '../postings/positions.ts'
import type { ProductQuery } from './query.ts'

/** Terms of which one is enough. */
type Clause = readonly Term[]

/** What a product must have: something of each clause, and one variant that has something of each variant clause. */
interface Filter {
  readonly product: readonly Clause[]
  readonly variant: readonly Clause[]
}

type Filters = Pick<ProductQuery, 'labels' | 'optionGroups' | 'options'>

/** The products that labels, option groups and options leave; undefined when there are none, which leaves all. */
export async function filterProducts(edition: Edition, filters: Filters): Promise<Positions | undefined> {
  const filter = filterOf(filters)
  const sets = await clauseSets(edition, 'product', filter.product)
  if (filter.variant.length > 0) {
    const [first, ...rest] = await clauseSets(edition, 'variant', filter.variant)
    sets.push(owning(intersect(first!, ...rest), await edition.owners()))
  }
  const [first, ...rest] = sets
  return first && intersect(first, ...rest)
}

/**
 * One option clause is asked of products, which have it or not. Several must meet on one variant, so they are asked of
 * variants: no product is found as "red, M" that has only red in S and blue in M.
 */
function filterOf({ labels, optionGroups, options }: Filters): Filter {
  const product: Clause[] = []
  if (labels.length > 0) product.push(labels.map((code) => `label:${code}` as const))
  const unqualified = options.filter((option) => !option.includes(':'))
  if (optionGroups.length > 0 && unqualified.length === 0)
    product.push(optionGroups.map((code) => `group:${code}` as const))
  const chosen = [...qualifiedClauses(options)]
  if (unqualified.length > 0) chosen.push(unqualifiedClause(unqualified, optionGroups))
  return chosen.length > 1 ? { product, variant: chosen } : { product: [...product, ...chosen], variant: [] }
}

/** `color:red&color:blue&size:m`: a clause a group, so that options of one group are alternatives. */
function qualifiedClauses(options: readonly string[]): Iterable<Clause> {
  const byGroup = new Map<string, Term[]>()
  for (const option of options) {
    const colon = option.indexOf(':')
    if (colon < 0) continue
    const group = option.slice(0, colon)
    byGroup.set(group, [...(byGroup.get(group) ?? []), `option:${option}`])
  }
  return byGroup.values()
}

/** Options without a group: in any of the groups asked for, or in any at all. */
function unqualifiedClause(options: readonly string[], groups: readonly string[]): Clause {
  if (groups.length === 0) return options.map((option) => `option:${option}` as const)
  return groups.flatMap((group) => options.map((option) => `option:${group}:${option}` as const))
}

async function clauseSets(edition: Edition, kind: Kind, clauses: readonly Clause[]): Promise<Positions[]> {
  const lists = await edition.postings(kind, clauses.flat())
  let from = 0
  return clauses.map((clause) => {
    const sets = lists.slice(from, from + clause.length)
    from += clause.length
    return unite(...sets)
  })
}

/** The products that have any of these variants. */
function owning(variants: Positions, owners: Uint32Array): Positions {
  const products = new Uint32Array(variants.size)
  let size = 0
  forEach(variants, (variant) => {
    products[size++] = owners[variant]!
  })
  return positionsOf(products)
}
