import type { Option, PictureFile, Product, Stamps, Variant, VariantFile } from '../catalog/product.ts'

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
 * Renders the fields in the order of the OpenAPI schemas, and leaves out those that are undefined. The parts that the
 * documents share, above all the description, are serialized once.
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

function summaryOf({ id, name, sku, price, listPrice, stock, productOptions }: Variant) {
  return { id, name, sku, price, listPrice, stock, productOptions: productOptions.map(pickNamed) }
}

function detailOf(variant: Variant) {
  const files = variant.files.map(({ id, priority, file }) => ({ id, priority, file: pickPicture(file) }))
  return { ...identityOf(variant), ...summaryOf(variant), files }
}

/** The first fields of a variant outside of lists of products. */
function identityOf({ id, name, sku, gtin }: Variant) {
  return { id, name, sku, gtin }
}

/** Names every key in its order, since publishing appends the timestamps that the catalog leaves out. */
function fullFormOf(variant: Variant) {
  const { taxRate, labelValues } = variant
  const { id, name, rate, isDefault } = taxRate
  return {
    ...identityOf(variant),
    ...summaryOf(variant),
    productOptions: variant.productOptions.map((option) => ({ ...pickNamed(option), ...pickStamps(option) })),
    files: variant.files.map(fullFormOfFile),
    taxRate: { id, name, rate, isDefault, ...pickStamps(taxRate) },
    labelValues,
  }
}

function fullFormOfFile(entry: VariantFile) {
  const { id, priority, file } = entry
  const { originalName, fileName, mimeType, fileSize, path, alt, width, height } = file
  const stored = {
    ...{ id: file.id, ...pickStamps(file), originalName, fileName },
    ...{ mimeType, fileSize, path, alt, width, height },
  }
  return { id, ...pickStamps(entry), priority, file: stored }
}

function pickPicture({ path, mimeType, alt, width, height }: PictureFile) {
  return { path, mimeType, alt, width, height }
}

function pickStamps({ createdAt, updatedAt }: Stamps): Stamps {
  return { createdAt, updatedAt }
}

function pickNamed({ id, name, code }: Option): Option {
  return { id, name, code }
}
