import type { Product, ProductOption, StoredFile, TaxRate, Variant, VariantFile } from '@vitrine/catalog/product'
import { withStoreTaxRate } from '@vitrine/catalog/store-tax-rate'
import { readStored, unpackSource } from './packed-source.ts'
import type { ConcatenatedDocuments, ProductOfVariants, VariantKeys } from './storage.ts'

/**
 * The variants of these products that have the id, or one of the positions: their full forms by position. Throws if a
 * product is damaged.
 */
export function renderVariants(
  products: readonly ProductOfVariants[],
  keys: VariantKeys,
  storeRate: TaxRate,
): ReadonlyMap<number, string> {
  const wanted = new Set<string | number>('id' in keys ? [keys.id] : keys.positions)
  const documents = new Map<number, string>()
  for (const { variants: list, body } of products)
    readStored(() => {
      const product: Product = JSON.parse(withStoreTaxRate(unpackSource(body, 'source'), storeRate))
      for (const [index, position] of list.split(',').map(Number).entries()) {
        const variant = product.variants[index]!
        if (wanted.has('id' in keys ? variant.id : position)) documents.set(position, renderVariant(variant, product))
      }
    })
  return documents
}

/** Documents joined by commas, in the order of the positions, as UTF-8; fewer if some are missing. */
export function joinDocuments(documents: ReadonlyMap<number, string>, positions: Uint32Array): ConcatenatedDocuments {
  const bodies = Array.from(positions, (position) => documents.get(position)).filter((body) => body !== undefined)
  return { body: Buffer.from(bodies.join()), lengths: bodies.map((body) => Buffer.byteLength(body)) }
}

/** The full form of a variant of a product, as JSON. Its fields have the order of the OpenAPI schema. */
function renderVariant(variant: Variant, { id, name, description, slug }: Product): string {
  const product = { id, name, description, slug, variants: [], files: [], optionGroups: [], labelValues: [] }
  return JSON.stringify(fullFormOf(variant, product))
}

// The objects below name every field, and a field that is undefined is left out.

function fullFormOf(variant: Variant, product: object) {
  const { id, name, sku, gtin, externalId, price, listPrice, stock, labelValues } = variant
  const productOptions = variant.productOptions.map(pickOption)
  const files = variant.files.map(fullFormOfFile)
  const taxRate = pickTaxRate(variant.taxRate)
  const identity = { id, name, sku, gtin, externalId }
  return { ...identity, price, listPrice, stock, productOptions, files, taxRate, labelValues, product }
}

function fullFormOfFile({ id, createdAt, updatedAt, priority, file }: VariantFile) {
  return { id, createdAt, updatedAt, priority, file: pickFile(file) }
}

function pickFile(stored: StoredFile) {
  const { id, createdAt, updatedAt, originalName, fileName, mimeType, fileSize, path, alt, width, height } = stored
  return { id, createdAt, updatedAt, originalName, fileName, mimeType, fileSize, path, alt, width, height }
}

function pickOption({ id, name, code, createdAt, updatedAt }: ProductOption) {
  return { id, name, code, createdAt, updatedAt }
}

function pickTaxRate({ id, name, rate, isDefault, createdAt, updatedAt }: TaxRate) {
  return { id, name, rate, isDefault, createdAt, updatedAt }
}
