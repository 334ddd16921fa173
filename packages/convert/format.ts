import type { FormatDescription } from '@vitrine/catalog/stream/converter'
import type { StreamRecord } from '@vitrine/catalog/stream/record'
import type { RefusedProduct, Submission } from '@vitrine/catalog/submission'
import type { ReadOptions } from './read-options.ts'
import type { CsvRow } from './rows/read-csv.ts'

/** A format of catalog files. */
export interface Format extends FormatDescription {
  recognise(sample: FormatSample): Recognition
  /** The products of a file, each valid and complete, or refused with all its problems. */
  read(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncIterable<Submission>
  /** As `read`, for the rows of a table from another source, with its header. undefined if the format has no tables. */
  readRows?(rows: AsyncIterable<CsvRow>, options: ReadOptions): AsyncIterable<Submission>
  /** Whether a file only adds to the products of another file of the format. */
  isAddition?(sample: FormatSample): boolean
  /** The products of several files together. undefined if each file of the format is a catalog by itself. */
  readFiles?(files: readonly FormatFile[], options: ReadOptions): AsyncIterable<Submission>
  /** The texts of a file that has translations and no products. */
  readTexts?(content: FileContent, options: ReadOptions): AsyncIterable<TranslationRecord | RefusedProduct>
}

/** A text in another language. */
export type TranslationRecord = Extract<StreamRecord, { readonly text: unknown }>

/** Whether a format reads a file: `yes`, no with the reason, or undefined if another format may. */
export type Recognition = 'yes' | { readonly refusal: string } | undefined

/** One of several files that make a catalog together. */
export interface FormatFile {
  readonly name: string
  /** Of the file, or of its only sheet. */
  readonly content: FileContent
  readonly isAddition: boolean
}

/** Text, or the rows of a spreadsheet. */
export type FileContent = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly rows: AsyncIterable<CsvRow> }

/** The beginning of a file. */
export interface FormatSample {
  /** Empty for a spreadsheet. */
  readonly text: string
  /** The first records, if the text is JSON: those of an array, or of the list in `{"products": […]}`. */
  readonly records: readonly unknown[] | undefined
  /** The cells of the first rows. undefined if the text is JSON or XML. */
  readonly table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined
}

/** Rows of a sample, without the header. */
export const SAMPLE_ROWS = 6

/** The headers of the sample in lower case; none if it is not a table. */
export function headersOf({ table }: FormatSample): ReadonlySet<string> {
  return new Set(table?.header.map((name) => name.trim().toLowerCase()))
}
