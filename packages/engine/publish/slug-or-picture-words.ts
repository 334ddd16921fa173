import type { PictureFile, StoredFile } from '@vitrine/catalog/product'
import { searchableWords } from '@vitrine/catalog/words'

/** The words of `slugOrPictureText`. None with digits: they are sizes, dates, numbers and hashes of files. */
export function slugOrPictureWords(text: string): string[] {
  return [...new Set(searchableWords(text))].filter((word) => !/\p{N}/u.test(word))
}

/** A product with its pictures. */
export interface PicturedProduct {
  readonly slug: string
  readonly files: readonly { readonly file: Pick<PictureFile, 'path' | 'alt'> }[]
  readonly variants: readonly {
    readonly files: readonly { readonly file: Pick<StoredFile, 'path' | 'originalName' | 'alt'> }[]
  }[]
}

/** The slug of a product, the names of its picture files and their alt texts: each once, on a line of its own. */
export function slugOrPictureText({ slug, files, variants }: PicturedProduct): string {
  const texts = new Set([slug])
  for (const { file } of files) texts.add(nameOfFile(file.path)).add(file.alt ?? '')
  for (const variant of variants)
    for (const { file } of variant.files)
      texts
        .add(nameOfFile(file.path))
        .add(nameOfFile(file.originalName))
        .add(file.alt ?? '')
  return [...texts].join('\n')
}

/** Some groups of letters of a UUID have no digit. */
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

/**
 * The last segment of a path or URL without its suffix, UUIDs, and the numbers at its end, so that numbered pictures
 * have one name.
 */
function nameOfFile(path: string): string {
  const query = path.search(/[?#]/)
  const end = query < 0 ? path.length : query
  const name = path.slice(path.lastIndexOf('/', end - 1) + 1, end).replace(/\.\w{1,5}$/, '')
  return decoded(name)
    .replace(UUID, '')
    .replace(/(?:[-_]\d+)+$/, '')
}

function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return text
  }
}
