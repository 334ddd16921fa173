import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { CatalogFileError } from '../file-error.ts'

const ENTRIES_LIMIT = 10_000

/** A ZIP archive in memory. Its entries are decompressed as streams. */
export class ZipArchive {
  readonly #file: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  /** Throws `CatalogFileError` if the archive is damaged or cut off. */
  static async open(bytes: Buffer): Promise<ZipArchive> {
    try {
      const file = await fromBufferPromise(bytes)
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
   * The content of a file. Throws `CatalogFileError` if the archive is damaged, and if the content is longer than `limit`
   * bytes, which a small archive can pretend to contain.
   */
  async *read(name: string, limit: number): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) throw new CatalogFileError(`The workbook has no part ${name}. ${SAVE_AGAIN}`)
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

function tooLarge(name: string, limit: number): CatalogFileError {
  const size = `${Math.floor(limit / 1024 / 1024).toLocaleString('en')} MiB`
  return new CatalogFileError(
    `The part ${name} of the workbook is larger than ${size}. Save the sheet as CSV in UTF-8.`,
  )
}

export const SAVE_AGAIN = 'Open the file in a spreadsheet program and save it again, as .xlsx or as CSV in UTF-8.'
const DAMAGED = `The spreadsheet, or the ZIP archive, is damaged or cut off. Copy it again, completely. ${SAVE_AGAIN}`
