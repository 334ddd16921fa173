import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreId } from '../../catalog/store.ts'
import type { Kind } from '../../edition/term.ts'
import { BloomFilter } from '../../index/bloom-filter.ts'

/** Ids that wait until they are written: some 20 MB. */
const MOST = 200_000

/**
 * The positions of ids, and those that a draft gives. Ids come in no order: they are written many at a time, sorted, so that
 * each page of their table is written once.
 */
export class PositionAllocator {
  readonly #store: StoreId
  readonly #find: StatementSync
  readonly #add: StatementSync
  readonly #waiting: Readonly<Record<Kind, Map<string, number>>> = { product: new Map(), variant: new Map() }
  /** The first position of each kind that is not given yet. */
  readonly #next: Record<Kind, number>
  /** Of a kind of which the store had nothing: the ids that were written, which most ids are soon known not to be among. */
  readonly #written: Record<Kind, BloomFilter | undefined>

  constructor(db: DatabaseSync, store: StoreId, known: Readonly<Record<Kind, number>>) {
    this.#store = store
    this.#next = { ...known }
    const sightings = (count: number) => (count > 0 ? undefined : new BloomFilter())
    this.#written = { product: sightings(known.product), variant: sightings(known.variant) }
    this.#find = db.prepare('SELECT position FROM positions WHERE store = ? AND kind = ? AND id = ?')
    this.#add = db.prepare('INSERT INTO positions VALUES (?, ?, ?, ?)')
  }

  get next(): Readonly<Record<Kind, number>> {
    return this.#next
  }

  /** Whether it is time to write them. */
  get isFull(): boolean {
    return this.#waiting.product.size + this.#waiting.variant.size >= MOST
  }

  /** The position of an id, or the next. */
  allocate(kind: Kind, id: string): number {
    const waiting = this.#waiting[kind]
    const known = waiting.get(id) ?? this.#stored(kind, id)
    if (known !== undefined) return known
    waiting.set(id, this.#next[kind])
    return this.#next[kind]++
  }

  /** Writes all that wait. */
  write(): void {
    for (const kind of ['product', 'variant'] as const) {
      const waiting = this.#waiting[kind]
      for (const id of [...waiting.keys()].sort()) {
        this.#add.run(this.#store, kind, id, waiting.get(id)!)
        this.#written[kind]?.add(id)
      }
      waiting.clear()
    }
  }

  #stored(kind: Kind, id: string): number | undefined {
    const written = this.#written[kind]
    if (written && !written.mayContain(id)) return undefined
    return this.#find.get(this.#store, kind, id)?.position as number | undefined
  }
}
