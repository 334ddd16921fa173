import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { NamedFile } from '@vitrine/catalog/stream/converter'
import { anyTable } from './any-table/table-format.ts'
import type { Format, FormatFile } from './format.ts'
import { detectFormat, FORMATS, FORMATS_HINT } from './formats.ts'
import { type FileOpenOptions, type OpenCatalogFile, openCatalogFile, openContent } from './open-catalog-file.ts'

/**
 * Opens the files of one catalog: those into which an export was divided, or files that belong together, such as
 * products and combinations of PrestaShop. Throws `CatalogFileError` if a file cannot be read, or if they do not belong
 * together.
 */
export async function openCatalogFiles(
  files: readonly NamedFile[],
  options: FileOpenOptions,
): Promise<OpenCatalogFile> {
  if (files.length === 1) return await openCatalogFile(files[0]!.bytes, options)
  const opened: (FormatFile & { readonly format: Format })[] = []
  for (const file of files) opened.push(await openOne(file, options))
  const [first, ...others] = opened
  const other = others.find(({ format }) => format !== first!.format)
  if (other)
    throw new CatalogFileError(
      `${first!.name} is a ${first!.format.title}, and ${other.name} is a ${other.format.title}. ` +
        'Import them one after the other.',
    )
  const { format } = first!
  if (opened.every(({ isAddition }) => isAddition))
    throw new CatalogFileError('None of the files has products. Name the file of the products too.')
  const catalog = opened.toSorted((a, b) => Number(a.isAddition) - Number(b.isAddition))
  return { format, read: (store, now) => format.readFiles!(catalog, { ...options, store, now }) }
}

async function openOne(
  { name, bytes }: NamedFile,
  options: FileOpenOptions,
): Promise<FormatFile & { readonly format: Format }> {
  try {
    const { sample, content } = await openContent(bytes, options)
    const addedTo = FORMATS.find((format) => format.isAddition?.(sample))
    const format = options.format ?? addedTo ?? detectFormat(sample)
    if (!format?.readFiles || format === anyTable)
      throw new CatalogFileError(
        'The file is of no format of which several files can be imported together. Import it by itself. ' +
          `${FORMATS_HINT}`,
      )
    return { name, content, format, isAddition: addedTo === format }
  } catch (error) {
    throw error instanceof CatalogFileError ? error.in(name) : error
  }
}
