import type { Place } from '../submission.ts'

/** A catalog file that cannot be read further. Nothing of the file is imported. */
export class CatalogFileError extends Error {
  /** The line of the fault, or the first line of the faulty record or row. Lines count from 1. Part of the message. */
  readonly line: number | undefined

  /** `place` is a line, or a row of a table. */
  constructor(sentence: string, place?: number | Place) {
    super(place === undefined ? sentence : `${nameOf(place)}: ${sentence}`)
    this.name = 'CatalogFileError'
    this.line = typeof place === 'object' ? place.line : place
  }

  /** As this error, with the name of the file. */
  in(file: string): CatalogFileError {
    return Object.assign(new CatalogFileError(`${file}: ${this.message}`), { line: this.line })
  }
}

/** A row is named with its line where they differ: what breaks a row is often mended in a text editor. */
function nameOf(place: number | Place): string {
  const { line, row } = typeof place === 'object' ? place : { line: place }
  if (row === undefined) return `Line ${line}`
  return row === line ? `Row ${row}` : `Row ${row}, on line ${line}`
}

export const EMPTY_FILE = 'The file is empty. A catalog without products is written as an empty array: [].'
