import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { parse } from 'csv-parse/sync'
import { detectByteOrderMark, guessEncoding, isDamagedUtf8 } from './detect-encoding.ts'
import { CatalogFileError, EMPTY_FILE } from './file-error.ts'
import { jsonRefusal } from './file-signature.ts'
import type { Format, FormatSample } from './format.ts'
import { native } from './native.ts'
import { bagisto } from './platforms/bagisto.ts'
import { bigcommerce } from './platforms/bigcommerce.ts'
import { bigcommerceLegacy } from './platforms/bigcommerce-legacy.ts'
import { etsy } from './platforms/etsy.ts'
import { google } from './platforms/google.ts'
import { magento } from './platforms/magento.ts'
import { magento1 } from './platforms/magento1.ts'
import { medusa } from './platforms/medusa.ts'
import { prestashop } from './platforms/prestashop.ts'
import { shopify } from './platforms/shopify.ts'
import { shopifyJson } from './platforms/shopify-json.ts'
import { spree } from './platforms/spree.ts'
import { square } from './platforms/square.ts'
import { squarespace } from './platforms/squarespace.ts'
import { vendure } from './platforms/vendure.ts'
import { wix } from './platforms/wix.ts'
import { woocommerce } from './platforms/woocommerce.ts'
import { woocommerceJson } from './platforms/woocommerce-json.ts'
import type { ReadOptions } from './read-options.ts'
import { COMMENT, delimiterOf, SEP_LINE } from './rows/read-csv.ts'
import { firstRecords } from './splitting/read-pages.ts'

/** Every format that can be imported. The first that recognises a file reads it. The native format recognises any JSON. */
export const FORMATS: readonly Format[] = [
  shopify,
  shopifyJson,
  magento,
  magento1,
  bigcommerce,
  bigcommerceLegacy,
  prestashop,
  bagisto,
  spree,
  woocommerce,
  woocommerceJson,
  google,
  squarespace,
  wix,
  square,
  etsy,
  medusa,
  vendure,
  native,
]

export const FORMATS_HINT = '`vitrine formats` lists the formats that can be imported.'

/** The format of a file with this beginning. Throws `CatalogFileError`, with a guess at what the file is, if none fits. */
export function detectFormat(head: Uint8Array, options: Pick<ReadOptions, 'encoding' | 'columns'>): Format {
  const text = decodeRoughly(head, options)
  const isJson = /^\s*[[{]/.test(text)
  const sample = {
    text,
    records: isJson ? firstRecords(Buffer.from(text)) : undefined,
    table: isJson || /^\s*</.test(text) ? undefined : parseTable(text),
  }
  for (const format of FORMATS) {
    const recognition = format.recognise(sample)
    if (recognition === 'yes') return format
    if (recognition) throw new CatalogFileError(recognition.refusal)
  }
  throw new CatalogFileError(`${describe(sample)} ${FORMATS_HINT}`)
}

/** The beginning as text. The encoding is guessed, as the headers of some formats are not ASCII. */
function decodeRoughly(head: Uint8Array, { encoding, columns }: Pick<ReadOptions, 'encoding' | 'columns'>): string {
  const mark = detectByteOrderMark(head)
  const guess = mark || isUtf8(head) || isDamagedUtf8(Buffer.from(head)) ? undefined : guessEncoding(Buffer.from(head))
  const text = decoderFor(encoding ?? mark?.encoding ?? guess).decode(head.subarray(mark?.length ?? 0), {
    stream: true,
  })
  if (!columns) return text
  const [header] = /^\s*[^\r\n]*/.exec(text)!
  const renamed = header.replace(/[^,;\t|"\r\n]+/g, (name) => columns.get(name.trim().toLowerCase()) ?? name)
  return renamed + text.slice(header.length)
}

function decoderFor(encoding: string | undefined): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}

/** Rows of a sample, with the header. */
const SAMPLE_ROWS = 6

function parseTable(text: string): FormatSample['table'] {
  const delimiter = delimiterOf(text)
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    to: SAMPLE_ROWS + 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: delimiter !== '\t',
  }
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1) || text
  try {
    const rows = parse(completeLines, options)
    const start = rows.findIndex((row) => !SEP_LINE.test(row.join(delimiter)) && !COMMENT.test(row[0]!))
    const [header, ...others] = rows.slice(Math.max(0, start))
    return header && { header, rows: others }
  } catch {
    return { header: text.split(/[\r\n]/, 1)[0]!.split(delimiter), rows: [] }
  }
}

function describe({ text, table }: FormatSample): string {
  if (table && table.header.length > 1) {
    const names = table.header.slice(0, 6).map((name) => name.trim().slice(0, 40))
    return `The file looks like CSV, but its header is of no known format: ${names.join(', ')}${table.header.length > 6 ? ', …' : ''}. A file for --columns can say what its columns mean.`
  }
  if (text.trim() === '') return EMPTY_FILE
  return jsonRefusal(Buffer.from(text)) ?? 'The file is of no known format.'
}
