import { descriptionHtml, descriptionText, excerptOf } from '@vitrine/catalog/description'
import type {
  Attribute,
  Option,
  OptionGroup,
  PictureDetails,
  PictureFile,
  Product,
  Variant,
} from '@vitrine/catalog/product'
import { centsOf } from './naive-filter.ts'
import type { ProductOfMarkets } from './naive-markets.ts'
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

/** A product as an export has it, and what follows from that. */
export function fullDocument(product: ProductOfMarkets) {
  const { id, name, description, slug, variants, files, optionGroups, labelValues, popularity } = product
  return {
    ...{ id, name, description, slug, ...stamps(product) },
    ...(product.formerSlugs && { formerSlugs: product.formerSlugs }),
    variants: variants.map((variant) => ({
      ...identity(variant),
      ...(variant.mpn && { mpn: variant.mpn }),
      ...externalIdOf(variant),
      ...completeVariant(variant),
      ...attributesOf(variant),
      ...stamps(variant),
    })),
    files: files.map(briefFile),
    optionGroups: optionGroups.map((group) => ({ ...named(group), options: group.options.map(named) })),
    labelValues: labelValues.map((label) => ({
      ...named(label),
      ...(label.parent && { parent: label.parent }),
      ...(label.kind && { kind: label.kind }),
    })),
    ...externalIdOf(product),
    ...attributesOf(product),
    ...(popularity && { popularity }),
    ...offer(product),
    descriptionHtml: descriptionHtml(description),
    descriptionText: descriptionText(description),
    ...(product.alternates && { alternates: product.alternates }),
  }
}

/** The card of a product whose options all have room. */
export function cardDocument(product: Product) {
  const { id, name, slug, files, variants, optionGroups } = product
  const picture = [...files, ...variants.flatMap((variant) => variant.files)][0]
  const brand = optionGroups.find(({ code }) => code === 'brand')
  return {
    ...{ id, name, slug, ...(picture && { picture: cardPicture(picture) }), ...offer(product) },
    ...(brand?.options[0] && { brand: brand.options[0].name }),
    ...stamps(product),
    ...externalIdOf(product),
    ...(variants.length === 1 && variants[0]!.externalId && { variantExternalId: variants[0]!.externalId }),
    optionGroups: optionGroups.filter((group) => group !== brand).map((group) => cardGroup(group, variants)),
  }
}

/** What a grid shows of a variant. */
export function matchedVariant(variant: Variant) {
  const { id, sku, price, listPrice, files, productOptions } = variant
  return {
    ...{
      id,
      sku,
      ...externalIdOf(variant),
      price,
      ...(listPrice && { listPrice }),
      ...(files[0] && { picture: cardPicture(files[0]) }),
    },
    options: productOptions.map(({ name, code }) => ({ name, code })),
  }
}

/** Options have pictures if each has another one. One of them may have none. */
function cardGroup({ name, code, options }: OptionGroup, variants: readonly Variant[]) {
  const pictures = options.map(({ id }) => {
    const variant = variants.find(({ productOptions }) => productOptions.some((option) => option.id === id))
    return variant?.files[0]
  })
  const differ = options.length > 1 && new Set(pictures.map((file) => file?.file.path)).size === options.length
  return {
    ...{ name, code, count: options.length },
    options: options.map((option, index) => ({
      ...{ name: option.name, code: option.code },
      ...(differ && pictures[index] && { picture: cardPicture(pictures[index]) }),
    })),
  }
}

function cardPicture({ file }: File) {
  return { path: file.path, ...details(file) }
}

function offer({ description, variants }: Product) {
  const listPrices = variants.flatMap(({ listPrice }) => listPrice ?? [])
  const prices = variants.map(({ price }) => price)
  return {
    ...(prices.length > 0 && { price: span(prices) }),
    ...(listPrices.length > 0 && { listPrice: span(listPrices) }),
    inStock: variants.some(({ stock }) => stock !== 0),
    onSale: listPrices.length > 0,
    excerpt: excerptOf(descriptionText(description)),
  }
}

function span(prices: readonly string[]) {
  const sorted = prices.toSorted((one, other) => centsOf(one) - centsOf(other))
  return { min: sorted[0]!, max: sorted.at(-1)! }
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
    ...externalIdOf(variant),
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

function externalIdOf({ externalId }: Product | Variant): { externalId?: string } {
  return externalId ? { externalId } : {}
}

function attributesOf({ attributes }: Product | Variant): { attributes?: readonly Attribute[] } {
  return attributes ? { attributes: attributes.map(attribute) } : {}
}

function attribute({ code, name, type, unit, value }: Attribute): Attribute {
  return { code, name, type, ...(unit && { unit }), value }
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
