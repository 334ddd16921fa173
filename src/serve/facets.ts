import { formatPrice } from '../catalog/money.ts'
import type { Edition } from '../edition/edition.ts'
import { DEAREST, type Sort } from '../edition/term.ts'
import { Ranked } from '../postings/order.ts'
import { intersect, type Positions } from '../postings/positions.ts'
import type { Part } from './carried.ts'
import { type Clauses, clausesOf, STOCK_CLAUSE, type VariantClause } from './clauses.ts'
import { type Counts, countProducts, countVariants } from './counts.ts'
import { Filter } from './filter.ts'
import type { CountedValue, FacetGroup, Facets, ProductConditions } from './query.ts'
import { search } from './search.ts'
import { type Group, type Labelled, valuesOf } from './values.ts'

/**
 * What can be chosen among the products found. A choice that is made already does not count against its own alternatives:
 * labels are counted as if no label was asked for, the options of a group as if none of that group was, and prices without
 * the range asked for. At most `limit` labels, and as many options of each group.
 */
export async function findFacets(edition: Edition, conditions: ProductConditions, limit: number): Promise<Facets> {
  const facets = await edition.remembered(
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

async function count(edition: Edition, conditions: ProductConditions): Promise<Facets> {
  const question = new Question(edition, conditions)
  const values = await valuesOf(edition)
  const labelled = counted(values.labels, await question.ofLabels())
  const found = await question.ofFound()
  const groups: { group: FacetGroup; count: number }[] = []
  for (const group of values.groups) {
    const options = counted(group.options, await question.ofOptions(group))
    const { id, name, code } = group
    if (options.length > 0) groups.push({ group: { id, name, code, options }, count: found(group.number) })
  }
  return {
    labels: labelled,
    optionGroups: groups.sort((a, b) => b.count - a.count).map(({ group }) => group),
    price: await question.prices(),
    inStock: await question.inStock(),
  }
}

/** The values that anything has, by count; those of one count stay sorted by name. */
function counted(values: readonly Labelled[], count: Counts): CountedValue[] {
  return values
    .map(({ id, name, code, number }) => ({ id, name, code, count: count(number) }))
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

  /** How many of the products found have a value. */
  async ofFound(): Promise<Counts> {
    return await this.#countsOf(this.#clauses, 'group')
  }

  /** How many products each label would give, chosen instead of those that are. */
  async ofLabels(): Promise<Counts> {
    return await this.#countsOf({ ...this.#clauses, labels: [] }, 'label')
  }

  /** How many products each option of a group would give, chosen instead of those of the group that are. */
  ofOptions(group: Group): Promise<Counts> {
    const others = this.#clauses.variant.filter((clause) => !choosesIn(clause, group))
    // An option beside other conditions on a variant must be met on the same one; alone it is asked of the product.
    return others.length > 0
      ? this.#countsWith(others)
      : this.#countsOf({ ...this.#clauses, variant: [] }, `option:${group.code}`)
  }

  async inStock(): Promise<number> {
    const others = this.#clauses.variant.filter(({ about }) => about !== 'stock')
    const products = await this.#products({ ...this.#clauses, variant: [...others, STOCK_CLAUSE] })
    return products!.size
  }

  async prices(): Promise<Facets['price']> {
    const others = this.#clauses.variant.filter(({ about }) => about !== 'price')
    const products = await this.#products({ ...this.#clauses, variant: others })
    return {
      min: await this.#price('price:ASC', 'price', products),
      max: await this.#price(DEAREST, 'highestPrice', products),
    }
  }

  /** What the first product in an order costs. */
  async #price(sort: Sort, field: 'price' | 'highestPrice', products: Positions | undefined): Promise<string | null> {
    const first = products ? await this.#first(products, sort) : await this.#edition.ranked('product', sort, 0, 1)
    const [row] = await this.#edition.products([...first])
    const cents = row?.[field] ?? null
    return cents === null ? null : formatPrice(cents)
  }

  async #first(products: Positions, sort: Sort): Promise<Uint32Array> {
    const order = await this.#edition.order('product', sort)
    await order.prepare()
    return new Ranked(products, order).slice(0, 1)
  }

  #countsWith(others: readonly VariantClause[]): Promise<Counts> {
    const clauses = { ...this.#clauses, variant: [] }
    return this.#once(`options with ${this.#keyOf({ ...clauses, variant: others })}`, async () => {
      const variants = await this.#filter.variants(others.map(({ has }) => has))
      // Products that satisfy each by itself: those whose variants are worth a look.
      const each = await this.#filter.eachOf(others)
      const products = await this.#products(clauses)
      return await countVariants(this.#edition, variants!, products ? intersect(each, products) : each)
    })
  }

  /** Where nothing is chosen, everything is counted on the same products, and so at once. */
  #countsOf(clauses: Clauses, wanted: Part): Promise<Counts> {
    const part = this.#clauses.labels.length + this.#clauses.variant.length === 0 ? 'all' : wanted
    return this.#once(`${part} of ${this.#keyOf(clauses)}`, async () =>
      countProducts(this.#edition, await this.#products(clauses), part),
    )
  }

  #products(clauses: Clauses): Promise<Positions | undefined> {
    return this.#once(`products ${this.#keyOf(clauses)}`, async () => {
      const filtered = await this.#filter.products(clauses)
      if (this.#search === undefined) return filtered
      const matches = await this.#once('matches', () => search(this.#edition, 'product', this.#search!))
      return filtered ? intersect(filtered, matches.any) : matches.any
    })
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

/** Whether a clause is a choice among the options of a group. */
function choosesIn({ about, groups, codes }: VariantClause, { code, options }: Group): boolean {
  if (about !== 'option') return false
  return groups ? groups.includes(code) : options.some((option) => codes!.includes(option.code))
}
