import { hash } from 'node:crypto'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { ColumnLayout } from './column-layout.ts'
import { Row } from './row.ts'

/** The most rows of one group, and the most characters in them, that are looked at together. */
const ROWS_LIMIT = 20_000
const CHARACTERS_LIMIT = 16 * 1024 * 1024

/** Rows between transactions. */
const BATCH = 20_000

/** Rows that belong together; `tooLarge` if there are more than can be held, of which these are the first. */
export interface RowGroup<Key extends string> {
  readonly rows: readonly Row<Key>[]
  readonly tooLarge: boolean
}

/**
 * Brings rows together by what they belong to, wherever in the file they stand. They wait in a temporary SQLite database,
 * which has no name: it spills to disk what does not fit its cache, and is gone with the process, however that ends.
 */
export class RowGrouping<Key extends string> implements Disposable {
  readonly #database = new DatabaseSync('')
  readonly #find: StatementSync
  readonly #name: StatementSync
  readonly #insert: StatementSync
  #layout: ColumnLayout<Key> | undefined
  #groups = 0
  #rows = 0
  /** Groups that turned out to be part of an earlier one → that one. */
  readonly #joined = new Map<number, number>()
  #last: { readonly key: string; readonly group: number } | undefined

  constructor() {
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -32000;
      CREATE TABLE names (key TEXT PRIMARY KEY, grp INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE rows (grp INTEGER, seq INTEGER, line INTEGER, cells TEXT, PRIMARY KEY (grp, seq)) WITHOUT ROWID;
      BEGIN`)
    this.#find = this.#database.prepare('SELECT grp FROM names WHERE key = ?')
    this.#name = this.#database.prepare('INSERT INTO names (key, grp) VALUES (?, ?)')
    this.#insert = this.#database.prepare('INSERT INTO rows (grp, seq, line, cells) VALUES (?, ?, ?, ?)')
  }

  /** Puts a row to those that have one of its keys. One that has no key is a group by itself. */
  add(keys: readonly string[], row: Row<Key>): void {
    const group = this.#groupOf(keys.map(short))
    this.#layout = row.layout
    this.#insert.run(group, this.#rows, row.line, row.toJson())
    if (++this.#rows % BATCH === 0) this.#database.exec('COMMIT; BEGIN')
  }

  /** The groups in the order of their first rows, the rows of each in the order of the file. */
  *groups(): Generator<RowGroup<Key>> {
    const all = this.#database.prepare('SELECT grp, line, cells FROM rows ORDER BY grp, seq')
    let current: number | undefined
    let rows: Row<Key>[] = []
    let size = 0
    let tooLarge = false
    for (const { grp, line, cells } of all.iterate() as Iterable<Stored>) {
      if (grp !== current) {
        if (rows.length > 0) yield { rows, tooLarge }
        current = grp
        rows = []
        size = 0
        tooLarge = false
      }
      size += cells.length
      tooLarge ||= rows.length > 0 && (size > CHARACTERS_LIMIT || rows.length >= ROWS_LIMIT)
      if (!tooLarge) rows.push(new Row(line, JSON.parse(cells), this.#layout!))
    }
    if (rows.length > 0) yield { rows, tooLarge }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #groupOf(keys: readonly string[]): number {
    if (keys.length === 1 && this.#last?.key === keys[0]) return this.#last!.group
    const known = [...new Set(keys.map((key) => this.#known(key)).filter((group) => group !== undefined))]
    const group = known.length > 0 ? Math.min(...known) : this.#groups++
    for (const other of known) if (other !== group) this.#join(other, group)
    for (const key of keys) if (this.#known(key) === undefined) this.#name.run(key, group)
    this.#last = keys.length === 1 ? { key: keys[0]!, group } : undefined
    return group
  }

  #known(key: string): number | undefined {
    let group = (this.#find.get(key) as { grp: number } | undefined)?.grp
    while (group !== undefined && this.#joined.has(group)) group = this.#joined.get(group)
    return group
  }

  /** Two groups turn out to be one, such as the variations that name their parent by its id and those by its sku. */
  #join(from: number, to: number): void {
    this.#database.prepare('UPDATE rows SET grp = ? WHERE grp = ?').run(to, from)
    this.#joined.set(from, to)
  }
}

interface Stored {
  readonly grp: number
  readonly line: number
  readonly cells: string
}

/** A key that is longer than any real one takes part with its digest. */
function short(key: string): string {
  return key.length > 200 ? `sha256 ${hash('sha256', key)}` : key
}
