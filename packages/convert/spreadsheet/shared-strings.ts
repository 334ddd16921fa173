import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { parseWholePart } from './xml-part.ts'

/** The texts of a workbook, to which cells refer by number: UTF-8, one after the other. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024)
  /** The end of each text. */
  readonly #ends: number[] = []

  /** Reads the part with the texts. `chunksOf` opens it with a limit in bytes. */
  static async read(chunksOf: (limit: number) => AsyncIterable<Buffer>): Promise<SharedStrings> {
    const strings = new SharedStrings()
    const text = new RichText()
    await parseWholePart(chunksOf(XML_LIMIT), {
      open: (name) => text.open(name),
      text: (part) => text.add(part),
      close(name) {
        text.close(name)
        if (name === 'si') strings.#push(text.take())
      },
    })
    return strings
  }

  /** The text with this number; undefined if there is none. */
  get(index: number): string | undefined {
    const end = this.#ends[index]
    return end === undefined ? undefined : this.#bytes.toString('utf8', this.#ends[index - 1] ?? 0, end)
  }

  #push(text: string): void {
    const start = this.#ends.at(-1) ?? 0
    const end = start + Buffer.byteLength(text)
    if (end > TEXT_LIMIT)
      throw new CatalogFileError(`The texts of the workbook are larger than 256 MiB. Save the sheet as CSV in UTF-8.`)
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, start)
      this.#bytes = larger
    }
    this.#bytes.write(text, start)
    this.#ends.push(end)
  }
}

/** The most bytes of all texts of a workbook, which are in memory, and of their XML. */
const TEXT_LIMIT = 256 * 1024 * 1024
const XML_LIMIT = 2 * TEXT_LIMIT

/** Collects the text of a cell from its runs, without how it is pronounced. */
export class RichText {
  #text = ''
  #isInText = false
  #isInPhonetic = false

  open(name: string): void {
    if (name === 't') this.#isInText = true
    else if (name === 'rPh') this.#isInPhonetic = true
  }

  add(text: string): void {
    if (this.#isInText && !this.#isInPhonetic) this.#text += text
  }

  close(name: string): void {
    if (name === 't') this.#isInText = false
    else if (name === 'rPh') this.#isInPhonetic = false
  }

  /** The text, of which the next call gives nothing. */
  take(): string {
    const text = this.#text
    this.#text = ''
    return unescapedText(text)
  }
}

/** Excel writes characters that XML cannot have as `_x000D_`. */
export function unescapedText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}
