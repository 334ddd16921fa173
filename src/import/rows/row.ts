import { decodeEntities } from '../../catalog/html-text.ts'
import type { ColumnLayout } from './column-layout.ts'

/** What a row says in one column; several texts if the file has the column, or the element, more than once. */
export type Cell = string | readonly string[]

/** A row of a table, or an item of a feed: what it says, by the format's own names for the columns. */
export class Row<Key extends string> {
  readonly line: number
  readonly layout: ColumnLayout<Key>
  readonly #cells: readonly Cell[]

  constructor(line: number, cells: readonly Cell[], layout: ColumnLayout<Key>) {
    this.line = line
    this.layout = layout
    this.#cells = cells
  }

  /** What the row says in the column, without white space around it; '' if nothing. */
  text(key: Key, number?: number): string {
    for (const index of this.layout.indexes(key, number)) {
      const cell = this.#cells[index]
      const text = typeof cell === 'string' ? cell.trim() : (cell?.find((part) => part.trim() !== '')?.trim() ?? '')
      if (text !== '') return text
    }
    return ''
  }

  /** The text of a column as a name: names are plain text, so character references are decoded. */
  name(key: Key, number?: number): string {
    return decodeEntities(this.text(key, number))
  }

  /** Everything that the row says in the columns of that name. */
  texts(key: Key, number?: number): string[] {
    return this.layout
      .indexes(key, number)
      .flatMap((index) => this.#cells[index] ?? [])
      .map((text) => text.trim())
      .filter((text) => text !== '')
  }

  get isBlank(): boolean {
    return this.#cells.every((cell) => (typeof cell === 'string' ? cell : cell.join('')).trim() === '')
  }

  /** The cells, to be made a row again. */
  toJson(): string {
    return JSON.stringify(this.#cells)
  }

  /** What to call the column when speaking to whoever made the file. */
  header(key: Key, number?: number): string {
    return this.layout.header(key, number)
  }
}
