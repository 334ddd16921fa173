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
  const foreign = foreignIn(text)
  // The parser does not always tell a position.
  if (foreign && !(position < foreign.position))
    return { wrong: `has ${foreign.what} at ${place(foreign.position, text, lines)}`, right: foreign.right }
  const from = position >= 0 && place(position, text, lines).replace(/(?<=,.*)$/, ',')
  if (from) return { wrong: `is not valid JSON from ${from} on`, right }
  // The message may quote control characters of the file, which a terminal would obey.
  return { wrong: `is not valid JSON (${message.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')})`, right }
}

/** The first thing outside of strings that other notations have, and JSON does not. */
function foreignIn(text: string): { position: number; what: string; right: string } | undefined {
  for (const { index, groups } of text.slice(0, MAX_SCANNED).matchAll(FOREIGN)) {
    const [kind, token] = Object.entries(groups!).find(([, found]) => found !== undefined) ?? []
    if (kind === undefined) continue
    const what = { comma: 'a comma too many', name: `“${token}” without quotation marks` }[kind]
    return { position: index, what: what ?? `“${token}”, which JSON does not have,`, right: JSON_FOR[kind]! }
  }
  return undefined
}

const MAX_SCANNED = 1024 * 1024

/** A string, or what a name of a group says. */
const FOREIGN = new RegExp(
  [
    '"(?:[^"\\\\]|\\\\.)*"',
    '(?<number>-?\\b(?:NaN|Infinity)\\b)',
    '(?<nothing>\\b(?:None|undefined)\\b)',
    '(?<answer>\\b(?:True|False)\\b)',
    "(?<quote>')",
    '(?<comma>,)(?=\\s*[}\\]])',
    '(?<name>\\b[A-Za-z_$][\\w$]*)(?=\\s*:)',
  ].join('|'),
  'gs',
)

const JSON_FOR: Readonly<Record<string, string>> = {
  number: 'a number, or null',
  nothing: 'null',
  answer: 'true or false',
  quote: 'double quotation marks',
  comma: 'no comma before the closing bracket',
  name: 'the name in double quotation marks',
}

/** `lines` has the number of each line, or only of the first one if they follow one another. */
function place(position: number, text: string, lines: readonly number[]): string {
  const before = text.slice(0, position).split('\n')
  const character = `character ${before.at(-1)!.length + 1}`
  if (!text.includes('\n')) return character
  return `line ${lines[before.length - 1] ?? lines[0]! + before.length - 1}, ${character}`
}
