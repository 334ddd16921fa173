import { VitrineError } from '@vitrine/catalog/error'
import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import { findLabel, findLabels } from '@vitrine/engine/serve/labels'
import { market } from './openapi/schemas.ts'
import { jsonBody, type Operation, readSharedParameters, SHARED_PARAMETERS } from './operation.ts'
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
  market,
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

export const label: Operation = {
  path: '/store/labels/:code',
  operationId: 'getLabel',
  tag: 'Products',
  summary: 'Retrieve a label',
  description: 'A label with the labels above it, for a breadcrumb, and those directly below it.',
  parameter: { code: 'The code of the label.' },
  query: SHARED_PARAMETERS,
  schema: 'LabelDetail',
  answer: 'The label.',
  notFound: 'label-not-found',
  mayBeExpensive: () => true,
  parse: ({ parameter, query }) => {
    if (parameter === '')
      throw new VitrineError('label-not-found', 'The path has no code at its end. The list is at /store/labels.')
    readSharedParameters(query)
    return {
      isExpensive: true,
      hasETagOfBody: true,
      execute: async (edition) => {
        const found = await findLabel(edition, parameter)
        if (found) return jsonBody(found)
        throw new VitrineError('label-not-found', 'No product of this store has a label with that code.')
      },
    }
  },
}
