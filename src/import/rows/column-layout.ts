import type { ColumnDescription } from '../format.ts'

/** The columns that a format knows, each under the name that the code has for it. */
export type Columns<Key extends string> = Readonly<Record<Key, ColumnDescription>>

/** Where the columns of a format are in one file. */
export class ColumnLayout<Key extends string> {
  /** Column, and its number if it has one → indexes among the cells that are kept. */
  readonly #indexes = new Map<string, number[]>()
  /** The same → what the file calls it. */
  readonly #headers = new Map<string, string>()
  /** Column → the numbers that the file has of it. */
  readonly #numbers = new Map<string, number[]>()
  /** Indexes, among all cells of a row, of those that are kept. */
  readonly kept: readonly number[]
  /** What the file calls the columns that the format does not know. */
  readonly unknown: readonly string[]
  readonly #columns: Columns<Key>

  constructor(columns: Columns<Key>, header: readonly string[]) {
    this.#columns = columns
    const keys = keysByName(columns)
    const kept: number[] = []
    const unknown: string[] = []
    for (const [index, name] of header.entries()) {
      const found = find(keys, name)
      if (found) this.#enter(found, name.trim(), kept.push(index) - 1)
      else if (name.trim() !== '') unknown.push(name.trim())
    }
    this.kept = kept
    this.unknown = unknown
  }

  has(key: Key): boolean {
    return this.#indexes.has(key)
  }

  indexes(key: Key, number?: number): readonly number[] {
    return this.#indexes.get(number === undefined ? key : `${key} ${number}`) ?? NONE
  }

  /** The numbers that the file has of a column such as `Option N name`, from the first to the last. */
  numbers(key: Key): readonly number[] {
    return this.#numbers.get(key) ?? NONE
  }

  /** What the file calls a column; what the format calls it, if the file lacks it. */
  header(key: Key, number?: number): string {
    const name = this.#headers.get(number === undefined ? key : `${key} ${number}`) ?? this.#columns[key].headers[0]!
    return number === undefined ? name : name.replace(/\bN\b/, String(number))
  }

  #enter({ key, number }: Found, header: string, index: number): void {
    const full = number === undefined ? key : `${key} ${number}`
    const indexes = this.#indexes.get(full)
    if (indexes) indexes.push(index)
    else this.#indexes.set(full, [index])
    if (!this.#headers.has(full)) this.#headers.set(full, header)
    if (number === undefined || indexes) return
    this.#numbers.set(
      key,
      [...(this.#numbers.get(key) ?? []), number].sort((a, b) => a - b),
    )
  }
}

const NONE: readonly number[] = []

/** How many of the names are columns of the format. */
export function knownAmong<Key extends string>(columns: Columns<Key>, names: readonly string[]): Set<string> {
  const keys = keysByName(columns)
  return new Set(names.map((name) => find(keys, name)?.key).filter((key) => key !== undefined))
}

interface Found {
  readonly key: string
  readonly number?: number
}

function keysByName(columns: Columns<string>): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [key, { headers }] of Object.entries(columns)) {
    for (const header of headers) keys.set(plain(header), key)
  }
  return keys
}

function find(keys: ReadonlyMap<string, string>, name: string): Found | undefined {
  const exact = keys.get(plain(name))
  if (exact !== undefined) return { key: exact }
  const number = /(?<![\d.])\d{1,3}(?!\d)/.exec(name)?.[0]
  const numbered = number && keys.get(plain(name.replace(number, 'N')))
  return numbered ? { key: numbered, number: Number(number) } : undefined
}

/** Names of columns are compared without case and without what surrounds them. */
function plain(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ').replaceAll('_', ' ')
}
