/** A value of a row: bytes for `bytea`, anything else as it prints. */
export type Cell = string | number | null | Uint8Array

/** Characters that are sent together: a message each, so that a row does not cost two calls of the system. */
const PIECE = 64 * 1024

/**
 * Rows in the text format of COPY, some at a time: tabs between cells, `\N` for null, backslashes before what would be read
 * otherwise.
 */
export function* copyLines(rows: Iterable<readonly Cell[]>): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(printed).join('\t')}\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function printed(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return SPECIAL.test(cell) ? cell.replace(EACH_SPECIAL, escaped) : cell
  return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`
}

const SPECIAL = /[\\\t\n\r]/
const EACH_SPECIAL = /[\\\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(character: string): string {
  return ESCAPES[character]!
}
