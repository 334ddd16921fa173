/** The cells of a row by column. Missing cells are empty. */
export type Row<Column extends string> = { readonly [column in Column]?: string | undefined }

/** A header line and one line for each row. Cells are quoted where necessary. */
export function* delimitedText<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Row<Column>>,
  separator = ',',
): Generator<string> {
  yield formatLine(columns, separator)
  for (const row of rows) {
    const cells = columns.map((column) => row[column] ?? '')
    yield formatLine(cells, separator)
  }
}

function formatLine(cells: readonly string[], separator: string): string {
  const quoted = cells.map((cell) =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(separator)}\n`
}
