import type { BodyChunks } from './cached-response.ts'
import type { Endpoint, Read } from './endpoint.ts'
import { originOf } from './envelope.ts'
import type { Pictures } from './pictures.ts'

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
