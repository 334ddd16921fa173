import type { FastifyRequest } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { type Uuid, uuid } from '../catalog/uuid.ts'
import { checkPath } from './query-string.ts'

/** The id that a path names. Throws `invalid-id`, and `malformed-request` for what cannot be read. */
export function idIn(request: FastifyRequest, parameter: string): Uuid {
  const id = uuid((request.params as Record<string, string>)[parameter]!)
  if (id !== undefined) return id
  checkPath(request.raw.url!)
  throw new VitrineError('invalid-id', `The ${parameter} in the path must be a UUID.`, [
    { parameter, detail: 'must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2' },
  ])
}
