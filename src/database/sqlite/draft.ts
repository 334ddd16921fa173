import type { DatabaseSync } from 'node:sqlite'
import type { StoreId } from '../../catalog/store.ts'
import type { Draft, PostingUpdate, RowBatch } from '../../edition/draft.ts'
import { type Edition, type EditionSummary, type Form, kindOf, NO_PRODUCT } from '../../edition/edition.ts'
import {
  formsOf,
  KEPT_MILLISECONDS,
  LIST_TABLES,
  NOT_ENDED,
  PRODUCT_OF_VARIANT,
  rowTable,
  toChunks,
  VERSIONED_TABLES,
} from '../../edition/tables.ts'
import type { Kind, Sort } from '../../edition/term.ts'
import type { Field } from '../../edition/word-term.ts'
import { GrowableArray } from '../../index/growable-array.ts'
import { bytesOfWords, encodePostings, wordsOfBytes } from '../../index/posting-codec.ts'
import { SortPermutation } from '../../index/sort-permutation.ts'
import { PositionAllocator } from './position-allocator.ts'
import { Rebase } from './rebase.ts'
import { WriteBuffer } from './write-buffer.ts'
import { sortedBy, WriteStatements } from './write-statements.ts'

/** The next edition of one store in a SQLite file. Holds the store's lock until it is disposed of. */
export class SqliteDraft implements Draft {
  readonly base: Edition
  readonly #db: DatabaseSync
  readonly #store: StoreId
  readonly #number: number
  /** What this one is written on top of: the rows that no edition has ended are those of the newest. */
  readonly #newest: number
  readonly #unlock: () => void
  readonly #sql: WriteStatements
  /** The first position of each kind that the base does not know. */
  readonly #known: Readonly<Record<Kind, number>>
  readonly #given: PositionAllocator
  readonly #rows: WriteBuffer
  #runs = 0
  #begun = false
  #published = false

  constructor(db: DatabaseSync, base: Edition, unlock: () => void) {
    this.#db = db
    this.base = base
    this.#store = base.store.id
    this.#unlock = unlock
    this.#sql = new WriteStatements(db)
    this.#newest = this.#sql.newest.get(this.#store)!.number as number
    this.#number = this.#newest + 1
    this.#takeBack()
    this.#prune()
    const row = this.#sql.counters.get(this.#store)!
    this.#known = { product: row.product as number, variant: row.variant as number }
    this.#given = new PositionAllocator(db, this.#store, this.#known)
    this.#rows = new WriteBuffer(db, this.#store, this.#number)
  }

  async allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const positions = ids.map((id) => this.#given.allocate(kind, id))
    if (this.#given.isFull) this.#writeGiven()
    return positions
  }

  async writeRows(batch: RowBatch): Promise<void> {
    this.#begin()
    this.#transaction(() => {
      this.#journal(batch)
      for (const kind of ['product', 'variant'] as const) {
        for (const position of batch.removed[kind]) this.#remove(kind, position)
      }
      for (const row of batch.products) this.#rows.putProduct(row)
      for (const row of batch.variants) this.#rows.putVariant(row)
      for (const { form, position, body } of batch.documents) this.#putDocument(form, position, body)
    })
    if (this.#rows.isFull) this.#writeRows()
  }

  async writePostings(lists: readonly PostingUpdate[]): Promise<void> {
    this.#begin()
    this.#transaction(() => {
      for (const { kind, term, postings, name } of lists) {
        this.#sql.endPosting.run(this.#number, this.#store, kind, term)
        if (postings.size === 0) {
          this.#sql.dropPosting.run(this.#store, kind, term, this.#number)
          continue
        }
        this.#sql.putPosting.run(
          this.#store,
          kind,
          term,
          this.#number,
          NOT_ENDED,
          postings.size,
          name === undefined ? null : JSON.stringify(name),
          encodePostings(postings),
        )
      }
    })
  }

  async writeDictionary(kind: Kind, field: Field, initial: string, words: readonly string[]): Promise<void> {
    this.#begin()
    this.#transaction(() => {
      this.#sql.endWords.run(this.#number, this.#store, kind, field, initial)
      if (words.length > 0)
        this.#sql.putWords.run(this.#store, kind, field, initial, this.#number, NOT_ENDED, words.join('\n'))
      else this.#sql.dropWordsOf.run(this.#store, kind, field, initial, this.#number)
    })
  }

  async buildSortOrders(kind: Kind, sorts: readonly Sort[]): Promise<void> {
    this.#begin()
    this.#writeRows()
    using sorted = this.#sorted(kind, sorts[0]!)
    for (const sort of sorts) {
      this.#writeChunks(kind, sort, toChunks(sort.endsWith(':ASC') ? sorted.ascending() : sorted.descending()))
    }
  }

  async writeSortOrder(kind: Kind, sort: Sort, positions: Uint32Array): Promise<void> {
    this.#begin()
    this.#writeChunks(kind, sort, toChunks(positions))
  }

  async buildProductOfVariant(): Promise<void> {
    this.#begin()
    this.#writeRows()
    this.#sql.owners.setReturnArrays(true)
    const rows = this.#sql.owners.iterate(this.#store) as unknown as Iterable<[number, number]>
    using owners = ownersOf(rows)
    this.#writeChunks('variant', PRODUCT_OF_VARIANT, toChunks(owners.view()))
  }

  async publish(summary: Omit<EditionSummary, 'number'>): Promise<EditionSummary> {
    this.#begin()
    this.#writeRows()
    this.#writeGiven()
    const { publishedAt, productCount, variantCount } = summary
    // The commit that makes the edition current survives a power cut; those before it need not.
    this.#db.exec('PRAGMA synchronous = FULL')
    this.#transaction(() => {
      this.#sql.addEdition.run(this.#store, this.#number, publishedAt, productCount, variantCount)
      this.#sql.replaced.run(new Date().toISOString(), this.#store, this.base.number)
      this.#sql.clearJournal.run(this.#store)
      this.#sql.makeCurrent.run(this.#number, this.#given.next.product, this.#given.next.variant, this.#store)
    })
    this.#db.exec('PRAGMA synchronous = NORMAL')
    this.#published = true
    return { ...summary, number: this.#number }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (!this.#published) this.#takeBack()
    } finally {
      this.#unlock()
    }
  }

  /** Before anything else is written: where the base is not the newest edition, the next one is given its rows. */
  #begin(): void {
    if (this.#begun) return
    this.#begun = true
    if (this.base.number === this.#newest) return
    const rebase = new Rebase(this.#db, this.#store, this.base.number, this.#number)
    for (const kind of ['product', 'variant'] as const) {
      for (const positions of rebase.positions(kind)) {
        this.#transaction(() => {
          this.#sql.journal.run(this.#store, this.#nextRun(), kind, bytesOfWords(positions))
          rebase.writeRows(kind, positions)
        })
      }
    }
    for (const table of LIST_TABLES) {
      for (const keys of rebase.lists(table)) {
        this.#transaction(() => {
          this.#nextRun()
          rebase.writeLists(table, keys)
        })
      }
    }
  }

  #sorted(kind: Kind, sort: Sort): SortPermutation {
    return SortPermutation.fromRows(this.#rowsOf(sortedBy(kind, sort)))
  }

  #rowsOf<Row>(sql: string): Iterable<Row> {
    const rows = this.#db.prepare(sql)
    rows.setReturnArrays(true)
    return rows.iterate(this.#store) as unknown as Iterable<Row>
  }

  #writeRows(): void {
    this.#transaction(() => this.#rows.flush(this.#known))
  }

  #writeGiven(): void {
    this.#transaction(() => {
      // Noted with the positions that are given, so that they can be taken back.
      this.#sql.setWriting.run(this.#number, this.#store)
      this.#given.write()
    })
  }

  /** Notes what is about to be written, and that something is, before it is: so it can be found and taken back. */
  #journal({ products, variants, documents, removed }: RowBatch): void {
    const run = this.#nextRun()
    const touched = { product: new Set(removed.product), variant: new Set(removed.variant) }
    for (const { position } of products) touched.product.add(position)
    for (const { position } of variants) touched.variant.add(position)
    for (const { form, position } of documents) touched[kindOf(form)].add(position)
    for (const kind of ['product', 'variant'] as const) {
      if (touched[kind].size > 0)
        this.#sql.journal.run(this.#store, run, kind, bytesOfWords(Uint32Array.from(touched[kind])))
    }
  }

  /** A number for what is written next; the first notes that an edition is being written. */
  #nextRun(): number {
    if (this.#runs === 0) this.#sql.setWriting.run(this.#number, this.#store)
    return this.#runs++
  }

  #remove(kind: Kind, position: number): void {
    this.#sql.end[rowTable(kind)].run(this.#number, this.#store, position)
    for (const form of formsOf(kind)) this.#sql.endDocument.run(this.#number, this.#store, form, position)
    this.#takeBackRows(kind, position, this.#number)
    this.#rows.drop(kind, position)
  }

  #putDocument(form: Form, position: number, body: string): void {
    const known = form === 'variant' ? this.#known.variant : this.#known.product
    if (position < known) this.#sql.endDocument.run(this.#number, this.#store, form, position)
    this.#sql.putDocument.run(this.#store, form, position, this.#number, NOT_ENDED, body)
  }

  /** Writes the chunks that differ from those of the current edition, and ends those that it replaces. */
  #writeChunks(kind: Kind, name: string, sorted: readonly Uint32Array[]): void {
    this.#transaction(() => {
      for (const [chunk, positions] of sorted.entries()) {
        const bytes = bytesOfWords(positions)
        const old = this.#sql.chunk.get(this.#store, kind, name, chunk)
        if (old && Buffer.compare(old.positions as Uint8Array, bytes) === 0) continue
        this.#sql.endChunks.run(this.#number, this.#store, kind, name, chunk, chunk)
        this.#sql.putChunk.run(this.#store, kind, name, chunk, this.#number, NOT_ENDED, bytes)
      }
      this.#sql.endChunks.run(this.#number, this.#store, kind, name, sorted.length, NOT_ENDED)
      this.#sql.dropChunksFrom.run(this.#store, kind, name, sorted.length, this.#number)
    })
  }

  /** Removes what a draft of this number wrote, opens again what it ended, and takes the positions back that it gave. */
  #takeBack(): void {
    const { writing } = this.#sql.writing.get(this.#store) ?? {}
    if (writing == null) return
    for (const row of this.#sql.journaled.all(this.#store)) {
      const kind = row.kind as Kind
      this.#transaction(() => {
        for (const position of wordsOfBytes(row.positions as Uint8Array))
          this.#takeBackRows(kind, position, writing as number)
      })
    }
    this.#transaction(() => {
      this.#sql.dropPostings.run(this.#store, writing)
      this.#sql.dropOrders.run(this.#store, writing)
      this.#sql.dropWords.run(this.#store, writing)
      for (const table of VERSIONED_TABLES) this.#sql.reopen[table].run(this.#store, writing)
      this.#sql.dropPositions.run(this.#store)
      this.#sql.clearJournal.run(this.#store)
      this.#sql.setWriting.run(null, this.#store)
    })
  }

  #takeBackRows(kind: Kind, position: number, number: number): void {
    this.#sql.drop[rowTable(kind)].run(this.#store, position, number)
    for (const form of formsOf(kind)) this.#sql.dropDocument.run(this.#store, form, position, number)
  }

  /** Removes what only editions that are kept no longer are made of, an edition's worth at a time. */
  #prune(): void {
    const replaced = new Date(Date.now() - KEPT_MILLISECONDS).toISOString()
    for (const row of this.#sql.outdated.all(this.#store, this.base.number, replaced)) {
      this.#transaction(() => {
        for (const table of VERSIONED_TABLES) this.#sql.dropEnded[table].run(this.#store, (row.edition as number) + 1)
        this.#sql.dropEdition.run(this.#store, row.edition as number)
      })
    }
  }

  #transaction<Result>(work: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }
}

/** The product of every variant position from 0 on, `NO_OWNER` where there is none. */
function ownersOf(rows: Iterable<readonly [position: number, product: number]>): GrowableArray {
  const owners = new GrowableArray()
  for (const [position, product] of rows) {
    while (owners.length < position) owners.push(NO_PRODUCT)
    owners.push(product)
  }
  return owners
}
