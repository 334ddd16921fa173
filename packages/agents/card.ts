import { shortened } from '@vitrine/catalog/description'
import { type JsonPart, jsonOf, jsonPart } from './json-part.ts'
import type { UcpOption, UcpProduct, UcpVariant } from './ucp-product.ts'

/** Characters of a description in a list. */
const MAX_DESCRIPTION = 300

/** Values of each option in a list. */
const MAX_OPTION_VALUES = 20

/** A product of a list with these variants, of which there is at least one. */
export function cardOf(product: UcpProduct, variants: readonly UcpVariant[]): JsonPart {
  return jsonOf(listed(product, variants))
}

/** The card of a product with one variant, with the names of a lookup that lead to the variant. */
export function withInputs({ json, escaped }: JsonPart, inputs: NonNullable<UcpVariant['inputs']>): JsonPart[] {
  const length = -CARD_END.length
  const card = { json: json.subarray(0, length), escaped: escaped.subarray(0, length) }
  return [card, jsonPart(`,"inputs":${JSON.stringify(inputs)}${CARD_END}`)]
}

/** How each card ends: its variants are its last field. */
const CARD_END = '}]}'

/** The first variant that is available, or else the first one. */
export function featuredOf(variants: readonly UcpVariant[]): UcpVariant | undefined {
  return variants.find(({ availability }) => availability.available) ?? variants[0]
}

/** The beginning of the description, one picture, and only these variants. */
function listed(product: UcpProduct, variants: readonly UcpVariant[]): UcpProduct {
  const { description, media, options, variants: _, ...identity } = product
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
