import { htmlToPlainText } from '../catalog/html-text.ts'
import type { Submission } from '../catalog/submission.ts'
import { decompress, prepend } from './decompress.ts'
import { detectByteOrderMark } from './encoding/byte-order-mark.ts'
import { CatalogFileError } from './file-error.ts'
import type { Format } from './format.ts'
import { sampleOf } from './format-sample.ts'
import { formatOf } from './formats.ts'
import type { ReadOptions } from './read-options.ts'
import { notText } from './splitting/file-signature.ts'
import { peekable } from './splitting/peek.ts'

/** Bytes that show what a file is: the header line of a table may be long. */
const HEAD = 64 * 1024

export interface CatalogReadOptions extends ReadOptions {
  /** The format, if it is named; else it is found out. */
  readonly format?: Format | undefined
  /** Turns descriptions that are HTML into plain text. */
  readonly text?: boolean | undefined
  readonly onFormat?: ((format: Format) => void) | undefined
}

/**
 * The products of a catalog file in any of the formats, gzipped or not: each right and complete, or refused with all
 * that is wrong with it. Throws `CatalogFileError` when the file as a whole cannot be read; what came before it is then
 * not to be trusted either.
 */
export async function* readCatalog(
  bytes: AsyncIterable<Uint8Array>,
  reading: CatalogReadOptions,
): AsyncGenerator<Submission> {
  const chunks = peekable(decompress(bytes), HEAD)
  const first = await chunks.next()
  if (first.done) throw new CatalogFileError(EMPTY)
  const unreadable = notText(first.value)
  if (unreadable)
    throw new CatalogFileError(`${unreadable} \`vitrine formats\` lists the formats that can be imported.`)
  const format = reading.format ?? formatOf(sampleOf(textOf(first.value, reading)))
  reading.onFormat?.(format)
  for await (const submission of format.read(prepend(first.value, chunks), reading)) {
    yield reading.text ? inPlainText(submission) : submission
  }
}

const EMPTY = 'The file is empty. A catalog without products is written as an empty array: [].'

/** The beginning as text, roughly: what is not ASCII in it is not needed to recognise a format. */
function textOf(head: Uint8Array, { encoding, columns }: ReadOptions): string {
  const marked = detectByteOrderMark(head)
  const text = decoderOf(encoding ?? marked?.encoding).decode(head.subarray(marked?.mark ?? 0), { stream: true })
  if (!columns) return text
  const [line] = text.split(/\r|\n/, 1)
  const named = line!.replace(/[^,;\t|"]+/g, (name) => columns.get(name.trim().toLowerCase()) ?? name)
  return named + text.slice(line!.length)
}

function decoderOf(encoding: string | undefined): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}

/** The same, with a description that is HTML turned into plain text. */
export function inPlainText(submission: Submission): Submission {
  if ('problems' in submission) return submission
  const { product } = submission
  return { ...submission, product: { ...product, description: htmlToPlainText(product.description) } }
}
