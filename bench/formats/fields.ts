import type { NativeProduct, NativeVariant } from '../catalog/product.ts'

/** The name of an option and of its group. */
export type VariantChoice = { group: string; option: string }

const BRANDS = 'brands'
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The options by which a shopper chooses a variant: color, size, both or none. The order is the same for all variants. */
export function variantChoices({ optionGroups }: NativeProduct, { productOptions }: NativeVariant): VariantChoice[] {
  return optionGroups
    .filter(({ code }) => code !== BRANDS)
    .flatMap(({ name: group, options }) =>
      options
        .filter(({ id }) => productOptions.some((chosen) => chosen.id === id))
        .map(({ name: option }) => ({ group, option })),
    )
}

/** The brand. All variants of a product have the same. */
export function brandName({ optionGroups }: NativeProduct): string {
  return optionGroups.find(({ code }) => code === BRANDS)!.options[0]!.name
}

/** The product's name and the variant's options: “Shirt - Red, M”. */
export function variantTitle(product: NativeProduct, variant: NativeVariant): string {
  if (product.variants.length === 1) return product.name
  const options = variantChoices(product, variant).map(({ option }) => option)
  return `${product.name} - ${options.join(', ')}`
}

/** The labels as shops export them: the category as `Clothing > Shirts` or `Shirts`, and the tags. */
export function categoryAndTags({ labelValues }: NativeProduct): { category: string; tags: string[] } {
  const [first, second] = labelValues
  const levels = second?.code.startsWith(`${first!.code}-`) ? 2 : 1
  const names = labelValues.map(({ name }) => name)
  return { category: names.slice(0, levels).join(' > '), tags: names.slice(levels) }
}

/**
 * The sku with the product's number from the end of its slug. Some formats identify products by sku, and the skus of the
 * catalog are not unique.
 */
export function uniqueSku({ slug }: NativeProduct, { sku }: NativeVariant): string {
  return `${sku}-${slug.slice(slug.lastIndexOf('-') + 1).toUpperCase()}`
}

/** Text escaped for HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character]!)
}

/** A description as an HTML paragraph. */
export function htmlParagraph(text: string): string {
  return `<p>${escapeMarkup(text)}</p>`
}
