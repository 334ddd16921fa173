import type { Product } from '@vitrine/catalog/product'
import type { NaiveStore } from './naive.ts'
import { optionsOfProduct } from './naive-filter.ts'

/** The products that share a label or an option with the product of this id, each with the sum of the shared weights. */
export function relatedProducts({ products }: NaiveStore, id: string): Map<Product, number> {
  const product = products.find((each) => each.id === id)
  const related = new Map<Product, number>()
  if (!product) return related
  const weighted = valuesOf(product).map((value) => ({ value, weight: weightOf(value, product, products) }))
  const counted = weighted.sort((a, b) => b.weight - a.weight).slice(0, 64)
  for (const other of products.filter((each) => each !== product)) {
    const values = valuesOf(other)
    const shared = counted.filter(({ value }) => values.includes(value))
    if (shared.length > 0) related.set(other, shared.map(({ weight }) => weight).reduce(sum))
  }
  return related
}

const sum = (one: number, other: number) => one + other

function valuesOf(product: Product): string[] {
  const labels = product.labelValues.map(({ code }) => `label ${code}`)
  return [...labels, ...optionsOfProduct(product).map(({ group, code }) => `${group}:${code}`)]
}

function weightOf(value: string, product: Product, products: readonly Product[]): number {
  const having = products.filter((each) => valuesOf(each).includes(value)).length
  const group = product.optionGroups.find(({ code }) => value.startsWith(`${code}:`))
  return Math.round((1000 * Math.log(1 + products.length / having)) / (group?.options.length ?? 1))
}
