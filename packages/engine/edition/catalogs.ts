import { VitrineError } from '@vitrine/catalog/error'
import type { Store, StoreId, StoreSettings } from '@vitrine/catalog/store'
import { Draft } from './draft.ts'
import { Edition, type EditionSummary, type Editions, type StoreState } from './edition.ts'
import { type KeptEdition, keptEditions, outdatedEditions } from './prune.ts'
import type { WritableStorage } from './storage.ts'
import { MAX_PINNED_EDITIONS } from './tables.ts'

/**
 * A database opened for the operator's commands. The server never holds one. It is `Editions` too: a command reads the
 * store that it changes over the same connection.
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

  /**
   * Adds a store with an empty edition. Throws `store-exists`; or `invalid-setting` if another store has one of its
   * hosts.
   */
  async addStore(store: Store): Promise<void> {
    if (await this.#storage.addStore(store)) return
    throw new VitrineError('store-exists', `there is already a store ${store.id}`)
  }

  /**
   * Changes settings of a store, and returns the store. No edition changes. Waits while the store is being written.
   * Throws `store-not-found`; or `invalid-setting` if another store has one of the hosts.
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
      const outdated = outdatedEditions(await this.#storage.editions(store), base.store, base.number, Date.now())
      return await Draft.open(writer, base, outdated, signal)
    } catch (error) {
      await writer[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The editions that a store keeps and can be rolled back to, newest first. Throws `store-not-found`. */
  async editions(store: StoreId): Promise<KeptEdition[]> {
    const current = await this.current(store)
    return keptEditions(await this.#storage.editions(store), current.store, current.number, Date.now())
  }

  /**
   * Keeps an edition until it is unpinned. Waits while the store is being written. Throws `store-not-found`; or
   * `invalid-setting` if the store does not keep the edition, or has too many pinned editions.
   */
  async pin(store: StoreId, number: number, onWait: () => void = () => {}): Promise<void> {
    await this.#changePins(store, onWait, (pinned, kept) => {
      if (!kept.includes(number))
        throw new VitrineError(
          'invalid-setting',
          `edition ${number} is not stored; stored editions are ${kept.join(', ')}`,
        )
      if (pinned.length >= MAX_PINNED_EDITIONS)
        throw new VitrineError('invalid-setting', `store ${store} already has ${MAX_PINNED_EDITIONS} pinned editions`)
      return [...new Set([...pinned, number])]
    })
  }

  /** Throws `store-not-found`; or `invalid-setting` if the edition is not pinned. */
  async unpin(store: StoreId, number: number, onWait: () => void = () => {}): Promise<void> {
    await this.#changePins(store, onWait, (pinned) => {
      if (pinned.includes(number)) return pinned.filter((other) => other !== number)
      const state = pinned.length > 0 ? `pinned editions are ${pinned.join(', ')}` : 'no edition is pinned'
      throw new VitrineError('invalid-setting', `edition ${number} is not pinned; ${state}`)
    })
  }

  /**
   * Makes a kept edition current. Waits while another edition is being written. All editions stay retained, so that
   * the store can go forward again. The next draft starts from the chosen edition. An error thrown by `choose` changes
   * nothing. Throws `store-not-found`.
   */
  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const kept = await this.editions(store)
    const current = await this.current(store)
    const chosen = choose(kept, current)
    const edition = kept.find(({ number }) => number === chosen)
    if (!edition) throw new Error(`edition ${chosen} of ${store} is not retained`)
    await writer.makeCurrent(chosen, current.number)
    return edition
  }

  async #changePins(
    store: StoreId,
    onWait: () => void,
    change: (pinned: readonly number[], kept: readonly number[]) => readonly number[],
  ): Promise<void> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const { store: settings } = await this.current(store)
    const kept = (await this.editions(store)).map(({ number }) => number)
    const pinned = change(settings.pinnedEditions ?? [], kept).toSorted((a, b) => a - b)
    await writer.changeStore({ ...settings, pinnedEditions: pinned.length > 0 ? pinned : undefined })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storage[Symbol.asyncDispose]()
  }
}

/** Chooses the edition to roll back to: the number of one of `kept`, which is newest first. */
type ChooseEdition = (kept: readonly EditionSummary[], current: EditionSummary) => number
