import type { StoreId } from '../../catalog/store.ts'
import type { Draft, PostingUpdate, RowBatch } from '../../edition/draft.ts'
import { type Edition, type EditionSummary, type Form, kindOf } from '../../edition/edition.ts'
import type { ProductRow, VariantRow } from '../../edition/rows.ts'
import {
  formsOf,
  KEPT_MILLISECONDS,
  LIST_TABLES,
  NOT_ENDED,
  PRODUCT_OF_VARIANT,
  toChunks,
  VERSIONED_TABLES,
} from '../../edition/tables.ts'
import type { Kind, Sort } from '../../edition/term.ts'
import type { Field } from '../../edition/word-term.ts'
import { bytesOfWords, encodePostings, wordsOfBytes } from '../../index/posting-codec.ts'
import { OrderChunks, ownersOf, packed } from './chunks.ts'
import type { Connection } from './connection.ts'
import { type Cell, copyLines } from './copy-lines.ts'
import { arrayOf } from './edition.ts'
import { Rebase } from './rebase.ts'
import { DURABLE } from './settings.ts'
import { CHANNEL, tell } from './stores.ts'
import * as statements from './write-statements.ts'

const KINDS = ['product', 'variant'] as const

/**
 * The next edition of one store in PostgreSQL. Holds the store's lock until it is disposed of. It writes on one connection,
 * and gives positions and reads the base on another, so that what comes next can be prepared while rows are written.
 */
export class PostgresDraft implements Draft {
  readonly base: Edition
  readonly #connection: Connection
  readonly #aside: Connection
  readonly #store: StoreId
  readonly #number: number
  /** What this one is written on top of: the rows that no edition has ended are those of the newest. */
  readonly #newest: number
  readonly #unlock: () => Promise<void>
  /** The first position of each kind that the base does not know, and the first that is not given yet. */
  readonly #known: Record<Kind, number> = { product: 0, variant: 0 }
  readonly #next: Record<Kind, number> = { product: 0, variant: 0 }
  /** The last position of each kind that this draft has rows of: what comes after it is new. */
  readonly #written: Record<Kind, number> = { product: -1, variant: -1 }
  #runs = 0
  #noted: Promise<unknown> | undefined
  #begun: Promise<void> | undefined
  #published = false

  private constructor(
    connection: Connection,
    aside: Connection,
    base: Edition,
    newest: number,
    unlock: () => Promise<void>,
  ) {
    this.#connection = connection
    this.#aside = aside
    this.base = base
    this.#store = base.store.id
    this.#newest = newest
    this.#number = newest + 1
    this.#unlock = unlock
  }

  /** Clears away what an import that was killed left, and what only editions that are kept no longer are made of. */
  static async open(
    connection: Connection,
    aside: Connection,
    base: Edition,
    unlock: () => Promise<void>,
  ): Promise<PostgresDraft> {
    const [row] = await connection.query<{ number: number }>(statements.newest, [base.store.id])
    const draft = new PostgresDraft(connection, aside, base, row!.number, unlock)
    await draft.#takeBack()
    await draft.#prune()
    const counters = await draft.#counters()
    for (const kind of KINDS) draft.#known[kind] = draft.#next[kind] = counters[kind]
    return draft
  }

  async allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const rows = await this.#aside.query<{ id: string; position: number }>(statements.positions, [
      this.#store,
      kind,
      ids,
    ])
    const positions = new Map(rows.map(({ id, position }) => [id, position]))
    const fresh = [...new Set(ids)].filter((id) => !positions.has(id))
    let next = this.#next[kind]
    for (const id of fresh) positions.set(id, next++)
    if (fresh.length > 0) {
      await this.#noteWriting()
      const given = arrayOf(fresh.map((id) => positions.get(id)!))
      await this.#aside.query(statements.addPositions, [this.#store, kind, fresh, given])
    }
    this.#next[kind] = next
    return ids.map((id) => positions.get(id)!)
  }

  async writeRows(batch: RowBatch): Promise<void> {
    await this.#begin()
    const { products, variants, documents, removed } = batch
    await this.#connection.transaction(async () => {
      await this.#journal(batch)
      for (const kind of KINDS) {
        const rows = kind === 'product' ? products : variants
        await this.#replace(kind, [...removed[kind], ...rows.map(({ position }) => position)])
        for (const form of formsOf(kind)) {
          const written = documents.filter((document) => document.form === form).map(({ position }) => position)
          await this.#replaceDocuments(form, [...removed[kind], ...written])
        }
      }
      await this.#connection.copy('products', PRODUCT_COLUMNS, copyLines(products.map((row) => this.#productRow(row))))
      await this.#connection.copy('variants', VARIANT_COLUMNS, copyLines(variants.map((row) => this.#variantRow(row))))
      const rows = documents.map(({ form, position, body }) => [form, position, ...this.#range, body])
      await this.#connection.copy('documents', 'store, form, position, since, until, body', this.#lines(rows))
    })
    for (const kind of KINDS) {
      const rows = kind === 'product' ? products : variants
      for (const { position } of rows) this.#written[kind] = Math.max(this.#written[kind], position)
    }
    for (const { form, position } of documents) {
      this.#written[kindOf(form)] = Math.max(this.#written[kindOf(form)], position)
    }
  }

  async writePostings(lists: readonly PostingUpdate[]): Promise<void> {
    await this.#begin()
    await this.#connection.transaction(async () => {
      for (const [kind, some] of Map.groupBy(lists, (list) => list.kind)) {
        const terms = some.map(({ term }) => term)
        await this.#query(statements.endPostings, this.#number, kind, terms)
        await this.#query(statements.dropPostings, this.#number, kind, terms)
      }
      const rows = lists
        .filter(({ postings }) => postings.size > 0)
        .map(({ kind, term, postings, name }) => [
          kind,
          term,
          ...this.#range,
          postings.size,
          name === undefined ? null : JSON.stringify(name),
          encodePostings(postings),
        ])
      const columns = 'store, kind, term, since, until, size, name, positions'
      await this.#connection.copy('postings', columns, this.#lines(rows))
    })
  }

  async writeDictionary(kind: Kind, field: Field, initial: string, words: readonly string[]): Promise<void> {
    await this.#begin()
    await this.#connection.transaction(async () => {
      const at = [this.#number, kind, field, initial]
      await this.#query(statements.endWords, ...at)
      await this.#query(statements.dropWords, ...at)
      if (words.length > 0) await this.#query(statements.putWords, ...at, words.join('\n'))
    })
  }

  async buildSortOrders(kind: Kind, sorts: readonly Sort[]): Promise<void> {
    await this.#begin()
    for (const sort of sorts) {
      const rows = await this.#query<{ positions: Buffer }>(statements.sortedBy(kind, sort))
      await this.#writeChunks(
        kind,
        sort,
        rows.map(({ positions }) => packed(positions)),
      )
    }
  }

  async writeSortOrder(kind: Kind, sort: Sort, positions: Uint32Array): Promise<void> {
    await this.#begin()
    await this.#writeChunks(kind, sort, toChunks(positions))
  }

  async buildProductOfVariant(): Promise<void> {
    await this.#begin()
    await this.#writeChunks(
      'variant',
      PRODUCT_OF_VARIANT,
      await ownersOf(this.#connection, this.#store, this.#next.variant),
    )
  }

  async publish(summary: Omit<EditionSummary, 'number'>): Promise<EditionSummary> {
    await this.#begin()
    const { publishedAt, productCount, variantCount } = summary
    await this.#connection.transaction(async () => {
      // The commit that makes the edition current survives a power cut; those before it need not.
      await this.#connection.run(DURABLE)
      await this.#query(statements.addEdition, this.#number, publishedAt, productCount, variantCount)
      await this.#query(statements.replaced, this.base.number, new Date().toISOString())
      await this.#query(statements.clearJournal)
      await this.#query(statements.makeCurrent, this.#number, this.#next.product, this.#next.variant)
      await this.#connection.query(tell, [CHANNEL, this.#store])
    })
    this.#published = true
    return { ...summary, number: this.#number }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (!this.#published) await this.#takeBack()
    } finally {
      await this.#unlock()
    }
  }

  /** The columns `since` and `until` of what is written. */
  get #range(): [number, number] {
    return [this.#number, NOT_ENDED]
  }

  #query<Row>(statement: Parameters<Connection['query']>[0], ...values: readonly unknown[]): Promise<Row[]> {
    return this.#connection.query<Row>(statement, [this.#store, ...values])
  }

  #lines(rows: readonly (readonly Cell[])[]): Iterable<string> {
    return copyLines(rows.map((row) => [this.#store, ...row]))
  }

  async #counters(): Promise<Record<Kind, number> & { readonly writing: number | null }> {
    const [row] = await this.#query<Record<Kind, number> & { writing: number | null }>(statements.counters)
    return row!
  }

  /** Notes that an edition is being written, once and for good, before anything is: so that it can be taken back. */
  async #noteWriting(): Promise<void> {
    this.#noted ??= this.#aside.query(statements.setWriting, [this.#store, this.#number])
    await this.#noted
  }

  /** Before anything else is written: where the base is not the newest edition, the next one is given its rows. */
  async #begin(): Promise<void> {
    this.#begun ??= this.#noteWriting().then(() => this.#rebase())
    await this.#begun
  }

  async #rebase(): Promise<void> {
    if (this.base.number === this.#newest) return
    const rebase = new Rebase(this.#connection, this.#store, this.base.number, this.#number)
    for (const kind of KINDS) {
      for (const positions of await rebase.positions(kind)) {
        await this.#connection.transaction(async () => {
          const noted = [this.#runs++, kind, bytesOfWords(positions)]
          await this.#connection.copy('journal', 'store, run, kind, positions', this.#lines([noted]))
          await rebase.writeRows(kind, positions)
        })
      }
      this.#written[kind] = this.#known[kind] - 1
    }
    for (const table of LIST_TABLES) {
      for (const keys of await rebase.lists(table)) {
        await this.#connection.transaction(() => rebase.writeLists(table, keys))
      }
    }
  }

  /** Notes what is about to be written, before it is: so it can be found and taken back. */
  async #journal({ products, variants, documents, removed }: RowBatch): Promise<void> {
    const run = this.#runs++
    const touched = { product: new Set(removed.product), variant: new Set(removed.variant) }
    for (const { position } of products) touched.product.add(position)
    for (const { position } of variants) touched.variant.add(position)
    for (const { form, position } of documents) touched[kindOf(form)].add(position)
    const rows = KINDS.filter((kind) => touched[kind].size > 0).map((kind) => [
      run,
      kind,
      bytesOfWords(Uint32Array.from(touched[kind])),
    ])
    await this.#connection.copy('journal', 'store, run, kind, positions', this.#lines(rows))
  }

  /** Makes way for the rows of these positions: what the base has ends, what this draft wrote before goes. */
  async #replace(kind: Kind, positions: readonly number[]): Promise<void> {
    const ended = positions.filter((position) => position < this.#known[kind])
    const dropped = positions.filter((position) => position <= this.#written[kind])
    if (ended.length > 0) await this.#query(statements.endRows[kind], this.#number, arrayOf(ended))
    if (dropped.length > 0) await this.#query(statements.dropRows[kind], this.#number, arrayOf(dropped))
  }

  async #replaceDocuments(form: Form, positions: readonly number[]): Promise<void> {
    const kind = kindOf(form)
    const ended = positions.filter((position) => position < this.#known[kind])
    const dropped = positions.filter((position) => position <= this.#written[kind])
    if (ended.length > 0) await this.#query(statements.endDocuments, this.#number, arrayOf(ended), form)
    if (dropped.length > 0) await this.#query(statements.dropDocuments, this.#number, arrayOf(dropped), form)
  }

  #productRow(row: ProductRow): Cell[] {
    const { position, digest, createdAt, updatedAt, name, slug, price, highestPrice } = row
    return [this.#store, position, ...this.#range, digest, createdAt, updatedAt, name, slug, price, highestPrice]
  }

  #variantRow(row: VariantRow): Cell[] {
    const { position, product, createdAt, updatedAt, name, sku, price, stock } = row
    return [this.#store, position, ...this.#range, product, createdAt, updatedAt, name, sku, price, stock]
  }

  /** Writes the chunks that differ from those of the current edition, and ends those that it replaces. */
  async #writeChunks(kind: Kind, name: string, sorted: readonly Uint32Array[]): Promise<void> {
    const chunks = new OrderChunks(this.#connection, this.#store, kind, name)
    for await (const changed of chunks.changed(sorted)) {
      const numbers = arrayOf(changed.map(({ chunk }) => chunk))
      await this.#connection.transaction(async () => {
        await this.#query(statements.endChunks, this.#number, kind, name, numbers)
        await this.#query(statements.dropChunks, this.#number, kind, name, numbers)
        const rows = changed.map(({ chunk, bytes }) => [kind, name, chunk, ...this.#range, bytes])
        await this.#connection.copy('orders', 'store, kind, name, chunk, since, until, positions', this.#lines(rows))
      })
    }
    await this.#connection.transaction(async () => {
      await this.#query(statements.endChunksFrom, this.#number, kind, name, sorted.length)
      await this.#query(statements.dropChunksFrom, this.#number, kind, name, sorted.length)
    })
  }

  /** Removes what a draft of this number wrote, opens again what it ended, and takes the positions back that it gave. */
  async #takeBack(): Promise<void> {
    const { writing, product, variant } = await this.#counters()
    if (writing === null) return
    const [last] = await this.#query<{ run: number | null }>(statements.lastRun)
    for (let run = 0; run <= (last!.run ?? -1); run++) await this.#takeBackRun(run, writing)
    await this.#connection.transaction(async () => {
      await this.#query(statements.dropAll.postings, writing)
      await this.#query(statements.dropAll.orders, writing)
      await this.#query(statements.dropAll.words, writing)
      for (const table of VERSIONED_TABLES) await this.#query(statements.reopen[table], writing)
      await this.#query(statements.dropPositions, 'product', product)
      await this.#query(statements.dropPositions, 'variant', variant)
      await this.#query(statements.clearJournal)
      await this.#query(statements.setWriting, null)
    })
  }

  async #takeBackRun(run: number, number: number): Promise<void> {
    const rows = await this.#query<{ kind: Kind; positions: Buffer }>(statements.journaled, run)
    await this.#connection.transaction(async () => {
      for (const { kind, positions } of rows) {
        const at = arrayOf(wordsOfBytes(positions))
        await this.#query(statements.dropRows[kind], number, at)
        for (const form of formsOf(kind)) await this.#query(statements.dropDocuments, number, at, form)
      }
    })
  }

  /** An edition goes before what it is made of, so that a reader that still holds it finds that it is gone. */
  async #prune(): Promise<void> {
    const replaced = new Date(Date.now() - KEPT_MILLISECONDS).toISOString()
    const editions = await this.#query<{ edition: number }>(statements.outdated, this.base.number, replaced)
    for (const { edition } of editions) await this.#query(statements.dropEdition, edition)
    const last = editions.at(-1)
    if (!last) return
    for (const table of VERSIONED_TABLES) await this.#query(statements.dropEnded[table], last.edition + 1)
  }
}

const PRODUCT_COLUMNS =
  'store, position, since, until, digest, created_at, updated_at, name, slug, price, highest_price'
const VARIANT_COLUMNS = 'store, position, since, until, product, created_at, updated_at, name, sku, price, stock'
