import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreId } from '../../catalog/store.ts'
import type { ProductRow, VariantRow } from '../../edition/rows.ts'
import { NOT_ENDED, rowTable, VALUE_COLUMNS } from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'

/** Rows that wait until they are written. */
const MOST = 200_000

/** What a row is looked up by, beside its position. */
const LOOKED_UP_BY = { products: 'slug', variants: 'sku' } as const

/**
 * Rows of the next edition that wait in temporary tables until they are many. Slugs and skus come in no order: written a few
 * at a time, each would touch a page of its index that was written, and will be, for others. Many, sorted by them, touch
 * each page once.
 */
export class WriteBuffer {
  readonly #store: StoreId
  readonly #number: number
  readonly #put: Record<Kind, StatementSync>
  readonly #drop: Record<Kind, StatementSync>
  readonly #end: Record<Kind, StatementSync>
  readonly #write: Record<Kind, StatementSync>
  readonly #clear: Record<Kind, StatementSync>
  #size = 0

  constructor(db: DatabaseSync, store: StoreId, number: number) {
    this.#store = store
    this.#number = number
    const each = (sql: (kind: Kind, waiting: string) => string) => ({
      product: db.prepare(sql('product', 'temp.waiting_products')),
      variant: db.prepare(sql('variant', 'temp.waiting_variants')),
    })
    const columns = (kind: Kind) => VALUE_COLUMNS[rowTable(kind)]
    for (const kind of ['product', 'variant'] as const) {
      db.exec(`
        DROP TABLE IF EXISTS temp.waiting_${rowTable(kind)};
        CREATE TEMP TABLE waiting_${rowTable(kind)} (position INTEGER PRIMARY KEY, ${columns(kind)})`)
    }
    this.#put = each((kind, waiting) => `INSERT OR REPLACE INTO ${waiting} VALUES (?, ${columns(kind).map(() => '?')})`)
    this.#drop = each((_, waiting) => `DELETE FROM ${waiting} WHERE position = ?`)
    this.#end = each(
      (kind, waiting) => `
        UPDATE ${rowTable(kind)} SET until = ?1
        WHERE store = ?2 AND position IN (SELECT position FROM ${waiting} WHERE position < ?3)
          AND until = ${NOT_ENDED} AND since < ?1`,
    )
    this.#write = each(
      (kind, waiting) => `
        INSERT OR REPLACE INTO ${rowTable(kind)} (store, position, since, until, ${columns(kind)})
        SELECT ?, position, ?, ${NOT_ENDED}, ${columns(kind)} FROM ${waiting} ORDER BY ${LOOKED_UP_BY[rowTable(kind)]}`,
    )
    this.#clear = each((_, waiting) => `DELETE FROM ${waiting}`)
  }

  /** Whether it is time to write them. */
  get isFull(): boolean {
    return this.#size >= MOST
  }

  putProduct(row: ProductRow): void {
    const { position, digest, createdAt, updatedAt, name, slug, price, highestPrice } = row
    this.#put.product.run(position, digest, createdAt, updatedAt, name, slug, price, highestPrice)
    this.#size++
  }

  putVariant(row: VariantRow): void {
    const { position, product, createdAt, updatedAt, name, sku, price, stock } = row
    this.#put.variant.run(position, product, createdAt, updatedAt, name, sku, price, stock)
    this.#size++
  }

  /** The row of this position need not be written any more. */
  drop(kind: Kind, position: number): void {
    this.#drop[kind].run(position)
  }

  /** Writes all, and ends those that they replace; rows from the positions `known` on replace none. */
  flush(known: Readonly<Record<Kind, number>>): void {
    if (this.#size === 0) return
    for (const kind of ['product', 'variant'] as const) {
      this.#end[kind].run(this.#number, this.#store, known[kind])
      this.#write[kind].run(this.#store, this.#number)
      this.#clear[kind].run()
    }
    this.#size = 0
  }
}
