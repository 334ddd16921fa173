import type { ColumnDescription } from '@vitrine/catalog/stream/converter'
import type { UsedColumn } from '@vitrine/catalog/stream/record'

/** The columns that a format reads, by the names that its code uses. */
export type Columns<Key extends string> = Readonly<Record<Key, ColumnMapping>>

/** A column of a table, or an element of a feed. */
export interface ColumnMapping extends ColumnDescription {
  /** The native fields that it fills, such as `variants[].price`. A problem with one of them names this column. */
  readonly fills: readonly string[]
}

/** A column by its headers, the oldest first, with “ | ” between them. */
export function column(headers: string, becomes: string, ...fills: string[]): ColumnMapping {
  return { headers: headers.split(' | '), becomes, fills }
}

/** A column that this kind of file does not have, unlike another kind of the same platform. */
export const NO_COLUMN: ColumnMapping = { headers: [], becomes: '', fills: [] }

/**
 * The columns of another kind of file of the same platform. A text has the headers of a column that means the same.
 * The file does not have the columns that are left out.
 */
export function sameColumns<Key extends string>(
  columns: Columns<Key>,
  own: Partial<Record<NoInfer<Key>, string | ColumnMapping>>,
): Columns<Key> {
  const none = Object.fromEntries(Object.keys(columns).flatMap((key) => (key in own ? [] : [[key, NO_COLUMN]])))
  const found = Object.entries<string | ColumnMapping | undefined>(own).map(([key, column]) => [
    key,
    typeof column === 'string' ? { ...columns[key as Key], headers: column.split(' | ') } : column,
  ])
  return { ...Object.fromEntries(found), ...none }
}

/** The columns with other headers. */
export function mapHeaders<Key extends string>(
  columns: Columns<Key>,
  headersOf: (headers: readonly string[], key: Key) => readonly string[],
): Columns<Key> {
  const entries = Object.entries<ColumnMapping>(columns)
  return Object.fromEntries(
    entries.map(([key, column]) => [key, { ...column, headers: headersOf(column.headers, key as Key) }]),
  ) as Columns<Key>
}

/** The columns as `vitrine formats` lists them. */
export function describeColumns(columns: Columns<string>): ColumnDescription[] {
  const described = Object.values(columns).filter(({ headers }) => headers.length > 0)
  return described.map(({ headers, becomes }) => ({ headers, becomes }))
}

/** The column that fills a native field. */
export function keyOfField<Key extends string>(columns: Columns<Key>, field: string): Key | undefined {
  return lookupOf(columns).keysByField.get(field)
}

/** A column that its format does not use, and its index among all cells of a row. */
export interface UnusedColumn {
  readonly header: string
  readonly index: number
}

/** The columns of one file: which of them its format reads, and where they are in a row. */
export class ColumnLayout<Key extends string> {
  /** The columns that the file has. */
  readonly keys = new Set<Key>()
  /** The indexes of these columns among all cells of a row. A `Row` holds the cells at these indexes. */
  readonly indexes: number[] = []
  readonly unusedColumns: UnusedColumn[] = []
  readonly usedColumns: UsedColumn[] = []
  /** The name of the file, if an import reads several. */
  readonly file: string | undefined
  readonly #columns: Columns<Key>
  /** Key, or key and number → indexes among the cells of a `Row`. */
  readonly #cellIndexes = new Map<string, number[]>()
  readonly #headers = new Map<Key, string>()
  readonly #numbers = new Map<Key, number[]>()
  readonly #keysByField: ReadonlyMap<string, Key>

  /** `names` are the headers as messages quote them, if the columns were renamed. */
  constructor(columns: Columns<Key>, headers: readonly string[], names = headers, file?: string) {
    this.file = file
    this.#columns = columns
    const { keys, keysByField } = lookupOf(columns)
    this.#keysByField = keysByField
    for (const [index, header] of headers.entries()) {
      const match = matchHeader(keys, header)
      const name = names[index]!.trim()
      if (match) {
        this.#add(match, name, this.indexes.push(index) - 1)
        this.usedColumns.push({ header: name, becomes: columns[match.key].becomes })
      }
      if (!match && name !== '') this.unusedColumns.push({ header: name, index })
    }
  }

  cellIndexes(key: Key, number?: number): readonly number[] {
    return this.#cellIndexes.get(number === undefined ? key : `${key} ${number}`) ?? []
  }

  /** The numbers N for which the file has a column such as `Option N name`, in ascending order. */
  numbers(key: Key): readonly number[] {
    return this.#numbers.get(key) ?? []
  }

  /** The header of a column in the file, or its usual header if the file does not have the column. */
  header(key: Key): string {
    return this.#headers.get(key) ?? this.#columns[key].headers[0]!
  }

  /** The letters of a column in a spreadsheet; undefined if the file does not have it, or has it several times. */
  letters(key: Key): string | undefined {
    const [cell, ...others] = this.cellIndexes(key)
    const index = cell === undefined || others.length > 0 ? undefined : this.indexes[cell]
    return index === undefined ? undefined : columnLetters(index)
  }

  /** The column that fills a native field. */
  keyOfField(field: string): Key | undefined {
    return this.#keysByField.get(field)
  }

  #add({ key, number }: HeaderMatch<Key>, header: string, index: number): void {
    this.keys.add(key)
    const name = number === undefined ? key : `${key} ${number}`
    const indexes = this.#cellIndexes.get(name) ?? []
    this.#cellIndexes.set(name, [...indexes, index])
    if (indexes.length > 0) return
    if (number === undefined) this.#headers.set(key, header)
    else
      this.#numbers.set(
        key,
        [...this.numbers(key), number].sort((a, b) => a - b),
      )
  }
}

interface ColumnLookup<Key extends string> {
  /** By normalized header. */
  readonly keys: ReadonlyMap<string, Key>
  readonly keysByField: ReadonlyMap<string, Key>
}

/** Every format that may recognise a file looks up its headers, so the lookup of a format is built once. */
const lookups = new WeakMap<Columns<string>, ColumnLookup<string>>()

function lookupOf<Key extends string>(columns: Columns<Key>): ColumnLookup<Key> {
  const existing = lookups.get(columns) as ColumnLookup<Key> | undefined
  if (existing) return existing
  const keys = new Map<string, Key>()
  const keysByField = new Map<string, Key>()
  for (const key in columns) {
    for (const header of columns[key].headers) keys.set(normalized(header), key)
    for (const field of columns[key].fills) keysByField.set(field, key)
  }
  lookups.set(columns, { keys, keysByField })
  return { keys, keysByField }
}

/** A to Z, AA, AB and so on. The first column has the index 0. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

interface HeaderMatch<Key extends string> {
  readonly key: Key
  readonly number?: number
}

function matchHeader<Key extends string>(keys: ReadonlyMap<string, Key>, header: string): HeaderMatch<Key> | undefined {
  const name = normalized(header)
  const key = keys.get(name)
  if (key !== undefined) return { key }
  const number = /(?<![\d.])\d{1,3}(?!\d)/.exec(name)?.[0]
  const numbered = number && keys.get(name.replace(number, 'n'))
  return numbered ? { key: numbered, number: Number(number) } : undefined
}

/** Headers match whatever their case, padding, underscores, and the form of apostrophes, digits and joined letters. */
function normalized(header: string): string {
  return header
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replaceAll('_', ' ')
    .replaceAll('’', "'")
    .replaceAll('\u200c', '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}
