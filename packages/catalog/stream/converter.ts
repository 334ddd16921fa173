import type { PatchedField, Submission, Warning } from '../submission.ts'
import type { Finding, StreamContents, StreamRecord, StreamStore } from './record.ts'

/** The reader of files of other systems: the package `@vitrine/convert`. It knows of the store what it is told. */
export interface Converter {
  readonly FORMATS: readonly FormatDescription[]
  /**
   * Opens the files of one catalog, and reads only their beginnings. Throws `CatalogFileError` if they cannot be a
   * catalog.
   */
  openFiles(files: readonly NamedFile[], options: OpenOptions): Promise<OpenCatalog>
  /** Opens a file of prices, stocks and popularities: a table or JSON. */
  openPatches(file: NamedFile, only: readonly PatchedField[], options: OpenOptions): OpenCatalog
  /** The categories of a platform's export as a file of labels has them; undefined for other JSON. */
  labelExport(value: unknown): readonly object[] | undefined
  /** The products with their descriptions treated. Warns about each one that was cleaned. */
  withHtml(
    submissions: AsyncIterable<Submission>,
    treatment: HtmlTreatment,
    onWarning: (warning: Warning) => void,
  ): AsyncIterable<Submission>
}

export interface FormatDescription {
  /** The value of `--format`. */
  readonly name: string
  readonly title: string
  readonly columns: readonly ColumnDescription[]
}

/** What becomes of a column of a table, or of an element of a feed. */
export interface ColumnDescription {
  /** The names of the column in files; `N` stands for a number. */
  readonly headers: readonly string[]
  readonly becomes: string
}

export interface NamedFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface OpenOptions {
  /** The name of the format; detected if undefined. */
  readonly format?: string | undefined
  /** The encoding of the file; detected if undefined. */
  readonly encoding?: string | undefined
  /** The sheet of a workbook; if undefined, the first visible one with a name and a price, or else with rows. */
  readonly sheet?: string | undefined
  /** The name of a column in the file, in lower case → its name in the format. */
  readonly columns?: ReadonlyMap<string, string> | undefined
  /** What becomes of HTML in descriptions. If undefined, it is kept in the native format, and otherwise cleaned. */
  readonly html?: HtmlTreatment | undefined
}

/** What an import does with HTML in descriptions. */
export const HTML_TREATMENTS = ['clean', 'keep', 'text'] as const
export type HtmlTreatment = (typeof HTML_TREATMENTS)[number]

/** A catalog whose format is known. */
export interface OpenCatalog {
  readonly contents: StreamContents
  /** The name of the format. */
  readonly format: string
  /** What the columns probably are, if the table is of no known format. */
  readonly guess?: ColumnGuess
  /**
   * Reads all of it, for a store and at a time, which decides whether a sale price applies. Only once. Findings are
   * told in the order of the file, before the next record is given. Throws `CatalogFileError` if the catalog cannot be
   * read further: what came before is to be discarded.
   */
  records(store: StreamStore, now: Date, onFinding: (finding: Finding) => void): AsyncIterable<StreamRecord>
}

/** What the columns of a table of no known format probably are. */
export interface ColumnGuess {
  readonly columns: readonly GuessedColumn[]
  /** Whether nothing was guessed, since the names of all columns that are used were given. */
  readonly isNamed: boolean
  /** Why the table is not imported without a question, in sentences. There are none if the guess is certain. */
  readonly doubts: readonly string[]
  /** Why the table cannot be imported with this guess, in a sentence; undefined if it can. */
  readonly missing: string | undefined
}

export interface GuessedColumn {
  readonly header: string
  /** A role, such as “price” or “option: Size”. */
  readonly becomes: string
  /** Different values of the column, the first ones. */
  readonly samples: readonly string[]
}
