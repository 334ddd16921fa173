import type { GivenCode } from '@vitrine/catalog/code-book'
import { type Store, type StoreId, storeOf } from '@vitrine/catalog/store'
import type { RetainedEdition } from '@vitrine/engine/edition/prune'
import type { Publication } from '@vitrine/engine/edition/publication'
import { requireNoOwner } from '@vitrine/engine/edition/require-no-owner'
import type { StoreState } from '@vitrine/engine/edition/rows'
import type { KeyGroup } from '@vitrine/engine/edition/storage'
import type { VersionedTable } from '@vitrine/engine/edition/tables'
import type { Kind } from '@vitrine/engine/edition/term'
import { StoredGroup } from './stored-group.ts'

/** The stores of a database in memory. Replacing a value is a transaction: readers see all of it or nothing. */
export type Stores = Map<StoreId, StoredStore>

/** A store as the last transaction left it. It never changes. */
export interface StoredStore {
  /** What the operator has set, as JSON, so that nobody changes what is stored. */
  readonly settings: string
  /** The number of the current edition. */
  readonly current: number
  readonly editions: ReadonlyMap<number, StoredEdition>
  /** The position of each id that was published. */
  readonly positions: Readonly<Record<Kind, ReadonlyMap<string, number>>>
  readonly firstNew: Readonly<Record<Kind, number>>
  /** Oldest first. */
  readonly publications: readonly Publication[]
  readonly codes: readonly GivenCode[]
  /** What the limits of publications know, by name. */
  readonly limits: ReadonlyMap<string, string>
}

/** An edition and all of its rows. Editions share the groups that are the same in both. */
export interface StoredEdition {
  readonly summary: RetainedEdition
  /** By `groupName`. */
  readonly groups: ReadonlyMap<string, StoredGroup>
  readonly content: string | null
}

export function groupName(table: VersionedTable, group: KeyGroup): string {
  return [table, ...group].join(' ')
}

/** A group of rows of an edition: an empty one if the edition has none. */
export function groupOf({ groups }: StoredEdition, table: VersionedTable, group: KeyGroup = []): StoredGroup {
  return groups.get(groupName(table, group)) ?? new StoredGroup(table, group)
}

/** Throws `invalid-setting` if another store has one of the hosts. */
export function requireHostsAreFree(stores: Stores, store: StoreId, hosts: readonly string[]): void {
  const all = [...stores.values()].map((stored) => currentStateOf(stored).store)
  requireNoOwner(store, hosts, all)
}

export function currentStateOf({ settings, current, editions, publications }: StoredStore): StoreState {
  const { summary, content } = editions.get(current)!
  const { number, publishedAt, productCount, variantCount, settings: editionSettings } = summary
  const edition = { number, publishedAt, productCount, variantCount }
  const layers = { operator: JSON.parse(settings) as Store, edition: structuredClone(editionSettings) }
  const newest = publications.at(-1)
  const publication = newest ? { number: newest.number, publishedAt: newest.publishedAt } : null
  return { store: storeOf(layers), edition, settings: layers, publication, content }
}
