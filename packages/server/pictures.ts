import { VitrineError } from '@vitrine/catalog/error'
import type { Operation, PreparedQuery } from './operation.ts'
import type { Resource } from './resource.ts'
import type { Pictures } from './server-options.ts'

/** An SVG may contain scripts: the policy keeps them from running as a page of this server. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** `GET <path>/:name`. */
export function pictureFiles(pictures: Pictures): Resource {
  return {
    path: `${pictures.path}/:name`,
    answer: async ({ parameter: name }) => {
      const picture = name.includes('/') ? undefined : await pictures.find(name)
      if (!picture) throw new VitrineError('route-not-found', 'No picture has that name.')
      const { mimeType, body } = picture
      const caching = ['cache-control', 'public, max-age=3600', 'content-security-policy', POLICY]
      const headers = ['content-type', mimeType, ...caching, 'content-length', body.length]
      return { status: 200, headers, body: [body] }
    },
  }
}

/**
 * The operation, with URLs of this server in place of the pictures' paths: the same as in links. So a catalog serves
 * its pictures at every address.
 */
export function withPictureUrls(operation: Operation, { path }: Pictures): Operation {
  const parse: Operation['parse'] = (request) => {
    const prepared = operation.parse(request)
    const base = request.addressOf(request.raw)
    const execute: PreparedQuery['execute'] = async (edition, record) =>
      (await prepared.execute(edition, record)).map((chunk) => insertBase(chunk, path, base))
    return { ...prepared, execute }
  }
  return { ...operation, parse }
}

function insertBase(json: Uint8Array, path: string, base: string): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const property = '"path":"'
  if (!bytes.includes(`${property}${path}/`)) return json
  return Buffer.from(bytes.toString().replaceAll(`${property}${path}/`, `${property}${base}${path}/`))
}
