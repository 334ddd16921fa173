import { decompress } from '@vitrine/catalog/json/decompress'
import { CatalogFileError, EMPTY_FILE } from '@vitrine/catalog/json/file-error'
import { peek } from '@vitrine/catalog/json/peek'
import { readRecords } from '@vitrine/catalog/json/read-records'
import { readPatches } from '@vitrine/catalog/native/patches'
import { createReadContext } from '@vitrine/catalog/native/read-context'
import { readNativeProducts } from '@vitrine/catalog/native/read-native'
import type { Converter, NamedFile, OpenCatalog, OpenOptions } from '@vitrine/catalog/stream/converter'
import { findingCallbacks } from '@vitrine/catalog/stream/finding-callbacks'
import { openStream } from '@vitrine/catalog/stream/read-stream'
import type { PatchedField } from '@vitrine/catalog/submission'
import { UsageError } from '../errors.ts'
import { requireConverter } from '../optional-packages.ts'

/**
 * Opens the files of one catalog: a stream, or what the package `convert` reads, which is any file. Without that
 * package, JSON of the native format. `only` is for patches. Throws `CatalogFileError` if it is no catalog, and
 * `CommandError` if the package is needed.
 */
export async function openImport(
  files: readonly NamedFile[],
  { only, ...options }: OpenOptions & { readonly only?: readonly PatchedField[] | undefined },
  converter: Converter | undefined,
): Promise<OpenCatalog> {
  const [{ name, bytes: source }] = files as readonly [NamedFile]
  if (files.length > 1)
    return await (converter ?? (await requireConverter('more than one file'))).openFiles(files, options)
  const { stream, bytes } = await openStream(source, only)
  if (stream) return checkedStream(stream, options, only)
  const file = { name, bytes }
  if (!converter) return await openNative(file, options, only)
  return only ? converter.openPatches(file, only, options) : await converter.openFiles([file], options)
}

/** Throws `UsageError` for options that `vitrine convert` takes, and for patches without `--only`. */
function checkedStream(
  stream: OpenCatalog,
  options: OpenOptions,
  only: readonly PatchedField[] | undefined,
): OpenCatalog {
  const flags = flagsOf(options)
  if (flags.length > 0)
    throw new UsageError(`${flags.join(', ')} cannot be used with a stream; give it to \`vitrine convert\``)
  if ((stream.contents === 'patches') === (only !== undefined)) return stream
  throw new UsageError(
    only ? `the stream has ${stream.contents}, and --only needs patches` : 'the stream has patches; expected --only',
  )
}

/** A file of the native format. Throws `CommandError` for a file or an option that needs the package `convert`. */
async function openNative(
  { name, bytes: source }: NamedFile,
  options: OpenOptions,
  only: readonly PatchedField[] | undefined,
): Promise<OpenCatalog> {
  const [flag] = flagsOf(options)
  if (flag !== undefined) await requireConverter(flag)
  const { head, bytes } = await peek(decompress(source))
  if (head.length === 0) throw new CatalogFileError(EMPTY_FILE)
  if (!/^(?:\xef\xbb\xbf)?\s*[[{]/.test(head.toString('latin1'))) await requireConverter(`${name}, which is no JSON,`)
  if (only)
    return {
      contents: 'patches',
      format: 'patches',
      async *records({ currency }, _, onFinding) {
        const patches = readPatches(readRecords(bytes), { only, currency, ...findingCallbacks(onFinding) })
        for await (const patch of patches) yield 'problems' in patch ? patch : { patch }
      },
    }
  return {
    contents: 'products',
    format: 'native',
    records(store, _, onFinding) {
      const { onWarning, onLeftOut } = findingCallbacks(onFinding)
      return readNativeProducts(bytes, createReadContext(store, onWarning), onLeftOut)
    },
  }
}

/** The options that are given. */
function flagsOf({ format, encoding, sheet, columns, html }: OpenOptions): string[] {
  const given = { format, encoding, sheet, columns, html: html === 'keep' ? undefined : html }
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]))
}
