import { JsonArraySplitter } from './json-array-splitter.ts'
import { LineSplitter } from './line-splitter.ts'
import { peekable } from './peek.ts'
import type { CatalogRecord, Splitter } from './record.ts'

/**
 * The records of a JSON text, in order, each with the line that it begins on. The text is one array; or objects that
 * are printed over several lines, one after the other; or else one record a line. No more is held in memory than one
 * chunk and one record. Throws `CatalogFileError` when the records cannot be told apart.
 */
export async function* readRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CatalogRecord> {
  let splitter: Splitter | undefined
  for await (const chunk of peekable(bytes)) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    splitter ??= splitterOf(buffer)
    for (const record of splitter.push(buffer)) yield record
  }
  for (const record of splitter?.end() ?? []) yield record
}

function splitterOf(head: Buffer): Splitter {
  const text = head.toString('latin1', 0, 4096)
  if (/^[ \t\r\n]*\[/.test(text)) return new JsonArraySplitter('array')
  // No record of a line ends after its brace, so that this is an object printed over several lines.
  return /^[ \t\r\n]*\{[ \t\r]*\n/.test(text) ? new JsonArraySplitter('sequence') : new LineSplitter()
}
