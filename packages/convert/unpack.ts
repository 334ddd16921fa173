import { decompress } from '@vitrine/catalog/json/decompress'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { type Peeked, peek } from '@vitrine/catalog/json/peek'
import { isZip, ZipArchive } from './spreadsheet/zip-archive.ts'

/**
 * Decompresses a file, and reads at least `headSize` bytes of it. Of a ZIP archive with one catalog, that is the file.
 * Throws `CatalogFileError` if an archive is damaged, is too large, or has no catalog or several.
 */
export async function unpack(source: AsyncIterable<Uint8Array>, headSize?: number): Promise<UnpackedFile> {
  const { head, bytes } = await peek(decompress(source), headSize)
  if (!isZip(head)) return { head, bytes }
  const archive = await ZipArchive.open(bytes)
  const catalog = catalogIn(archive.names)
  return catalog === undefined ? { workbook: archive } : await peek(archive.read(catalog), headSize)
}

/** A file without its compression: an .xlsx workbook, or the beginning and all bytes of another file. */
export type UnpackedFile = { readonly workbook: ZipArchive } | ({ readonly workbook?: undefined } & Peeked)

/** The path of the only catalog in an archive; undefined for a workbook. Refuses other archives, with what to do. */
function catalogIn(names: readonly string[]): string | undefined {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^xl\/workbook\.bin$/i)) throw refusal(`a binary Excel workbook (.xlsb). ${SAVE_AS}`)
  if (has(/^xl\//i)) return undefined
  if (has(/^Index(?:\.zip|\/.*\.iwa)$/)) throw refusal('an Apple Numbers document. Export it as CSV or Excel.')
  if (has(/^content\.xml$/) && has(/^mimetype$/)) throw refusal(`an OpenDocument file, such as .ods. ${SAVE_AS}`)
  if (has(/^(?:word|ppt)\//)) throw refusal('a Word or PowerPoint document, which is not a catalog.')
  if (names.length === 0) throw refusal('an empty ZIP archive.')
  const files = names.filter((name) => !name.endsWith('/') && !name.startsWith('__MACOSX/'))
  const catalogs = files.filter((name) => CATALOG_NAME.test(name))
  if (catalogs.length === 1) return catalogs[0]
  const shown = files.slice(0, 5).map((name) => name.slice(0, 100))
  const list = shown.join(', ') + (files.length > shown.length ? ', …' : '')
  const count =
    catalogs.length === 0 ? 'no file that ends in .csv, .tsv, .xml or .json' : `${catalogs.length} tables and feeds`
  throw refusal(`a ZIP archive with ${count}: ${list}. Unzip it, and import the catalog in it.`)
}

const CATALOG_NAME = /\.(?:csv|tsv|xml|json|jsonl|ndjson)$/i

const SAVE_AS = 'Open it in a spreadsheet program, and save it as .xlsx or as CSV in UTF-8.'

function refusal(what: string): CatalogFileError {
  return new CatalogFileError(`The file is ${what}`)
}
