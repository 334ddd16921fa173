import { ATTRIBUTE_TYPES } from '@vitrine/catalog/attribute'
import { Type } from '../schema.ts'

/** The schema of a number, a flag, a date or a text of an attribute. */
function value(description: string, example: number) {
  return Type.Union([Type.Number(), Type.Boolean(), Type.String()], { description, examples: [example] })
}

export const ATTRIBUTE = Type.Object(
  {
    ...identity('The unit of a number, as in the catalog; absent if it has none.', 'kg'),
    value: value(
      'A number has at most nine digits before the point and six after it. A date is a text such as `2026-03-14`.',
      0.4,
    ),
  },
  { description: 'A fact about a product or a variant, such as its weight.' },
)

/** The field `attributes` of a product or a variant. */
export function attributes(description: string) {
  return { attributes: Type.Optional(Type.Array(Type.Ref('Attribute'), { description })) }
}

function identity(unit: string, example: string) {
  return {
    code: Type.String({ description: 'For the filter `attribute`.', examples: ['weight'] }),
    name: Type.String({ examples: ['Weight'] }),
    type: Type.Enum([...ATTRIBUTE_TYPES], { type: 'string', examples: ['number'] }),
    unit: Type.Optional(Type.String({ description: unit, examples: [example] })),
  }
}
