import type { Option, OptionGroup, Product } from '../../src/catalog/product.ts'
import { fold } from '../../src/catalog/words.ts'
import type { CountedValue, FacetGroup, Facets, ProductConditions } from '../../src/serve/query.ts'
import type { NaiveStore } from './naive.ts'
import { centsOf, groupOf, isUnqualified, productPasses } from './naive-filter.ts'
import { matching } from './naive-find.ts'

/** What can be chosen next: for each choice the products are found anew, as they would be with it. */
export function naiveFacets(store: NaiveStore, asked: ProductConditions, facetLimit: number): Facets {
  const searched = [...matching(store, asked.search).keys()]
  const find = (changes: Partial<ProductConditions>) =>
    searched.filter((product) => productPasses(product, { ...asked, ...changes }))
  const oldestFirst = store.products.toSorted((a, b) => store.age(a.id) - store.age(b.id))
  return {
    labels: labelCounts(oldestFirst, find({ labels: [] })).slice(0, facetLimit),
    optionGroups: groupsInOrder(oldestFirst, find({}))
      .map(({ id, name, code }): FacetGroup => {
        const count = (option: string) => find(choosing(`${code}:${option}`, asked, oldestFirst)).length
        return { id, name, code, options: optionCounts(code, oldestFirst, count).slice(0, facetLimit) }
      })
      .filter(({ options }) => options.length > 0),
    price: pricesOf(find({ price: undefined })),
    inStock: find({ inStock: true }).length,
  }
}

function labelCounts(store: readonly Product[], found: readonly Product[]): CountedValue[] {
  const labels = firstOfEachCode(store.flatMap(({ labelValues }) => labelValues))
  return inOrder(labels, (code) => found.filter(({ labelValues }) => hasCode(labelValues, code)).length)
}

function optionCounts(group: string, store: readonly Product[], count: (option: string) => number): CountedValue[] {
  return inOrder(optionsOf(group, store), count)
}

/** The groups of the whole store: those first that most of the products found have. */
function groupsInOrder(store: readonly Product[], found: readonly Product[]): OptionGroup[] {
  const count = (code: string) => found.filter(({ optionGroups }) => hasCode(optionGroups, code)).length
  return firstOfEachCode(store.flatMap(({ optionGroups }) => optionGroups)).sort(
    (a, b) => count(b.code) - count(a.code) || compareNamed(a, b),
  )
}

/** What is asked, but with this option in place of what is chosen in its group. */
function choosing(option: string, asked: ProductConditions, store: readonly Product[]): Partial<ProductConditions> {
  const group = groupOf(option)
  const unqualified = asked.options.filter(isUnqualified)
  const elsewhere = asked.options.filter((other) => !isUnqualified(other) && groupOf(other) !== group)
  const isMeant =
    asked.optionGroups.length > 0
      ? asked.optionGroups.includes(group)
      : optionsOf(group, store).some(({ code }) => unqualified.includes(code))
  if (unqualified.length > 0 && isMeant) return { options: [...elsewhere, option], optionGroups: [] }
  return { options: [...elsewhere, ...unqualified, option] }
}

/** The options of a group in any product. */
function optionsOf(group: string, store: readonly Product[]): Option[] {
  const groups = store.flatMap(({ optionGroups }) => optionGroups).filter(({ code }) => code === group)
  return firstOfEachCode(groups.flatMap(({ options }) => options))
}

function pricesOf(products: readonly Product[]): Facets['price'] {
  const prices = products
    .flatMap(({ variants }) => variants.map(({ price }) => price))
    .sort((a, b) => centsOf(a) - centsOf(b))
  return { min: prices.at(0) ?? null, max: prices.at(-1) ?? null }
}

/** Those that count for something: what counts most first, then by name and code. */
function inOrder(values: readonly Option[], countOf: (code: string) => number): CountedValue[] {
  return values
    .map(({ id, name, code }) => ({ id, name, code, count: countOf(code) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareNamed(a, b))
}

interface Named {
  readonly name: string
  readonly code: string
}

/** By code point, which is what bytes compare by. */
function compareNamed(a: Named, b: Named): number {
  return (
    Buffer.compare(Buffer.from(fold(a.name)), Buffer.from(fold(b.name))) ||
    Buffer.compare(Buffer.from(a.code), Buffer.from(b.code))
  )
}

function firstOfEachCode<Thing extends Named>(things: readonly Thing[]): Thing[] {
  return things.filter(({ code }, index) => index === things.findIndex((other) => other.code === code))
}

function hasCode(things: readonly Named[], code: string): boolean {
  return things.some((thing) => thing.code === code)
}
