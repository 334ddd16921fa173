import type { Product, Variant } from '@vitrine/catalog/product'
import type { PriceRange, ProductConditions, VariantQuery } from '@vitrine/engine/serve/query'
import { type AttributeTexts, attributeClauses } from './naive-attributes.ts'
import type { ProductOfMarkets } from './naive-markets.ts'
import type { NaiveTree } from './naive-tree.ts'

/** Whether a product meets all conditions except the search. */
export function productMatches(product: Product, query: ProductConditions & AttributeTexts, tree: NaiveTree): boolean {
  const { optionGroups, options, ids, slugs, externalIds = [] } = query
  if (!labelsMatch(product, query, tree)) return false
  if (!anyIn(ids, [product.id]) || !anyIn(slugs, [product.slug])) return false
  if (!options.some(isUnqualified) && !anyIn(optionGroups, codesOf(product.optionGroups))) return false

  const chosen = optionClauses(query)
  const others = variantClauses(product, query)
  // A product without variants has no other condition on variants to meet.
  if (chosen.length + others.length === 0 && externalIds.length > 0)
    return [product, ...product.variants].some((owner) => hasExternalId(owner, externalIds))
  // A single option clause applies to the product. Several clauses must match the same variant.
  if (chosen.length + others.length === 0) return true
  if (chosen.length === 1 && others.length + externalIds.length === 0) return optionsOfProduct(product).some(chosen[0]!)
  return matchingVariants(product, query).length > 0
}

/** Whether one of the texts is the external id, of which only the end counts if it is a global one. */
function hasExternalId({ externalId }: Product | Variant, texts: readonly string[]): boolean {
  const end = (id: string) => (id.startsWith('gid:') ? id.split('?')[0]!.split('/').at(-1) : id)
  return externalId !== undefined && texts.some((text) => end(text) === end(externalId))
}

/** The variants that meet all conditions on variants, in the order of the product. */
export function matchingVariants(product: Product, query: ProductConditions & AttributeTexts): Variant[] {
  const chosen = optionClauses(query)
  const others = variantClauses(product, query)
  const { externalIds = [] } = query
  return product.variants.filter(
    (variant) =>
      (externalIds.length === 0 || [product, variant].some((owner) => hasExternalId(owner, externalIds))) &&
      others.every((clause) => clause(variant)) &&
      chosen.every((clause) => optionsOfVariant(product, variant).some(clause)),
  )
}

/** The query with the slugs of today in place of slugs that no product has, but had, or has in another market. */
export function withCurrentSlugs<Query extends ProductConditions>(query: Query, products: readonly Product[]): Query {
  const slugs = query.slugs.flatMap((slug) => {
    if (products.some((product) => product.slug === slug)) return [slug]
    const had = ({ formerSlugs = [], alternates = [] }: ProductOfMarkets) =>
      formerSlugs.includes(slug) || alternates.some((alternate) => alternate.slug === slug)
    const former = products.filter(had).map((product) => product.slug)
    return former.length > 0 ? former : [slug]
  })
  return { ...query, slugs }
}

/** Whether a variant meets all conditions except the product and the search. */
export function variantMatches(
  product: Product,
  variant: Variant,
  query: Omit<VariantQuery, 'offset' | 'limit' | 'sort'> & AttributeTexts,
  tree: NaiveTree,
): boolean {
  if (!labelsMatch(variant, query, tree) || !anyIn(query.ids, [variant.id])) return false
  const { externalIds = [] } = query
  if (externalIds.length > 0 && !hasExternalId(variant, externalIds)) return false
  return variantClauses(product, query).every((clause) => clause(variant))
}

/** The cents of a served price such as `19.90`. Exact, because it avoids fractions. */
export function centsOf(price: string): number {
  return Number(price.replace('.', ''))
}

export function isUnqualified(option: string): boolean {
  return !option.includes(':')
}

export function groupOf(qualified: string): string {
  return qualified.slice(0, qualified.indexOf(':'))
}

/** Whether an item has any of the labels, and for each that the query is within, that label or one below it. */
function labelsMatch(
  { labelValues }: Product | Variant,
  { labels, within }: Pick<ProductConditions, 'labels' | 'within'>,
  tree: NaiveTree,
): boolean {
  const codes = codesOf(labelValues)
  return anyIn(labels, codes) && within.every((code) => anyIn(tree.within(code), codes))
}

/** Whether any value is allowed. An empty list allows every value. */
function anyIn(allowed: readonly string[], values: readonly string[]): boolean {
  return allowed.length === 0 || values.some((value) => allowed.includes(value))
}

function codesOf(items: readonly { readonly code: string }[]): string[] {
  return items.map(({ code }) => code)
}

export interface GroupedOption {
  readonly group: string
  readonly code: string
}

/** The conditions on options. One option satisfies a clause. */
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

interface VariantConditions extends AttributeTexts {
  readonly price?: PriceRange | undefined
  readonly inStock: boolean
  readonly onSale?: boolean | undefined
  readonly skus: readonly string[]
  readonly gtins?: readonly string[] | undefined
  readonly mpns?: readonly string[] | undefined
}

function variantClauses(
  product: Product,
  { price, inStock, onSale, skus, gtins = [], mpns = [], attributeTexts = [] }: VariantConditions,
): ((variant: Variant) => boolean)[] {
  const clauses: ((variant: Variant) => boolean)[] = []
  for (const clause of attributeClauses(attributeTexts)) clauses.push((variant) => clause(product, variant))
  if (price) clauses.push((variant) => isWithin(centsOf(variant.price), price))
  if (inStock) clauses.push(({ stock }) => stock === null || stock > 0)
  if (onSale) clauses.push(({ listPrice }) => listPrice !== undefined)
  if (skus.length > 0) clauses.push(({ sku }) => skus.includes(sku))
  if (gtins.length > 0) clauses.push((variant) => gtins.some((gtin) => hasGtin([variant], gtin)))
  if (mpns.length > 0) clauses.push((variant) => mpns.some((mpn) => hasMpn([variant], mpn)))
  return clauses
}

/**
 * Whether a text is the GTIN of one of the variants: zeros before it, and a hyphen or a space between digits, are no
 * part of it. An ISBN of ten digits is the GTIN that has its first nine after 978.
 */
export function hasGtin(variants: readonly Variant[], text: string): boolean {
  if (!/^\s*\d(?:[ -]?\d)*(?:[ -]?X)?\s*$/i.test(text)) return false
  const digits = text.replace(/[^\dX]/gi, '')
  if (digits.length === 10) return isIsbn10(digits) && variants.some(({ gtin }) => hasBody(gtin, digits.slice(0, 9)))
  if (/x/i.test(digits)) return false
  if (![8, 12, 13, 14].includes(digits.length)) return false
  return variants.some(({ gtin }) => gtin !== undefined && BigInt(gtin) === BigInt(digits))
}

function isIsbn10(isbn: string): boolean {
  const sums = [...isbn].map((digit, index) => (index + 1) * (digit.toUpperCase() === 'X' ? 10 : Number(digit)))
  return sums.reduce((sum, each) => sum + each) % 11 === 0
}

function hasBody(gtin: string | undefined, body: string): boolean {
  return gtin?.padStart(14, '0').slice(1, 13) === `978${body}` && gtin.padStart(14, '0').startsWith('0')
}

/** Whether a text is the part number of one of the variants: case, spaces, hyphens, dots and slashes do not count. */
export function hasMpn(variants: readonly Variant[], text: string): boolean {
  const letters = (mpn: string) => [...mpn.toLowerCase()].filter((character) => !' -./'.includes(character)).join('')
  return variants.some(({ mpn }) => mpn !== undefined && letters(mpn) === letters(text))
}

function isWithin(cents: number, { min, max }: PriceRange): boolean {
  return (min === undefined || cents >= min) && (max === undefined || cents <= max)
}

/** All options of the product's groups. */
export function optionsOfProduct(product: Product): GroupedOption[] {
  return product.optionGroups.flatMap((group) => group.options.map(({ code }) => ({ group: group.code, code })))
}

/** The variant's own options, and all options of groups from which no variant of the product has an option. */
export function optionsOfVariant(product: Product, variant: Variant): GroupedOption[] {
  const chosenBy = (variants: readonly Variant[]) =>
    product.optionGroups.flatMap((group) =>
      group.options
        .filter((option) => variants.some(({ productOptions }) => productOptions.some(({ id }) => id === option.id)))
        .map(({ code }) => ({ group: group.code, code })),
    )
  const chosenGroups = chosenBy(product.variants).map(({ group }) => group)
  return [...chosenBy([variant]), ...optionsOfProduct(product).filter(({ group }) => !chosenGroups.includes(group))]
}
