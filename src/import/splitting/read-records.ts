import { CatalogFileError, EMPTY_FILE } from '../file-error.ts'
import { jsonRefusal } from '../file-signature.ts'
import { peek } from '../peek.ts'
import {
  type CatalogRecord,
  type Fault,
  isBlank,
  JsonSplitter,
  LineSplitter,
  type Splitter,
} from './record-splitter.ts'

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

/** The value of a record, or why it has none. */
export function parseRecord(record: CatalogRecord): { readonly value: unknown } | { readonly fault: Fault } {
  if ('fault' in record) return record
  try {
    return { value: JSON.parse(record.text) }
  } catch (error) {
    return { fault: syntaxFault((error as SyntaxError).message, record.text) }
  }
}

function syntaxFault(message: string, text: string): Fault {
  const right = /,\s*$/.test(text)
    ? 'one object per line without commas between lines, or one array of all objects'
    : 'a JSON object on one line, or one array of all objects'
  if (/end of JSON input/i.test(message)) return { wrong: 'is cut off: its JSON does not end', right }
  const position = / at position (\d+)/.exec(message)?.[1]
  if (position) return { wrong: `is not valid JSON from character ${Number(position) + 1} on`, right }
  // The message may quote control characters of the file, which a terminal would obey.
  return { wrong: `is not valid JSON (${message.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')})`, right }
}
