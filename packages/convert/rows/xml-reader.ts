import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { SaxesParser } from 'saxes'

/**
 * Reads an XML document of UTF-8 part by part. White space may precede it, as programs that join pages write it. Throws
 * `CatalogFileError` if it is not well formed.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false })
  #depth = 0
  /** Whether a semicolon is missing after the last ampersand. */
  #isInEntity = false
  /** The position in the text after the last event of the parser. */
  #lastEvent = 0

  constructor({ open, close, text }: XmlHandler) {
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#lastEvent = this.position
      if (++this.#depth > DEPTH_LIMIT)
        throw new CatalogFileError(`Elements are nested more than ${DEPTH_LIMIT} deep.`, this.line)
      open(name, attributes)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#lastEvent = this.position
      this.#depth--
      close(name)
    })
    const addText = (part: string) => {
      this.#lastEvent = this.position
      text(part)
    }
    this.#parser.on('text', addText)
    this.#parser.on('cdata', addText)
    this.#parser.ENTITIES = new Proxy(this.#parser.ENTITIES, {
      get: (entities, name) => this.#entity(entities, String(name)),
    })
    this.#parser.on('error', (error) => {
      throw new CatalogFileError(messageOf(error), this.line)
    })
  }

  get line(): number {
    return this.#parser.line
  }

  /** Characters before the next one. */
  get position(): number {
    return this.#parser.position
  }

  /** Reads the document and yields after each chunk of it, and after its end. */
  async *read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<void> {
    const decoder = new TextDecoder()
    let isStart = true
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true })
      const start: string = isStart ? text.trimStart() : text
      if (isStart) this.#parser.line += text.slice(0, text.length - start.length).split('\n').length - 1
      isStart &&= start === ''
      yield this.write(start)
    }
    // Ends an entity that a bare ampersand began, so that the error names the ampersand.
    if (this.#isInEntity && this.#depth > 0) this.#parser.write(';')
    yield void this.#parser.close()
  }

  write(text: string): void {
    this.#parser.write(text)
    const [ampersand, semicolon] = [text.lastIndexOf('&'), text.lastIndexOf(';')]
    if (ampersand !== semicolon) this.#isInEntity = ampersand > semicolon
    if (this.position - this.#lastEvent > ITEM_LIMIT) throw tooLong(this.line)
  }

  /** The text of `&name;`. Throws `CatalogFileError` if XML has no such entity. */
  #entity(entities: Readonly<Record<string, string>>, name: string): string {
    const text = entities[name]
    if (text !== undefined) return text
    const line = this.line - (name.match(/\n/g)?.length ?? 0)
    if (!/^[\w.-]+$/.test(name)) throw new CatalogFileError('An & that is not written &amp; is no valid XML.', line)
    throw new CatalogFileError(
      `The XML has &${name.slice(0, 40)}; which is an entity of HTML, or an & that is not written &amp;.`,
      line,
    )
  }
}

/** What a reader does with the parts of a document. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

/** The longest item, and the longest piece of markup, in characters. */
export const ITEM_LIMIT = 4 * 1024 * 1024

/** Elements of HTML whose text does not continue the text before. */
export const BLOCKS = new Set(['p', 'br', 'div', 'li', 'ul', 'ol', 'tr', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const DEPTH_LIMIT = 100

/** The name of an element without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

export function tooLong(line: number): CatalogFileError {
  return new CatalogFileError('An item or a piece of markup is longer than 4 MiB.', line)
}

/** Drops the position from a message of the parser, such as “1:23: unclosed tag: item”. */
function messageOf({ message }: Error): string {
  const fault = message
    .replace(/^\d+:\d+:\s*/, '')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')
    .slice(0, 200)
  if (/document must contain a root|unclosed/i.test(fault))
    return `The XML is cut off, or an element is not closed (${fault}).`
  return `The XML is not well formed (${fault}).`
}
