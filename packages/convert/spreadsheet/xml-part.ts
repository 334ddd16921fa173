import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { SaxesParser } from 'saxes'
import { SAVE_AGAIN } from './zip-archive.ts'

/**
 * Parses an XML part of a workbook and yields after each chunk of it. Throws `CatalogFileError` if it is not well
 * formed.
 */
export async function* parsePart(chunks: AsyncIterable<Buffer>, handlers: ElementHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false })
  let lastEvent = 0
  parser.on('opentag', ({ name, attributes }) => {
    lastEvent = parser.position
    handlers.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    lastEvent = parser.position
    handlers.close?.(localName(name))
  })
  if (handlers.text) parser.on('text', (text) => handlers.text!(text))
  parser.on('error', () => {
    throw new CatalogFileError(`The XML of the spreadsheet is damaged. ${SAVE_AGAIN}`)
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    if (parser.position - lastEvent > TEXT_LIMIT)
      throw new CatalogFileError(`A cell of the spreadsheet is longer than 4 MiB. ${SAVE_AGAIN}`)
    yield
  }
  parser.close()
  yield
}

/** The longest text and the longest tag, in characters. */
const TEXT_LIMIT = 4 * 1024 * 1024

/** What a reader does at each element, by its name without prefix. */
export interface ElementHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** Parses a small part of a workbook. */
export async function parseWholePart(chunks: AsyncIterable<Buffer>, handlers: ElementHandlers): Promise<void> {
  for await (const _ of parsePart(chunks, handlers));
}

/** The value of an attribute by its name without prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1]
}

/** Whether an attribute is true, which XML writes as `1` or `true`. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
