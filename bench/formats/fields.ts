import type { NativeProduct, NativeVariant } from '../product.ts'

export type Choice = { group: string; option: string }

/** What a shopper chooses a variant by: color, size, both or neither, in the same order for all variants of a product. */
export function choicesOf({ optionGroups }: NativeProduct, { productOptions }: NativeVariant): Choice[] {
  return optionGroups
    .filter(({ code }) => code !== BRANDS)
    .flatMap(({ name: group, options }) =>
      options
        .filter(({ id }) => productOptions.some((chosen) => chosen.id === id))
        .map(({ name: option }) => ({ group, option })),
    )
}

const BRANDS = 'brands'

/** All variants of a product are of one brand. */
export function brandOf({ optionGroups }: NativeProduct): string {
  return optionGroups.find(({ code }) => code === BRANDS)!.options[0]!.name
}

/** As shops call what they sell one by one: “Shirt - Red, M”. */
export function titleOf(product: NativeProduct, variant: NativeVariant): string {
  if (product.variants.length === 1) return product.name
  return `${product.name} - ${choicesOf(product, variant)
    .map(({ option }) => option)
    .join(', ')}`
}
