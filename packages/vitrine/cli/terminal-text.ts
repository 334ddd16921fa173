/** Aligns the cells of each column. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

/** A whole number with separators: "12,345". */
export function formatNumber(number: number): string {
  return number.toLocaleString('en')
}

/** A number with its noun: "1 product", "12,345 products". */
export function quantity(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`
}

/**
 * One line, with escapes for control characters and changes of direction, which a terminal would interpret. JSON stays
 * JSON.
 */
export function escapeControls(text: string): string {
  return text.replace(/[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Printed while a command waits for another one to finish writing. */
export const WAITING_FOR_IMPORT = 'waiting for an import into this database to end'
