import { derivedFields } from '@vitrine/catalog/derived-fields'
import type { Option, PictureDetails, PictureFile, Product, Variant } from '@vitrine/catalog/product'
import type { VariantOfProduct } from './searched-words.ts'

/** The document of a product in the list, with its keys in order. */
export function summaryDocument({ id, name, description, slug, variants, labelValues }: Product) {
  return { id, name, description, slug, variants: variants.map(summary), labelValues: labelValues.map(named) }
}

/** The document of a single product. */
export function detailDocument(product: Product) {
  const { id, name, description, slug, files, optionGroups, labelValues } = product
  return {
    id,
    name,
    description,
    slug,
    variants: product.variants.map((variant) => ({
      ...identity(variant),
      ...summary(variant),
      files: variant.files.map(briefFile),
    })),
    files: files.map(briefFile),
    optionGroups: optionGroups.map((group) => ({ ...named(group), options: group.options.map(named) })),
    labelValues: labelValues.map(named),
  }
}

/** A product as an export has it. */
export function fullDocument(product: Product) {
  const { id, name, description, slug, variants, files, optionGroups, labelValues, popularity } = product
  return {
    ...{ id, name, description, slug, ...stamps(product) },
    variants: variants.map((variant) => ({ ...completeVariant(variant), ...stamps(variant) })),
    files: files.map(briefFile),
    optionGroups: optionGroups.map((group) => ({ ...named(group), options: group.options.map(named) })),
    labelValues: labelValues.map((label) => ({ ...named(label), ...(label.parent && { parent: label.parent }) })),
    ...(popularity && { popularity }),
    ...derivedFields(product),
  }
}

/** The document of a variant. */
export function variantDocument({ variant, product }: VariantOfProduct) {
  const { id, name, description, slug } = product
  const reference = { id, name, description, slug, variants: [], files: [], optionGroups: [], labelValues: [] }
  return { ...completeVariant(variant), product: reference }
}

function completeVariant(variant: Variant) {
  return {
    ...identity(variant),
    ...summary(variant),
    productOptions: variant.productOptions.map((option) => ({ ...named(option), ...stamps(option) })),
    files: variant.files.map(({ file, ...entry }) => ({
      id: entry.id,
      ...stamps(entry),
      priority: entry.priority,
      file: {
        id: file.id,
        ...stamps(file),
        originalName: file.originalName,
        fileName: file.fileName,
        mimeType: file.mimeType,
        fileSize: file.fileSize,
        path: file.path,
        ...details(file),
      },
    })),
    taxRate: taxRate(variant.taxRate),
    labelValues: variant.labelValues.map(named),
  }
}

function identity({ id, name, sku, gtin }: Variant) {
  return { id, name, sku, ...(gtin && { gtin }) }
}

function summary({ id, name, sku, price, listPrice, stock, productOptions }: Variant) {
  return { id, name, sku, price, ...(listPrice && { listPrice }), stock, productOptions: productOptions.map(named) }
}

function named({ id, name, code }: Option): Option {
  return { id, name, code }
}

interface File {
  readonly id: string
  readonly priority: number
  readonly file: PictureFile
}

function briefFile({ id, priority, file }: File): File {
  return { id, priority, file: { path: file.path, mimeType: file.mimeType, ...details(file) } }
}

function details({ alt, width, height }: PictureDetails): PictureDetails {
  return { ...(alt && { alt }), ...(width && height && { width, height }) }
}

function taxRate(rate: Variant['taxRate']) {
  return { id: rate.id, name: rate.name, rate: rate.rate, isDefault: rate.isDefault, ...stamps(rate) }
}

function stamps({ createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string }) {
  return { createdAt, updatedAt }
}
