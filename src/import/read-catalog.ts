import { htmlToPlainText } from '../catalog/html-text.ts'
import type { Submission } from '../catalog/submission.ts'
import { decompress } from './decompress.ts'
import { CatalogFileError, EMPTY_FILE } from './file-error.ts'
import { textRefusal } from './file-signature.ts'
import type { Format } from './format.ts'
import { detectFormat, FORMATS_HINT } from './formats.ts'
import { peek } from './peek.ts'
import type { ReadOptions } from './read-options.ts'

/** Bytes from which the format is detected. The header line of a table, or the first product in JSON, may be long. */
const HEAD_BYTES = 256 * 1024

export interface CatalogReadOptions extends ReadOptions {
  /** Detected if undefined. */
  readonly format?: Format | undefined
  /** Turns HTML descriptions into plain text. */
  readonly text?: boolean | undefined
  readonly onFormat?: ((format: Format) => void) | undefined
}

/**
 * The products of a catalog file in any format, gzipped or not: each valid and complete, or refused with all its
 * problems. Throws `CatalogFileError` when the file cannot be read further; discard the products before it then.
 */
export async function* readCatalog(
  source: AsyncIterable<Uint8Array>,
  options: CatalogReadOptions,
): AsyncGenerator<Submission> {
  const { head, bytes } = await peek(decompress(source), HEAD_BYTES)
  if (head.length === 0) throw new CatalogFileError(EMPTY_FILE)
  const refusal = textRefusal(head)
  if (refusal) throw new CatalogFileError(`${refusal} ${FORMATS_HINT}`)
  const format = options.format ?? detectFormat(head, options)
  options.onFormat?.(format)
  for await (const submission of format.read(bytes, options)) yield options.text ? inPlainText(submission) : submission
}

/** The same product with its description in plain text. */
export function inPlainText(submission: Submission): Submission {
  if ('problems' in submission) return submission
  const { product } = submission
  return { ...submission, product: { ...product, description: htmlToPlainText(product.description) } }
}
