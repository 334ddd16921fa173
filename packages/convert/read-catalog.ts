import type { HtmlTreatment } from '@vitrine/catalog/stream/converter'
import type { Submission } from '@vitrine/catalog/submission'
import type { Format } from './format.ts'
import { withHtml } from './html/descriptions.ts'
import { native } from './native-format.ts'
import type { FileOpenOptions, OpenCatalogFile } from './open-catalog-file.ts'
import type { ReadOptions } from './read-options.ts'

/**
 * The products of a catalog file that is open: each valid and complete, or refused with all its problems. Throws
 * `CatalogFileError` when the file cannot be read further; discard the products before it then.
 */
export async function* readCatalog(
  { format, read }: OpenCatalogFile,
  {
    store,
    now,
    html,
    onFormat,
    onWarning,
  }: Pick<CatalogReadOptions, 'store' | 'now' | 'html' | 'onFormat' | 'onWarning'>,
): AsyncGenerator<Submission> {
  onFormat?.(format)
  const treatment = html ?? (format === native ? 'keep' : 'clean')
  yield* withHtml(read(store, now), treatment, onWarning)
}

export interface CatalogReadOptions extends FileOpenOptions, Pick<ReadOptions, 'store' | 'now'> {
  /** What becomes of HTML in descriptions. If undefined, it is kept in the native format, and otherwise cleaned. */
  readonly html?: HtmlTreatment | undefined
  readonly onFormat?: ((format: Format) => void) | undefined
}
