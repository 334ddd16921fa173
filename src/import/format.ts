import type { Submission } from '../catalog/submission.ts'
import type { ReadOptions } from './read-options.ts'

/** Whether a format reads a file: `yes`, no with the reason, or undefined if another format may. */
export type Recognition = 'yes' | { readonly refusal: string } | undefined

/** A format of catalog files. */
export interface Format {
  /** The value of `--format`. */
  readonly name: string
  readonly title: string
  /** Listed by `vitrine formats`. */
  readonly columns: readonly ColumnDescription[]
  recognise(sample: FormatSample): Recognition
  /** The products of a file, each valid and complete, or refused with all its problems. */
  read(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncIterable<Submission>
}

/** What becomes of a column of a table, or of an element of a feed. */
export interface ColumnDescription {
  /** The names of the column in files; `N` stands for a number. */
  readonly headers: readonly string[]
  readonly becomes: string
}

/** The beginning of a file as text, and as its first records or rows. */
export interface FormatSample {
  readonly text: string
  /** The first records if the text is JSON: those of an array, or of the list in an object such as `{"products": […]}`. */
  readonly records?: readonly unknown[] | undefined
  /** undefined if the text is JSON or XML. */
  readonly table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined
}

/** The headers of the sample in lower case; none if it is not a table. */
export function headersOf({ table }: FormatSample): ReadonlySet<string> {
  return new Set(table?.header.map((name) => name.trim().toLowerCase()))
}
