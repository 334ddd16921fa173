import { formatPrice } from '@vitrine/catalog/money'
import { runYielding } from '@vitrine/runtime/event-loop'
import { HIGHEST_PRICE_FIRST, ON_SALE, type Sort } from '../edition/term.ts'
import { SortedView } from '../index/sorted-view.ts'
import { type ProductClauses, SALE_CLAUSE, STOCK_CLAUSE, type VariantClause } from './clauses.ts'
import { countAttributes } from './facets/attribute-facets.ts'
import { bucketsOf } from './facets/buckets.ts'
import { type FacetOrder, labelsByRank, optionsInOrder } from './facets/catalog-order.ts'
import {
  type FacetOptionGroup,
  type FacetSchema,
  facetSchema,
  listOfLabel,
  type NamedValue,
} from './facets/facet-values.ts'
import { optionMasks } from './facets/prepare-facets.ts'
import { ProductSets } from './facets/product-sets.ts'
import { prices } from './facets/value-columns.ts'
import { type CountOf, countProducts } from './facets/value-counts.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { CountedLabel, CountedValue, Facets, ProductConditions } from './query.ts'
import { withPricePhrase } from './search/price-phrase.ts'

/** Approximate memory of a counted value, in bytes. */
const COUNTED_VALUE_BYTES = 200

/**
 * The facets of the matching products (disjunctive faceting). A facet ignores the conditions on itself, so that its
 * counts are those of the alternatives. Labels are counted as if `labels` were empty, and the options of a group as if
 * no option of that group were requested. The price bounds ignore the requested range, and an attribute its own ranges.
 * `within` always applies. Returns at most `limit` labels, attributes, and options of each group. Rules of the store
 * apply unless the list is sorted.
 */
export async function findFacets(
  edition: IndexedEdition,
  requested: ProductConditions,
  limit: number,
  { buckets, order, isSorted = false }: FacetOptions = {},
): Promise<Facets> {
  edition.areFacetsRequested = true
  const conditions =
    requested.search === undefined ? requested : await withPricePhrase(edition, requested, requested.search)
  const find = async () => {
    const facets = await countFacets(edition, conditions, buckets, isSorted)
    const values = facets.optionGroups.reduce((sum, { options }) => sum + options.length, facets.labels.length)
    return { facets, bytes: values * COUNTED_VALUE_BYTES }
  }
  const { facets } = await edition.cached(`facets ${JSON.stringify([conditions, buckets, isSorted])}`, find)
  const schema = await facetSchema(edition)
  const optionGroups = facets.optionGroups.map((group) => {
    const options = group.options.slice(0, limit)
    return { ...group, options: order ? optionsInOrder(options, order, group.code, schema) : options }
  })
  const mostFrequent = facets.labels.slice(0, limit)
  const labels = order === 'catalog' ? labelsByRank(mostFrequent, schema) : mostFrequent
  const attributes = facets.attributes && { attributes: facets.attributes.slice(0, limit) }
  return { ...facets, labels, optionGroups, ...attributes }
}

export interface FacetOptions {
  /** The most buckets of the prices and of each attribute. Undefined: none. */
  readonly buckets?: number | undefined
  /** The order of values. Undefined: those of the most products first. */
  readonly order?: FacetOrder | undefined
  /** Whether the list that the facets stand beside is sorted. */
  readonly isSorted?: boolean | undefined
}

/** Starts all reads at once, so that no read waits for another without need. */
async function countFacets(
  edition: IndexedEdition,
  conditions: ProductConditions,
  buckets: number | undefined,
  isSorted: boolean,
): Promise<Facets> {
  const sets = new ProductSets(edition, conditions, !isSorted)
  const [schema, labels, groups, options, price, inStock, onSale, attributes, note] = await Promise.all([
    facetSchema(edition),
    countLabels(edition, sets),
    countGroups(edition, sets),
    countOptionsOfGroups(edition, sets),
    priceFacet(edition, sets, buckets),
    countWith(sets, STOCK_CLAUSE),
    countOnSale(edition, sets),
    countAttributes(edition, sets, buckets),
    sets.note(),
  ])
  const optionGroups = schema.groups
    .map((group) => ({ group, options: countedValues(group.options, options.get(group.code)!) }))
    .filter(({ options }) => options.length > 0)
    .sort((a, b) => groups(b.group.ordinal) - groups(a.group.ordinal))
    .map(({ group: { id, name, code }, options }) => ({ id, name, code, options }))
  const meta = note ? { meta: { search: note } } : {}
  const optional = { ...onSale, ...(attributes && { attributes }), ...meta }
  return { labels: countedLabels(schema, labels), optionGroups, price, inStock, ...optional }
}

/**
 * The values that have products, the one with the most products first. Values with equally many products stay sorted by
 * name.
 */
function countedValues(values: FacetOptionGroup['options'], count: CountOf): CountedValue[] {
  return values
    .map(({ id, name, code, ordinal, color }) => ({ id, name, code, ...(color && { color }), count: count(ordinal) }))
    .filter((value) => value.count > 0)
    .sort((a, b) => b.count - a.count)
}

/** The labels that are not hidden, as `countedValues` sorts them, each with its kind. */
function countedLabels({ labels: all }: FacetSchema, count: CountOf): CountedLabel[] {
  const labels = all.filter(({ texts }) => !texts?.hidden)
  const byCode = new Map(labels.map((label) => [label.code, label]))
  const counted = labels.map((label) => ({ ...label, ordinal: label.within ?? label.ordinal }))
  return countedValues(counted, count).map((value) => ({ ...value, ...listOfLabel(byCode.get(value.code)!) }))
}

/** Counts the products of each label, and for categories also those with a label below it. */
async function countLabels(edition: IndexedEdition, sets: ProductSets): Promise<CountOf> {
  const labels = async () => (await facetSchema(edition)).labels
  const readCategories = async () =>
    (await labels()).flatMap(({ within }) => (within === undefined ? [] : [{ ordinal: within }]))
  const products = sets.counted({ ...sets.clauses, labels: [] })
  const categories = await readCategories()
  const [ofLabels, ofCategories] = await Promise.all([
    countProducts(edition, products, 'label', labels),
    categories.length > 0 ? countProducts(edition, products, 'within', readCategories) : undefined,
  ])
  const ordinals = new Set(categories.map(({ ordinal }) => ordinal))
  return (ordinal) => (ordinals.has(ordinal) ? ofCategories! : ofLabels)(ordinal)
}

async function countGroups(edition: IndexedEdition, sets: ProductSets): Promise<CountOf> {
  const groups = async () => (await facetSchema(edition)).groups
  return await countProducts(edition, sets.counted(sets.clauses), 'group', groups)
}

/** The counts of options by the code of their group. Groups that leave out the same clauses are counted together. */
async function countOptionsOfGroups(edition: IndexedEdition, sets: ProductSets): Promise<Map<string, CountOf>> {
  const readGroups = async () => (await facetSchema(edition)).groups
  const variantClauses = sets.clauses.variant
  const clausesFor = (group: FacetOptionGroup): ProductClauses => ({
    ...sets.clauses,
    variant: variantClauses.filter((clause) => !isAboutOptionsOf(clause, group)),
  })
  const keyFor = (group: FacetOptionGroup) => sets.keyOf(clausesFor(group))
  const alike = Map.groupBy(await readGroups(), keyFor)
  const counts = await Promise.all(
    Array.from(alike, async ([key, groups]) => {
      const readOptions = async () =>
        (await readGroups()).filter((group) => keyFor(group) === key).flatMap(({ options }) => options)
      const count = await countOptionsBeside(edition, sets, clausesFor(groups[0]!), readOptions)
      return groups.map(({ code }) => [code, count] as const)
    }),
  )
  return new Map(counts.flat())
}

function isAboutOptionsOf({ field, groups, codes }: VariantClause, { code, options }: FacetOptionGroup): boolean {
  if (field !== 'option') return false
  return groups ? groups.includes(code) : options.some((option) => codes!.includes(option.code))
}

/**
 * Counts the products that have each of these options. If there are other clauses on variants, one variant must have
 * the option and satisfy them. If there are none, the option belongs to the product. An option that all variants of its
 * products have, such as a brand, is counted by product. Other options are counted by the masks of the variants.
 */
async function countOptionsBeside(
  edition: IndexedEdition,
  sets: ProductSets,
  clauses: ProductClauses,
  readOptions: () => Promise<readonly NamedValue[]>,
): Promise<CountOf> {
  const { name, products } = sets.counted(clauses)
  if (clauses.variant.length === 0) return await countProducts(edition, { name, products }, 'option', readOptions)
  const readSome = async (isPartial: boolean) => {
    const [masks, options] = await Promise.all([optionMasks(edition), readOptions()])
    return options.filter(({ ordinal }) => masks.isPartial(ordinal) === isPartial)
  }
  const [masks, partial, complete] = await Promise.all([optionMasks(edition), readSome(true), readSome(false)])
  const countComplete = async () => {
    // Some products may have an option that none of their variants has.
    const withVariant = async () =>
      await ((await optionMasks(edition)).hasUnassignedOptions ? sets.productsWithVariant(clauses) : products())
    return await countProducts(edition, { name, products: withVariant }, 'option', () => readSome(false))
  }
  const [ofPartial, ofComplete] = await Promise.all([
    partial.length > 0 ? countByMasks(edition, sets, clauses, partial) : undefined,
    complete.length > 0 ? countComplete() : undefined,
  ])
  return (ordinal) => (masks.isPartial(ordinal) ? ofPartial : ofComplete)!(ordinal)
}

async function countByMasks(
  edition: IndexedEdition,
  sets: ProductSets,
  clauses: ProductClauses,
  options: readonly NamedValue[],
): Promise<CountOf> {
  const [variants, products, masks] = await Promise.all([
    sets.variants(clauses.variant),
    sets.products(clauses),
    optionMasks(edition),
  ])
  const ordinals = options.map(({ ordinal }) => ordinal)
  const counts = await runYielding(masks.count(products!, variants, ordinals, edition.workspace))
  return (ordinal) => counts[ordinal]!
}

/** The number of products that the clause gives, whether it is part of the request or not. */
async function countWith(sets: ProductSets, clause: VariantClause): Promise<number> {
  const otherClauses = sets.clauses.variant.filter(({ field }) => field !== clause.field)
  const products = await sets.products({ ...sets.clauses, variant: [...otherClauses, clause] })
  return products!.size
}

async function countOnSale(edition: IndexedEdition, sets: ProductSets): Promise<Pick<Facets, 'onSale'>> {
  const [onSale] = await edition.postings('product', [ON_SALE])
  return onSale!.size > 0 ? { onSale: await countWith(sets, SALE_CLAUSE) } : {}
}

/**
 * The lowest and the highest price. The requested range does not narrow them, so that the ends of a price slider do not
 * move. With buckets, a product counts by the lowest price of its variants that meet the other conditions.
 */
async function priceFacet(
  edition: IndexedEdition,
  sets: ProductSets,
  buckets: number | undefined,
): Promise<Facets['price']> {
  const variant = sets.clauses.variant.filter(({ field }) => field !== 'price')
  const clauses = { ...sets.clauses, variant }
  const [cheapest, dearest] = await Promise.all([
    firstProduct(edition, sets, clauses, 'price:ASC'),
    firstProduct(edition, sets, clauses, HIGHEST_PRICE_FIRST),
  ])
  const [low, high] = await edition.stored.productRows([...cheapest, ...dearest])
  const [min, max] = [low?.price, high?.highestPrice]
  const ends = { min: formatted(min), max: formatted(max) }
  if (buckets === undefined) return ends
  if (typeof min !== 'number' || typeof max !== 'number') return { ...ends, buckets: [] }
  const column = prices(edition, variant.length === 0 ? 'product' : 'variant')
  const variants = variant.length === 0 ? undefined : await sets.variants(variant)
  const { lowest } = await runYielding((await column).valuesOf(await sets.products(clauses), variants))
  const counted = bucketsOf(lowest, min, max, buckets)
  return {
    ...ends,
    buckets: counted.map(({ from, to, count }) => ({ from: formatPrice(from), to: formatPrice(to), count })),
  }
}

/** The first product in a sort order; empty if none matches. */
async function firstProduct(
  edition: IndexedEdition,
  sets: ProductSets,
  clauses: ProductClauses,
  sort: Sort,
): Promise<Uint32Array> {
  if (sets.matchesAll(clauses)) return await edition.orderSlice('product', sort, 0, 1)
  const [products, order] = await Promise.all([sets.products(clauses), edition.sortOrder('product', sort)])
  return new SortedView(products!, order).slice(0, 1)
}

function formatted(cents: number | null | undefined): string | null {
  return cents === null || cents === undefined ? null : formatPrice(cents)
}
