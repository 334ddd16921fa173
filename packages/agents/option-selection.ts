import { fold } from '@vitrine/catalog/words'
import { featuredOf } from './card.ts'
import { hasOption } from './narrowing.ts'
import type { ProductRequest } from './requests.ts'
import type { UcpOption, UcpProduct, UcpSelection, UcpVariant } from './ucp-product.ts'

/** What of a product fits a selection of option values, as UCP's `detail_product` has it. */
interface SelectedVariants {
  /** The variants with all selected values, the featured one first. */
  readonly variants: readonly UcpVariant[]
  /** The selected values, without those that had to be dropped. */
  readonly selected: readonly UcpSelection[]
  /** Undefined if the product has no options. */
  readonly options: readonly DetailOption[] | undefined
}

/**
 * An option with what each value would lead to, if it were selected beside the selected values of the other options.
 */
interface DetailOption extends UcpOption {
  readonly values: readonly (UcpOption['values'][number] & { readonly available: boolean; readonly exists: boolean })[]
}

/**
 * Selects variants (UCP 2026-04-08, Catalog Lookup, "Option Selection"). A variant that is requested itself decides the
 * selection. Otherwise the request does; values that no variant has together are dropped, those of the least preferred
 * option first. Without a selection, that of the first available variant counts.
 */
export function selectVariants(
  product: UcpProduct,
  { selected: requested, preferences }: Pick<ProductRequest, 'selected' | 'preferences'>,
  isRequested: (variant: UcpVariant) => boolean,
): SelectedVariants {
  const { variants, options } = product
  const exact = variants.find(isRequested)
  const selected =
    exact || !requested ? ((exact ?? featuredOf(variants))!.options ?? []) : relaxed(requested, preferences, variants)
  const fitting = variants.filter((variant) => hasAll(variant, selected))
  const featured = exact ?? featuredOf(fitting)!
  return {
    variants: [featured, ...fitting.filter((variant) => variant !== featured)],
    selected,
    options: options?.map((option) => detailOption(option, selected, variants)),
  }
}

/**
 * The selections without the least preferred ones, of which one after another is dropped until some variant has all.
 */
function relaxed(
  requested: readonly UcpSelection[],
  preferences: readonly string[],
  variants: readonly UcpVariant[],
): UcpSelection[] {
  const order = preferences.map(fold)
  // Options without a preference are dropped first.
  const rank = ({ name }: UcpSelection) => (order.includes(fold(name)) ? order.indexOf(fold(name)) : order.length)
  const retained = requested.toSorted((a, b) => rank(a) - rank(b))
  while (!variants.some((variant) => hasAll(variant, retained))) retained.pop()
  return requested.filter((selection) => retained.includes(selection))
}

function detailOption(
  option: UcpOption,
  selected: readonly UcpSelection[],
  variants: readonly UcpVariant[],
): DetailOption {
  const others = selected.filter(({ name }) => fold(name) !== fold(option.name))
  const values = option.values.map((value) => {
    const matching = variants.filter((variant) => hasAll(variant, [...others, { name: option.name, ...value }]))
    return {
      ...value,
      available: matching.some(({ availability }) => availability.available),
      exists: matching.length > 0,
    }
  })
  return { ...option, values }
}

function hasAll(variant: UcpVariant, selections: readonly UcpSelection[]): boolean {
  return selections.every((selection) => hasOption(variant, selection))
}
