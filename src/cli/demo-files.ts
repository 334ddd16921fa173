import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Pictures } from '../http/pictures.ts'

/** Where the demo's pictures are served, and what the paths in its catalog begin with. */
export const PICTURES_PATH = '/demo/pictures'

const FOLDER = new URL('../../demo/', import.meta.url)

/** The demo's catalog file, its pictures at this address. */
export async function* demoCatalog(picturesUrl: string): AsyncGenerator<Uint8Array> {
  const text = await readFile(new URL('catalog.ndjson', FOLDER), 'utf8')
  yield Buffer.from(text.replaceAll(`"${PICTURES_PATH}/`, `"${picturesUrl}/`))
}

/** The demo's pictures: those that are in the folder now, and nothing else that a name might lead to. */
export function demoPictures(): Pictures {
  const folder = new URL('pictures/', FOLDER)
  const names = new Set(readdirSync(folder).filter((name) => name.endsWith('.svg')))
  return {
    path: PICTURES_PATH,
    find: async (name) => {
      if (!names.has(name)) return undefined
      return { mimeType: 'image/svg+xml', body: await readFile(new URL(name, folder)) }
    },
  }
}
