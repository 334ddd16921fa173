import { shortened } from '@vitrine/catalog/description'
import type { UcpOption, UcpProduct, UcpVariant } from './ucp-product.ts'

/** A product of a list with one variant. */
export interface Card {
  readonly variant: UcpVariant
  readonly product: UcpProduct
  /** As `bytesTwice` counts them. */
  readonly bytes: number
}

/** Characters of a description in a list. */
const MAX_DESCRIPTION = 300

/** Values of each option in a list. */
const MAX_OPTION_VALUES = 20

export function cardOf(product: UcpProduct, variant: UcpVariant): Card {
  const short = listed(product, [variant])
  return { variant, product: short, bytes: bytesTwice(short) }
}

/** The first variant that is available, or else the first one. */
export function featuredOf(variants: readonly UcpVariant[]): UcpVariant | undefined {
  return variants.find(({ availability }) => availability.available) ?? variants[0]
}

/**
 * A product as lists have it: the beginning of its description, one picture, and only these variants: at least one.
 */
export function listed(product: UcpProduct, variants: readonly UcpVariant[]): UcpProduct {
  const { description, media, options, ...identity } = product
  const picture = (variants[0]!.media ?? media)?.slice(0, 1)
  return {
    ...identity,
    description: { plain: shortened(description.plain, MAX_DESCRIPTION) },
    ...(picture ? { media: picture } : {}),
    ...(options ? { options: options.map(shortOption) } : {}),
    variants: variants.map(({ media: _, ...variant }) => variant),
  }
}

/** Without ids, which make up half of an option and which a selection does not need. */
function shortOption({ name, values }: UcpOption): UcpOption {
  return { name, values: values.slice(0, MAX_OPTION_VALUES).map(({ label }) => ({ label })) }
}

/** The bytes that a value takes as JSON and once more as JSON in a text, in which quotation marks take two bytes. */
export function bytesTwice(value: object): number {
  const json = JSON.stringify(value)
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json))
}
