/** What may stand between cells, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'] as const

/** Excel's own way of saying it, on a line before the header. */
export const SEP_LINE = /^\s*"?sep=(.)"?\s*$/i

/** What separates the cells of a table: what its first line has most of, outside of quotation marks. */
export function delimiterOf(text: string): string {
  const line = firstLine(text)
  const said = SEP_LINE.exec(line)?.[1]
  if (said) return said
  const bare = line.replace(/"(?:[^"]|"")*"?/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

/** The first line that is not blank; line breaks inside of quotation marks do not end it. */
function firstLine(text: string): string {
  return /^\s*((?:"(?:[^"]|"")*(?:"|$)|[^"\r\n])*)/.exec(text)![1]!
}
