import { VitrineError } from '../catalog/error.ts'
import type { Store, StoreId, StoreSettings } from '../catalog/store.ts'
import type { Catalogs, ChooseEdition, Draft } from './draft.ts'
import type { Edition, EditionSummary, StoreState } from './edition.ts'
import { EditionReader } from './edition-reader.ts'
import { EditionWriter } from './edition-writer.ts'
import { outdatedEditions } from './prune.ts'
import type { WritableStorage } from './storage.ts'
import { KEPT_EDITIONS } from './tables.ts'

/** What the operator's commands do, over any storage. */
export class StoredCatalogs implements Catalogs {
  readonly unavailableSince = undefined
  readonly #storage: WritableStorage

  constructor(storage: WritableStorage) {
    this.#storage = storage
  }

  async current(store: StoreId): Promise<Edition> {
    const [state] = await this.#storage.stores(store)
    if (!state) throw new VitrineError('store-not-found', `there is no store ${store}`)
    return new EditionReader(this.#storage.reads(store), state.store, state.edition)
  }

  async list(): Promise<StoreState[]> {
    return [...(await this.#storage.stores())]
  }

  async ping(): Promise<void> {
    await this.#storage.check()
  }

  async addStore(store: Store): Promise<void> {
    if (await this.#storage.addStore(store)) return
    throw new VitrineError('store-exists', `there is already a store ${store.id}`)
  }

  async changeStore(store: StoreId, settings: StoreSettings, onWait: () => void = () => {}): Promise<Store> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const changed = { ...(await this.current(store)).store, ...settings }
    await writer.changeStore(changed)
    return changed
  }

  async removeStore(store: StoreId, onWait: () => void = () => {}): Promise<void> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    await this.current(store)
    await writer.removeStore()
  }

  async draft(store: StoreId, onWait: () => void = () => {}, signal?: AbortSignal): Promise<Draft> {
    await this.current(store)
    const writer = await this.#storage.open(store, onWait, signal)
    try {
      const base = await this.current(store)
      const outdated = outdatedEditions(await this.#storage.editions(store), base.number, Date.now())
      return await EditionWriter.open(writer, base, outdated, signal)
    } catch (error) {
      await writer[Symbol.asyncDispose]()
      throw error
    }
  }

  async editions(store: StoreId): Promise<EditionSummary[]> {
    const editions = await this.#storage.editions(store)
    if (editions.length === 0) throw new VitrineError('store-not-found', `there is no store ${store}`)
    return editions.slice(0, KEPT_EDITIONS).map(({ replacedAt: _, ...edition }) => edition)
  }

  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const kept = await this.editions(store)
    const current = await this.current(store)
    const chosen = choose(kept, current)
    const edition = kept.find(({ number }) => number === chosen)
    if (!edition) throw new Error(`edition ${chosen} of ${store} is not kept`)
    await writer.goBack(chosen, current.number)
    return edition
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storage[Symbol.asyncDispose]()
  }
}
