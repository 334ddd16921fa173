import type { StoreId } from '../../catalog/store.ts'
import { NO_PRODUCT } from '../../edition/edition.ts'
import { ORDER_CHUNK } from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { bytesOfWords, wordsOfBytes } from '../../index/posting-codec.ts'
import type { Connection } from './connection.ts'
import { openChunks, owners } from './write-statements.ts'

/** Chunks that are compared, and written, together: 4 MB. */
const AT_ONCE = 64

/** An order as it is kept, a chunk a row. */
export class OrderChunks {
  readonly #connection: Connection
  readonly #key: readonly [StoreId, Kind, string]

  constructor(connection: Connection, store: StoreId, kind: Kind, name: string) {
    this.#connection = connection
    this.#key = [store, kind, name]
  }

  /** The chunks that differ from those that are kept, some at a time. */
  async *changed(sorted: readonly Uint32Array[]): AsyncGenerator<{ chunk: number; bytes: Uint8Array }[]> {
    for (let from = 0; from < sorted.length; from += AT_ONCE) {
      const some = sorted.slice(from, from + AT_ONCE).map((words, index) => ({
        chunk: from + index,
        bytes: bytesOfWords(words),
      }))
      const kept = await this.#kept(from, from + some.length - 1)
      const changed = some.filter(({ chunk, bytes }) => !kept.get(chunk)?.equals(bytes))
      if (changed.length > 0) yield changed
    }
  }

  async #kept(from: number, to: number): Promise<Map<number, Buffer>> {
    const rows = await this.#connection.query<{ chunk: number; positions: Buffer }>(openChunks, [
      ...this.#key,
      from,
      to,
    ])
    return new Map(rows.map(({ chunk, positions }) => [chunk, positions]))
  }
}

/** Numbers that the server packed in network order. */
export function packed(bytes: Buffer): Uint32Array {
  // A copy: small ones share a buffer with others, and need not begin at a word.
  return wordsOfBytes(new Uint8Array(Buffer.from(bytes).swap32()).slice())
}

/** The product of every variant position before `end`, in chunks, `NO_OWNER` where the next edition has no variant. */
export async function ownersOf(connection: Connection, store: StoreId, end: number): Promise<Uint32Array[]> {
  const chunks: Uint32Array[] = []
  let last = 0
  for (let from = 0; from < end; from += ORDER_CHUNK) {
    const chunk = new Uint32Array(Math.min(ORDER_CHUNK, end - from)).fill(NO_PRODUCT)
    const [row] = await connection.query<{ positions: Buffer | null; products: Buffer }>(owners, [
      store,
      from,
      from + ORDER_CHUNK,
    ])
    if (row!.positions) {
      const products = packed(row!.products)
      for (const [index, position] of packed(row!.positions).entries()) {
        chunk[position - from] = products[index]!
        last = position + 1
      }
    }
    chunks.push(chunk)
  }
  return withoutEnd(chunks, last)
}

/** Nothing is kept after the last variant that there is. */
function withoutEnd(chunks: readonly Uint32Array[], end: number): Uint32Array[] {
  return chunks
    .slice(0, Math.ceil(end / ORDER_CHUNK))
    .map((chunk, index) => chunk.subarray(0, end - index * ORDER_CHUNK))
}
