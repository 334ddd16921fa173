import type { Option, Product, Stamps, Variant, VariantFile } from '../catalog/product.ts'

/** The documents of one product: JSON text, to be served as it is. */
export interface Rendered {
  /** The product as it stands in a list: without its files and option groups, its variants without files. */
  readonly summary: string
  /** The product by itself. */
  readonly detail: string
  /** The full form of each variant, in the product's order. */
  readonly variants: readonly string[]
}

/**
 * Renders each form once, with the fields and in the order of the specification's section 2. What all documents have in
 * common, above all the description, becomes text once.
 */
export function render(product: Product): Rendered {
  const { id, name, description, slug, variants, files, optionGroups, labelValues } = product
  const identity = JSON.stringify({ id, name, description, slug })
  const reference = joined(identity, NOTHING_MORE)
  return {
    summary: joined(identity, JSON.stringify({ variants: variants.map(inList), labelValues })),
    detail: joined(identity, JSON.stringify({ variants: variants.map(inDetail), files, optionGroups, labelValues })),
    variants: variants.map((variant) => joined(JSON.stringify(inFull(variant)), `{"product":${reference}}`)),
  }
}

const NOTHING_MORE = JSON.stringify({ variants: [], files: [], optionGroups: [], labelValues: [] })

/** The JSON of an object with the fields of two, neither of which is empty. */
function joined(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`
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

/** Picks every key, since timestamps that the catalog left out were added last: here they come in their place. */
function inFull({ id, name, sku, price, stock, productOptions, files, taxRate, labelValues }: Variant) {
  return {
    id,
    name,
    sku,
    price,
    stock,
    productOptions: productOptions.map((chosen) => ({ ...option(chosen), ...stamps(chosen) })),
    files: files.map(fullFile),
    taxRate: {
      id: taxRate.id,
      name: taxRate.name,
      rate: taxRate.rate,
      isDefault: taxRate.isDefault,
      ...stamps(taxRate),
    },
    labelValues,
  }
}

function fullFile(entry: VariantFile): VariantFile {
  const { id, priority, file } = entry
  const { originalName, fileName, mimeType, fileSize, path } = file
  const stored = { id: file.id, ...stamps(file), originalName, fileName, mimeType, fileSize, path }
  return { id, ...stamps(entry), priority, file: stored }
}

function stamps({ createdAt, updatedAt }: Stamps): Stamps {
  return { createdAt, updatedAt }
}

function option({ id, name, code }: Option): Option {
  return { id, name, code }
}
