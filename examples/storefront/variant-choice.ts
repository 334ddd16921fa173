import type { FullProduct, ProductDetail, VariantSummaryWithFiles } from './vitrine.ts'

/** Something that a shopper chooses, such as the color, with a link to a variant for each choice. */
export interface ChoiceGroup {
  /** Undefined if the choices are the variants. */
  readonly name?: string
  readonly choices: readonly VariantChoice[]
}

export interface VariantChoice {
  readonly name: string
  /** What a swatch shows. */
  readonly color?: string | undefined
  /** The variant that the choice leads to. */
  readonly variant: VariantSummaryWithFiles
  readonly selected: boolean
  /** False if no variant has this option together with the others that are selected. The link then changes those too. */
  readonly combines: boolean
}

/** The variant with a sku. Without one, the first that is in stock. */
export function selectedVariant<Variant extends VariantSummaryWithFiles>(
  { variants }: { readonly variants: readonly Variant[] },
  sku: string | null,
): Variant | undefined {
  return variants.find((variant) => variant.sku === sku) ?? variants.find(({ stock }) => stock !== 0) ?? variants[0]
}

/** The choices between the variants of a product: by its options, or by name if options do not tell the variants apart. */
export function choiceGroups(
  product: Pick<ProductDetail, 'variants'> & Pick<FullProduct, 'optionGroups'>,
  selected: VariantSummaryWithFiles,
): ChoiceGroup[] {
  const { variants } = product
  const groups = product.optionGroups
    .map(({ name, options }) => ({ name, options: options.filter(({ id }) => variants.some(hasOption(id))) }))
    .filter(({ options }) => options.length > 1)
  const keys = variants.map((variant) => groups.map(({ options }) => options.find(optionOf(variant))?.id).join())
  if (new Set(keys).size < variants.length) return [byName(product, selected)]
  return groups.map(({ name, options }) => {
    const others = groups.filter((group) => group.name !== name).flatMap(({ options }) => options)
    const retained = others.filter(optionOf(selected))
    const choices = options.map((option) => {
      const variant = nearestVariant(variants.filter(hasOption(option.id)), retained)
      const combines = retained.every(optionOf(variant))
      return { name: option.name, color: option.color, variant, selected: hasOption(option.id)(selected), combines }
    })
    return { name, choices }
  })
}

function byName({ variants }: Pick<ProductDetail, 'variants'>, selected: VariantSummaryWithFiles): ChoiceGroup {
  const choices = variants.map((variant) => ({
    name: variant.name,
    variant,
    selected: variant.id === selected.id,
    combines: true,
  }))
  return { choices }
}

/** The variant with most of the options; of equally near ones one in stock, then the first. */
function nearestVariant(variants: readonly VariantSummaryWithFiles[], options: readonly { readonly id: string }[]) {
  const nearness = (variant: VariantSummaryWithFiles) =>
    options.filter(optionOf(variant)).length + (variant.stock === 0 ? 0 : 0.5)
  return variants.toSorted((one, other) => nearness(other) - nearness(one))[0]!
}

function hasOption(id: string) {
  return ({ productOptions }: VariantSummaryWithFiles) => productOptions.some((option) => option.id === id)
}

function optionOf({ productOptions }: VariantSummaryWithFiles) {
  return ({ id }: { readonly id: string }) => productOptions.some((option) => option.id === id)
}
