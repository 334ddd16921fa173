import type { Store, StoreId } from '../../catalog/store.ts'
import { type EditionSummary, NO_PRODUCT } from '../../edition/edition.ts'
import { groupKeys } from '../../edition/rebase.ts'
import type { JournalEntry, KeyGroup, KeyItem, RowChange, StorageWriter, WriterState } from '../../edition/storage.ts'
import {
  type Cell,
  formsOf,
  KEY_COLUMNS,
  type ListTable,
  NOT_ENDED,
  ORDER_CHUNK,
  type RowCells,
  rowTable,
  SORT_COLUMN,
  type TableRows,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import { KINDS, type Kind } from '../../edition/term.ts'
import { bytesOfWords, wordsOfBytes } from '../../index/posting-codec.ts'
import { itemType } from '../statements.ts'
import type { Connection } from './connection.ts'
import { copyLines } from './copy.ts'
import { NOTIFY, NOTIFY_CHANNEL } from './notification.ts'
import { DURABLE } from './settings.ts'
import { arrayLiteral, SQL } from './statements.ts'

/**
 * Writes the next edition of one store to PostgreSQL. It writes on the connection that holds the store's lock, and looks up
 * positions on another, so that what comes next can be prepared while rows are written.
 */
export class PostgresWriter implements StorageWriter {
  readonly #number: number
  readonly #firstNew: Readonly<Record<Kind, number>>
  readonly #locked: Connection
  readonly #lookup: Connection
  readonly #store: StoreId
  readonly #next: Record<Kind, number>
  /** The last position of each kind with rows of this edition. Positions after it need no delete before a write. */
  readonly #lastWritten: Record<Kind, number> = { product: -1, variant: -1 }
  #unfinished: number | undefined
  #marked: Promise<unknown> | undefined

  private constructor(locked: Connection, lookup: Connection, store: StoreId, state: StoreRow) {
    this.#locked = locked
    this.#lookup = lookup
    this.#store = store
    this.#number = state.newest + 1
    this.#firstNew = { product: state.product, variant: state.variant }
    this.#next = { ...this.#firstNew }
    this.#unfinished = state.writing ?? undefined
  }

  /** `locked` holds the store's lock, and is closed with the writer. */
  static async open(locked: Connection, lookup: Connection, store: StoreId): Promise<PostgresWriter> {
    const [state] = await locked.query<StoreRow>(SQL.writerState, [store])
    return new PostgresWriter(locked, lookup, store, state!)
  }

  async state(): Promise<WriterState> {
    return { number: this.#number, firstNew: this.#firstNew, unfinished: this.#unfinished }
  }

  async write(changes: readonly RowChange[]): Promise<void> {
    await this.#mark()
    await this.#locked.transaction(async () => {
      for (const change of changes) await this.#apply(change)
    })
    for (const change of changes) this.#noteWritten(change)
  }

  async allocate(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const rows = await this.#lookup.query<{ id: string; position: number }>(POSITIONS, [this.#store, kind, ids])
    const positions = new Map(rows.map(({ id, position }) => [id, position]))
    const added = [...new Set(ids)].filter((id) => !positions.has(id))
    for (const id of added) positions.set(id, this.#next[kind]++)
    if (added.length > 0) {
      await this.#mark()
      const numbers = arrayLiteral(added.map((id) => positions.get(id)!))
      await this.#lookup.query(ADD_POSITIONS, [this.#store, kind, added, numbers])
    }
    return ids.map((id) => positions.get(id)!)
  }

  async chunks(kind: Kind, name: string, from: number, count: number): Promise<readonly TableRows['orders'][]> {
    return await this.#query(SQL.chunks, kind, name, from, count)
  }

  async sorted(
    kind: Kind,
    field: keyof typeof SORT_COLUMN,
    directions: readonly ('ASC' | 'DESC')[],
  ): Promise<readonly Uint32Array[]> {
    const all: Uint32Array[] = []
    for (const direction of directions) {
      const rows = await this.#query<{ positions: Buffer }>(sortedBy(kind, field, direction))
      all.push(wordsOfNetworkOrder(Buffer.concat(rows.map(({ positions }) => positions))))
    }
    return all
  }

  async productOfVariant(): Promise<Uint32Array> {
    const end = this.#next.variant
    const products = new Uint32Array(end).fill(NO_PRODUCT)
    let length = 0
    for (let from = 0; from < end; from += ORDER_CHUNK) {
      const [row] = await this.#query<{ positions: Buffer | null; products: Buffer }>(
        PRODUCTS_OF_VARIANTS,
        from,
        from + ORDER_CHUNK,
      )
      if (!row!.positions) continue
      const chunk = wordsOfNetworkOrder(row!.products)
      for (const [index, position] of wordsOfNetworkOrder(row!.positions).entries()) {
        products[position] = chunk[index]!
        length = position + 1
      }
    }
    return products.subarray(0, length)
  }

  async changedPositions(kind: Kind, from: number): Promise<Uint32Array> {
    const [row] = await this.#query<{ positions: Buffer | null }>(packed(SQL.changedPositions[kind]), from)
    return row!.positions ? wordsOfNetworkOrder(row!.positions) : new Uint32Array(0)
  }

  async changedKeys(table: ListTable, from: number): Promise<readonly (readonly KeyItem[])[]> {
    const rows = await this.#query<Record<string, KeyItem>>(SQL.changedKeys[table], from)
    return rows.map((row) => KEY_COLUMNS[table].map((column) => row[column]!))
  }

  async journal(after: number): Promise<readonly JournalEntry[]> {
    const rows = await this.#query<{ run: number; kind: Kind; positions: Buffer }>(SQL.nextJournalRun, after)
    return rows.map(({ run, kind, positions }) => ({ run, kind, positions: wordsOfBytes(positions) }))
  }

  async removeRows(edition: number, entries: readonly JournalEntry[]): Promise<void> {
    await this.#locked.transaction(async () => {
      for (const { kind, positions } of entries) {
        await this.#remove(rowTable(kind), [], [...positions], edition)
        for (const form of formsOf(kind)) await this.#remove('documents', [form], [...positions], edition)
      }
    })
  }

  async takeBack(edition: number): Promise<void> {
    await this.#locked.transaction(async () => {
      for (const statement of SQL.removeAll) await this.#query(statement, edition)
      for (const table of VERSIONED_TABLES) await this.#query(SQL.reopen[table], edition)
      for (const kind of KINDS) await this.#query(SQL.removePositions, kind, this.#firstNew[kind])
      await this.#query(SQL.clearJournal)
      await this.#query(SQL.setWriting, null)
    })
    this.#unfinished = undefined
    this.#marked = undefined
  }

  async prune(editions: readonly number[]): Promise<void> {
    await this.#locked.transaction(async () => {
      for (const edition of editions) await this.#query(SQL.removeEdition, edition)
      for (const table of VERSIONED_TABLES) await this.#query(SQL.prune[table], editions.at(-1)! + 1)
    })
  }

  async publish(
    edition: EditionSummary,
    replaced: number,
    firstNew: Readonly<Record<Kind, number>>,
    settings?: Store,
  ): Promise<void> {
    const { number, publishedAt, productCount, variantCount } = edition
    await this.#durably(async () => {
      await this.#query(SQL.addEdition, number, publishedAt, productCount, variantCount)
      await this.#query(SQL.setReplaced, replaced, new Date().toISOString())
      await this.#query(SQL.clearJournal)
      await this.#query(SQL.setCurrent, number)
      await this.#query(SQL.setWriting, null)
      await this.#query(SQL.setPositions, firstNew.product, firstNew.variant)
      if (settings) await this.#query(SQL.setSettings, JSON.stringify(settings))
    })
  }

  async goBack(edition: number, replaced: number): Promise<void> {
    await this.#durably(async () => {
      await this.#query(SQL.setReplaced, replaced, new Date().toISOString())
      await this.#query(SQL.setReplaced, edition, null)
      await this.#query(SQL.setCurrent, edition)
    })
  }

  async changeStore(settings: Store): Promise<void> {
    await this.#durably(async () => {
      await this.#query(SQL.setSettings, JSON.stringify(settings))
    })
  }

  async removeStore(): Promise<void> {
    await this.#durably(async () => {
      for (const statement of SQL.removeStore) await this.#query(statement)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#locked[Symbol.asyncDispose]()
  }

  async #apply(change: RowChange): Promise<void> {
    if ('put' in change) await this.#put(change.put, change.rows)
    else if ('end' in change) await this.#end(change.end, change.group, change.items)
    else if ('restore' in change) {
      const values = [change.from, itemsOf(change.restore, change.items), ...change.group]
      await this.#query(SQL.endNewer[change.restore], this.#number, ...values)
      await this.#query(SQL.copyBack[change.restore], this.#number, ...values)
    } else await this.#copy('journal', JOURNAL_COLUMNS, [[change.run, change.journal, bytesOfWords(change.positions)]])
  }

  async #put(table: VersionedTable, rows: readonly RowCells[]): Promise<void> {
    const keys = KEY_COLUMNS[table].length
    for (const { group, items } of groupKeys(rows.map((row) => row.slice(0, keys) as KeyItem[])))
      await this.#end(table, group, items)
    const columns = [...KEY_COLUMNS[table], 'since', 'until', ...VALUE_COLUMNS[table]]
    await this.#copy(
      table,
      columns,
      rows.map((row) => [...row.slice(0, keys), this.#number, NOT_ENDED, ...row.slice(keys)]),
    )
  }

  /** Ends the rows at these keys, and removes those that this edition has written. New positions have neither. */
  async #end(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[]): Promise<void> {
    const kind = positionKind(table, group)
    const stored = kind ? items.filter((position) => (position as number) < this.#firstNew[kind]) : items
    const written = kind ? items.filter((position) => (position as number) <= this.#lastWritten[kind]) : items
    if (stored.length > 0) await this.#query(SQL.end[table], this.#number, itemsOf(table, stored), ...group)
    if (written.length > 0) await this.#remove(table, group, written, this.#number)
  }

  async #remove(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[], edition: number): Promise<void> {
    await this.#query(SQL.remove[table], edition, itemsOf(table, items), ...group)
  }

  /** Remembers the last position with rows of this edition, once they are written. */
  #noteWritten(change: RowChange): void {
    const note = (kind: Kind | undefined, positions: readonly Cell[]) => {
      for (const position of kind ? positions : [])
        this.#lastWritten[kind!] = Math.max(this.#lastWritten[kind!], position as number)
    }
    if ('restore' in change) note(positionKind(change.restore, change.group), change.items)
    else if ('put' in change)
      for (const row of change.rows)
        note(positionKind(change.put, row as KeyGroup), [row[KEY_COLUMNS[change.put].length - 1]!])
  }

  /** Notes once, before anything is written, that the edition is being written, so that it can be taken back. */
  async #mark(): Promise<void> {
    this.#marked ??= this.#lookup.query(SQL.setWriting, [this.#store, this.#number])
    await this.#marked
    this.#unfinished = this.#number
  }

  async #durably(work: () => Promise<void>): Promise<void> {
    await this.#locked.transaction(async () => {
      await this.#locked.run(DURABLE)
      await work()
      await this.#locked.query(NOTIFY, [NOTIFY_CHANNEL, this.#store])
    })
  }

  #query<Result>(statement: string, ...values: readonly unknown[]): Promise<Result[]> {
    return this.#locked.query<Result>(statement, [this.#store, ...values])
  }

  async #copy(table: string, columns: readonly string[], rows: readonly RowCells[]): Promise<void> {
    await this.#locked.copy(table, `store, ${columns.join(', ')}`, copyLines(rows.map((row) => [this.#store, ...row])))
  }
}

interface StoreRow {
  readonly newest: number
  readonly writing: number | null
  readonly product: number
  readonly variant: number
}

const JOURNAL_COLUMNS = ['run', 'kind', 'positions']

/** The kind whose positions are the last key of a table's rows. */
function positionKind(table: VersionedTable, [form]: readonly Cell[]): Kind | undefined {
  if (table === 'products' || table === 'variants') return table === 'products' ? 'product' : 'variant'
  if (table === 'documents') return form === 'variant' ? 'variant' : 'product'
  return undefined
}

function itemsOf(table: VersionedTable, items: readonly KeyItem[]): unknown {
  return itemType(table) === 'int' ? arrayLiteral(items as readonly number[]) : items
}

/** 32-bit numbers that the server packed in network order. */
function wordsOfNetworkOrder(bytes: Buffer): Uint32Array {
  // A copy: small buffers share memory with others, and need not begin at a word.
  return wordsOfBytes(new Uint8Array(Buffer.from(bytes).swap32()).slice())
}

const POSITIONS =
  'SELECT id::text AS id, position FROM vitrine.positions WHERE store = $1 AND kind = $2 AND id = ANY ($3::uuid[])'

const ADD_POSITIONS = 'INSERT INTO vitrine.positions SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[])'

/** The products of the variants at positions from `$2` to before `$3`, each number as its bytes in network order. */
const PRODUCTS_OF_VARIANTS = `
  SELECT string_agg(int4send(position), '' ORDER BY position) AS positions,
    string_agg(int4send(product), '' ORDER BY position) AS products
  FROM vitrine.variants WHERE store = $1 AND until = ${NOT_ENDED} AND position >= $2 AND position < $3`

/** The positions that a statement selects, each as its bytes in network order. */
function packed(positions: string): string {
  return `SELECT string_agg(int4send(position), '' ORDER BY position) AS positions FROM (${positions}) AS p`
}

/** The positions of the edition in an order, packed into chunks by the server. `Sort` defines the order. */
function sortedBy(kind: Kind, field: keyof typeof SORT_COLUMN, direction: 'ASC' | 'DESC'): string {
  return `
    SELECT string_agg(int4send(position), '' ORDER BY rank) AS positions FROM (
      SELECT position, row_number() OVER (ORDER BY ${SORT_COLUMN[field]} ${direction} NULLS LAST, position) - 1 AS rank
      FROM vitrine.${rowTable(kind)} WHERE store = $1 AND until = ${NOT_ENDED}
    ) AS r GROUP BY rank / ${ORDER_CHUNK} ORDER BY rank / ${ORDER_CHUNK}`
}
