/** What is wrong with a record, and what would be right. */
export interface Fault {
  readonly wrong: string
  readonly right: string
}

/** A text that is not yet parsed, with its first line; '' if it has a fault. */
export interface TextRecord {
  readonly line: number
  readonly text: string
  readonly fault?: Fault
}

/** The value of one product, with its first line, or why it cannot be read. */
export type CatalogRecord =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly fault: Fault }

/** Splits a stream of chunks into records. */
export interface Splitter<Record> {
  push(chunk: Buffer): Iterable<Record>
  /** The records that remain after the last chunk. */
  end(): Iterable<Record>
}

/** Parses a record on one line, or printed over the lines with these numbers. */
export function parseRecord(record: TextRecord, lines: readonly number[] = [record.line]): CatalogRecord {
  const { line, text, fault } = record
  if (fault) return { line, fault }
  try {
    return { line, value: JSON.parse(text) }
  } catch (error) {
    return { line, fault: syntaxFault((error as SyntaxError).message, text, lines) }
  }
}

function syntaxFault(message: string, text: string, lines: readonly number[]): Fault {
  const right = /\}\s*,\s*$/.test(text.slice(-1000))
    ? 'objects without commas between them, or one array of all objects'
    : 'a JSON object, or one array of all objects'
  const position = Number(/ at position (\d+)/.exec(message)?.[1])
  if (position >= text.trimEnd().length || /end of JSON input|unterminated string/i.test(message))
    return { wrong: 'is cut off: its JSON does not end', right }
  if (position >= 0) return { wrong: `is not valid JSON from ${place(position, text, lines)} on`, right }
  // The message may quote control characters of the file, which a terminal would obey.
  return { wrong: `is not valid JSON (${message.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')})`, right }
}

function place(position: number, text: string, lines: readonly number[]): string {
  if (lines.length === 1) return `character ${position + 1}`
  const before = text.slice(0, position).split('\n')
  return `line ${lines[before.length - 1]}, character ${before.at(-1)!.length + 1},`
}
