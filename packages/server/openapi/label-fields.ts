import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import { Type } from '../schema.ts'

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

export function kind(description: string) {
  return Type.Optional(Type.Enum([...LABEL_KINDS], { description }))
}
