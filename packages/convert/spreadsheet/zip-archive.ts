import type { Readable } from 'node:stream'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** A ZIP archive in memory. Its entries are decompressed as streams. */
export class ZipArchive {
  readonly #file: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  /** Throws `CatalogFileError` if the archive is too large, damaged or cut off. */
  static async open(bytes: AsyncIterable<Uint8Array>): Promise<ZipArchive> {
    const all = await inMemory(bytes)
    try {
      const file = await fromBufferPromise(all)
      const entries = new Map<string, Entry>()
      for await (const entry of file.eachEntry()) {
        entries.set(entry.fileName.toLowerCase(), entry)
        if (entries.size > ENTRIES_LIMIT)
          throw new CatalogFileError(`The ZIP archive has more than ${ENTRIES_LIMIT} files.`)
      }
      return new ZipArchive(file, entries)
    } catch (error) {
      throw error instanceof CatalogFileError ? error : new CatalogFileError(DAMAGED)
    }
  }

  /** The paths of all files in the archive. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ fileName }) => fileName)
  }

  /** Paths are the same in any case, as in Excel. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /**
   * The content of a file. Throws `CatalogFileError` if the archive is damaged, and if the content is longer than
   * `limit` bytes, which a small archive can pretend to contain.
   */
  async *read(name: string, limit = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) throw new CatalogFileError(`The workbook has no part ${name}. ${SAVE_AGAIN}`)
    if (entry.isEncrypted()) throw new CatalogFileError('The ZIP archive has a password. Unzip it first.')
    if (entry.uncompressedSize > limit) throw tooLarge(name, limit)
    let stream: Readable | undefined
    try {
      stream = await this.#file.openReadStreamPromise(entry)
      yield* stream
    } catch (error) {
      throw error instanceof CatalogFileError ? error : new CatalogFileError(DAMAGED)
    } finally {
      stream?.destroy()
    }
  }
}

const ENTRIES_LIMIT = 10_000

/** The most bytes of an archive, which is in memory. */
const FILE_LIMIT = 256 * 1024 * 1024

/** Whether a file with this beginning is a ZIP archive, as an .xlsx workbook is. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)
}

async function inMemory(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > FILE_LIMIT)
      throw new CatalogFileError(
        'The spreadsheet, or the ZIP archive, is larger than 256 MiB. ' +
          'Save the sheet as CSV in UTF-8, or unzip the archive.',
      )
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

function tooLarge(name: string, limit: number): CatalogFileError {
  const size = `${Math.floor(limit / 1024 / 1024).toLocaleString('en')} MiB`
  return new CatalogFileError(
    `The part ${name} of the workbook is larger than ${size}. Save the sheet as CSV in UTF-8.`,
  )
}

export const SAVE_AGAIN = 'Open the file in a spreadsheet program and save it again, as .xlsx or as CSV in UTF-8.'
const DAMAGED = `The spreadsheet, or the ZIP archive, is damaged or cut off. Copy it again, completely. ${SAVE_AGAIN}`
