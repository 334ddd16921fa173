import { CatalogFileError, EMPTY_FILE } from './file-error.ts'
import { jsonRefusal } from './file-signature.ts'
import { ObjectSplitter } from './object-splitter.ts'
import { peek } from './peek.ts'
import type { CatalogRecord, Splitter } from './record.ts'
import { ArraySplitter, isWhitespace } from './record-splitter.ts'

/**
 * The records of a JSON text, in order. The text is one array, or objects that follow one another, each on one line or
 * printed over several; it may begin with a byte order mark. Holds one chunk and one record in memory. Throws
 * `CatalogFileError` if the text is blank or not JSON, or if it cannot be split into records.
 */
export async function* readRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<CatalogRecord> {
  const { head, bytes } = await peek(source)
  const mark = markOf(head)
  const splitter = splitterFor(head.toString('latin1', mark, 4096))
  let isFirst = true
  let isEmpty = true
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).subarray(isFirst ? mark : 0)
    isFirst = false
    if (isEmpty && !isWhitespace(buffer, 0, buffer.length)) {
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

/** The records that the beginning of a JSON text has completely. `list` is the index of the list to read, if any. */
export function recordsIn(head: Buffer, list?: number): CatalogRecord[] {
  const start = list ?? markOf(head)
  const splitter = splitterFor(head.toString('latin1', start, start + 4096), list !== undefined)
  try {
    // The line break ends an object on the only line. What it cuts is a record with a fault.
    return [...splitter.push(Buffer.concat([head.subarray(start), Buffer.from('\n')]))]
  } catch {
    return []
  }
}

/** The records of a list that is a part of a JSON text and begins at the index `list`. */
export async function* readListRecords(source: AsyncIterable<Uint8Array>, list: number): AsyncGenerator<CatalogRecord> {
  const splitter = new ArraySplitter({ isPart: true })
  let skipped = 0
  for await (const chunk of source) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const before = buffer.subarray(0, Math.max(0, list - skipped))
    skipped += before.length
    // Line breaks before the list count; other text before it is none of its own.
    const lineBreaks = before.filter((byte) => byte === 0x0a)
    yield* splitter.push(Buffer.concat([lineBreaks, buffer.subarray(before.length)]))
  }
  yield* splitter.end()
}

function markOf(head: Buffer): number {
  return head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function splitterFor(head: string, isPart = false): Splitter<CatalogRecord> {
  return /^[ \t\r\n]*\[/.test(head) ? new ArraySplitter({ isPart }) : new ObjectSplitter()
}
