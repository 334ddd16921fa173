import type { NativeProduct } from '../product.ts'

/** The labels of a product, as shops keep them apart. */
export type Labels = {
  /** `Clothing > Shirts`, or `Shirts` alone. */
  category: string
  tags: string[]
}

/** The category comes first among the labels, behind the one above it if that is said. */
export function labelsOf({ labelValues }: NativeProduct): Labels {
  const [first, second] = labelValues
  const steps = second?.code.startsWith(`${first!.code}-`) ? 2 : 1
  const names = labelValues.map(({ name }) => name)
  return { category: names.slice(0, steps).join(' > '), tags: names.slice(steps) }
}
