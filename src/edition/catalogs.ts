import { VitrineError } from '../catalog/error.ts'
import type { Store, StoreId, StoreSettings } from '../catalog/store.ts'
import { Draft } from './draft.ts'
import { Edition, type EditionSummary, type Editions, type StoreState } from './edition.ts'
import { outdatedEditions } from './prune.ts'
import type { WritableStorage } from './storage.ts'
import { RETAINED_EDITIONS } from './tables.ts'

/** Chooses the edition to roll back to: the number of one of `retained`, which is newest first. */
export type ChooseEdition = (retained: readonly EditionSummary[], current: EditionSummary) => number

/**
 * A database opened for the operator's commands. The server never holds one. It is `Editions` too: a command reads the store
 * that it changes over the same connection.
 */
export class Catalogs implements Editions {
  readonly unavailableSince = undefined
  readonly #storage: WritableStorage

  constructor(storage: WritableStorage) {
    this.#storage = storage
  }

  async current(store: StoreId): Promise<Edition> {
    const [state] = await this.#storage.stores(store)
    if (!state) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    return new Edition(this.#storage.storage, state.store, state.edition)
  }

  async list(): Promise<StoreState[]> {
    return [...(await this.#storage.stores())]
  }

  async ping(): Promise<void> {
    await this.#storage.check()
  }

  /** Adds a store with an empty edition. Throws `store-exists`; or `invalid-setting` if another store has one of its hosts. */
  async addStore(store: Store): Promise<void> {
    if (await this.#storage.addStore(store)) return
    throw new VitrineError('store-exists', `there is already a store ${store.id}`)
  }

  /**
   * Changes settings of a store, and returns the store. No edition changes. Waits while the store is being written. Throws
   * `store-not-found`; or `invalid-setting` if another store has one of the hosts.
   */
  async changeStore(store: StoreId, settings: StoreSettings, onWait: () => void = () => {}): Promise<Store> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const changed = { ...(await this.current(store)).store, ...settings }
    await writer.changeStore(changed)
    return changed
  }

  /** Removes a store and all that it holds. Waits while it is being written. Throws `store-not-found`. */
  async removeStore(store: StoreId, onWait: () => void = () => {}): Promise<void> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    await this.current(store)
    await writer.removeStore()
  }

  /**
   * Opens the store's next edition. If another one is being written, calls `onWait` once and waits for it. Once the
   * signal is aborted, every method of the draft throws its reason. Throws `store-not-found`.
   */
  async draft(store: StoreId, onWait: () => void = () => {}, signal?: AbortSignal): Promise<Draft> {
    await this.current(store)
    const writer = await this.#storage.open(store, onWait, signal)
    try {
      const base = await this.current(store)
      const outdated = outdatedEditions(await this.#storage.editions(store), base.number, Date.now())
      return await Draft.open(writer, base, outdated, signal)
    } catch (error) {
      await writer[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The editions that a store can be rolled back to, newest first: the last five. Throws `store-not-found`. */
  async editions(store: StoreId): Promise<EditionSummary[]> {
    const editions = await this.#storage.editions(store)
    if (editions.length === 0) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    return editions.slice(0, RETAINED_EDITIONS).map(({ replacedAt: _, ...edition }) => edition)
  }

  /**
   * Makes a retained edition current. Waits while another edition is being written. All editions stay retained, so that
   * the store can go forward again. The next draft starts from the chosen edition. An error thrown by `choose` changes
   * nothing. Throws `store-not-found`.
   */
  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const retained = await this.editions(store)
    const current = await this.current(store)
    const chosen = choose(retained, current)
    const edition = retained.find(({ number }) => number === chosen)
    if (!edition) throw new Error(`edition ${chosen} of ${store} is not retained`)
    await writer.makeCurrent(chosen, current.number)
    return edition
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storage[Symbol.asyncDispose]()
  }
}
