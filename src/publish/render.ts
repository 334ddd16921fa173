import type { Option, Product, Variant } from '../catalog/product.ts'

/** The documents of one product: JSON text, to be served as it is. */
export interface Rendered {
  /** The product as it stands in a list: without its files and option groups, its variants without files. */
  readonly summary: string
  /** The product by itself. */
  readonly detail: string
  /** The full form of each variant, in the product's order. */
  readonly variants: readonly string[]
}

/** Renders each form once, with the fields and in the order of the specification's section 2. */
export function render(product: Product): Rendered {
  const { id, name, description, slug, files, optionGroups, labelValues } = product
  const reference = { id, name, description, slug, variants: [], files: [], optionGroups: [], labelValues: [] }
  const identity = { id, name, description, slug }
  return {
    summary: JSON.stringify({ ...identity, variants: product.variants.map(inList), labelValues }),
    detail: JSON.stringify({ ...identity, variants: product.variants.map(inDetail), files, optionGroups, labelValues }),
    variants: product.variants.map((variant) => JSON.stringify({ ...inFull(variant), product: reference })),
  }
}

function inList({ id, name, sku, price, stock, productOptions }: Variant) {
  return { id, name, sku, price, stock, productOptions: productOptions.map(option) }
}

function inDetail(variant: Variant) {
  const files = variant.files.map(({ id, priority, file: { path, mimeType } }) => ({
    id,
    priority,
    file: { path, mimeType },
  }))
  return { ...inList(variant), files }
}

function inFull({ id, name, sku, price, stock, productOptions, files, taxRate, labelValues }: Variant) {
  return { id, name, sku, price, stock, productOptions, files, taxRate, labelValues }
}

function option({ id, name, code }: Option): Option {
  return { id, name, code }
}
