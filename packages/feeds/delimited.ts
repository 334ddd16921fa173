/**
 * A line of a table whose cells are separated by commas or tabs. A cell is in quotation marks if it has to be (RFC
 * 4180).
 */
export function delimitedLine(cells: readonly string[], delimiter: ',' | '\t'): string {
  const quoted = cells.map((cell) => {
    const needsQuotes = cell.includes(delimiter) || /["\r\n]/.test(cell)
    return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
  })
  return `${quoted.join(delimiter)}\n`
}

/** URLs as one cell of a table: a comma in a URL is written %2C. */
export function urlList(urls: readonly string[]): string {
  return urls.map((url) => url.replaceAll(',', '%2C')).join(',')
}
