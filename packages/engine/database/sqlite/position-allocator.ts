import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreId } from '@vitrine/catalog/store'
import { KINDS, type Kind } from '../../edition/term.ts'
import { BloomFilter } from '../../index/bloom-filter.ts'

/**
 * Looks up the positions of ids, and gives new ids the next ones. Ids come in no order: they are written many at a
 * time, sorted, so that each page of their table is written once.
 */
export class PositionAllocator {
  readonly #store: StoreId
  readonly #find: StatementSync
  readonly #insert: StatementSync
  readonly #pending: Readonly<Record<Kind, Map<string, number>>> = { product: new Map(), variant: new Map() }
  readonly #next: Record<Kind, number>
  /** In a store that had nothing of a kind: the ids written so far. Most ids are found to be new without a read. */
  readonly #written: Record<Kind, BloomFilter | undefined>

  constructor(db: DatabaseSync, store: StoreId, firstNew: Readonly<Record<Kind, number>>) {
    this.#store = store
    this.#next = { ...firstNew }
    const filter = (count: number) => (count > 0 ? undefined : new BloomFilter())
    this.#written = { product: filter(firstNew.product), variant: filter(firstNew.variant) }
    this.#find = db.prepare('SELECT position FROM positions WHERE store = ? AND kind = ? AND id = ?')
    this.#insert = db.prepare('INSERT INTO positions VALUES (?, ?, ?, ?)')
  }

  get isFull(): boolean {
    return this.#pending.product.size + this.#pending.variant.size >= CAPACITY
  }

  /** The position of an id, or the next. */
  allocate(kind: Kind, id: string): number {
    const pending = this.#pending[kind]
    const existing = pending.get(id) ?? this.#stored(kind, id)
    if (existing !== undefined) return existing
    pending.set(id, this.#next[kind])
    return this.#next[kind]++
  }

  /** Writes the new ids. */
  flush(): void {
    for (const kind of KINDS) {
      const pending = this.#pending[kind]
      for (const id of [...pending.keys()].sort()) {
        this.#insert.run(this.#store, kind, id, pending.get(id)!)
        this.#written[kind]?.add(id)
      }
      pending.clear()
    }
  }

  #stored(kind: Kind, id: string): number | undefined {
    const written = this.#written[kind]
    if (written && !written.mayContain(id)) return undefined
    return this.#find.get(this.#store, kind, id)?.position as number | undefined
  }
}

/** New ids that wait before they are written: some 20 MB. */
const CAPACITY = 200_000
