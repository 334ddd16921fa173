import { formatPrice } from '../catalog/money.ts'
import type { Edition } from '../edition/edition.ts'
import { HIGHEST_PRICE_FIRST, type Sort } from '../edition/term.ts'
import { intersect, type PostingList } from '../index/set-algebra.ts'
import { SortedView } from '../index/sort-order.ts'
import { type Clauses, clausesOf, STOCK_CLAUSE, type VariantClause } from './clauses.ts'
import { type CountOf, countProducts, countVariants } from './counts.ts'
import type { FacetDimension } from './facet-postings.ts'
import { type FacetOptionGroup, facetValuesOf, type NamedOrdinal } from './facet-values.ts'
import { Filter, productsOfVariants } from './filter.ts'
import { optionMasksOf, type VariantOptionMasks } from './option-masks.ts'
import { variantsByProductOf } from './product-variants.ts'
import type { CountedValue, Facets, ProductConditions } from './query.ts'
import { type Matches, search } from './search.ts'

/**
 * What can be chosen among the products found. A choice that is made already does not count against its own alternatives:
 * labels are counted as if no label was asked for, the options of a group as if none of that group was, and prices without
 * the range asked for. At most `limit` labels, and as many options of each group.
 */
export async function findFacets(edition: Edition, conditions: ProductConditions, limit: number): Promise<Facets> {
  const facets = await edition.memoize(
    `facets ${JSON.stringify(conditions)}`,
    () => count(edition, conditions),
    ({ labels, optionGroups }) =>
      VALUE_BYTES * optionGroups.reduce((sum, { options }) => sum + options.length, labels.length),
  )
  const optionGroups = facets.optionGroups.map((group) => ({ ...group, options: group.options.slice(0, limit) }))
  return { ...facets, labels: facets.labels.slice(0, limit), optionGroups }
}

/** Memory that a counted value takes, about. */
const VALUE_BYTES = 200

/** Asks everything at once, so that nothing is read after what it does not wait for. */
async function count(edition: Edition, conditions: ProductConditions): Promise<Facets> {
  const question = new Question(edition, conditions)
  const [values, labels, groups, options, price, inStock] = await Promise.all([
    facetValuesOf(edition),
    question.ofLabels(),
    question.ofGroups(),
    question.ofOptions(),
    question.prices(),
    question.inStock(),
  ])
  const optionGroups = values.groups
    .map((group) => ({ group, options: counted(group.options, options.get(group.code)!) }))
    .filter(({ options }) => options.length > 0)
    .sort((a, b) => groups(b.group.ordinal) - groups(a.group.ordinal))
    .map(({ group: { id, name, code }, options }) => ({ id, name, code, options }))
  return { labels: counted(values.labels, labels), optionGroups, price, inStock }
}

/** The values that anything has, by count; those of one count stay sorted by name. */
function counted(values: readonly NamedOrdinal[], count: CountOf): CountedValue[] {
  return values
    .map(({ id, name, code, ordinal }) => ({ id, name, code, count: count(ordinal) }))
    .filter((value) => value.count > 0)
    .sort((a, b) => b.count - a.count)
}

/** The products that conditions leave, asked with one or the other left out. Each question is worked out once. */
class Question {
  readonly #edition: Edition
  readonly #filter: Filter
  readonly #clauses: Clauses
  readonly #search: string | undefined
  readonly #known = new Map<string, Promise<unknown>>()

  constructor(edition: Edition, conditions: ProductConditions) {
    this.#edition = edition
    this.#filter = new Filter(edition)
    this.#clauses = clausesOf(conditions)
    this.#search = conditions.search
  }

  /** How many products each label would give, chosen instead of those that are. */
  async ofLabels(): Promise<CountOf> {
    const { labels } = await facetValuesOf(this.#edition)
    return await this.#countsOf({ ...this.#clauses, labels: [] }, 'label', labels)
  }

  /** How many of the products found have each group. */
  async ofGroups(): Promise<CountOf> {
    const { groups } = await facetValuesOf(this.#edition)
    return await this.#countsOf(this.#clauses, 'group', groups)
  }

  /** By the code of each group: how many products each option would give, chosen instead of those of the group that are. */
  async ofOptions(): Promise<Map<string, CountOf>> {
    const { groups } = await facetValuesOf(this.#edition)
    const others = new Map(groups.map((group) => [group, this.#besideChoicesIn(group)]))
    const alike = Map.groupBy(groups, (group) => this.#keyOf(others.get(group)!))
    const counts = await Promise.all(
      alike.values().map(async (some) => {
        const count = await this.#ofOptionsIn(some, others.get(some[0]!)!)
        return some.map(({ code }) => [code, count] as const)
      }),
    )
    return new Map(counts.flat())
  }

  #besideChoicesIn(group: FacetOptionGroup): Clauses {
    return { ...this.#clauses, variant: this.#clauses.variant.filter((clause) => !choosesIn(clause, group)) }
  }

  /**
   * An option beside other conditions on a variant must be met on the same one, which is a matter of the product where all of
   * its variants have the option; and so it is alone.
   */
  async #ofOptionsIn(groups: readonly FacetOptionGroup[], clauses: Clauses): Promise<CountOf> {
    const options = groups.flatMap(({ options }) => options)
    if (clauses.variant.length === 0) return await this.#countsOf(clauses, 'option', options)
    const choices = await optionMasksOf(this.#edition)
    const [divided, whole] = [true, false].map((divides) =>
      options.filter(({ ordinal }) => choices.isPartial(ordinal) === divides),
    )
    const [ofVariants, ofProducts] = await Promise.all([
      divided!.length > 0 ? this.#countsWith(clauses, divided!) : undefined,
      whole!.length > 0 ? this.#countsOfMeeting(clauses, whole!, choices) : undefined,
    ])
    return (value) => (choices.isPartial(value) ? ofVariants : ofProducts)!(value)
  }

  async inStock(): Promise<number> {
    const others = this.#clauses.variant.filter(({ about }) => about !== 'stock')
    const products = await this.#products({ ...this.#clauses, variant: [...others, STOCK_CLAUSE] })
    return products!.size
  }

  async prices(): Promise<Facets['price']> {
    const others = this.#clauses.variant.filter(({ about }) => about !== 'price')
    const clauses = { ...this.#clauses, variant: others }
    const [cheapest, dearest] = await Promise.all([
      this.#first(clauses, 'price:ASC'),
      this.#first(clauses, HIGHEST_PRICE_FIRST),
    ])
    const [low, high] = await this.#edition.productRows([...cheapest, ...dearest])
    return { min: formatted(low?.price), max: formatted(high?.highestPrice) }
  }

  /** The first product in an order, if there is any. */
  async #first(clauses: Clauses, sort: Sort): Promise<Uint32Array> {
    if (this.#leaveAll(clauses)) return await this.#edition.orderSlice('product', sort, 0, 1)
    const [products, order] = await Promise.all([this.#products(clauses), this.#edition.sortOrder('product', sort)])
    await order.buildRanks()
    return new SortedView(products!, order).slice(0, 1)
  }

  #leaveAll({ product, labels, variant }: Clauses): boolean {
    return this.#search === undefined && product.length + labels.length + variant.length === 0
  }

  async #countsWith(clauses: Clauses, options: readonly NamedOrdinal[]): Promise<CountOf> {
    const [variants, products] = await Promise.all([
      this.#filter.variants(clauses.variant.map(({ has }) => has)),
      this.#products(clauses),
    ])
    return await countVariants(this.#edition, variants!, products!, options)
  }

  /** The products of which a variant satisfies the conditions: one that lists an option need not have such a variant. */
  async #countsOfMeeting(
    clauses: Clauses,
    options: readonly NamedOrdinal[],
    choices: VariantOptionMasks,
  ): Promise<CountOf> {
    const products = choices.hasUnassignedOptions ? await this.#meeting(clauses) : await this.#products(clauses)
    return await countProducts(this.#edition, products, 'option', options)
  }

  async #countsOf(clauses: Clauses, part: FacetDimension, values: readonly NamedOrdinal[]): Promise<CountOf> {
    return await countProducts(this.#edition, await this.#products(clauses), part, values)
  }

  #products(clauses: Clauses): Promise<PostingList | undefined> {
    return this.#once(`products ${this.#keyOf(clauses)}`, async () => {
      if (clauses.variant.length > 1) return await this.#meeting(clauses)
      const [filtered, matches] = await Promise.all([this.#filter.products(clauses), this.#matches()])
      return filtered && matches ? intersect(filtered, matches.all) : (filtered ?? matches?.all)
    })
  }

  /** Where conditions must meet on a variant: the variants are asked of the products that may have such. */
  async #meeting(clauses: Clauses): Promise<PostingList> {
    const [variants, products] = await Promise.all([
      this.#filter.variants(clauses.variant.map(({ has }) => has)),
      this.#worthALook(clauses),
    ])
    if ('list' in variants!) return intersect(await productsOfVariants(this.#edition, variants), products)
    const families = await variantsByProductOf(this.#edition)
    return await families.productsWithAny(variants!, products)
  }

  /** The products that satisfy each clause, those on variants with any. */
  async #worthALook(clauses: Clauses): Promise<PostingList> {
    const [each, products] = await Promise.all([
      this.#filter.eachOf(clauses.variant),
      this.#products({ ...clauses, variant: [] }),
    ])
    return products ? intersect(each, products) : each
  }

  async #matches(): Promise<Matches | undefined> {
    if (this.#search === undefined) return undefined
    return await this.#once('matches', () => search(this.#edition, 'product', this.#search!))
  }

  #once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(key) as Promise<Value> | undefined
    const value = known ?? make()
    if (!known) this.#known.set(key, value)
    return value
  }

  /** Tells clauses apart that differ in which of the question's own are left out; -1 is stock, where it was not asked for. */
  #keyOf({ labels, variant }: Clauses): string {
    return `${labels.length}/${variant.map((clause) => this.#clauses.variant.indexOf(clause)).join()}`
  }
}

function formatted(cents: number | null | undefined): string | null {
  return cents === null || cents === undefined ? null : formatPrice(cents)
}

/** Whether a clause is a choice among the options of a group. */
function choosesIn({ about, groups, codes }: VariantClause, { code, options }: FacetOptionGroup): boolean {
  if (about !== 'option') return false
  return groups ? groups.includes(code) : options.some((option) => codes!.includes(option.code))
}
