import type { Cell } from '../../edition/tables.ts'

/** Characters of a message: sending each row by itself would cost two system calls a row. */
const PIECE_CHARACTERS = 64 * 1024

/**
 * Rows in the text format of COPY: tabs between cells, `\N` for null, backslash escapes. Each piece holds many rows.
 */
export function* copyLines(rows: Iterable<readonly Cell[]>): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(formatCell).join('\t')}\n`
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function formatCell(cell: Cell): string {
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
