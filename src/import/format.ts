import type { Submission } from '../catalog/submission.ts'
import type { ReadOptions } from './read-options.ts'

/** Whether the beginning of a file is of a format: `yes`, or a sentence that refuses it, or nothing. */
export type Recognition = 'yes' | { readonly refusal: string } | undefined

/** A kind of catalog file. */
export interface Format {
  /** What `--format` calls it. */
  readonly name: string
  /** What people call its files. */
  readonly title: string
  /** What `vitrine formats` says of it. */
  readonly columns: readonly ColumnDescription[]
  recognise(beginning: FormatSample): Recognition
  /** The products of a file, each right and complete, or refused with all that is wrong with it. */
  read(bytes: AsyncIterable<Uint8Array>, reading: ReadOptions): AsyncIterable<Submission>
}

/** What becomes of a column, or of an element. */
export interface ColumnDescription {
  /** Its names in files; `N` stands for a number. */
  readonly headers: readonly string[]
  readonly becomes: string
}

/** The beginning of a file, as text, and as the cells of its first rows if it is a table. */
export interface FormatSample {
  readonly text: string
  /** undefined if the text is JSON or XML. */
  readonly table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined
}
