import type { DatabaseSync } from 'node:sqlite'
import type { StoreId } from '@vitrine/catalog/store'
import type { KeyItem } from '../../edition/storage.ts'
import { NOT_ENDED, type RowCells, VALUE_COLUMNS, type VersionedTable } from '../../edition/tables.ts'

/**
 * Rows of the next edition that wait in temporary tables until they are many. Slugs and skus come in no order: written
 * a few at a time, each would touch an index page that other rows have touched and will touch again. Written sorted,
 * many at a time, each page is touched once.
 */
export class WriteBuffer {
  readonly #store: StoreId
  readonly #edition: number
  readonly #statements: Readonly<Record<BufferedTable, ReturnType<typeof prepareTable>>>
  #size = 0

  constructor(db: DatabaseSync, store: StoreId, edition: number) {
    this.#store = store
    this.#edition = edition
    this.#statements = {
      products: prepareTable(db, store, 'products'),
      variants: prepareTable(db, store, 'variants'),
    }
  }

  get isFull(): boolean {
    return this.#size >= CAPACITY
  }

  put(table: BufferedTable, rows: readonly RowCells[]): void {
    for (const row of rows) this.#statements[table].put.run(...row)
    this.#size += rows.length
  }

  /** Removes rows that wait. */
  drop(table: BufferedTable, positions: readonly KeyItem[]): void {
    for (const position of positions) this.#statements[table].drop.run(position)
  }

  /** Writes all rows. */
  flush(): void {
    if (this.#size === 0) return
    for (const { write, clear } of Object.values(this.#statements)) {
      write.run(this.#store, this.#edition)
      clear.run()
    }
    this.#size = 0
  }
}

/** Rows that wait before they are written. */
const CAPACITY = 200_000

/** The indexed column by which the rows of a table are sorted before they are written. */
const INDEXED_COLUMN = { products: 'slug', variants: 'sku' } as const

type BufferedTable = keyof typeof INDEXED_COLUMN

export function isBuffered(table: VersionedTable): table is BufferedTable {
  return table in INDEXED_COLUMN
}

/** The markets of a store are written over the same connection, so each has tables of its own. */
function prepareTable(db: DatabaseSync, store: StoreId, table: BufferedTable) {
  const waiting = `temp."waiting ${table} of ${store}"`
  const columns = VALUE_COLUMNS[table]
  db.exec(
    `DROP TABLE IF EXISTS ${waiting}; CREATE TABLE ${waiting} (position INTEGER PRIMARY KEY, ${columns})`,
  )
  return {
    put: db.prepare(`INSERT OR REPLACE INTO ${waiting} VALUES (?, ${columns.map(() => '?')})`),
    drop: db.prepare(`DELETE FROM ${waiting} WHERE position = ?`),
    write: db.prepare(`
      INSERT INTO ${table} (store, position, since, until, ${columns})
      SELECT ?, position, ?, ${NOT_ENDED}, ${columns} FROM ${waiting} ORDER BY ${INDEXED_COLUMN[table]}`),
    clear: db.prepare(`DELETE FROM ${waiting}`),
  }
}
