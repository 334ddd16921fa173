import { ATTRIBUTE_TYPES } from '@vitrine/catalog/attribute'
import type { TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { price } from './fields.ts'

/** The schema of a number, a flag, a date or a text of an attribute. */
function value(description: string, example: number) {
  return Type.Union([Type.Number(), Type.Boolean(), Type.String()], { description, examples: [example] })
}

export const ATTRIBUTE = Type.Object(
  {
    ...identity(ATTRIBUTE_TYPES, 'The unit of a number, as in the catalog; absent if it has none.', 'kg'),
    value: value(
      'A number has at most nine digits before the point and six after it. A date is a text such as `2026-03-14`.',
      0.4,
    ),
  },
  { description: 'A fact about a product or a variant, such as its weight.' },
)

export const FACET_ATTRIBUTE = Type.Object(
  {
    ...identity(
      ['number', 'boolean', 'date'],
      'What numbers compare in: g, mm, ml, or the unit of the catalog; absent if there is none.',
      'g',
    ),
    count: Type.Integer({ minimum: 1, description: 'The number of products that have it.', examples: [7] }),
    min: value('The lowest value of the products.', 180),
    max: value('The highest value of the products.', 1200),
    ...buckets(
      value('The values from this one on.', 0),
      value('To below this one; in the last bucket, to this one.', 200),
    ),
  },
  { description: 'An attribute of the products that match without the conditions on it.' },
)

/** The field `buckets` of a facet, if they are asked for. */
function buckets(from: TSchema, to: TSchema) {
  const count = Type.Integer({
    minimum: 0,
    description: 'Each product counts once, by the lowest value of its variants that match.',
    examples: [3],
  })
  const description = 'With the parameter `buckets`: buckets of equal width.'
  return { buckets: Type.Optional(Type.Array(Type.Object({ from, to, count }), { description })) }
}

export function priceBuckets() {
  return buckets(
    price('The prices from this one on.', '10.00'),
    price('To below this one; in the last bucket, to this one.', '20.00'),
  )
}

/** The field `attributes` of a product or a variant. */
export function attributes(description: string) {
  return { attributes: Type.Optional(Type.Array(Type.Ref('Attribute'), { description })) }
}

function identity(types: readonly string[], unit: string, example: string) {
  return {
    code: Type.String({ description: 'For the filter `attribute`.', examples: ['weight'] }),
    name: Type.String({ examples: ['Weight'] }),
    type: Type.Enum([...types], { type: 'string', examples: ['number'] }),
    unit: Type.Optional(Type.String({ description: unit, examples: [example] })),
  }
}
