import type { FastifyInstance } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import type { BodyChunks } from './cached-response.ts'
import type { Endpoint, Read } from './endpoint.ts'
import { originOf } from './envelope.ts'
import { addResource } from './resources.ts'
import type { Pictures } from './server-options.ts'

/** `GET <path>/:name`. An SVG may contain scripts: the policy keeps them from running as a page of this server. */
export function addPictures(app: FastifyInstance, pictures: Pictures): void {
  addResource(app, `${pictures.path}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string }
    const picture = name.includes('/') ? undefined : await pictures.find(name)
    if (!picture) throw new VitrineError('route-not-found', 'No picture has that name.')
    return reply
      .header('content-type', picture.mimeType)
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(picture.body)
  })
}

/**
 * The endpoint, with URLs of this server in place of the pictures' paths: URLs below the public URL, or else below the
 * origin that the request names. So a catalog serves its pictures at every address.
 */
export function withPictureUrls(endpoint: Endpoint, { path }: Pictures, publicUrl: string | undefined): Endpoint {
  const parse: Endpoint['parse'] = (request) => {
    const read = endpoint.parse(request)
    const base = publicUrl ?? originOf(request.raw)
    const execute: Read['execute'] = async (edition) =>
      (await read.execute(edition)).map((chunk) => insertBase(chunk, path, base))
    return { ...read, execute }
  }
  return { ...endpoint, parse }
}

function insertBase(json: BodyChunks[number], path: string, base: string): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const property = '"path":"'
  if (!bytes.includes(`${property}${path}/`)) return json
  return Buffer.from(bytes.toString().replaceAll(`${property}${path}/`, `${property}${base}${path}/`))
}
