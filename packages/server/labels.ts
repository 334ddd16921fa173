import { findLabels } from '@vitrine/engine/serve/labels'
import { jsonBody, type Operation, withoutParameters } from './operation.ts'

export const labelList: Operation = {
  path: '/store/labels',
  operationId: 'listLabels',
  tag: 'Products',
  summary: 'List labels',
  description:
    'Every label of products with the number of products that have it, for menus. A label has a parent if products have it as a part of a category above it.',
  schema: 'LabelList',
  answer: 'The labels.',
  ...withoutParameters(true, async (edition) => jsonBody({ data: await findLabels(edition) })),
}
