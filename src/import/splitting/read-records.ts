import { CatalogFileError, EMPTY_FILE } from '../file-error.ts'
import { jsonRefusal } from '../file-signature.ts'
import { peek } from '../peek.ts'
import { type CatalogRecord, isBlank, JsonSplitter, LineSplitter, type Splitter } from './record-splitter.ts'

/**
 * The records of a JSON text, in order, each with its first line. The text is one array, a sequence of objects printed
 * over several lines, or one record per line; it may begin with a byte order mark. Holds one chunk and one record in
 * memory. Throws `CatalogFileError` if the text is blank or not JSON, or if it cannot be split into records.
 */
export async function* readRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<CatalogRecord> {
  const { head, bytes } = await peek(source)
  const mark = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  const splitter = splitterFor(head.toString('latin1', mark, 4096))
  let isFirst = true
  let isEmpty = true
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).subarray(isFirst ? mark : 0)
    isFirst = false
    if (isEmpty && !isBlank(buffer, 0, buffer.length)) {
      isEmpty = false
      const refusal = jsonRefusal(buffer)
      if (refusal) throw new CatalogFileError(refusal)
    }
    for (const record of splitter.push(buffer)) yield record
  }
  // An empty file is far more often a failed export than a shop without products.
  if (isEmpty) throw new CatalogFileError(EMPTY_FILE)
  for (const record of splitter.end()) yield record
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function splitterFor(head: string): Splitter {
  if (/^[ \t\r\n]*\[/.test(head)) return new JsonSplitter('array')
  // A record on one line does not end after its opening brace.
  return /^[ \t\r\n]*\{[ \t\r]*\n/.test(head) ? new JsonSplitter('sequence') : new LineSplitter()
}
