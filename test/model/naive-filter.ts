import type { Product, Variant } from '../../src/catalog/product.ts'
import type { PriceRange, ProductConditions, VariantQuery } from '../../src/serve/query.ts'

/** Whether a product has all that is asked for, but for the search. */
export function productPasses(product: Product, asked: ProductConditions): boolean {
  const { labels, optionGroups, options, ids, slugs } = asked
  if (!anyIn(labels, codesOf(product.labelValues))) return false
  if (!anyIn(ids, [product.id]) || !anyIn(slugs, [product.slug])) return false
  if (!options.some(isUnqualified) && !anyIn(optionGroups, codesOf(product.optionGroups))) return false

  const chosen = optionClauses(asked)
  const others = variantClauses(asked)
  // One choice alone is asked of the product; whatever else there is must meet on one variant.
  if (chosen.length + others.length === 0) return true
  if (chosen.length === 1 && others.length === 0) return offered(product).some(chosen[0]!)
  return product.variants.some(
    (variant) =>
      others.every((clause) => clause(variant)) && chosen.every((clause) => carried(product, variant).some(clause)),
  )
}

/** Whether a variant has all that is asked for, but for the product and the search. */
export function variantPasses(variant: Variant, asked: Omit<VariantQuery, 'page' | 'limit' | 'sort'>): boolean {
  if (!anyIn(asked.labels, codesOf(variant.labelValues)) || !anyIn(asked.ids, [variant.id])) return false
  return variantClauses(asked).every((clause) => clause(variant))
}

/** A price as it is served, in cents: exact, as it would not be with a fraction. */
export function centsOf(price: string): number {
  return Number(price.replace('.', ''))
}

export function isUnqualified(option: string): boolean {
  return !option.includes(':')
}

export function groupOf(qualified: string): string {
  return qualified.slice(0, qualified.indexOf(':'))
}

/** Whether any value is among those asked for; true when none are. */
function anyIn(asked: readonly string[], values: readonly string[]): boolean {
  return asked.length === 0 || values.some((value) => asked.includes(value))
}

function codesOf(things: readonly { readonly code: string }[]): string[] {
  return things.map(({ code }) => code)
}

interface GroupedOption {
  readonly group: string
  readonly code: string
}

/** What is said of options. Each clause is satisfied by any one of its options. */
function optionClauses({ options, optionGroups }: ProductConditions): ((option: GroupedOption) => boolean)[] {
  const unqualified = options.filter(isUnqualified)
  const qualified = options.filter((option) => !isUnqualified(option))
  const clauses: ((option: GroupedOption) => boolean)[] = []
  for (const group of new Set(qualified.map(groupOf)))
    clauses.push((option) => option.group === group && qualified.includes(`${option.group}:${option.code}`))
  if (unqualified.length > 0)
    clauses.push(({ group, code }) => unqualified.includes(code) && anyIn(optionGroups, [group]))
  return clauses
}

interface VariantConditions {
  readonly price?: PriceRange | undefined
  readonly inStock: boolean
  readonly skus: readonly string[]
}

function variantClauses({ price, inStock, skus }: VariantConditions): ((variant: Variant) => boolean)[] {
  const clauses: ((variant: Variant) => boolean)[] = []
  if (price) clauses.push((variant) => isWithin(centsOf(variant.price), price))
  if (inStock) clauses.push(({ stock }) => stock === null || stock > 0)
  if (skus.length > 0) clauses.push(({ sku }) => skus.includes(sku))
  return clauses
}

function isWithin(cents: number, { min, max }: PriceRange): boolean {
  return (min === undefined || cents >= min) && (max === undefined || cents <= max)
}

/** All options of the product's groups. */
function offered(product: Product): GroupedOption[] {
  return product.optionGroups.flatMap((group) => group.options.map(({ code }) => ({ group: group.code, code })))
}

/** The options of a variant, and those of groups that no variant of the product chooses from: they are said of all. */
function carried(product: Product, variant: Variant): GroupedOption[] {
  const chosenIn = (some: readonly Variant[]) =>
    product.optionGroups.flatMap((group) =>
      group.options
        .filter((option) => some.some(({ productOptions }) => productOptions.some(({ id }) => id === option.id)))
        .map(({ code }) => ({ group: group.code, code })),
    )
  const chosenGroups = chosenIn(product.variants).map(({ group }) => group)
  return [...chosenIn([variant]), ...offered(product).filter(({ group }) => !chosenGroups.includes(group))]
}
