/**
 * What a store puts first or leaves out, as an operator declares it: in a search, or in the list of a category. Several
 * rules have an order. The first one that fits a request applies, alone.
 */
export type Rule = SearchRule | CategoryRule

/** Applies to searches of the same words, or of any words among which these are. */
export type SearchRule = ({ readonly query: string } | { readonly words: readonly string[] }) & {
  readonly pin?: readonly Pin[]
  readonly hide?: readonly ProductName[]
}

/** Applies to lists within a label, without a search. */
export interface CategoryRule {
  /** The code of the label. */
  readonly within: string
  readonly pin: readonly Pin[]
}

/** A product by its slug, or by the sku of a variant. */
export type ProductName = { readonly slug: string } | { readonly sku: string }

/** A product at a place of the results, whatever its rank; the first place is 1. */
export type Pin = ProductName & { readonly at: number }

/** The products that a rule names: those that it pins, then those that it hides. */
export function namesIn(rule: Rule): ProductName[] {
  return [...(rule.pin ?? []), ...('hide' in rule ? (rule.hide ?? []) : [])]
}
