import { parse } from 'csv-parse/sync'
import type { FormatSample } from './format.ts'
import { delimiterOf, SEP_LINE } from './rows/read-csv.ts'

/** The rows that are looked at, the header among them. */
const ROWS = 6

/** What a file begins with, for formats to recognise it. */
export function sampleOf(text: string): FormatSample {
  return { text, table: /^\s*[[{<]/.test(text) ? undefined : tableOf(text) }
}

function tableOf(text: string): FormatSample['table'] {
  const delimiter = delimiterOf(text)
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    to: ROWS + 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: delimiter !== '\t',
  }
  const complete = text.slice(0, text.lastIndexOf('\n') + 1) || text
  try {
    const rows = parse(complete, options)
    const [header, ...others] = rows[0] && SEP_LINE.test(rows[0].join(delimiter)) ? rows.slice(1) : rows
    return header && { header, rows: others }
  } catch {
    return { header: text.split(/[\r\n]/, 1)[0]!.split(delimiter), rows: [] }
  }
}
