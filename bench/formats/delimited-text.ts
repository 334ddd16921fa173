/** The cells of a row by the names of their columns; the others are blank. */
export type Row<Column extends string> = { readonly [column in Column]?: string | undefined }

/** A header line and one line a row: separated cells, quoted where they have to be. */
export function* tableText<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Row<Column>>,
  separator = ',',
): Generator<string> {
  yield lineOf(columns, separator)
  for (const row of rows) {
    yield lineOf(
      columns.map((column) => row[column] ?? ''),
      separator,
    )
  }
}

function lineOf(cells: readonly string[], separator: string): string {
  return `${cells.map((cell) => (needsQuotes(cell, separator) ? quoted(cell) : cell)).join(separator)}\n`
}

function needsQuotes(cell: string, separator: string): boolean {
  return cell.includes(separator) || /["\r\n]/.test(cell)
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}
