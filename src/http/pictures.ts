import type { FastifyInstance } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { resource } from './methods.ts'

/** The pictures of a catalog that has no other server for them. */
export interface Pictures {
  /** The path that they are under: `/demo/pictures`. */
  readonly path: string
  /** The picture of this name, or undefined if there is none. A name has no slash in it. */
  find(name: string): Picture | undefined | Promise<Picture | undefined>
}

export interface Picture {
  readonly mimeType: string
  readonly body: Uint8Array
}

/** `GET <path>/:name`. An SVG may hold scripts: the policy keeps whatever is in one from running as a page of ours. */
export function picturesPlugin(app: FastifyInstance, { pictures }: { pictures: Pictures }): void {
  resource(app, `${pictures.path}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string }
    const picture = name.includes('/') ? undefined : await pictures.find(name)
    if (!picture) throw new VitrineError('route-not-found', 'There is no picture of that name.')
    return reply
      .header('content-type', picture.mimeType)
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(picture.body)
  })
}
