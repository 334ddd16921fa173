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
  const reference = joinObjects(identity, EMPTY_LISTS)
  return {
    summary: joinObjects(identity, JSON.stringify({ variants: variants.map(summaryOf), labelValues })),
    detail: joinObjects(
      identity,
      JSON.stringify({ variants: variants.map(detailOf), files, optionGroups, labelValues }),
    ),
    variants: variants.map((variant) => joinObjects(JSON.stringify(fullFormOf(variant)), `{"product":${reference}}`)),
  }
}

const EMPTY_LISTS = JSON.stringify({ variants: [], files: [], optionGroups: [], labelValues: [] })

/** The JSON of an object with the fields of both objects, neither of which is empty. */
function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`
}

function summaryOf({ id, name, sku, price, stock, productOptions }: Variant) {
  return { id, name, sku, price, stock, productOptions: productOptions.map(pickOption) }
}

function detailOf(variant: Variant) {
  const files = variant.files.map(({ id, priority, file: { path, mimeType } }) => ({
    id,
    priority,
    file: { path, mimeType },
  }))
  return { ...summaryOf(variant), files }
}

/** Names every key, since publishing appends timestamps that the catalog leaves out: here they come in their place. */
function fullFormOf({ id, name, sku, price, stock, productOptions, files, taxRate, labelValues }: Variant) {
  return {
    id,
    name,
    sku,
    price,
    stock,
    productOptions: productOptions.map((option) => ({ ...pickOption(option), ...pickStamps(option) })),
    files: files.map(fullFormOfFile),
    taxRate: {
      id: taxRate.id,
      name: taxRate.name,
      rate: taxRate.rate,
      isDefault: taxRate.isDefault,
      ...pickStamps(taxRate),
    },
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

function pickOption({ id, name, code }: Option): Option {
  return { id, name, code }
}
