import type { Uuid } from '../catalog/uuid.ts'
import { priceTermsWithin } from '../edition/price-term.ts'
import { IN_STOCK, type Term } from '../edition/term.ts'
import type { PriceRange, ProductConditions, VariantQuery } from './query.ts'

/** A condition: what has any of these. */
export type Clause =
  | { readonly terms: readonly Term[] }
  | PriceClause
  | { readonly ids: readonly Uuid[] }
  | { readonly slugs: readonly string[] }
  | { readonly skus: readonly string[] }

/** The terms of a range of prices, and the range. */
export interface PriceClause {
  readonly terms: readonly Term[]
  readonly price: PriceRange
}

/** A condition on variants. */
export interface VariantClause {
  readonly about: 'option' | 'price' | 'stock' | 'sku'
  readonly has: Clause
  /** Of options: the groups that they are chosen in, undefined for any; and their codes. */
  readonly groups?: readonly string[] | undefined
  readonly codes?: readonly string[]
}

/** What a product must satisfy, and what one and the same of its variants must. */
export interface Clauses {
  readonly product: readonly Clause[]
  /** Those of labels, which are product clauses too. */
  readonly labels: readonly Clause[]
  readonly variant: readonly VariantClause[]
}

/** The conditions on products, but for the search. */
export function clausesOf(conditions: ProductConditions): Clauses {
  const { optionGroups, options, ids, slugs, skus, price, inStock } = conditions
  const unqualified = options.filter((option) => !option.includes(':'))
  const product: Clause[] = []
  if (optionGroups.length > 0 && unqualified.length === 0)
    product.push({ terms: optionGroups.map((code) => `group:${code}` as const) })
  if (ids.length > 0) product.push({ ids })
  if (slugs.length > 0) product.push({ slugs })
  const variant: VariantClause[] = [...qualifiedClauses(options)]
  if (unqualified.length > 0) variant.push(unqualifiedClause(unqualified, optionGroups))
  if (price) variant.push({ about: 'price', has: priceClause(price) })
  if (inStock) variant.push(STOCK_CLAUSE)
  if (skus.length > 0) variant.push({ about: 'sku', has: { skus } })
  return { product, labels: labelClauses(conditions), variant }
}

/** The conditions on variants, but for the product and the search. */
export function variantClausesOf(query: Omit<VariantQuery, 'page' | 'limit'>): Clause[] {
  const { ids, skus, price, inStock } = query
  const clauses = labelClauses(query)
  if (ids.length > 0) clauses.push({ ids })
  if (skus.length > 0) clauses.push({ skus })
  if (price) clauses.push(priceClause(price))
  if (inStock) clauses.push(STOCK_CLAUSE.has)
  return clauses
}

export const STOCK_CLAUSE: VariantClause = { about: 'stock', has: { terms: [IN_STOCK] } }

function labelClauses({ labels }: { readonly labels: readonly string[] }): Clause[] {
  return labels.length > 0 ? [{ terms: labels.map((code) => `label:${code}` as const) }] : []
}

function priceClause(price: PriceRange): PriceClause {
  return { terms: priceTermsWithin(price.min ?? 0, price.max), price }
}

/** `color:red&color:blue&size:m`: a clause a group, so that options of one group are alternatives. */
function* qualifiedClauses(options: readonly string[]): Generator<VariantClause> {
  const byGroup = Map.groupBy(
    options.filter((option) => option.includes(':')),
    (option) => option.slice(0, option.indexOf(':')),
  )
  for (const [group, chosen] of byGroup) {
    yield { about: 'option', has: { terms: chosen.map((option) => `option:${option}` as const) }, groups: [group] }
  }
}

/** Options without a group: in any of the groups asked for, or in any at all. */
function unqualifiedClause(codes: readonly string[], groups: readonly string[]): VariantClause {
  const terms = (prefix: string) => codes.map((code) => `option:${prefix}${code}` as const)
  if (groups.length === 0) return { about: 'option', has: { terms: terms('') }, codes }
  return { about: 'option', has: { terms: groups.flatMap((group) => terms(`${group}:`)) }, groups, codes }
}
