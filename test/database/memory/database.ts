import { once } from 'node:events'
import { VitrineError } from '@vitrine/catalog/error'
import type { Store, StoreId } from '@vitrine/catalog/store'
import { Catalogs } from '@vitrine/engine/edition/catalogs'
import { Edition } from '@vitrine/engine/edition/edition'
import { firstHistory } from '@vitrine/engine/edition/edition-history'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { StoreState } from '@vitrine/engine/edition/rows'
import type { StorageWriters, StoreChange, WritableStorage } from '@vitrine/engine/edition/storage'
import { MemoryStorage } from './storage.ts'
import { currentStateOf, requireHostsAreFree, type StoredStore, type Stores } from './stored-store.ts'
import { MemoryWriter } from './writer.ts'

/**
 * A database in the memory of this process, for tests. No other process sees it, and it ends with its object. An import
 * copies the groups of rows that it changes.
 */
export class MemoryDatabase {
  readonly stores: Stores = new Map()
  /** For each store that is being written, resolves when it no longer is. */
  readonly #locks = new Map<StoreId, Promise<void>>()

  /** Opens the database for writing. */
  openCatalogs(): Catalogs {
    return new Catalogs(new MemoryCatalogStorage(this.stores, this.#locks))
  }

  /** Opens the database for a server. */
  openEditions(): Editions {
    return new MemoryEditions(this.stores)
  }
}

class MemoryCatalogStorage implements WritableStorage {
  readonly storage: MemoryStorage
  readonly #stores: Stores
  readonly #locks: Map<StoreId, Promise<void>>

  constructor(stores: Stores, locks: Map<StoreId, Promise<void>>) {
    this.storage = new MemoryStorage(stores)
    this.#stores = stores
    this.#locks = locks
  }

  async stores(store?: StoreId): Promise<readonly StoreState[]> {
    return statesOf(this.#stores).filter((state) => store === undefined || state.store.id === store)
  }

  async markets(store: StoreId): Promise<readonly StoreState[]> {
    return statesOf(this.#stores).filter((state) => state.store.id.startsWith(`${store}.`))
  }

  async addStore(store: Store, edition = 0): Promise<boolean> {
    requireHostsAreFree(this.#stores, store.id, store.hosts ?? [])
    if (this.#stores.has(store.id)) return false
    const counts = { productCount: 0, variantCount: 0 }
    const summary = {
      number: edition,
      publishedAt: store.createdAt,
      ...counts,
      replacedAt: null,
      settings: {},
      held: null,
      history: firstHistory(store.createdAt),
    }
    this.#stores.set(store.id, {
      settings: JSON.stringify(store),
      current: edition,
      editions: new Map([[edition, { summary, groups: new Map(), content: null }]]),
      positions: { product: new Map(), variant: new Map() },
      firstNew: { product: 0, variant: 0 },
      publications: [],
      codes: [],
      limits: new Map(),
    })
    return true
  }

  async open(store: StoreId, onWait: () => void, signal?: AbortSignal, least?: number): Promise<StorageWriters> {
    for (let waited = false; ; waited = true) {
      signal?.throwIfAborted()
      const lock = this.#locks.get(store)
      if (!lock) break
      if (!waited) onWait()
      await (signal ? Promise.race([lock, once(signal, 'abort')]) : lock)
    }
    // The store may have been removed meanwhile.
    if (!this.#stores.has(store)) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#locks.set(store, promise)
    const close = () => {
      this.#locks.delete(store)
      resolve()
    }
    const writers = new MemoryWriters(this.#stores, close)
    await writers.of(store, least)
    return writers
  }

  async check(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

class MemoryWriters implements StorageWriters {
  readonly #stores: Stores
  readonly #close: () => void
  readonly #writers = new Map<StoreId, MemoryWriter>()

  /** `close` releases the lock of the store. */
  constructor(stores: Stores, close: () => void) {
    this.#stores = stores
    this.#close = close
  }

  async of(store: StoreId, least?: number): Promise<MemoryWriter> {
    if (!this.#stores.has(store)) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    const writer = this.#writers.get(store) ?? new MemoryWriter(this.#stores, store, least)
    this.#writers.set(store, writer)
    return writer
  }

  async commit(changes: readonly StoreChange[]): Promise<void> {
    const writers = await Promise.all(changes.map(({ store }) => this.of(store)))
    for (const { store, newHosts } of changes) requireHostsAreFree(this.#stores, store, newHosts)
    for (const [index, change] of changes.entries()) writers[index]!.commit(change)
  }

  async removeStores(stores: readonly StoreId[]): Promise<void> {
    for (const store of stores) this.#stores.delete(store)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close()
  }
}

class MemoryEditions implements Editions {
  readonly unavailableSince = undefined
  readonly #stores: Stores
  readonly #storage: MemoryStorage
  /** One object for each state of a store: caches know an edition by its object. */
  readonly #editions = new WeakMap<StoredStore, Edition>()

  constructor(stores: Stores) {
    this.#stores = stores
    this.#storage = new MemoryStorage(stores)
  }

  current(store: StoreId): Edition {
    const stored = this.#stores.get(store)
    if (!stored) throw new VitrineError('store-not-found', 'this store does not exist')
    const edition = this.#editions.get(stored) ?? new Edition(this.#storage, currentStateOf(stored))
    this.#editions.set(stored, edition)
    return edition
  }

  async ping(): Promise<void> {}

  async list(): Promise<StoreState[]> {
    return statesOf(this.#stores)
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** In the order of the stores' ids, which are ASCII. */
function statesOf(stores: Stores): StoreState[] {
  return [...stores.keys()].sort().map((id) => currentStateOf(stores.get(id)!))
}
