import type { GroupOption, OptionGroup, Product, Variant } from '@vitrine/catalog/product'
import { fold } from '@vitrine/catalog/words'
import type {
  Bucket,
  CountedLabel,
  CountedValue,
  FacetGroup,
  Facets,
  ProductConditions,
} from '@vitrine/engine/serve/query'
import type { NaiveStore } from './naive.ts'
import { type AttributeTexts, codeOf, naiveAttributes, naiveRanges } from './naive-attributes.ts'
import { centsOf, groupOf, isUnqualified, matchingVariants, productMatches, withCurrentSlugs } from './naive-filter.ts'
import { candidates } from './naive-find.ts'
import { withPriceNote } from './naive-price.ts'
import { ruleFor, withRule } from './naive-rules.ts'
import { naiveTree } from './naive-tree.ts'

/** Counts facets by running the query again for each value, with that value in place of the current selection. */
export function naiveFacets(
  store: NaiveStore,
  requested: ProductConditions & AttributeTexts,
  facetLimit: number,
  buckets?: number,
  isSorted = false,
): Facets {
  const query = withCurrentSlugs(requested, store.products)
  const { ranks, note: ofSearch } = candidates(store, query)
  const rule = isSorted || query.search === undefined ? undefined : ruleFor(store, query)
  const products = withRule(store, rule, [...ranks.keys()])
  const note = withPriceNote(rule ? { ...ofSearch, rule: true } : ofSearch, query)
  const find = (changes: Partial<ProductConditions & AttributeTexts>) =>
    products.filter((product) => productMatches(product, { ...query, ...changes }, naiveTree(store.products)))
  const variantsWith = (changes: Partial<ProductConditions & AttributeTexts>) =>
    find(changes).map((product) => [product, matchingVariants(product, { ...query, ...changes })] as const)
  const variantsFor = (code: string) =>
    variantsWith({ attributeTexts: (query.attributeTexts ?? []).filter((text) => codeOf(text) !== code) })
  const oldestFirst = store.products.toSorted((a, b) => store.loadOrder(a.id) - store.loadOrder(b.id))
  const price = pricesOf(find({ price: undefined }))
  const attributes = naiveAttributes(oldestFirst, variantsFor, buckets)?.sort(
    (a, b) => b.count - a.count || compareNamed(a, b),
  )
  return {
    labels: labelCounts(oldestFirst, find({ labels: [] })).slice(0, facetLimit),
    optionGroups: groupsInOrder(oldestFirst, find({}))
      .map(({ id, name, code }): FacetGroup => {
        const count = (option: string) => find(selecting(`${code}:${option}`, query, oldestFirst)).length
        return { id, name, code, options: optionCounts(code, oldestFirst, count).slice(0, facetLimit) }
      })
      .filter(({ options }) => options.length > 0),
    price: { ...price, ...(buckets && { buckets: priceBuckets(variantsWith({ price: undefined }), price, buckets) }) },
    inStock: find({ inStock: true }).length,
    ...(store.products.some(isOnSale) && { onSale: find({ onSale: true }).length }),
    ...(attributes && { attributes: attributes.slice(0, facetLimit) }),
    ...(note && { meta: { search: note } }),
  }
}

function isOnSale({ variants }: Product): boolean {
  return variants.some(({ listPrice }) => listPrice !== undefined)
}

/** `store` has all products of the store. */
export function labelCounts(store: readonly Product[], matches: readonly Product[]): CountedLabel[] {
  const { within, kindOf } = naiveTree(store)
  const labels = firstOfEachCode(store.flatMap(({ labelValues }) => labelValues))
  const having = (codes: readonly string[]) =>
    matches.filter(({ labelValues }) => codes.some((code) => hasCode(labelValues, code)))
  const counted = inOrder(labels, (code) => having(within(code)).length)
  return counted.map((label): CountedLabel => {
    const kind = kindOf(label.code)
    return { ...label, ...(kind && { kind }), ...(kind === 'category' && { parameter: 'within' }) }
  })
}

function optionCounts(group: string, store: readonly Product[], count: (option: string) => number): CountedValue[] {
  return inOrder(optionsOf(group, store), count)
}

/** The groups of the store, sorted by the number of matching products that have them. */
function groupsInOrder(store: readonly Product[], matches: readonly Product[]): OptionGroup[] {
  const count = (code: string) => matches.filter(({ optionGroups }) => hasCode(optionGroups, code)).length
  return firstOfEachCode(store.flatMap(({ optionGroups }) => optionGroups)).sort(
    (a, b) => count(b.code) - count(a.code) || compareNamed(a, b),
  )
}

/** The change that selects this option in place of the current selection in its group. */
function selecting(option: string, query: ProductConditions, store: readonly Product[]): Partial<ProductConditions> {
  const group = groupOf(option)
  const unqualified = query.options.filter(isUnqualified)
  const inOtherGroups = query.options.filter((other) => !isUnqualified(other) && groupOf(other) !== group)
  const unqualifiedApply =
    query.optionGroups.length > 0
      ? query.optionGroups.includes(group)
      : optionsOf(group, store).some(({ code }) => unqualified.includes(code))
  if (unqualified.length > 0 && unqualifiedApply) return { options: [...inOtherGroups, option], optionGroups: [] }
  return { options: [...inOtherGroups, ...unqualified, option] }
}

/** All options of a group in the store. */
function optionsOf(group: string, store: readonly Product[]): GroupOption[] {
  const groups = store.flatMap(({ optionGroups }) => optionGroups).filter(({ code }) => code === group)
  return firstOfEachCode(groups.flatMap(({ options }) => options))
}

function pricesOf(products: readonly Product[]): Facets['price'] {
  const prices = products
    .flatMap(({ variants }) => variants.map(({ price }) => price))
    .sort((a, b) => centsOf(a) - centsOf(b))
  return { min: prices.at(0) ?? null, max: prices.at(-1) ?? null }
}

/** Each product counts by the lowest price of its variants. */
function priceBuckets(
  variants: readonly (readonly [Product, readonly Variant[]])[],
  { min, max }: Facets['price'],
  most: number,
): Bucket<string>[] {
  if (min === null || max === null) return []
  const cents = (price: string) => BigInt(centsOf(price))
  const lowest = variants
    .filter(([, { length }]) => length > 0)
    .map(([, list]) => list.map(({ price }) => cents(price)).reduce((a, b) => (a < b ? a : b)))
  const ranges = naiveRanges(cents(min), cents(max), most)
  const served = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
  return ranges.map(([from, to], index) => {
    const isLast = index === ranges.length - 1
    const count = lowest.filter((value) => value >= from && (isLast ? value <= to : value < to)).length
    return { from: served(from), to: served(to), count }
  })
}

/** Values with a count above 0, sorted by count, then by name and code. */
function inOrder(values: readonly GroupOption[], countOf: (code: string) => number): CountedValue[] {
  return values
    .map(({ id, name, code, color }) => ({ id, name, code, ...(color && { color }), count: countOf(code) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareNamed(a, b))
}

interface Named {
  readonly name: string
  readonly code: string
}

/** Compares by code point, as UTF-8 bytes do. */
export function compareNamed(a: Named, b: Named): number {
  return (
    Buffer.compare(Buffer.from(fold(a.name)), Buffer.from(fold(b.name))) ||
    Buffer.compare(Buffer.from(a.code), Buffer.from(b.code))
  )
}

function firstOfEachCode<Item extends Named>(items: readonly Item[]): Item[] {
  return items.filter(({ code }, index) => index === items.findIndex((other) => other.code === code))
}

function hasCode(items: readonly Named[], code: string): boolean {
  return items.some((item) => item.code === code)
}
