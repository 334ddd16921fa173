import { VitrineError } from '@vitrine/catalog/error'
import { type Store, type StoreId, type StoreSettings, storeOf, withOperatorSettings } from '@vitrine/catalog/store'
import { Draft } from './draft.ts'
import { Edition, type Editions } from './edition.ts'
import { type KeptEdition, keptEditions, outdatedEditions } from './prune.ts'
import { NO_DIFFERENCE } from './publication.ts'
import { differenceTo } from './publication-log.ts'
import type { EditionSummary, StoreState } from './rows.ts'
import type { StorageWriter, WritableStorage } from './storage.ts'
import { storeChange } from './store-change.ts'
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
    return this.#editionOf(await this.#state(store))
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
   * Changes settings of a store for the operator, and returns the store. They take precedence over what imports found,
   * now and later. No edition is added. Waits while the store is being written. Throws `store-not-found`; or
   * `invalid-setting` if another store has one of the hosts.
   */
  async changeStore(store: StoreId, settings: StoreSettings, onWait: () => void = () => {}): Promise<Store> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    return await this.#changeSettings(writer, await this.#state(store), settings)
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
      const state = await this.#state(store)
      const { number } = state.edition
      const outdated = outdatedEditions(await this.#storage.editions(store), state.store, number, Date.now())
      const base = { edition: this.#editionOf(state), settings: state.settings }
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
   * Makes a kept edition current. Waits while another edition is being written. All editions stay retained, so that the
   * store can go forward again. The store gets the settings of the chosen edition. The next draft starts from it. An
   * error thrown by `choose` changes nothing. Throws `store-not-found`; or `invalid-setting` if another store has a
   * host of the chosen edition by now.
   */
  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const state = await this.#state(store)
    const { edition: current, settings } = state
    const retained = await this.#storage.editions(store)
    const kept = keptEditions(retained, state.store, current.number, Date.now())
    const chosen = choose(kept, current)
    const edition = kept.find(({ number }) => number === chosen)
    const stored = retained.find(({ number }) => number === chosen)
    if (!edition || !stored) throw new Error(`edition ${chosen} of ${store} is not retained`)
    const difference = await differenceTo(this.#storage.storage, store, chosen)
    const before = { number: current.number, settings }
    const after = { number: chosen, settings: { ...settings, edition: stored.settings } }
    await writer.commit(storeChange(before, after, difference))
    return edition
  }

  async #changePins(
    store: StoreId,
    onWait: () => void,
    change: (pinned: readonly number[], kept: readonly number[]) => readonly number[],
  ): Promise<void> {
    await this.current(store)
    await using writer = await this.#storage.open(store, onWait)
    const state = await this.#state(store)
    const kept = (await this.editions(store)).map(({ number }) => number)
    const pinned = change(state.store.pinnedEditions ?? [], kept).toSorted((a, b) => a - b)
    await this.#changeSettings(writer, state, { pinnedEditions: pinned.length > 0 ? pinned : undefined })
  }

  async #changeSettings(
    writer: StorageWriter,
    { settings, edition: { number } }: StoreState,
    changes: StoreSettings,
  ): Promise<Store> {
    const changed = withOperatorSettings(settings, changes)
    await writer.commit(storeChange({ number, settings }, { number, settings: changed }, NO_DIFFERENCE))
    return storeOf(changed)
  }

  /** Throws `store-not-found`. */
  async #state(store: StoreId): Promise<StoreState> {
    const [state] = await this.#storage.stores(store)
    if (!state) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    return state
  }

  #editionOf(state: StoreState): Edition {
    return new Edition(this.#storage.storage, state)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storage[Symbol.asyncDispose]()
  }
}

/** Chooses the edition to roll back to: the number of one of `kept`, which is newest first. */
type ChooseEdition = (kept: readonly EditionSummary[], current: EditionSummary) => number
