import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { fold } from '@vitrine/catalog/words'
import type { FileSource } from '../products/file-source.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import { filesFrom, type ProductFields, type VariantOption, variantName } from '../products/product-fields.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import type { VendureColumn } from './vendure-columns.ts'

/** The product that a table or the JSON of Vendure has. undefined if it is left out. */
export function vendureProduct(
  main: VendureProduct,
  variants: readonly VendureVariant[],
  product: Builder,
): ProductFields<VendureColumn> | undefined {
  const { source } = main
  const sources = variants.map((variant) => variant.source)
  const currency = main.currency.toUpperCase()
  if (!product.flag(source, 'productEnabled', main.isEnabled, true))
    return product.leaveOut(sources, 'unpublished', source)
  if (product.isOtherCurrency(currency)) return product.leaveOut(sources, 'other-currency', source)
  for (const variant of variants) addVariant(variant, main, product)
  if (product.variants.length === 0) return undefined
  product.addProductOptions(main.facets.filter((facet) => !isCategory(facet)))
  return {
    source,
    id: main.id === '' ? undefined : product.id(main.id),
    externalId: main.externalId,
    name: main.name,
    slug: slugFromHandle(main.slug),
    description: main.description,
    currency: currency || undefined,
    files: filesFrom(main.pictures),
    // A shop on Vendure shows its collections as categories.
    labels: { category: [...main.collections, ...main.facets.filter(isCategory).map(({ option }) => option)] },
  }
}

type Builder = ProductBuilder<VendureColumn>

/** A product as Vendure has it. Texts are those of the file: '' if it has none. */
export interface VendureProduct {
  readonly source: FileSource<VendureColumn>
  readonly id: string
  readonly externalId?: string
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly isEnabled: string
  readonly currency: string
  readonly pictures: readonly string[]
  readonly facets: readonly VariantOption[]
  /** The names of each collection from the top down. */
  readonly collections: readonly (readonly string[])[]
}

export interface VendureVariant {
  readonly source: FileSource<VendureColumn>
  readonly id: string
  readonly name: string
  readonly sku: string
  readonly price: string
  readonly stock: string
  readonly isTracked: string
  readonly isEnabled: string
  readonly groups: readonly string[]
  /** The option in each group. */
  readonly options: readonly string[]
  readonly facets: readonly VariantOption[]
  readonly pictures: readonly string[]
}

function addVariant(variant: VendureVariant, main: VendureProduct, product: Builder): void {
  const { source } = variant
  const chosen = chosenOptions(variant, product)
  const groups = new Set(chosen.map(({ group }) => fold(group)))
  const options = [...chosen]
  for (const facet of variant.facets) {
    if (!groups.has(fold(facet.group))) options.push(facet)
    groups.add(fold(facet.group))
  }
  const price = decimalText(variant.price)
  const hidden = product.flag(source, 'enabled', variant.isEnabled, true) ? undefined : 'unpublished'
  if (product.leaveOutUnsold(source, price, options, hidden)) return
  const prefix = slugFromHandle(main.slug) ?? shortSlug(main.name)
  const isTracked = product.flag(source, 'track', variant.isTracked, true)
  product.addVariant(source, {
    ...product.identity(variant.id, 'variant'),
    name: variant.name || variantName(main.name, chosen, ' / '),
    sku: product.uniqueSku(source, unescaped(variant.sku), options, prefix),
    price,
    stock: isTracked ? product.stock(source, 'stock', variant.stock) : null,
    options,
    files: filesFrom(variant.pictures),
  })
}

function chosenOptions({ source, groups, options }: VendureVariant, product: Builder): VariantOption[] {
  if (groups.length !== options.length) {
    const wrong = `has ${options.length} values, and the product has ${groups.length} optionGroups`
    product.problem(source, 'optionValues', wrong, 'one value for each option group, with | between them')
  }
  return options.slice(0, groups.length).map((option, index) => ({ group: groups[index]!, option }))
}

function isCategory({ group }: VariantOption): boolean {
  return fold(group) === 'category'
}
