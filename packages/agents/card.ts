import { shortened } from '@vitrine/catalog/description'
import { type JsonPart, jsonOf, jsonPart } from './json-part.ts'
import type { UcpInputs, UcpOption, UcpProduct, UcpVariant } from './ucp-product.ts'

/** Characters of a description in a list. */
const MAX_DESCRIPTION = 300

/** Values of each option in a list. */
const MAX_OPTION_VALUES = 20

/** A product of a list with these variants, of which there is at least one. */
export function cardOf(product: UcpProduct, variants: readonly UcpVariant[]): JsonPart {
  return jsonOf(listed(product, variants))
}

/** A card with one variant, and the names of a lookup that lead to the variant. */
export function withInputs({ json, escaped }: JsonPart, inputs: UcpInputs): JsonPart[] {
  const length = -CARD_END.length
  const card = { json: json.subarray(0, length), escaped: escaped.subarray(0, length) }
  return [card, jsonPart(`,"inputs":${JSON.stringify(inputs)}${CARD_END}`)]
}

/** How each card ends: its variants are its last field. */
const CARD_END = '}]}'

/** A card with only those of its variants that some names lead to, which are by the ids of the variants. */
export function withInputsOfEach(card: JsonPart, inputs: ReadonlyMap<string, UcpInputs>): JsonPart {
  const product: UcpProduct = JSON.parse(Buffer.from(card.json).toString())
  const named = product.variants.filter(({ id }) => inputs.has(id))
  return jsonOf({ ...product, variants: named.map((variant) => ({ ...variant, inputs: inputs.get(variant.id)! })) })
}

/** The first variant that is available, or else the first one. */
export function featuredOf<Variant extends Pick<UcpVariant, 'availability'>>(
  variants: readonly Variant[],
): Variant | undefined {
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
