import { derivedFields } from '@vitrine/catalog/derived-fields'
import type { Option, OptionGroup, PictureFile, Product, Submitted, TaxRate, Variant } from '@vitrine/catalog/product'
import { withoutStoreTaxRate } from '@vitrine/catalog/store-tax-rate'
import { renderCard } from './render-card.ts'

/** The JSON documents of one product, as they are served and stored. */
export interface ProductDocuments {
  /** The product in a list: without its files and option groups, its variants without files. */
  readonly summary: string
  /** The product by itself. */
  readonly detail: string
  /** What a grid shows of the product. */
  readonly card: string
}

/**
 * Renders the fields in the order of the OpenAPI schemas, and leaves out those that are undefined. The parts that the
 * documents share, above all the description, are serialized once.
 */
export function renderDocuments(product: Product, derived = derivedFields(product)): ProductDocuments {
  const { id, name, description, slug, variants, files, optionGroups, labelValues } = product
  const identity = JSON.stringify({ id, name, description, slug })
  const labels = labelValues.map(pickNamed)
  const options = variants.map(({ productOptions }) => productOptions.map(pickNamed))
  const summary = {
    variants: variants.map((variant, index) => summaryOf(variant, options[index]!)),
    labelValues: labels,
  }
  const details = variants.map((variant, index) => detailOf(variant, options[index]!))
  const groups = optionGroups.map(pickGroup)
  const detail = { variants: details, files, optionGroups: groups, labelValues: labels }
  return {
    summary: joinObjects(identity, JSON.stringify(summary)),
    detail: joinObjects(identity, JSON.stringify(detail)),
    card: renderCard(product, derived),
  }
}

/**
 * The document `source`: the product as it came, perhaps without timestamps. It has all fields. A variant with the tax
 * rate of the store has none.
 */
export function sourceDocument(product: Product | Submitted<Product>, storeRate: TaxRate): string {
  return withoutStoreTaxRate(JSON.stringify(product), storeRate)
}

/** The JSON of an object with the fields of both objects, neither of which is empty. */
function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`
}

// The objects below name every field: spreading one object into another costs as much as serializing it.

function summaryOf({ id, name, sku, price, listPrice, stock }: Variant, productOptions: readonly Option[]) {
  return { id, name, sku, price, listPrice, stock, productOptions }
}

function detailOf(variant: Variant, productOptions: readonly Option[]) {
  const { id, name, sku, gtin, price, listPrice, stock } = variant
  const files = variant.files.map(({ id, priority, file }) => ({ id, priority, file: pickPicture(file) }))
  return { id, name, sku, gtin, price, listPrice, stock, productOptions, files }
}

function pickPicture({ path, mimeType, alt, width, height }: PictureFile) {
  return { path, mimeType, alt, width, height }
}

function pickGroup({ id, name, code, options }: OptionGroup): OptionGroup {
  return { id, name, code, options: options.map(pickNamed) }
}

function pickNamed({ id, name, code }: Option): Option {
  return { id, name, code }
}
