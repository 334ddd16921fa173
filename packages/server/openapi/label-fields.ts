import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import { Type } from '../schema.ts'
import { named } from './fields.ts'
import { picture } from './picture-fields.ts'

/** A label with its place in the tree. */
export function labelFields() {
  return {
    ...named('Shirts', 'shirts'),
    parent: parent('The code of the label above it; absent at the top.'),
    count: Type.Integer({ minimum: 1, description: 'The products of the list that it leads to.', examples: [7] }),
    ...countedLabelFields(),
    ...labelTexts(),
  }
}

export function parent(description: string) {
  return Type.Optional(Type.String({ description, examples: ['clothing'] }))
}

/** The kind of a counted label, and the list to which its count leads. */
export function countedLabelFields() {
  return {
    kind: kind('What it is; absent if the catalog does not say.'),
    parameter: Type.Optional(
      Type.Literal('within', {
        description:
          'The parameter whose list has `count` products: `within` for a category, whose count includes the categories below it. Absent if it is `label`.',
      }),
    ),
  }
}

/** What the operator says of a label. */
function labelTexts() {
  return {
    description: Type.Optional(Type.String({ description: 'Plain text.', examples: ['Made to last.'] })),
    picture: picture(),
    seo: Type.Optional(Type.Ref('SeoTexts')),
    rank: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The place among its siblings, of which those with a rank come first, the lowest before the others.',
        examples: [1],
      }),
    ),
    hidden: Type.Optional(
      Type.Literal(true, { description: 'Menus should leave it out, as facets and suggestions do. Absent otherwise.' }),
    ),
  }
}

export function kind(description: string) {
  return Type.Optional(Type.Enum([...LABEL_KINDS], { description }))
}
