import { findLabels } from '../serve/labels.ts'
import type { Endpoint, Read } from './endpoint.ts'
import { parameterReader } from './parameters.ts'
import { Type } from './schema.ts'

export const labelParameters = Type.Object({})
const readNoParameters = parameterReader(labelParameters)

export const labelList: Endpoint = {
  route: '/store/labels',
  alwaysFound: true,
  parameters: new Set(),
  parse: ({ query }) => {
    readNoParameters(query)
    const execute: Read['execute'] = async (edition) => [
      Buffer.from(JSON.stringify({ data: await findLabels(edition) })),
    ]
    return { isExpensive: true, execute }
  },
}
