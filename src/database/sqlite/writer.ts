import type { DatabaseSync } from 'node:sqlite'
import type { Store, StoreId } from '../../catalog/store.ts'
import { type EditionSummary, NO_PRODUCT } from '../../edition/edition.ts'
import { groupKeys } from '../../edition/rebase.ts'
import type { JournalEntry, KeyGroup, KeyItem, RowChange, StorageWriter, WriterState } from '../../edition/storage.ts'
import {
  formsOf,
  KEY_COLUMNS,
  type ListTable,
  NOT_ENDED,
  type RowCells,
  rowTable,
  SORT_COLUMN,
  type TableRows,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import { KINDS, type Kind } from '../../edition/term.ts'
import { GrowableArray } from '../../index/growable-array.ts'
import { bytesOfWords, wordsOfBytes } from '../../index/posting-codec.ts'
import { SortPermutation } from '../../index/sort-permutation.ts'
import { PositionAllocator } from './position-allocator.ts'
import { durableTransaction, prepareAll, SQL, transaction } from './statements.ts'
import { WriteBuffer } from './write-buffer.ts'

/** Writes the next edition of one store to a SQLite file. */
export class SqliteWriter implements StorageWriter {
  readonly #number: number
  readonly #firstNew: Readonly<Record<Kind, number>>
  readonly #db: DatabaseSync
  readonly #store: StoreId
  readonly #unlock: () => void
  readonly #allocator: PositionAllocator
  readonly #buffer: WriteBuffer
  readonly #sql
  #unfinished: number | undefined

  constructor(db: DatabaseSync, store: StoreId, unlock: () => void) {
    this.#db = db
    this.#store = store
    this.#unlock = unlock
    this.#sql = prepareAll(db, { ...SQL, ...SQLITE_ONLY })
    const row = this.#sql.writerState.get(store)!
    this.#number = (row.newest as number) + 1
    this.#firstNew = { product: row.product as number, variant: row.variant as number }
    this.#unfinished = (row.writing as number | null) ?? undefined
    this.#allocator = new PositionAllocator(db, store, this.#firstNew)
    this.#buffer = new WriteBuffer(db, store, this.#number, this.#firstNew)
  }

  async state(): Promise<WriterState> {
    return { number: this.#number, firstNew: this.#firstNew, unfinished: this.#unfinished }
  }

  async write(changes: readonly RowChange[]): Promise<void> {
    this.#writing(() => {
      for (const change of changes) this.#apply(change)
    })
    if (this.#buffer.isFull) this.#flushRows()
  }

  async allocate(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const positions = ids.map((id) => this.#allocator.allocate(kind, id))
    if (this.#allocator.isFull) this.#writing(() => this.#allocator.flush())
    return positions
  }

  async chunks(kind: Kind, name: string, from: number, count: number): Promise<readonly TableRows['orders'][]> {
    return this.#sql.chunks.all(this.#store, kind, name, from, count) as unknown as TableRows['orders'][]
  }

  /** Sorts once: the descending order follows from the ascending one. */
  async sorted(
    kind: Kind,
    field: keyof typeof SORT_COLUMN,
    directions: readonly ('ASC' | 'DESC')[],
  ): Promise<readonly Uint32Array[]> {
    this.#flushRows()
    const column = SORT_COLUMN[field]
    using sorted = SortPermutation.fromRows(
      this.#iterate<[number, number | string | null]>(
        `SELECT position, ${column} FROM ${rowTable(kind)} WHERE store = ? AND until = ${NOT_ENDED}
         ORDER BY ${column} NULLS LAST, position`,
      ),
    )
    return directions.map((direction) => (direction === 'ASC' ? sorted.ascending() : sorted.descending()).slice())
  }

  async productOfVariant(): Promise<Uint32Array> {
    this.#flushRows()
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

  async changedPositions(kind: Kind, from: number): Promise<Uint32Array> {
    const rows = this.#iterate<[number]>(`${SQL.changedPositions[kind]} ORDER BY position`, from)
    return Uint32Array.from(rows, ([position]) => position)
  }

  async changedKeys(table: ListTable, from: number): Promise<readonly (readonly KeyItem[])[]> {
    return [...this.#iterate<KeyItem[]>(SQL.changedKeys[table], from)]
  }

  async journal(after: number): Promise<readonly JournalEntry[]> {
    return this.#sql.nextJournalRun.all(this.#store, after).map(({ run, kind, positions }) => ({
      run: run as number,
      kind: kind as Kind,
      positions: wordsOfBytes(positions as Uint8Array),
    }))
  }

  async removeRows(edition: number, entries: readonly JournalEntry[]): Promise<void> {
    transaction(this.#db, () => {
      for (const { kind, positions } of entries) {
        const items = [...positions]
        this.#remove(rowTable(kind), [], items, edition)
        for (const form of formsOf(kind)) this.#remove('documents', [form], items, edition)
      }
    })
  }

  async takeBack(edition: number): Promise<void> {
    transaction(this.#db, () => {
      for (const statement of this.#sql.removeAll) statement.run(this.#store, edition)
      for (const table of VERSIONED_TABLES) this.#sql.reopen[table].run(this.#store, edition)
      for (const kind of KINDS) this.#sql.removePositions.run(this.#store, kind, this.#firstNew[kind])
      this.#sql.clearJournal.run(this.#store)
      this.#sql.setWriting.run(this.#store, null)
    })
    this.#unfinished = undefined
  }

  async prune(editions: readonly number[]): Promise<void> {
    transaction(this.#db, () => {
      for (const edition of editions) this.#sql.removeEdition.run(this.#store, edition)
      for (const table of VERSIONED_TABLES) this.#sql.prune[table].run(this.#store, editions.at(-1)! + 1)
    })
  }

  async publish(
    edition: EditionSummary,
    replaced: number,
    firstNew: Readonly<Record<Kind, number>>,
    settings?: Store,
  ): Promise<void> {
    this.#flushRows()
    this.#writing(() => this.#allocator.flush())
    const { number, publishedAt, productCount, variantCount } = edition
    durableTransaction(this.#db, () => {
      this.#sql.addEdition.run(this.#store, number, publishedAt, productCount, variantCount)
      this.#sql.setReplaced.run(this.#store, replaced, new Date().toISOString())
      this.#sql.clearJournal.run(this.#store)
      this.#sql.setCurrent.run(this.#store, number)
      this.#sql.setWriting.run(this.#store, null)
      this.#sql.setPositions.run(this.#store, firstNew.product, firstNew.variant)
      if (settings) this.#sql.setSettings.run(this.#store, JSON.stringify(settings))
    })
  }

  async goBack(edition: number, replaced: number): Promise<void> {
    durableTransaction(this.#db, () => {
      this.#sql.setReplaced.run(this.#store, replaced, new Date().toISOString())
      this.#sql.setReplaced.run(this.#store, edition, null)
      this.#sql.setCurrent.run(this.#store, edition)
    })
  }

  async changeStore(settings: Store): Promise<void> {
    durableTransaction(this.#db, () => this.#sql.setSettings.run(this.#store, JSON.stringify(settings)))
  }

  async removeStore(): Promise<void> {
    durableTransaction(this.#db, () => {
      for (const statement of this.#sql.removeStore) statement.run(this.#store)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unlock()
  }

  #apply(change: RowChange): void {
    if ('put' in change) this.#put(change.put, change.rows)
    else if ('end' in change) this.#end(change.end, change.group, change.items)
    else if ('restore' in change) {
      const values = [this.#store, this.#number, change.from, JSON.stringify(change.items), ...change.group]
      this.#sql.endNewer[change.restore].run(...values)
      this.#sql.copyBack[change.restore].run(...values)
    } else this.#sql.addJournal.run(this.#store, change.run, change.journal, bytesOfWords(change.positions))
  }

  #put(table: VersionedTable, rows: readonly RowCells[]): void {
    if (table === 'products' || table === 'variants') {
      this.#buffer.put(table, rows)
      return
    }
    const last = KEY_COLUMNS[table].length
    for (const { group, items } of groupKeys(rows.map((row) => row.slice(0, last) as KeyItem[]))) {
      const stored = table === 'documents' ? items.filter((position) => this.#mayBeStored(group, position)) : items
      if (stored.length > 0) this.#sql.end[table].run(this.#store, this.#number, JSON.stringify(stored), ...group)
    }
    const put = this.#sql.put[table]
    for (const row of rows) put.run(this.#store, this.#number, ...row)
  }

  #mayBeStored([form]: KeyGroup, position: KeyItem): boolean {
    return (position as number) < this.#firstNew[form === 'variant' ? 'variant' : 'product']
  }

  #end(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[]): void {
    this.#sql.end[table].run(this.#store, this.#number, JSON.stringify(items), ...group)
    this.#remove(table, group, items, this.#number)
    if (table === 'products' || table === 'variants') this.#buffer.drop(table, items as readonly number[])
  }

  #remove(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[], edition: number): void {
    this.#sql.remove[table].run(this.#store, edition, JSON.stringify(items), ...group)
  }

  #flushRows(): void {
    this.#writing(() => this.#buffer.flush())
  }

  /** A transaction that, if it is the first of the edition, notes that the edition is being written. */
  #writing(work: () => void): void {
    transaction(this.#db, () => {
      if (this.#unfinished === undefined) this.#sql.setWriting.run(this.#store, this.#number)
      work()
    })
    this.#unfinished = this.#number
  }

  #iterate<Columns extends readonly unknown[]>(sql: string, ...args: number[]): Iterable<Columns> {
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    return statement.iterate(this.#store, ...args) as unknown as Iterable<Columns>
  }
}

/** The statements of SQLite alone. */
const SQLITE_ONLY = {
  put: Object.fromEntries(
    VERSIONED_TABLES.map((table) => {
      const columns = [...KEY_COLUMNS[table], ...VALUE_COLUMNS[table]]
      const values = columns.map(() => '?')
      const text = `INSERT OR REPLACE INTO ${table} (store, since, until, ${columns}) VALUES (?, ?, ${NOT_ENDED}, ${values})`
      return [table, text]
    }),
  ) as Readonly<Record<VersionedTable, string>>,
  addJournal: 'INSERT INTO journal VALUES (?, ?, ?, ?)',
}
