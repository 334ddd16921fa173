import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import { findLabels } from '@vitrine/engine/serve/labels'
import { jsonBody, type Operation } from './operation.ts'
import { parameterReader } from './parameters.ts'
import { Type } from './schema.ts'

const labelParameters = Type.Object({
  kind: Type.Array(Type.Enum([...LABEL_KINDS, 'unknown']), {
    maxItems: 4,
    default: [],
    description:
      'Only labels of this kind, or of any of several. `unknown`: the labels of which the catalog does not say what they are.',
    examples: [['category']],
  }),
})
const readLabelParameters = parameterReader(labelParameters)

export const labelList: Operation = {
  path: '/store/labels',
  operationId: 'listLabels',
  tag: 'Products',
  summary: 'List labels',
  description:
    'Every label of products with its kind and the number of products that have it, for menus. Categories are a tree: a category counts the products of all categories below it too.',
  query: labelParameters,
  schema: 'LabelList',
  answer: 'The labels.',
  mayBeExpensive: () => true,
  parse: ({ query }) => {
    const { kind } = readLabelParameters(query).values
    return { isExpensive: true, execute: async (edition) => jsonBody({ data: await findLabels(edition, kind) }) }
  },
}
