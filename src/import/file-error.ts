/** A catalog file that cannot be read further. Nothing of the file is imported. */
export class CatalogFileError extends Error {
  /** The line of the fault, or the first line of the faulty record or row. Lines count from 1. Part of the message. */
  readonly line: number | undefined

  constructor(sentence: string, line?: number) {
    super(line === undefined ? sentence : `Line ${line}: ${sentence}`)
    this.name = 'CatalogFileError'
    this.line = line
  }
}

export const EMPTY_FILE = 'The file is empty. A catalog without products is written as an empty array: [].'
