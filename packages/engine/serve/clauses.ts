import type { Uuid } from '@vitrine/catalog/uuid'
import { priceTermsWithin } from '../edition/price-term.ts'
import { externalIdTerm, gtinTerm, IN_STOCK, mpnTerm, ON_SALE, type Term } from '../edition/term.ts'
import type { AttributeRange, PriceRange, ProductConditions, VariantConditions } from './query.ts'

/**
 * A condition. It holds for everything that has one of these terms, options, ids, slugs or skus, that has the label of
 * this code or one below it, that is in one of these ranges of attributes, or that is related to this product.
 */
export type Clause =
  | { readonly terms: readonly Term[] }
  | { readonly within: string }
  | PriceClause
  | OptionsOfGroups
  | { readonly attributes: readonly AttributeRange[] }
  | { readonly ids: readonly Uuid[] }
  | { readonly slugs: readonly string[] }
  | { readonly skus: readonly string[] }
  | { readonly related: Uuid }

/** A range of prices, and the terms that together cover it. */
export interface PriceClause {
  readonly terms: readonly Term[]
  readonly price: PriceRange
}

/** The options with any of these codes in any of these groups. The edition says which of them exist. */
export interface OptionsOfGroups {
  readonly codes: readonly string[]
  readonly groups: readonly string[]
}

/** A condition on the variants of a product. */
export interface VariantClause {
  readonly field: 'option' | 'price' | 'attribute' | 'stock' | 'sale' | 'sku' | 'gtin' | 'mpn' | 'externalId'
  readonly clause: Clause
  /** The option groups that it is about; undefined for any. */
  readonly groups?: readonly string[] | undefined
  /** The codes of options without a group. */
  readonly codes?: readonly string[]
  /** The code of the attribute that it is about. */
  readonly attribute?: string
}

/** A query in conjunctive normal form: all clauses must hold. */
export interface ProductClauses {
  readonly product: readonly Clause[]
  /** A product must have one of these labels. The facet of labels ignores these conditions. */
  readonly labels: readonly Clause[]
  /** One variant of the product must satisfy all of these. */
  readonly variant: readonly VariantClause[]
}

/** The clauses of a query for products, without the search. */
export function productClauses(conditions: ProductConditions): ProductClauses {
  const {
    within,
    anyWithin = [],
    optionGroups,
    options,
    ids,
    slugs,
    skus,
    gtins = [],
    mpns = [],
    externalIds = [],
    price,
    attributes = [],
    inStock,
    onSale,
    related,
  } = conditions
  const unqualified = options.filter((option) => !option.includes(':'))
  const product = scopeClauses(within)
  if (optionGroups.length > 0 && unqualified.length === 0)
    product.push({ terms: optionGroups.map((code) => `group:${code}` as const) })
  if (ids.length > 0) product.push({ ids })
  if (slugs.length > 0) product.push({ slugs })
  if (related !== undefined) product.push({ related })
  const variant: VariantClause[] = [...qualifiedClauses(options)]
  if (unqualified.length > 0) variant.push(unqualifiedClause(unqualified, optionGroups))
  if (price) variant.push({ field: 'price', clause: priceClause(price) })
  variant.push(...attributeClauses(attributes))
  if (inStock) variant.push(STOCK_CLAUSE)
  if (onSale) variant.push(SALE_CLAUSE)
  if (skus.length > 0) variant.push({ field: 'sku', clause: { skus } })
  if (gtins.length > 0) variant.push({ field: 'gtin', clause: numberClause(gtinTerm, gtins) })
  if (mpns.length > 0) variant.push({ field: 'mpn', clause: numberClause(mpnTerm, mpns) })
  if (externalIds.length > 0) variant.push({ field: 'externalId', clause: productIdClause(externalIds) })
  const labels = labelClauses(conditions.labels)
  if (anyWithin.length > 0)
    labels.push({ terms: anyWithin.flatMap((code): Term[] => [`within:${code}`, `label:${code}`]) })
  return { product, labels, variant }
}

/** The clauses of a query for variants, without the product and the search. */
export function variantClauses(query: VariantConditions): Clause[] {
  const { labels, within, ids, skus, gtins = [], mpns = [], externalIds = [], price, attributes = [] } = query
  const clauses = [...labelClauses(labels), ...scopeClauses(within)]
  if (ids.length > 0) clauses.push({ ids })
  if (skus.length > 0) clauses.push({ skus })
  if (gtins.length > 0) clauses.push(numberClause(gtinTerm, gtins))
  if (mpns.length > 0) clauses.push(numberClause(mpnTerm, mpns))
  if (externalIds.length > 0) clauses.push({ terms: externalIds.map(externalIdTerm) })
  if (price) clauses.push(priceClause(price))
  for (const { clause } of attributeClauses(attributes)) clauses.push(clause)
  if (query.inStock) clauses.push(STOCK_CLAUSE.clause)
  if (query.onSale) clauses.push(SALE_CLAUSE.clause)
  return clauses
}

export const STOCK_CLAUSE: VariantClause = { field: 'stock', clause: { terms: [IN_STOCK] } }
export const SALE_CLAUSE: VariantClause = { field: 'sale', clause: { terms: [ON_SALE] } }

function labelClauses(labels: readonly string[]): Clause[] {
  return labels.length > 0 ? [{ terms: labels.map((code) => `label:${code}` as const) }] : []
}

/** One clause for each label, because a product must have all of them. */
function scopeClauses(within: readonly string[]): Clause[] {
  return within.map((code) => ({ within: code }))
}

/** What is no GTIN, or no part number, finds nothing. */
function numberClause(termOf: typeof gtinTerm, texts: readonly string[]): Clause {
  return { terms: texts.flatMap((text): Term[] => termOf(text) ?? []) }
}

/** All variants of a product meet it with the external id of the product, and each with its own one. */
function productIdClause(ids: readonly string[]): Clause {
  return { terms: ids.map(externalIdTerm).flatMap((term): Term[] => [term, `of${term}`]) }
}

function priceClause(price: PriceRange): PriceClause {
  return { terms: priceTermsWithin(price.min ?? 0, price.max), price }
}

/** One clause for each code, so that the ranges of one attribute are alternatives. */
function attributeClauses(ranges: readonly AttributeRange[]): VariantClause[] {
  const byCode = Map.groupBy(ranges, ({ code }) => code)
  return [...byCode].map(([attribute, attributes]) => ({ field: 'attribute', clause: { attributes }, attribute }))
}

/** `color:red&color:blue&size:m`: one clause for each group, so that the options of one group are alternatives. */
function* qualifiedClauses(options: readonly string[]): Generator<VariantClause> {
  const byGroup = Map.groupBy(
    options.filter((option) => option.includes(':')),
    (option) => option.slice(0, option.indexOf(':')),
  )
  for (const [group, ofGroup] of byGroup) {
    const terms = ofGroup.map((option) => `option:${option}` as const)
    yield { field: 'option', clause: { terms }, groups: [group] }
  }
}

/** Options without a group: they match in any of the requested groups, or in any group if none is requested. */
function unqualifiedClause(codes: readonly string[], groups: readonly string[]): VariantClause {
  if (groups.length > 0) return { field: 'option', clause: { codes, groups }, groups, codes }
  return { field: 'option', clause: { terms: codes.map((code) => `option:${code}` as const) }, codes }
}
