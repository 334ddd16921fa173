import { decodeEntities } from '@vitrine/catalog/html-text'
import type { FindingPlace, Place } from '@vitrine/catalog/submission'
import type { FileSource } from '../products/file-source.ts'
import type { ItemCodec } from '../products/grouping.ts'
import type { ColumnLayout } from './columns.ts'

/** A row of a table, or an item of a feed. */
export class Row<Key extends string> implements FileSource<Key> {
  /** The line of the file on which it begins; the first line is 1. */
  readonly line: number
  /** The row in a spreadsheet; undefined for an item of a feed. */
  readonly number: number | undefined
  readonly cells: readonly Cell[]
  readonly layout: ColumnLayout<Key>

  constructor(line: number, cells: readonly Cell[], layout: ColumnLayout<Key>, number?: number) {
    this.line = line
    this.number = number
    this.cells = cells
    this.layout = layout
  }

  /** The first text of the column that is not blank, trimmed; '' if there is none. */
  text(key: Key, number?: number): string {
    for (const index of this.layout.cellIndexes(key, number)) {
      const cell = this.cells[index]
      const text = typeof cell === 'string' ? cell.trim() : (cell?.find((part) => part.trim() !== '')?.trim() ?? '')
      if (text !== '') return text
    }
    return ''
  }

  /** The text of a column as a name. Names are plain text, so character references are decoded. */
  name(key: Key, number?: number): string {
    return decodeEntities(this.text(key, number))
  }

  /** The names in columns such as `Category N`, in the order of their numbers; '' for blank ones. */
  numberedNames(key: Key): string[] {
    return this.layout.numbers(key).map((number) => this.name(key, number))
  }

  /** All texts of the column that are not blank, trimmed. */
  texts(key: Key): string[] {
    const texts = this.layout.cellIndexes(key).flatMap((index) => this.cells[index] ?? [])
    return texts.map((text) => text.trim()).filter((text) => text !== '')
  }

  get place(): Place {
    const { file } = this.layout
    return {
      line: this.line,
      ...(this.number !== undefined && { row: this.number }),
      ...(file !== undefined && { file }),
    }
  }

  /** Where it is, in a sentence. */
  get where(): string {
    return this.number === undefined ? `on line ${this.line}` : `in row ${this.number}`
  }

  /** Where a cell is, for a finding. An item of a feed has no column letters. */
  cellPlace(key: Key): FindingPlace & { readonly path: string } {
    const column = this.number === undefined ? undefined : this.layout.letters(key)
    return { ...this.place, ...(column !== undefined && { column }), path: this.layout.header(key) }
  }

  keyOfField(field: string): Key | undefined {
    return this.layout.keyOfField(field)
  }

  get isBlank(): boolean {
    return this.cells.every((cell) => (typeof cell === 'string' ? cell : cell.join('')).trim() === '')
  }
}

/** A cell of a table, or the texts of an element that a feed repeats. */
type Cell = string | readonly string[]

/** Stores rows as text without their columns, which all rows of a file share. */
export class RowCodec<Key extends string> implements ItemCodec<Row<Key>> {
  /** The columns of each file. */
  readonly #layouts: ColumnLayout<Key>[] = []

  toText({ line, number, cells, layout }: Row<Key>): string {
    if (this.#layouts.at(-1) !== layout) this.#layouts.push(layout)
    return JSON.stringify([line, number ?? null, this.#layouts.length - 1, cells])
  }

  fromText(text: string): Row<Key> {
    const [line, number, layout, cells] = JSON.parse(text) as [number, number | null, number, readonly Cell[]]
    return new Row(line, cells, this.#layouts[layout]!, number ?? undefined)
  }
}
