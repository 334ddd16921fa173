/** The ranges over several rows, which the XML of a sheet names below its rows. */
export async function readMergedRanges(chunks: AsyncIterable<Buffer>): Promise<readonly MergedRange[]> {
  const ranges: MergedRange[] = []
  let before = ''
  for await (const chunk of chunks) {
    const text = before + chunk.toString('latin1')
    for (const [, column, first, last] of text.matchAll(ELEMENT)) {
      if (Number(last) > Number(first) && ranges.length < RANGES_LIMIT)
        ranges.push({ column: columnNumber(column!), firstRow: Number(first), lastRow: Number(last) })
    }
    // Text cannot have a “<”, so the last one begins a tag, which may continue in the next chunk.
    before = text.slice(Math.max(text.lastIndexOf('<'), text.length - 1000))
    if (before.includes('>')) before = ''
  }
  return ranges.sort((a, b) => a.firstRow - b.firstRow)
}

/** A range of cells that is shown as one. Its rows are below each other in one column, the first. */
export interface MergedRange {
  readonly column: number
  readonly firstRow: number
  readonly lastRow: number
}

/** The most ranges that are read. */
const RANGES_LIMIT = 100_000

const ELEMENT = /<(?:\w+:)?mergeCell\s[^>]*?\bref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})"/g

/** The number of a column, from 0, by its letters: 0 for `A`, 27 for `AB`. */
export function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}
