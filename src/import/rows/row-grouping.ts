import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { openFile } from '../../runtime/sqlite-file.ts'
import type { ColumnLayout } from './columns.ts'
import { Row } from './row.ts'

/** The most rows of one group, and the most characters in their cells. */
const ROWS_LIMIT = 20_000
const CHARACTERS_LIMIT = 16 * 1024 * 1024

/** Rows per transaction. */
const BATCH = 20_000

/** Rows that belong together. A group that is too large has only the rows before the limit. */
export interface RowGroup<Key extends string> {
  readonly rows: readonly Row<Key>[]
  readonly tooLarge: boolean
}

/**
 * Groups rows that share a key, wherever they are in the file. The rows are in an unnamed temporary SQLite database. It
 * spills to disk what exceeds its cache, and disappears with the process even after a crash.
 */
export class RowGrouping<Key extends string> implements Disposable {
  readonly #database = openDatabase()
  readonly #findGroup = this.#database.prepare('SELECT grp FROM keys WHERE key = ?')
  readonly #insertKey = this.#database.prepare('INSERT INTO keys (key, grp) VALUES (?, ?)')
  readonly #insertRow = this.#database.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)')
  /** The columns of each file. The last ones fit all its rows. */
  readonly #layouts: ColumnLayout<Key>[] = []
  #groupCount = 0
  #rowCount = 0
  /** Group → the earlier group that it was merged into. */
  readonly #merged = new Map<number, number>()
  /** The only key of the last row, if it had one key. The next row usually has it too. */
  #last: { readonly key: string; readonly group: number } | undefined

  /** Adds a row to the group that has one of its keys. A row without keys is a group by itself. */
  add(keys: readonly string[], row: Row<Key>): void {
    const group = this.#groupOf(keys.map(shortened))
    const layout = this.#layoutIndex(row)
    this.#layouts[layout] = row.layout
    this.#insertRow.run(group, this.#rowCount, layout, row.line, row.number ?? null, JSON.stringify(row.cells))
    if (++this.#rowCount % BATCH === 0) this.#database.exec('COMMIT; BEGIN')
  }

  /** The groups in the order of their first rows. The rows of a group are in the order of the file. */
  *groups(): Generator<RowGroup<Key>> {
    const stored = this.#database.prepare('SELECT grp, layout, line, number, cells FROM rows ORDER BY grp, seq')
    let current: number | undefined
    let rows: Row<Key>[] = []
    let size = 0
    let tooLarge = false
    for (const { grp, layout, line, number, cells } of stored.iterate() as Iterable<StoredRow>) {
      if (grp !== current) {
        if (rows.length > 0) yield { rows, tooLarge }
        current = grp
        rows = []
        size = 0
        tooLarge = false
      }
      size += cells.length
      tooLarge ||= rows.length > 0 && (size > CHARACTERS_LIMIT || rows.length >= ROWS_LIMIT)
      if (!tooLarge) rows.push(new Row(line, JSON.parse(cells), this.#layouts[layout]!, number ?? undefined))
    }
    if (rows.length > 0) yield { rows, tooLarge }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #layoutIndex({ layout }: Row<Key>): number {
    const last = this.#layouts.length - 1
    return this.#layouts[last]?.file === layout.file ? Math.max(last, 0) : last + 1
  }

  #groupOf(keys: readonly string[]): number {
    if (keys.length === 1 && this.#last?.key === keys[0]) return this.#last!.group
    const existing = keys.map((key) => this.#find(key)).filter((group) => group !== undefined)
    const group = existing.length > 0 ? Math.min(...existing) : this.#groupCount++
    for (const other of new Set(existing)) if (other !== group) this.#merge(other, group)
    for (const key of keys) if (this.#find(key) === undefined) this.#insertKey.run(key, group)
    this.#last = keys.length === 1 ? { key: keys[0]!, group } : undefined
    return group
  }

  #find(key: string): number | undefined {
    let group = (this.#findGroup.get(key) as { grp: number } | undefined)?.grp
    while (group !== undefined && this.#merged.has(group)) group = this.#merged.get(group)
    return group
  }

  /** A row with two keys can show that two groups are one: some variations name their parent by id, others by sku. */
  #merge(from: number, to: number): void {
    this.#database.prepare('UPDATE rows SET grp = ? WHERE grp = ?').run(to, from)
    this.#merged.set(from, to)
  }
}

interface StoredRow {
  readonly grp: number
  /** The index of its file's columns. */
  readonly layout: number
  readonly line: number
  /** The row in a spreadsheet. */
  readonly number: number | null
  readonly cells: string
}

function openDatabase(): DatabaseSync {
  const database = openFile('')
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -32000;
    CREATE TABLE keys (key TEXT PRIMARY KEY, grp INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE rows (grp INTEGER, seq INTEGER, layout INTEGER, line INTEGER, number INTEGER, cells TEXT, PRIMARY KEY (grp, seq)) WITHOUT ROWID;
    BEGIN`)
  return database
}

/** Replaces a very long key by its digest. */
function shortened(key: string): string {
  return key.length > 200 ? `sha256 ${hash('sha256', key)}` : key
}
