import type { Submission } from '../catalog/submission.ts'
import { CatalogFileError } from './file-error.ts'
import type { Format } from './format.ts'
import { FORMATS_HINT } from './formats.ts'
import { type HtmlTreatment, withHtml } from './html/descriptions.ts'
import { native } from './native.ts'
import { type FileOpenOptions, type OpenCatalogFile, openCatalogFile } from './open-catalog-file.ts'
import type { ReadOptions } from './read-options.ts'

export interface CatalogReadOptions extends FileOpenOptions, Pick<ReadOptions, 'store' | 'now'> {
  /** What becomes of HTML in descriptions. If undefined, it is kept in the native format, and otherwise cleaned. */
  readonly html?: HtmlTreatment | undefined
  /** Reads a table of no known format with the columns that were guessed. Otherwise it is refused. */
  readonly takesGuess?: boolean | undefined
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
  const catalog = await openCatalogFile(source, options)
  const { guess } = catalog
  if (guess && (guess.missing !== undefined || !(guess.isNamed || options.takesGuess)))
    throw new CatalogFileError(guessRefusal(catalog))
  yield* readOpenFile(catalog, options)
}

/** As `readCatalog`, for a file that is open already. */
export async function* readOpenFile(
  { format, read }: OpenCatalogFile,
  { store, now, html, onFormat, onWarning }: OpenFileReadOptions,
): AsyncGenerator<Submission> {
  onFormat?.(format)
  const treatment = html ?? (format === native ? 'keep' : 'clean')
  yield* withHtml(read(store, now), treatment, onWarning)
}

type OpenFileReadOptions = Pick<CatalogReadOptions, 'store' | 'now' | 'html' | 'onFormat' | 'onWarning'>

/** Why a table of no known format is not read. */
export function guessRefusal({ guess }: Pick<OpenCatalogFile, 'guess'>): string {
  const { columns, missing = 'Its columns can only be guessed.' } = guess!
  const names = columns.slice(0, 6).map(({ header }) => header.slice(0, 40))
  const more = columns.length > 6 ? ', …' : ''
  return `The file looks like CSV or another table, but its header is of no known format: ${names.join(', ')}${more}. ${missing} A file for --columns can say what its columns mean. ${FORMATS_HINT}`
}
