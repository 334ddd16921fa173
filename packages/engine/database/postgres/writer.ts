import type { StoreId } from '@vitrine/catalog/store'
import type { StorageWriter } from '../../edition/storage.ts'
import {
  KEY_COLUMNS,
  NOT_ENDED,
  ORDER_CHUNK,
  type RowCells,
  rowTable,
  VALUE_COLUMNS,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { wordsOfBytes } from '../../index/posting-codec.ts'
import { NO_PRODUCT } from '../../index/product-variants.ts'
import { SqlWriter, type WriterRow } from '../sql-writer.ts'
import { orderBy } from '../statements.ts'
import type { Connection } from './connection.ts'
import { copyLines } from './copy.ts'
import { listOf, SQL } from './statements.ts'

/**
 * Writes the next edition of one store to PostgreSQL. It writes on the connection that holds the store's lock, and
 * looks up positions on another, so that what comes next can be prepared while rows are written.
 */
export class PostgresWriter extends SqlWriter {
  readonly #locked: Connection
  readonly #lookup: Connection
  readonly #next: Record<Kind, number>

  private constructor(
    locked: Connection,
    lookup: Connection,
    store: StoreId,
    row: WriterRow | undefined,
    least?: number,
  ) {
    super(locked, SQL, store, row, least)
    this.#locked = locked
    this.#lookup = lookup
    this.#next = { ...this.firstNew }
  }

  /** `locked` holds the lock of the store, or that of the store that the market is of. */
  static async open(locked: Connection, lookup: Connection, store: StoreId, least?: number): Promise<PostgresWriter> {
    const [row] = await locked.query<WriterRow>(SQL.writerState, [store])
    return new PostgresWriter(locked, lookup, store, row, least)
  }

  /**
   * On the other connection, as positions: on the first one, another writer may have a transaction open, and the note
   * would be lost with it.
   */
  protected override async noteWriting(): Promise<void> {
    await this.#lookup.query(SQL.setWriting, [this.store, this.number])
  }

  async allocate(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const rows = await this.#lookup.query<{ id: string; position: number }>(POSITIONS, [this.store, kind, ids])
    const positions = new Map(rows.map(({ id, position }) => [id, position]))
    const added = [...new Set(ids)].filter((id) => !positions.has(id))
    for (const id of added) positions.set(id, this.#next[kind]++)
    if (added.length > 0) {
      await this.begin()
      const numbers = listOf(added.map((id) => positions.get(id)!))
      await this.#lookup.query(ADD_POSITIONS, [this.store, kind, added, numbers])
    }
    return ids.map((id) => positions.get(id)!)
  }

  async sorted(...[kind, field, directions]: Parameters<StorageWriter['sorted']>): Promise<readonly Uint32Array[]> {
    const all: Uint32Array[] = []
    for (const direction of directions) {
      const rows = await this.query<{ positions: Buffer }>(sortedBy(kind, field, direction))
      all.push(wordsOfNetworkOrder(Buffer.concat(rows.map(({ positions }) => positions))))
    }
    return all
  }

  async productOfVariant(): Promise<Uint32Array> {
    const end = this.#next.variant
    const products = new Uint32Array(end).fill(NO_PRODUCT)
    let length = 0
    for (let from = 0; from < end; from += ORDER_CHUNK) {
      const [row] = await this.query<{ pairs: Buffer | null }>(PRODUCTS_OF_VARIANTS, from, from + ORDER_CHUNK)
      const pairs = wordsOfNetworkOrder(row!.pairs)
      for (let at = 0; at < pairs.length; at += 2) products[pairs[at]!] = pairs[at + 1]!
      if (pairs.length > 0) length = pairs.at(-2)! + 1
    }
    return products.subarray(0, length)
  }

  protected async insert(table: VersionedTable, rows: readonly RowCells[]): Promise<void> {
    const keys = KEY_COLUMNS[table].length
    const columns = ['store', ...KEY_COLUMNS[table], 'since', 'until', ...VALUE_COLUMNS[table]]
    const versioned = rows.map((row) => [this.store, ...row.slice(0, keys), this.number, NOT_ENDED, ...row.slice(keys)])
    await this.#locked.copy(table, columns.join(), copyLines(versioned))
  }

  protected async positions(statement: string, ...values: readonly unknown[]): Promise<Uint32Array> {
    const packed = `SELECT string_agg(int4send(position), '' ORDER BY position) AS positions FROM (${statement}) AS p`
    const [row] = await this.query<{ positions: Buffer | null }>(packed, ...values)
    return wordsOfNetworkOrder(row!.positions)
  }
}

/** 32-bit numbers that the server packed in network order; null for none. */
function wordsOfNetworkOrder(bytes: Buffer | null): Uint32Array {
  if (!bytes) return new Uint32Array(0)
  // A copy: small buffers share memory with others, and need not begin at a word.
  return wordsOfBytes(new Uint8Array(Buffer.from(bytes).swap32()).slice())
}

const POSITIONS =
  'SELECT id::text AS id, position FROM vitrine.positions WHERE store = $1 AND kind = $2 AND id = ANY ($3::uuid[])'

const ADD_POSITIONS = 'INSERT INTO vitrine.positions SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[])'

/** Each variant at positions from `$2` to before `$3`, and its product, as bytes in network order. */
const PRODUCTS_OF_VARIANTS = `
  SELECT string_agg(int4send(position) || int4send(product), '' ORDER BY position) AS pairs
  FROM vitrine.variants WHERE store = $1 AND until = ${NOT_ENDED} AND position >= $2 AND position < $3`

/** The positions of the edition in an order, packed into chunks by the server. `Sort` defines the order. */
function sortedBy(kind: Kind, ...order: Parameters<typeof orderBy>): string {
  return `
    SELECT string_agg(int4send(position), '' ORDER BY rank) AS positions FROM (
      SELECT position, row_number() OVER (${orderBy(...order)}) - 1 AS rank
      FROM vitrine.${rowTable(kind)} WHERE store = $1 AND until = ${NOT_ENDED}
    ) AS r GROUP BY rank / ${ORDER_CHUNK} ORDER BY rank / ${ORDER_CHUNK}`
}
