/** A catalog file that cannot be read on: nothing after the fault can be trusted, so nothing of the file is taken. */
export class CatalogFileError extends Error {
  /** Where the fault is, or where the thing begins that is at fault; lines count from 1. Part of the message too. */
  readonly line: number | undefined

  constructor(sentence: string, line?: number) {
    super(line === undefined ? sentence : `Line ${line}: ${sentence}`)
    this.name = 'CatalogFileError'
    this.line = line
  }
}
