import type { Option, Product, Variant } from '../../src/catalog/product.ts'
import type { Owned } from './naive-find.ts'

/** A product as the list has it, each key in its place. */
export function listForm({ id, name, description, slug, variants, labelValues }: Product) {
  return { id, name, description, slug, variants: variants.map(summary), labelValues: labelValues.map(named) }
}

/** A product by itself. */
export function fullForm(product: Product) {
  const { id, name, description, slug, files, optionGroups, labelValues } = product
  return {
    id,
    name,
    description,
    slug,
    variants: product.variants.map((variant) => ({ ...summary(variant), files: variant.files.map(briefFile) })),
    files: files.map(briefFile),
    optionGroups: optionGroups.map((group) => ({ ...named(group), options: group.options.map(named) })),
    labelValues: labelValues.map(named),
  }
}

/** A variant in full. */
export function variantForm({ variant, product }: Owned) {
  const { id, name, description, slug } = product
  return {
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
      },
    })),
    taxRate: taxRate(variant.taxRate),
    labelValues: variant.labelValues.map(named),
    product: { id, name, description, slug, variants: [], files: [], optionGroups: [], labelValues: [] },
  }
}

function summary({ id, name, sku, price, stock, productOptions }: Variant) {
  return { id, name, sku, price, stock, productOptions: productOptions.map(named) }
}

function named({ id, name, code }: Option): Option {
  return { id, name, code }
}

interface File {
  readonly id: string
  readonly priority: number
  readonly file: { readonly path: string; readonly mimeType: string }
}

function briefFile({ id, priority, file: { path, mimeType } }: File): File {
  return { id, priority, file: { path, mimeType } }
}

function taxRate(rate: Variant['taxRate']) {
  return { id: rate.id, name: rate.name, rate: rate.rate, isDefault: rate.isDefault, ...stamps(rate) }
}

function stamps({ createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string }) {
  return { createdAt, updatedAt }
}
