import type { FastifyInstance } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { addResource } from './resources.ts'

/** The pictures of a catalog, for a shop that has no other server for them. */
export interface Pictures {
  /** The path of the folder that has them: `/demo/pictures`. The paths of files in the catalog begin with it. */
  readonly path: string
  /** Returns the picture with a file name, which has no slash in it. Undefined if there is none. */
  find(name: string): Picture | undefined | Promise<Picture | undefined>
}

export interface Picture {
  readonly mimeType: string
  readonly body: Uint8Array
}

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
