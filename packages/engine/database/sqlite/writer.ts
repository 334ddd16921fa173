import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreId } from '@vitrine/catalog/store'
import type { KeyItem, RowChange, StorageWriter, StoreChange } from '../../edition/storage.ts'
import {
  KEY_COLUMNS,
  NOT_ENDED,
  type RowCells,
  rowTable,
  SORT_COLUMN,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { GrowableArray } from '../../index/growable-array.ts'
import { NO_PRODUCT } from '../../index/product-variants.ts'
import { bothDirections } from '../../index/sort-permutation.ts'
import type { TransactionStep } from '../sql-connection.ts'
import { type JournalEntry, SqlWriter, type WriterRow } from '../sql-writer.ts'
import { orderBy } from '../statements.ts'
import { PositionAllocator } from './position-allocator.ts'
import type { ReservingConnection } from './reserving-connection.ts'
import { SQL } from './statements.ts'
import { isBuffered, WriteBuffer } from './write-buffer.ts'

/** A transaction of discarding or pruning that changes so many rows of a table takes some tenths of a second. */
const ROWS_AT_ONCE = 10_000

/** A disk with little room has room for a transaction that changes so many rows. */
const ROWS_AT_ONCE_IF_SCARCE = 100

/** Each changes ten pages at most: its row, its documents and their indexes. */
const POSITIONS_AT_ONCE = 40

/** Writes the next edition of one store to a SQLite file. */
export class SqliteWriter extends SqlWriter {
  readonly #connection: ReservingConnection
  readonly #allocator: PositionAllocator
  readonly #buffer: WriteBuffer
  readonly #insert: ReadonlyMap<VersionedTable, StatementSync>

  constructor(connection: ReservingConnection, store: StoreId, least?: number) {
    const { db } = connection
    super(connection, SQL, store, db.prepare(SQL.writerState).get(store) as unknown as WriterRow | undefined, least)
    this.#connection = connection
    this.#allocator = new PositionAllocator(db, store, this.firstNew)
    this.#buffer = new WriteBuffer(db, store, this.number)
    this.#insert = new Map(VERSIONED_TABLES.map((table) => [table, prepareInsert(db, table)]))
  }

  override async write(changes: readonly RowChange[]): Promise<void> {
    await super.write(changes)
    if (this.#buffer.isFull) await this.#flushRows()
  }

  async allocate(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const positions = ids.map((id) => this.#allocator.allocate(kind, id))
    if (this.#allocator.isFull) await this.#flushPositions()
    return positions
  }

  /** Sorts once: the descending order follows from the ascending one. */
  async sorted(...[kind, field, directions]: Parameters<StorageWriter['sorted']>): Promise<readonly Uint32Array[]> {
    await this.#flushRows()
    const sorted = bothDirections(
      this.#iterate<[number, number | string | null]>(
        `SELECT position, ${SORT_COLUMN[field]} FROM ${rowTable(kind)} WHERE store = ? AND until = ${NOT_ENDED}
         ${orderBy(field, 'ASC')}`,
      ),
    )
    return directions.map((direction) => sorted[direction])
  }

  async productOfVariant(): Promise<Uint32Array> {
    await this.#flushRows()
    using products = new GrowableArray()
    const rows = this.#iterate<[number, number]>(
      `SELECT position, product FROM variants WHERE store = ? AND until = ${NOT_ENDED} ORDER BY position`,
    )
    for (const [position, product] of rows) {
      while (products.length < position) products.push(NO_PRODUCT)
      products.push(product)
    }
    return products.view().slice()
  }

  override async stepsTo(change: StoreChange): Promise<TransactionStep[]> {
    if (change.added) {
      await this.#flushRows()
      await this.#flushPositions()
    }
    return await super.stepsTo(change)
  }

  protected override get rowsAtOnce(): number {
    return this.#connection.isScarce ? ROWS_AT_ONCE_IF_SCARCE : ROWS_AT_ONCE
  }

  /** On a disk with little room, a few positions at a time. */
  protected override async removeRows(edition: number, entries: readonly JournalEntry[]): Promise<void> {
    if (!this.#connection.isScarce) return await super.removeRows(edition, entries)
    for (const { positions, ...entry } of entries)
      for (let from = 0; from < positions.length; from += POSITIONS_AT_ONCE) {
        const some = positions.subarray(from, from + POSITIONS_AT_ONCE)
        await super.removeRows(edition, [{ ...entry, positions: some }])
      }
  }

  protected override async discardLists(edition: number): Promise<void> {
    await super.discardLists(edition)
    this.#connection.truncateLog()
  }

  protected insert(table: VersionedTable, rows: readonly RowCells[]): void {
    const insert = this.#insert.get(table)!
    if (isBuffered(table)) this.#buffer.put(table, rows)
    else for (const row of rows) insert.run(this.store, this.number, ...row)
  }

  protected override drop(table: VersionedTable, items: readonly KeyItem[]): void {
    if (isBuffered(table)) this.#buffer.drop(table, items)
  }

  protected async positions(statement: string, ...values: number[]): Promise<Uint32Array> {
    const rows = this.#iterate<[number]>(`${statement} ORDER BY position`, ...values)
    return Uint32Array.from(rows, ([position]) => position)
  }

  async #flushRows(): Promise<void> {
    await this.begin()
    await this.#connection.execute([() => this.#buffer.flush()])
  }

  async #flushPositions(): Promise<void> {
    await this.begin()
    await this.#connection.execute([() => this.#allocator.flush()])
  }

  #iterate<Columns extends readonly unknown[]>(sql: string, ...args: number[]): Iterable<Columns> {
    const statement = this.#connection.db.prepare(sql)
    statement.setReturnArrays(true)
    return statement.iterate(this.store, ...args) as unknown as Iterable<Columns>
  }
}

function prepareInsert(db: DatabaseSync, table: VersionedTable): StatementSync {
  const columns = [...KEY_COLUMNS[table], ...VALUE_COLUMNS[table]]
  return db.prepare(
    `INSERT INTO ${table} (store, since, until, ${columns}) VALUES (?, ?, ${NOT_ENDED}, ${columns.map(() => '?')})`,
  )
}
