import type { Submission } from '../catalog/submission.ts'
import { decompress } from './decompress.ts'
import { CatalogFileError, EMPTY_FILE } from './file-error.ts'
import { textRefusal } from './file-signature.ts'
import type { Format } from './format.ts'
import { detectFormat, FORMATS_HINT } from './formats.ts'
import { type HtmlTreatment, withHtml } from './html/descriptions.ts'
import { native } from './native.ts'
import { peek } from './peek.ts'
import type { ReadOptions } from './read-options.ts'

/** Bytes from which the format is detected. The header line of a table may be long. */
const HEAD_BYTES = 64 * 1024

export interface CatalogReadOptions extends ReadOptions {
  /** Detected if undefined. */
  readonly format?: Format | undefined
  /** What becomes of HTML in descriptions. If undefined, it is kept in the native format, and otherwise cleaned. */
  readonly html?: HtmlTreatment | undefined
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
  const html = options.html ?? (format === native ? 'keep' : 'clean')
  yield* withHtml(format.read(bytes, options), html, options.onWarning)
}
