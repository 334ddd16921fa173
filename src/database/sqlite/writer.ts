import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreId } from '../../catalog/store.ts'
import { type EditionSummary, NO_PRODUCT } from '../../edition/edition.ts'
import { groupKeys } from '../../edition/rebase.ts'
import type { JournalEntry, KeyGroup, KeyItem, RowChange, StorageWriter } from '../../edition/storage.ts'
import {
  formsOf,
  KEY_COLUMNS,
  LIST_TABLES,
  type ListTable,
  NOT_ENDED,
  OTHER_TABLES,
  type Row,
  rowTable,
  SORT_COLUMN,
  selectList,
  type TableRows,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { GrowableArray } from '../../index/growable-array.ts'
import { bytesOfWords, wordsOfBytes } from '../../index/posting-codec.ts'
import { SortPermutation } from '../../index/sort-permutation.ts'
import { PositionAllocator } from './position-allocator.ts'
import { durableTransaction, prepareEach, transaction } from './statements.ts'
import { WriteBuffer } from './write-buffer.ts'

/** Runs of the journal that are read together. */
const JOURNAL_RUNS = 10

/** Writes the next edition of one store to a SQLite file. */
export class SqliteWriter implements StorageWriter {
  readonly number: number
  readonly firstNew: Readonly<Record<Kind, number>>
  readonly #db: DatabaseSync
  readonly #store: StoreId
  readonly #unlock: () => void
  readonly #allocator: PositionAllocator
  readonly #buffer: WriteBuffer
  readonly #sql: ReturnType<typeof prepare>
  #unfinished: number | undefined

  constructor(db: DatabaseSync, store: StoreId, unlock: () => void) {
    this.#db = db
    this.#store = store
    this.#unlock = unlock
    const row = db.prepare(STATE).get(store)!
    this.number = (row.newest as number) + 1
    this.firstNew = { product: row.product as number, variant: row.variant as number }
    this.#unfinished = (row.writing as number | null) ?? undefined
    this.#sql = prepare(db)
    this.#allocator = new PositionAllocator(db, store, this.firstNew)
    this.#buffer = new WriteBuffer(db, store, this.number, this.firstNew)
  }

  async unfinished(): Promise<number | undefined> {
    return this.#unfinished
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
    const forms = formsOf(kind).map((form) => `'${form}'`)
    // A document that is new has come with its row.
    const rows = this.#iterate<[number]>(
      `${endedSince(rowTable(kind), 'position')} UNION ${addedSince(rowTable(kind), 'position')}
       UNION ${endedSince('documents', 'position')} AND form IN (${forms}) ORDER BY position`,
      from,
    )
    return Uint32Array.from(rows, ([position]) => position)
  }

  async changedKeys(table: ListTable, from: number): Promise<readonly (readonly KeyItem[])[]> {
    const key = KEY_COLUMNS[table].join()
    return [
      ...this.#iterate<KeyItem[]>(`${endedSince(table, key)} UNION ${addedSince(table, key)} ORDER BY ${key}`, from),
    ]
  }

  async journal(after: number): Promise<readonly JournalEntry[]> {
    return this.#sql.journal.all(this.#store, after).map(({ run, kind, positions }) => ({
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
      for (const table of LIST_TABLES) this.#sql.removeEdition[table].run(this.#store, edition)
      for (const table of VERSIONED_TABLES) this.#sql.reopen[table].run(this.#store, edition)
      this.#sql.removePositions.run(this.#store)
      this.#sql.clearJournal.run(this.#store)
      this.#sql.setWriting.run(null, this.#store)
    })
    this.#unfinished = undefined
  }

  async prune(editions: readonly number[]): Promise<void> {
    transaction(this.#db, () => {
      for (const edition of editions) this.#sql.removeEditionRow.run(this.#store, edition)
      for (const table of VERSIONED_TABLES) this.#sql.prune[table].run(this.#store, editions.at(-1)! + 1)
    })
  }

  async publish(edition: EditionSummary, replaced: number, firstNew: Readonly<Record<Kind, number>>): Promise<void> {
    this.#flushRows()
    this.#writing(() => this.#allocator.flush())
    const { number, publishedAt, productCount, variantCount } = edition
    durableTransaction(this.#db, () => {
      this.#sql.addEdition.run(this.#store, number, publishedAt, productCount, variantCount)
      this.#sql.setReplaced.run(new Date().toISOString(), this.#store, replaced)
      this.#sql.clearJournal.run(this.#store)
      this.#sql.setCurrent.run(number, this.#store)
      this.#sql.setPositions.run(firstNew.product, firstNew.variant, this.#store)
    })
  }

  async goBack(edition: number, replaced: number): Promise<void> {
    durableTransaction(this.#db, () => {
      this.#sql.setReplaced.run(new Date().toISOString(), this.#store, replaced)
      this.#sql.setReplaced.run(null, this.#store, edition)
      this.#sql.setCurrentOnly.run(edition, this.#store)
    })
  }

  async removeStore(): Promise<void> {
    durableTransaction(this.#db, () => {
      for (const table of ['stores', ...VERSIONED_TABLES, ...OTHER_TABLES])
        this.#db.prepare(`DELETE FROM ${table} WHERE store = ?`).run(this.#store)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unlock()
  }

  #apply(change: RowChange): void {
    if ('put' in change) this.#put(change.put, change.rows)
    else if ('end' in change) this.#end(change.end, change.group, change.items)
    else if ('restore' in change) {
      const at = [this.#store, ...change.group, JSON.stringify(change.items)]
      this.#sql.endNewer[change.restore].run(this.number, ...at, change.from)
      this.#sql.copyBack[change.restore].run(this.number, ...at, change.from, change.from, this.number)
    } else this.#sql.addJournal.run(this.#store, change.run, change.journal, bytesOfWords(change.positions))
  }

  #put(table: VersionedTable, rows: readonly Row[]): void {
    if (table === 'products' || table === 'variants') {
      this.#buffer.put(table, rows)
      return
    }
    const last = KEY_COLUMNS[table].length
    for (const { group, items } of groupKeys(rows.map((row) => row.slice(0, last) as KeyItem[]))) {
      const stored = table === 'documents' ? items.filter((position) => this.#mayBeStored(group, position)) : items
      if (stored.length > 0) this.#sql.end[table].run(this.number, this.#store, ...group, JSON.stringify(stored))
    }
    const put = this.#sql.put[table]
    for (const row of rows) put.run(this.#store, this.number, ...row)
  }

  #mayBeStored([form]: KeyGroup, position: KeyItem): boolean {
    return (position as number) < this.firstNew[form === 'variant' ? 'variant' : 'product']
  }

  #end(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[]): void {
    this.#sql.end[table].run(this.number, this.#store, ...group, JSON.stringify(items))
    this.#remove(table, group, items, this.number)
    if (table === 'products' || table === 'variants') this.#buffer.drop(table, items as readonly number[])
  }

  #remove(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[], edition: number): void {
    this.#sql.remove[table].run(this.#store, ...group, JSON.stringify(items), edition)
  }

  #flushRows(): void {
    this.#writing(() => this.#buffer.flush())
  }

  /** A transaction that, if it is the first of the edition, notes that the edition is being written. */
  #writing(work: () => void): void {
    transaction(this.#db, () => {
      if (this.#unfinished === undefined) this.#sql.setWriting.run(this.number, this.#store)
      work()
    })
    this.#unfinished = this.number
  }

  #iterate<Columns extends readonly unknown[]>(sql: string, ...args: number[]): Iterable<Columns> {
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    return statement.iterate(this.#store, ...args) as unknown as Iterable<Columns>
  }
}

const STATE = `
  SELECT product_positions AS product, variant_positions AS variant, writing,
    (SELECT max(edition) FROM editions e WHERE e.store = s.store) AS newest
  FROM stores s WHERE store = ?`

function prepare(db: DatabaseSync) {
  const each = (sql: (table: VersionedTable) => string) => prepareEach(db, sql)
  return {
    setWriting: db.prepare('UPDATE stores SET writing = ? WHERE store = ?'),
    addJournal: db.prepare('INSERT INTO journal VALUES (?, ?, ?, ?)'),
    journal: db.prepare(`
      SELECT run, kind, positions FROM journal WHERE store = ?1 AND run > ?2 AND run <
        (SELECT min(run) FROM journal WHERE store = ?1 AND run > ?2) + ${JOURNAL_RUNS} ORDER BY run`),
    clearJournal: db.prepare('DELETE FROM journal WHERE store = ?'),
    put: each((table) => {
      const columns = [...KEY_COLUMNS[table], ...VALUE_COLUMNS[table]]
      return `INSERT OR REPLACE INTO ${table} (store, since, until, ${columns}) VALUES (?, ?, ${NOT_ENDED}, ${columns.map(() => '?')})`
    }),
    end: each(
      (table) => `UPDATE ${table} SET until = ?1 WHERE ${atItems(table, 2)} AND until = ${NOT_ENDED} AND since < ?1`,
    ),
    remove: each((table) => `DELETE FROM ${table} WHERE ${atItems(table)} AND since = ?`),
    endNewer: each(
      (table) => `UPDATE ${table} SET until = ? WHERE ${atItems(table)} AND until = ${NOT_ENDED} AND since > ?`,
    ),
    copyBack: each((table) => {
      const [key, values] = [KEY_COLUMNS[table], VALUE_COLUMNS[table]]
      return `INSERT INTO ${table} (store, ${key}, since, until, ${values})
        SELECT store, ${key}, CAST(? AS INTEGER), ${NOT_ENDED}, ${values} FROM ${table}
        WHERE ${atItems(table)} AND since <= ? AND until > ? AND until < ?`
    }),
    removeEdition: each((table) => `DELETE FROM ${table} WHERE store = ? AND since = ?`),
    reopen: each(
      (table) => `UPDATE ${table} SET until = ${NOT_ENDED} WHERE store = ? AND until < ${NOT_ENDED} AND until = ?`,
    ),
    prune: each((table) => `DELETE FROM ${table} WHERE store = ? AND until < ${NOT_ENDED} AND until <= ?`),
    removePositions: db.prepare(`
      DELETE FROM positions WHERE store = ?1 AND position >=
        (SELECT iif(kind = 'product', product_positions, variant_positions) FROM stores s WHERE s.store = ?1)`),
    removeEditionRow: db.prepare('DELETE FROM editions WHERE store = ? AND edition = ?'),
    addEdition: db.prepare(
      'INSERT INTO editions (store, edition, published_at, products, variants) VALUES (?, ?, ?, ?, ?)',
    ),
    setReplaced: db.prepare('UPDATE editions SET replaced_at = ? WHERE store = ? AND edition = ?'),
    setCurrent: db.prepare('UPDATE stores SET edition = ?, writing = NULL WHERE store = ?'),
    setCurrentOnly: db.prepare('UPDATE stores SET edition = ? WHERE store = ?'),
    setPositions: db.prepare('UPDATE stores SET product_positions = ?, variant_positions = ? WHERE store = ?'),
    chunks: db.prepare(`
      SELECT ${selectList('orders')} FROM orders
      WHERE store = ? AND kind = ? AND name = ? AND chunk >= ? AND until = ${NOT_ENDED} ORDER BY chunk LIMIT ?`),
  } satisfies Record<string, StatementSync | Readonly<Record<VersionedTable, StatementSync>>>
}

/** Rows of a group at the items of a JSON array. With `first`, parameters are numbered from there. */
function atItems(table: VersionedTable, first?: number): string {
  const parameter = (index: number) => (first === undefined ? '?' : `?${first + index}`)
  const columns = ['store', ...KEY_COLUMNS[table].slice(0, -1)]
  const group = columns.map((column, index) => `${column} = ${parameter(index)}`)
  const items = `${KEY_COLUMNS[table].at(-1)} IN (SELECT value FROM json_each(${parameter(columns.length)}))`
  return [...group, items].join(' AND ')
}

/** Keys that edition `?2` has and the newest one no longer has. */
function endedSince(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM ${table} INDEXED BY ${table}_ended
    WHERE store = ?1 AND until < ${NOT_ENDED} AND until > ?2 AND since <= ?2`
}

/** Keys that the newest edition has got after edition `?2`. Scans the table, because stores seldom go back. */
function addedSince(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM ${table} WHERE store = ?1 AND until = ${NOT_ENDED} AND since > ?2`
}
