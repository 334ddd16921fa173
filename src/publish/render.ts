import type { Option, Product, Stamps, Variant, VariantFile } from '../catalog/product.ts'

/** The JSON documents of one product, as they are served. */
export interface ProductDocuments {
  /** The product in a list: without its files and option groups, its variants without files. */
  readonly summary: string
  /** The product by itself. */
  readonly detail: string
  /** The full form of each variant, in the product's order. */
  readonly variants: readonly string[]
}

/**
 * Renders the fields in the order of the specification's section 2. What the documents have in common, above all the
 * description, is serialized once.
 */
export function renderDocuments(product: Product): ProductDocuments {
  const { id, name, description, slug, variants, files, optionGroups, labelValues } = product
  const identity = JSON.stringify({ id, name, description, slug })
  const labels = labelValues.map(pickNamed)
  const summary = { variants: variants.map(summaryOf), labelValues: labels }
  const detail = { variants: variants.map(detailOf), files, optionGroups, labelValues: labels }
  const reference = joinObjects(identity, EMPTY_LISTS)
  return {
    summary: joinObjects(identity, JSON.stringify(summary)),
    detail: joinObjects(identity, JSON.stringify(detail)),
    variants: variants.map((variant) => joinObjects(JSON.stringify(fullFormOf(variant)), `{"product":${reference}}`)),
  }
}

const EMPTY_LISTS = JSON.stringify({ variants: [], files: [], optionGroups: [], labelValues: [] })

/** The JSON of an object with the fields of both objects, neither of which is empty. */
function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`
}

function summaryOf({ id, name, sku, price, stock, productOptions }: Variant) {
  return { id, name, sku, price, stock, productOptions: productOptions.map(pickNamed) }
}

function detailOf(variant: Variant) {
  const pick = ({ path, mimeType }: VariantFile['file']) => ({ path, mimeType })
  const files = variant.files.map(({ id, priority, file }) => ({ id, priority, file: pick(file) }))
  return { ...summaryOf(variant), files }
}

/** Names every key in its order, since publishing appends the timestamps that the catalog leaves out. */
function fullFormOf(variant: Variant) {
  const { taxRate, labelValues } = variant
  const { id, name, rate, isDefault } = taxRate
  return {
    ...summaryOf(variant),
    productOptions: variant.productOptions.map((option) => ({ ...pickNamed(option), ...pickStamps(option) })),
    files: variant.files.map(fullFormOfFile),
    taxRate: { id, name, rate, isDefault, ...pickStamps(taxRate) },
    labelValues,
  }
}

function fullFormOfFile(entry: VariantFile): VariantFile {
  const { id, priority, file } = entry
  const { originalName, fileName, mimeType, fileSize, path } = file
  const stored = { id: file.id, ...pickStamps(file), originalName, fileName, mimeType, fileSize, path }
  return { id, ...pickStamps(entry), priority, file: stored }
}

function pickStamps({ createdAt, updatedAt }: Stamps): Stamps {
  return { createdAt, updatedAt }
}

function pickNamed({ id, name, code }: Option): Option {
  return { id, name, code }
}
