import { isUtf8 } from 'node:buffer'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { recordsIn } from '@vitrine/catalog/json/read-records'
import { CONTROLS } from '@vitrine/catalog/native/control-characters'
import { parse } from 'csv-parse/sync'
import { findJsonList } from './any-table/json-list.ts'
import { anyTable } from './any-table/table-format.ts'
import { detectByteOrderMark, guessEncoding, isDamagedUtf8 } from './detect-encoding.ts'
import { firstRecords } from './documents/read-pages.ts'
import { type Format, type FormatSample, SAMPLE_ROWS } from './format.ts'
import { native } from './native-format.ts'
import { bigcommerce } from './platforms/bigcommerce.ts'
import { ebay } from './platforms/ebay.ts'
import { ecwid } from './platforms/ecwid.ts'
import { etsy } from './platforms/etsy.ts'
import { google } from './platforms/google.ts'
import { magento } from './platforms/magento.ts'
import { magento1 } from './platforms/magento1.ts'
import { medusa } from './platforms/medusa.ts'
import { medusaJson } from './platforms/medusa-json.ts'
import { prestashop } from './platforms/prestashop.ts'
import { shopify } from './platforms/shopify.ts'
import { shopifyJson } from './platforms/shopify-json.ts'
import { shopifyTranslations } from './platforms/shopify-translations.ts'
import { shopware } from './platforms/shopware.ts'
import { spree } from './platforms/spree.ts'
import { square } from './platforms/square.ts'
import { squarespace } from './platforms/squarespace.ts'
import { vendure } from './platforms/vendure.ts'
import { vendureJson } from './platforms/vendure-json.ts'
import { wix } from './platforms/wix.ts'
import { woocommerce } from './platforms/woocommerce.ts'
import { woocommerceJson } from './platforms/woocommerce-json.ts'
import type { ReadOptions } from './read-options.ts'
import { headerIndex, MAX_ROWS_ABOVE } from './rows/header-row.ts'
import { delimiterOf } from './rows/read-csv.ts'
import { type TextReader, textDecoder } from './text-decoder.ts'

/** Every format. The first that recognises a file reads it. The native format recognises any JSON. */
export const FORMATS: readonly Format[] = [
  shopify,
  shopifyJson,
  shopifyTranslations,
  magento,
  magento1,
  bigcommerce,
  prestashop,
  spree,
  woocommerce,
  woocommerceJson,
  google,
  squarespace,
  wix,
  square,
  etsy,
  ebay,
  ecwid,
  shopware,
  medusa,
  medusaJson,
  vendure,
  vendureJson,
  native,
  anyTable,
]

export const FORMATS_HINT = '`vitrine formats` lists the formats that can be imported.'

/** The format of a file; undefined if none is known to fit. Throws `CatalogFileError` if a format refuses the file. */
export function detectFormat(sample: FormatSample): Format | undefined {
  for (const format of FORMATS) {
    const recognition = format.recognise(sample)
    if (recognition === 'yes') return format
    if (recognition) throw new CatalogFileError(recognition.refusal)
  }
  return undefined
}

/** The beginning of a file of text. */
export function textSample(head: Buffer, options: Pick<ReadOptions, 'encoding' | 'columns'>): FormatSample {
  const decoded = decodeRoughly(head, options.encoding)
  const isTable = !/^\s*[[{<]/.test(decoded)
  const text = isTable ? decoded.replace(CONTROLS, '') : decoded
  const isJson = /^\s*[[{]/.test(text)
  const records = isJson ? sampleRecords(Buffer.from(text)) : undefined
  const rows = isTable ? parseTable(text, MAX_ROWS_ABOVE + 1 + SAMPLE_ROWS) : []
  return { text, records, table: tableSample(rows, options) }
}

/** The first records of JSON in UTF-8. */
function sampleRecords(head: Buffer): unknown[] {
  const list = findJsonList(head)
  if (!list) return firstRecords(head)
  return recordsIn(head, list.index).flatMap((record) => ('value' in record ? [record.value] : []))
}

/** The header and the first rows of a table, with the names that `columns` gives to the headers. */
export function tableSample(
  rows: readonly (readonly string[])[],
  { columns }: Pick<ReadOptions, 'columns'>,
): FormatSample['table'] {
  const [header, ...others] = rows.slice(headerIndex(rows))
  return (
    header && {
      header: header.map((name) => columns?.get(name.trim().toLowerCase()) ?? name),
      rows: others.slice(0, SAMPLE_ROWS),
    }
  )
}

/** The beginning as text. The encoding is guessed, as the headers of some formats are not ASCII. */
function decodeRoughly(head: Buffer, encoding: string | undefined): string {
  const mark = detectByteOrderMark(head)
  const guess = mark || isUtf8(head) || isDamagedUtf8(head) ? undefined : guessEncoding(head)
  const decoder = decoderFor(encoding ?? mark?.encoding ?? guess)
  return decoder.decode(head.subarray(mark?.length ?? 0), { stream: true })
}

function decoderFor(encoding: string | undefined): TextReader {
  try {
    return textDecoder(encoding)
  } catch {
    return textDecoder('utf-8')
  }
}

/** A shorter text is the complete file, whose last line may have no line break. */
const COMPLETE_LENGTH = 64 * 1024

/** The first rows of text with a delimiter, also those above the header. */
export function parseTable(text: string, count: number): readonly (readonly string[])[] {
  const delimiter = delimiterOf(text)
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    to: count,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: delimiter !== '\t',
    // The text may end within a quoted cell.
    skip_records_with_error: true,
  }
  const completeLines = text.length < COMPLETE_LENGTH ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text
  try {
    return parse(completeLines, options)
  } catch {
    return [text.split(/[\r\n]/, 1)[0]!.split(delimiter)]
  }
}
