import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import type { ChangedHistories } from '../edition/edition-history.ts'
import type { OutdatedRange } from '../edition/prune.ts'
import type { Publication } from '../edition/publication.ts'
import { groupKeys } from '../edition/rebase.ts'
import type { KeyGroup, KeyItem, RowChange, StorageWriter, StoreChange, WriterState } from '../edition/storage.ts'
import {
  formsOf,
  KEY_COLUMNS,
  LIST_TABLES,
  type ListTable,
  MAX_PUBLICATIONS,
  PUBLICATION_MILLISECONDS,
  type RowCells,
  rowTable,
  type TableRows,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../edition/tables.ts'
import { KINDS, type Kind } from '../edition/term.ts'
import { bytesOfWords, wordsOfBytes } from '../index/posting-codec.ts'
import { codesText } from './codes-row.ts'
import { heldText } from './edition-row.ts'
import { requireFreeHosts } from './free-hosts.ts'
import type { SqlConnection, TransactionStep } from './sql-connection.ts'
import type { Statements } from './statements.ts'

/** Writes the next edition of one store to an SQL database. Its subclasses do what differs between databases. */
export abstract class SqlWriter implements StorageWriter {
  protected readonly store: StoreId
  protected readonly number: number
  protected readonly firstNew: Readonly<Record<Kind, number>>
  readonly #connection: SqlConnection
  readonly #sql: Statements
  /** The last position of each kind with rows of this edition. Positions after it need no delete before a write. */
  readonly #lastWritten: Record<Kind, number> = { product: -1, variant: -1 }
  #publication: number
  #unfinished: number | undefined
  #begun: Promise<unknown> | undefined

  /** Throws `store-not-found` without a row: the store was removed while the writer waited for the lock. */
  constructor(connection: SqlConnection, sql: Statements, store: StoreId, row: WriterRow | undefined, least = 0) {
    if (!row) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    this.#connection = connection
    this.#sql = sql
    this.store = store
    this.number = Math.max(least, row.newest + 1)
    this.firstNew = { product: row.product, variant: row.variant }
    this.#publication = row.publication ?? 0
    this.#unfinished = row.writing ?? undefined
  }

  abstract allocate(kind: Kind, ids: readonly string[]): Promise<number[]>
  abstract sorted(...args: Parameters<StorageWriter['sorted']>): Promise<readonly Uint32Array[]>
  abstract productOfVariant(): Promise<Uint32Array>

  /** Writes rows, in a transaction. The edition has none at their keys. */
  protected abstract insert(table: VersionedTable, rows: readonly RowCells[]): void | Promise<void>

  /** The positions that a statement selects, sorted. */
  protected abstract positions(statement: string, ...values: readonly unknown[]): Promise<Uint32Array>

  /** Forgets rows that wait to be written, if any do. */
  protected drop(_table: VersionedTable, _items: readonly KeyItem[]): void {}

  async state(): Promise<WriterState> {
    return { number: this.number, firstNew: this.firstNew }
  }

  async write(changes: readonly RowChange[]): Promise<void> {
    await this.begin()
    await this.#connection.execute(this.#stepsOf(changes))
  }

  async chunks(kind: Kind, name: string, from: number, count: number): Promise<readonly TableRows['orders'][]> {
    return await this.query(this.#sql.chunks, kind, name, from, count)
  }

  async changedPositions(kind: Kind, from: number): Promise<Uint32Array> {
    return await this.positions(this.#sql.changedPositions[kind], from)
  }

  async changedKeys(table: ListTable, from: number): Promise<readonly (readonly KeyItem[])[]> {
    const rows = await this.query<Record<string, KeyItem>>(this.#sql.changedKeys[table], from)
    return rows.map((row) => KEY_COLUMNS[table].map((column) => row[column]!))
  }

  async discard(): Promise<void> {
    const edition = this.#unfinished
    if (edition === undefined) return
    let entries = await this.#journal(-1)
    while (entries.length > 0) {
      await this.removeRows(edition, entries)
      entries = await this.#journal(entries.at(-1)!.run)
    }
    await this.discardLists(edition)
  }

  /** Removes the rows that an unpublished edition wrote at the positions of journal entries. */
  protected async removeRows(edition: number, entries: readonly JournalEntry[]): Promise<void> {
    const steps = entries.flatMap(({ kind, positions }) => [
      this.#remove(rowTable(kind), [], [...positions], edition),
      ...formsOf(kind).map((form) => this.#remove('documents', [form], [...positions], edition)),
    ])
    await this.#connection.execute(steps)
  }

  /** Removes everything else that an unpublished edition wrote, and forgets the edition. */
  protected async discardLists(edition: number): Promise<void> {
    for (const table of LIST_TABLES)
      for (const { group, items } of groupKeys(await this.changedKeys(table, edition - 1), this.rowsAtOnce))
        await this.#connection.execute([this.#remove(table, group, items, edition)])
    for (const table of VERSIONED_TABLES) {
      await this.#executeInSteps(this.#sql.reopen[table], edition)
      await this.#executeInSteps(this.#sql.removeStray[table])
    }
    for (const kind of KINDS) await this.#removePositions(kind)
    await this.#connection.execute([
      [this.#sql.clearJournal, this.store],
      [this.#sql.setWriting, this.store, null],
    ])
    this.#unfinished = undefined
    this.#begun = undefined
  }

  async prune(outdated: readonly OutdatedRange[]): Promise<void> {
    const removed = outdated.flatMap(({ editions }) => editions)
    await this.#connection.execute([
      [this.#sql.setWriting, this.store, this.number],
      ...removed.map((edition) => [this.#sql.removeEdition, this.store, edition] as const),
    ])
    for (const { editions, start, end } of outdated)
      for (const table of VERSIONED_TABLES) await this.#executeInSteps(this.#sql.prune[table], start, editions[0]!, end)
    await this.#connection.execute([[this.#sql.setWriting, this.store, null]])
  }

  /** The steps that make a change of the store, in a transaction that is about to be made. */
  async stepsTo(change: StoreChange): Promise<TransactionStep[]> {
    const { current, added, histories, discarded, settings, newHosts, publication, codes = [], limits = [] } = change
    if (publication) this.#publication++
    const number = this.#publication
    const now = publication?.publishedAt ?? new Date().toISOString()
    return [
      ...requireFreeHosts(this.#sql, this.store, newHosts),
      ...(added ? this.#addEdition(added) : []),
      ...(histories ? this.#makeCurrent(change, histories, now) : []),
      ...(discarded === undefined ? [] : [[this.#sql.setHeld, this.store, discarded, heldText('discarded')] as const]),
      [this.#sql.setSettings, this.store, JSON.stringify(settings.operator)],
      [this.#sql.setSettingsOfEdition, this.store, current, JSON.stringify(settings.edition)],
      ...(publication ? this.#addPublication({ ...publication, number }) : []),
      ...(codes.length > 0 ? [[this.#sql.addCodes, this.store, codesText(codes)] as const] : []),
      ...limits.flatMap(({ name, value }): TransactionStep[] => [
        [this.#sql.removeLimit, this.store, name],
        ...(value === null ? [] : [[this.#sql.addLimit, this.store, name, value] as const]),
      ]),
    ]
  }

  /** Notes once, before anything is written, that the edition is being written, so that it can be discarded. */
  protected async begin(): Promise<void> {
    this.#begun ??= this.noteWriting()
    await this.#begun
    this.#unfinished = this.number
  }

  /** Stores the number of the edition that is being written. */
  protected async noteWriting(): Promise<void> {
    await this.query(this.#sql.setWriting, this.number)
  }

  /** The rows of a statement about the store, which is its first parameter. */
  protected query<Row>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#connection.query<Row>(text, [this.store, ...values])
  }

  /** The most rows of a table that discarding and pruning change in one transaction; undefined for all. */
  protected get rowsAtOnce(): number | undefined {
    return undefined
  }

  /** Some entries of the journal after run `after`; none at the end. */
  async #journal(after: number): Promise<readonly JournalEntry[]> {
    const rows = await this.query<{ run: number; kind: Kind; positions: Uint8Array }>(this.#sql.nextJournalRun, after)
    return rows.map(({ run, kind, positions }) => ({ run, kind, positions: wordsOfBytes(positions) }))
  }

  /** Runs a statement that changes rows in steps, a transaction each, until none is left. */
  async #executeInSteps(text: string, ...editions: readonly number[]): Promise<void> {
    for (;;) {
      const limit = this.rowsAtOnce
      if ((await this.#step(text, editions, limit)).length !== limit) return
    }
  }

  /** Removes the positions that no published edition has, in the order of their ids, which is that of the table. */
  async #removePositions(kind: Kind): Promise<void> {
    for (let from = LEAST_ID; ; ) {
      const limit = this.rowsAtOnce
      const values = [kind, this.firstNew[kind], from]
      const removed = await this.#step<{ id: string }>(this.#sql.removePositions, values, limit)
      if (removed.length !== limit) return
      from = removed
        .map(({ id }) => id)
        .sort()
        .at(-1)!
    }
  }

  /** The keys of the rows that the statement has changed, if it has a limit. */
  #step<Key>(text: string, values: readonly unknown[], limit: number | undefined): Promise<Key[]> {
    return this.#connection.execute<Key>([[text, this.store, ...values, ...(limit === undefined ? [] : [limit])]])
  }

  #addEdition({ edition, firstNew, history, held, content }: NonNullable<StoreChange['added']>): TransactionStep[] {
    const { number, publishedAt, productCount, variantCount } = edition
    const settings = JSON.stringify(held?.settings ?? {})
    const notes = [settings, held ? heldText(held.note) : null, JSON.stringify(history), content]
    return [
      [this.#sql.addEdition, this.store, number, publishedAt, productCount, variantCount, ...notes],
      [this.#sql.clearJournal, this.store],
      [this.#sql.setWriting, this.store, null],
      [this.#sql.setPositions, this.store, firstNew.product, firstNew.variant],
    ]
  }

  #addPublication(publication: Publication): TransactionStep[] {
    const { number, publishedAt, previous, edition, also, created, changed, removed, changes, tags } = publication
    const oldest = new Date(Date.parse(publishedAt) - PUBLICATION_MILLISECONDS).toISOString()
    const numbers = [previous, edition, also.join(' '), created, changed, removed]
    return [
      [this.#sql.addPublication, this.store, number, publishedAt, ...numbers, changes, tags?.join(' ') ?? null],
      [this.#sql.prunePublications, this.store, number - MAX_PUBLICATIONS, oldest],
    ]
  }

  #makeCurrent({ current, replaced }: StoreChange, histories: ChangedHistories, now: string): TransactionStep[] {
    return [
      [this.#sql.setPublished, this.store, current, now],
      [this.#sql.setReplaced, this.store, replaced, now, JSON.stringify(histories.replaced)],
      [this.#sql.setReplaced, this.store, current, null, JSON.stringify(histories.current)],
      [this.#sql.setCurrent, this.store, current],
    ]
  }

  *#stepsOf(changes: readonly RowChange[]): Generator<TransactionStep> {
    for (const change of changes)
      if ('put' in change) yield* this.#put(change.put, change.rows)
      else if ('end' in change) yield* this.#end(change.end, change.group, change.items)
      else if ('restore' in change) {
        const { restore: table, group, items, from } = change
        const values = [this.store, this.number, from, this.#sql.listOf(items), ...group]
        yield [this.#sql.endNewer[table], ...values]
        yield [this.#sql.copyBack[table], ...values]
        this.#noteWritten(table, items)
      } else yield [this.#sql.addJournal, this.store, change.run, change.journal, bytesOfWords(change.positions)]
  }

  *#put(table: VersionedTable, rows: readonly RowCells[]): Generator<TransactionStep> {
    const keys = rows.map((row) => row.slice(0, KEY_COLUMNS[table].length) as KeyItem[])
    const groups = groupKeys(keys)
    for (const { group, items } of groups) yield* this.#end(table, group, items)
    yield () => this.insert(table, rows)
    for (const { items } of groups) this.#noteWritten(table, items)
  }

  /** Ends the rows at these keys, and removes those that this edition has written. New positions have neither. */
  *#end(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[]): Generator<TransactionStep> {
    const kind = positionKind(table)
    const stored = kind ? items.filter((position) => (position as number) < this.firstNew[kind]) : items
    const written = kind ? items.filter((position) => (position as number) <= this.#lastWritten[kind]) : items
    if (stored.length > 0) yield [this.#sql.end[table], this.store, this.number, this.#sql.listOf(stored), ...group]
    if (written.length === 0) return
    yield this.#remove(table, group, written, this.number)
    this.drop(table, written)
  }

  #remove(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[], edition: number): TransactionStep {
    return [this.#sql.remove[table], this.store, edition, this.#sql.listOf(items), ...group]
  }

  #noteWritten(table: VersionedTable, items: readonly KeyItem[]): void {
    const kind = positionKind(table)
    if (!kind) return
    for (const position of items) this.#lastWritten[kind] = Math.max(this.#lastWritten[kind], position as number)
  }
}

/** The row of `Statements.writerState`. */
export interface WriterRow {
  readonly newest: number
  readonly writing: number | null
  readonly product: number
  readonly variant: number
  /** The number of the newest publication. */
  readonly publication: number | null
}

/** Positions whose rows an unpublished edition has changed. */
export interface JournalEntry {
  readonly run: number
  readonly kind: Kind
  readonly positions: Uint32Array
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/** The kind whose positions are the last key of a table's rows. */
function positionKind(table: VersionedTable): Kind | undefined {
  if (table === 'variants') return 'variant'
  return table === 'products' || table === 'documents' ? 'product' : undefined
}
