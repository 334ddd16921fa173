import type { StoreId } from '@vitrine/catalog/store'
import { camelCase, each, lastKey } from '@vitrine/engine/database/statements'
import type { EditionHistory } from '@vitrine/engine/edition/edition-history'
import type { LimitChange } from '@vitrine/engine/edition/limit-state'
import type { OutdatedRange } from '@vitrine/engine/edition/prune'
import type { Publication } from '@vitrine/engine/edition/publication'
import { compareBy, sortKeyBy } from '@vitrine/engine/edition/row-order'
import type { ProductRow, VariantRow } from '@vitrine/engine/edition/rows'
import type {
  KeyGroup,
  KeyItem,
  RowChange,
  StorageWriter,
  StoreChange,
  WriterState,
} from '@vitrine/engine/edition/storage'
import {
  formsOf,
  KEY_COLUMNS,
  type ListTable,
  MAX_PUBLICATIONS,
  PUBLICATION_MILLISECONDS,
  type RowCells,
  rowTable,
  type TableRows,
  VALUE_COLUMNS,
  type VersionedTable,
} from '@vitrine/engine/edition/tables'
import type { Kind, Sort } from '@vitrine/engine/edition/term'
import { NO_PRODUCT } from '@vitrine/engine/index/product-variants'
import { copyOf } from './storage.ts'
import { StoredGroup, type StoredRow } from './stored-group.ts'
import { groupName, groupOf, type StoredEdition, type StoredStore, type Stores } from './stored-store.ts'

/** A row that the edition has at a key, or none. */
interface Assignment {
  readonly table: VersionedTable
  readonly group: KeyGroup
  readonly item: KeyItem
  readonly row: StoredRow | undefined
}

/**
 * Writes the next edition of one store. The edition shares the groups of the newest one until it changes them: then it
 * copies them. No reader sees the edition before `publish` adds it to the store, and nothing else refers to it.
 */
export class MemoryWriter implements StorageWriter {
  readonly #stores: Stores
  readonly #id: StoreId
  readonly #newest: StoredEdition
  readonly #number: number
  readonly #firstNew: Readonly<Record<Kind, number>>
  /** The groups that the edition does not share with the newest one. */
  #changed = new Map<string, StoredGroup>()
  #allocated: Readonly<Record<Kind, Map<string, number>>> = { product: new Map(), variant: new Map() }

  constructor(stores: Stores, id: StoreId, least = 0) {
    this.#stores = stores
    this.#id = id
    const { editions, firstNew } = this.#stored
    this.#newest = editions.get(Math.max(...editions.keys()))!
    this.#number = Math.max(least, this.#newest.summary.number + 1)
    this.#firstNew = firstNew
  }

  async state(): Promise<WriterState> {
    return { number: this.#number, firstNew: this.#firstNew }
  }

  /** Makes all changes or none: what may throw comes first. */
  async write(changes: readonly RowChange[]): Promise<void> {
    const assignments = changes.flatMap((change) => this.#assignmentsOf(change))
    for (const { table, group, item, row } of assignments) this.#ownGroup(table, group).set(item, row)
  }

  async allocate(kind: Kind, ids: readonly string[]): Promise<number[]> {
    const published = this.#stored.positions[kind]
    const allocated = this.#allocated[kind]
    for (const id of ids)
      if (!published.has(id) && !allocated.has(id)) allocated.set(id, this.#firstNew[kind] + allocated.size)
    return ids.map((id) => published.get(id) ?? allocated.get(id)!)
  }

  async chunks(kind: Kind, name: string, from: number, count: number): Promise<readonly TableRows['orders'][]> {
    const rows = this.#group('orders', [kind, name]).range(from, Number.POSITIVE_INFINITY, count)
    return rows.map((row) => copyOf<TableRows['orders']>(row))
  }

  async sorted(...[kind, field, directions]: Parameters<StorageWriter['sorted']>): Promise<readonly Uint32Array[]> {
    const rows = [...this.#group(rowTable(kind)).rows.values()] as unknown as (ProductRow | VariantRow)[]
    return directions.map((direction) => {
      const sort = `${field}:${direction}` as Sort
      return Uint32Array.from(rows.map(sortKeyBy(sort)).sort(compareBy(sort)), ({ position }) => position)
    })
  }

  async productOfVariant(): Promise<Uint32Array> {
    const { rows } = this.#group('variants')
    const last = [...rows.keys()].reduce<number>((last, position) => Math.max(last, position as number), -1)
    return Uint32Array.from(
      { length: last + 1 },
      (_, position) => (rows.get(position)?.product as number) ?? NO_PRODUCT,
    )
  }

  async changedPositions(kind: Kind, from: number): Promise<Uint32Array> {
    const documents = formsOf(kind).map((form) => this.#changedItems(from, 'documents', [form]))
    const changed = new Set([this.#changedItems(from, rowTable(kind), []), ...documents].flat())
    return Uint32Array.from(changed as Set<number>).sort()
  }

  async changedKeys(table: ListTable, from: number): Promise<readonly (readonly KeyItem[])[]> {
    const groups = [this.#newest, this.#edition(from)].flatMap((edition) => [...edition.groups.values()])
    const different = new Map(
      groups.filter((group) => group.table === table).map(({ group }) => [group.join(' '), group]),
    )
    const inOrder = [...different.keys()].sort().map((name) => different.get(name)!)
    return inOrder.flatMap((group) => this.#changedItems(from, table, group).map((item) => [...group, item]))
  }

  async discard(): Promise<void> {
    this.#changed = new Map()
    this.#allocated = { product: new Map(), variant: new Map() }
  }

  async prune(outdated: readonly OutdatedRange[]): Promise<void> {
    const removed = new Set(outdated.flatMap(({ editions }) => editions))
    this.#commit({ editions: new Map([...this.#stored.editions].filter(([number]) => !removed.has(number))) })
  }

  commit(change: StoreChange): void {
    const { replaced, current, added, histories, discarded, settings, publication, codes = [], limits = [] } = change
    const editions = histories ? this.#withReplaced(replaced, histories.replaced) : new Map(this.#stored.editions)
    if (added) {
      const { edition, history, held, content } = added
      const groups = new Map([...this.#newest.groups, ...this.#changed])
      const notes = { settings: asJson(held?.settings ?? {}), held: structuredClone(held?.note ?? null) }
      editions.set(edition.number, { summary: { ...edition, replacedAt: null, ...notes, history }, groups, content })
    }
    if (discarded !== undefined) {
      const edition = this.#edition(discarded)
      editions.set(discarded, { ...edition, summary: { ...edition.summary, held: 'discarded' } })
    }
    const edition = editions.get(current)!
    const { summary } = edition
    const published = summary.held && publication ? { publishedAt: publication.publishedAt } : {}
    const history = histories?.current ?? summary.history
    const state = { replacedAt: null, settings: asJson(settings.edition), held: null, ...published, history }
    this.#commit({
      current,
      settings: JSON.stringify(settings.operator),
      editions: editions.set(current, { ...edition, summary: { ...summary, ...state } }),
      ...(added ? { positions: this.#allPositions(), firstNew: { ...added.firstNew } } : {}),
      ...(publication ? { publications: this.#publicationsWith(publication) } : {}),
      codes: [...this.#stored.codes, ...structuredClone(codes)],
      limits: this.#limitsWith(limits),
    })
    // From now on readers have these groups.
    if (added) this.#changed = new Map()
  }

  get #stored(): StoredStore {
    return this.#stores.get(this.#id)!
  }

  /** The transaction: it cannot fail. */
  #commit(changes: Partial<StoredStore>): void {
    this.#stores.set(this.#id, { ...this.#stored, ...changes })
  }

  #limitsWith(changes: readonly LimitChange[]): ReadonlyMap<string, string> {
    const limits = new Map(this.#stored.limits)
    for (const { name, value } of changes)
      if (value === null) limits.delete(name)
      else limits.set(name, value)
    return limits
  }

  #publicationsWith(publication: Omit<Publication, 'number'>): readonly Publication[] {
    const { publications } = this.#stored
    const added = { ...structuredClone(publication), number: (publications.at(-1)?.number ?? 0) + 1 }
    const oldest = new Date(Date.parse(publication.publishedAt) - PUBLICATION_MILLISECONDS).toISOString()
    const lastOld = publications.findLastIndex(({ publishedAt }) => publishedAt < oldest)
    return [...publications.slice(Math.max(lastOld, 0)), added].slice(-MAX_PUBLICATIONS)
  }

  #allPositions(): StoredStore['positions'] {
    const { positions } = this.#stored
    const { product, variant } = this.#allocated
    return {
      product: new Map([...positions.product, ...product]),
      variant: new Map([...positions.variant, ...variant]),
    }
  }

  #edition(number: number): StoredEdition {
    return this.#stored.editions.get(number)!
  }

  #withReplaced(number: number, history: EditionHistory): Map<number, StoredEdition> {
    const edition = this.#edition(number)
    const summary = { ...edition.summary, replacedAt: new Date().toISOString(), history }
    const replaced = { ...edition, summary }
    return new Map([...this.#stored.editions, [number, replaced]])
  }

  #assignmentsOf(change: RowChange): Assignment[] {
    // A draft that is not published leaves nothing behind, so a journal is not needed.
    if ('journal' in change) return []
    if ('put' in change) return change.rows.map((cells) => assignmentOf(change.put, cells))
    if ('end' in change)
      return change.items.map((item) => ({ table: change.end, group: change.group, item, row: undefined }))
    const { restore: table, group, items, from } = change
    const { rows } = groupOf(this.#edition(from), table, group)
    return items.map((item) => ({ table, group, item, row: rows.get(item) }))
  }

  /** The same, to be changed: a copy that no other edition has. */
  #ownGroup(table: VersionedTable, group: KeyGroup): StoredGroup {
    const name = groupName(table, group)
    const own = this.#changed.get(name) ?? groupOf(this.#newest, table, group).copy()
    this.#changed.set(name, own)
    return own
  }

  /** A group of rows as the edition will have it. */
  #group(table: VersionedTable, group: KeyGroup = []): StoredGroup {
    return this.#changed.get(groupName(table, group)) ?? groupOf(this.#newest, table, group)
  }

  /** The items at which the newest edition and edition `from` have different rows, ascending. */
  #changedItems(from: number, table: VersionedTable, group: KeyGroup): readonly KeyItem[] {
    const before = groupOf(this.#edition(from), table, group)
    const now = groupOf(this.#newest, table, group)
    if (before === now) return []
    const both = new StoredGroup(table, group, [...before.rows, ...now.rows])
    return both.items.filter((item) => before.rows.get(item) !== now.rows.get(item))
  }
}

/** As JSON has it: without what is undefined. */
function asJson<Settings extends object>(settings: Settings): Settings {
  return JSON.parse(JSON.stringify(settings)) as Settings
}

const COLUMNS = each((table) => [lastKey(table), ...VALUE_COLUMNS[table]].map(camelCase))

/** A copy of the cells as a row. */
function assignmentOf(table: VersionedTable, cells: RowCells): Assignment {
  const group = KEY_COLUMNS[table].length - 1
  const row = Object.fromEntries(COLUMNS[table].map((column, index) => [column, cells[group + index]!]))
  return { table, group: cells.slice(0, group) as string[], item: cells[group] as KeyItem, row: copyOf(row) }
}
