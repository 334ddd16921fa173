import { VitrineError } from '@vitrine/catalog/error'
import { marketStoreId, storeOfMarket } from '@vitrine/catalog/market'
import type { Market } from '@vitrine/catalog/store'
import {
  type SettingsLayers,
  type Store,
  type StoreId,
  type StoreSettings,
  storeOf,
  withOperatorSettings,
} from '@vitrine/catalog/store'
import { Draft } from './draft.ts'
import type { DraftBase } from './draft-base.ts'
import { Edition } from './edition.ts'
import type { Editions } from './editions.ts'
import { LimitState, noted, type Refusal } from './limit-state.ts'
import { type MarketState, settingsOfMarket } from './market-state.ts'
import { isHeld, type KeptEdition, keptEditions, outdatedEditions, type RetainedEdition } from './prune.ts'
import { type StoredDifference, storedDifference } from './publication.ts'
import { differenceTo } from './publication-log.ts'
import { requireNoOwner } from './require-no-owner.ts'
import type { EditionSummary, StoreState } from './rows.ts'
import { settingsAfter } from './settings-after.ts'
import type { StorageWriters, StoreChange, WritableStorage } from './storage.ts'
import { storeChange, withHistories } from './store-change.ts'
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
   * `invalid-setting` if another store has one of the hosts, or if markets depend on the currency.
   */
  async changeStore(store: StoreId, settings: StoreSettings, onWait: () => void = () => {}): Promise<Store> {
    await this.current(store)
    await using writers = await this.#storage.open(store, onWait)
    return await this.#changeSettings(writers, await this.#state(store), settings)
  }

  /** Removes a store with its markets and all in them. Waits while it is being written. Throws `store-not-found`. */
  async removeStore(store: StoreId, onWait: () => void = () => {}): Promise<void> {
    await this.current(store)
    await using writers = await this.#storage.open(store, onWait)
    await this.current(store)
    const markets = await this.#storage.markets(store)
    await writers.removeStores([store, ...markets.map((state) => state.store.id)])
  }

  /**
   * Opens the store's next edition, in which it has these `markets` instead of its own, if they are given. If another
   * one is being written, calls `onWait` once and waits for it. Once the signal is aborted, every method of the draft
   * throws its reason. Throws `store-not-found`; or `invalid-setting` if another store has a host of a new market.
   */
  async draft(
    store: StoreId,
    onWait: () => void = () => {},
    signal?: AbortSignal,
    markets?: (current: Store) => readonly Market[],
  ): Promise<Draft> {
    const declare = (current: Store) =>
      markets!(current).map((market) => ({ ...market, hasStorePrices: market.currency === current.currency }))
    return await this.#draft(store, onWait, signal, markets && declare)
  }

  /**
   * Opens the draft of a store that has these settings and markets in another database, and adds the store if there is
   * none. The edition has at least the number `least`. Otherwise as `draft`.
   */
  async draftOfOther(
    settings: SettingsLayers,
    least: number,
    onWait: () => void,
    signal?: AbortSignal,
  ): Promise<Draft> {
    await this.#storage.addStore(settings.operator)
    const { id, markets = [] } = storeOf(settings)
    return await this.#draft(id, onWait, signal, () => markets, least)
  }

  async #draft(
    store: StoreId,
    onWait: () => void,
    signal: AbortSignal | undefined,
    markets: ((current: Store) => readonly Market[]) | undefined,
    least?: number,
  ): Promise<Draft> {
    await this.current(store)
    const writers = await this.#storage.open(store, onWait, signal, least)
    try {
      const state = await this.#state(store)
      const { number } = await (await writers.of(store)).state()
      const declared = markets?.(state.store) ?? state.store.markets ?? []
      const added = markets ? await this.#addMarkets(writers, state.store, declared, number - 1) : []
      const drafts: Draft[] = []
      for (const { market, state: ofMarket } of await this.#marketStates(store, declared)) {
        const base = { ...(await this.#baseOf(ofMarket)), market, isNew: added.includes(market) }
        drafts.push(await Draft.open(writers, base, [], signal, number))
      }
      return await Draft.open(writers, await this.#baseOf(state), drafts, signal)
    } catch (error) {
      await writers[Symbol.asyncDispose]()
      throw error
    }
  }

  /**
   * The editions that a store keeps and can be rolled back to, and those that it holds, newest first. Throws
   * `store-not-found`.
   */
  async editions(store: StoreId): Promise<KeptEdition[]> {
    const current = await this.current(store)
    return keptEditions(await this.#retained(store), current.store, current.number, Date.now())
  }

  /**
   * Keeps an edition until it is unpinned. Waits while the store is being written. Throws `store-not-found`; or
   * `invalid-setting` if the store does not keep the edition, or holds it, or has too many pinned editions.
   */
  async pin(store: StoreId, number: number, onWait: () => void = () => {}): Promise<void> {
    await this.#changePins(store, onWait, (pinned, kept) => {
      const edition = kept.find((each) => each.number === number)
      if (!edition)
        throw new VitrineError(
          'invalid-setting',
          `edition ${number} is not stored; stored editions are ${kept.map((each) => each.number).join(', ')}`,
        )
      if (edition.held)
        throw new VitrineError(
          'invalid-setting',
          `edition ${number} is held: it stays until it is published or discarded`,
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
   * error thrown by `choose` changes nothing; it must not choose a held edition. Throws `store-not-found`; or
   * `invalid-setting` if another store has a host of the chosen edition by now.
   */
  async rollback(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    return await this.#makeCurrent(store, choose, onWait, async ({ number, held }, id) => {
      if (held) throw new Error(`edition ${number} of ${id} is held`)
      return storedDifference(await differenceTo(this.#storage.storage, id, number))
    })
  }

  /**
   * Publishes a held edition, as its import would have done. Waits while another edition is being written. The store
   * gets the settings that the import found. An error thrown by `choose` changes nothing; it must choose an edition
   * that is held and was made from the current one. Throws `store-not-found`; or `invalid-setting` if another store has
   * a host of the chosen edition by now.
   */
  async publish(store: StoreId, choose: ChooseEdition, onWait: () => void = () => {}): Promise<EditionSummary> {
    return await this.#makeCurrent(store, choose, onWait, async ({ number, held }, id, current) => {
      if (!held || held === 'discarded') throw new Error(`edition ${number} of ${id} is not held`)
      const { base, command: _, ...difference } = held
      if (base !== current) throw new Error(`edition ${number} of ${id} was made from edition ${base}`)
      return difference
    })
  }

  /**
   * Gives up a held edition: nobody can publish it any more, and a later draft removes its rows. Waits while the store
   * is being written. Throws `store-not-found`; or `invalid-setting` if the edition is not held.
   */
  async discard(store: StoreId, number: number, onWait: () => void = () => {}): Promise<void> {
    await this.current(store)
    await using writers = await this.#storage.open(store, onWait)
    const state = await this.#state(store)
    const held = (await this.#retained(store)).filter(isHeld).map((each) => each.number)
    if (!held.includes(number)) {
      const state = held.length > 0 ? `held editions are ${held.join(', ')}` : `store ${store} holds no edition`
      throw new VitrineError('invalid-setting', `edition ${number} is not held; ${state}`)
    }
    const markets = await this.#marketStates(store, state.store.markets)
    await writers.commit(
      [state, ...markets.map((each) => each.state)].map(({ edition, settings }) => {
        const same = { number: edition.number, settings }
        return { ...storeChange(same, same), discarded: number }
      }),
    )
  }

  /**
   * Approves what limits refused: the next publication that would lose exactly the same is made, once. Returns what was
   * approved. Waits while the store is being written. Throws `store-not-found`.
   */
  async approve(store: StoreId, onWait: () => void = () => {}): Promise<readonly Refusal[]> {
    await this.current(store)
    await using writers = await this.#storage.open(store, onWait)
    const { edition, settings } = await this.#state(store)
    const { refusals } = await this.#limits(store)
    const same = { number: edition.number, settings }
    const limits = refusals.map((refusal) => noted({ ...refusal, isApproved: true }))
    if (limits.length > 0) await writers.commit([{ ...storeChange(same, same), limits }])
    return refusals
  }

  async #makeCurrent(
    store: StoreId,
    choose: ChooseEdition,
    onWait: () => void,
    differenceOf: (chosen: RetainedEdition, store: StoreId, current: number) => Promise<StoredDifference>,
  ): Promise<EditionSummary> {
    await this.current(store)
    await using writers = await this.#storage.open(store, onWait)
    const state = await this.#state(store)
    const { edition: current, settings } = state
    const retained = await this.#retained(store)
    const kept = keptEditions(retained, state.store, current.number, Date.now())
    const chosen = choose(kept, current)
    const edition = kept.find(({ number }) => number === chosen)
    const stored = retained.find(({ number }) => number === chosen)
    if (!edition || !stored) throw new Error(`edition ${chosen} of ${store} is not retained`)
    const after = settingsAfter(settings, stored)
    const changeTo = async (
      { store, settings, edition, publication }: StoreState,
      retained: readonly RetainedEdition[],
      stored: RetainedEdition,
      after: SettingsLayers,
    ) => {
      const { number } = edition
      const { history } = retained.find((each) => each.number === number)!
      const difference = await differenceOf(stored, store.id, number)
      const change = storeChange({ number, settings }, { number: chosen, settings: after }, difference)
      const by = stored.held ? 'held' : 'rollback'
      return await this.#chosen(withHistories(change, history, stored.history, by, publication))
    }
    const change = await changeTo(state, retained, stored, after)
    const markets: StoreChange[] = []
    for (const { market, state } of await this.#marketStates(store, storeOf(after).markets)) {
      const retained = await this.#retained(state.store.id)
      const stored = retained.find((each) => each.number === chosen)
      if (!stored)
        throw new VitrineError('invalid-setting', `edition ${chosen} has a market ${market.code} that was removed`)
      markets.push(await changeTo(state, retained, stored, settingsOfMarket(after, market)))
    }
    await writers.commit([change, ...markets])
    return stored.held && change.publication ? { ...edition, publishedAt: change.publication.publishedAt } : edition
  }

  /** The change to an edition that the operator chose. */
  async #chosen(change: StoreChange): Promise<StoreChange> {
    const limits = await this.#limits(change.store)
    const now = change.publication?.publishedAt ?? new Date().toISOString()
    return { ...change, limits: limits.withChosenState(limits.countsOf(change.current), now) }
  }

  async #changePins(
    store: StoreId,
    onWait: () => void,
    change: (pinned: readonly number[], kept: readonly KeptEdition[]) => readonly number[],
  ): Promise<void> {
    await this.current(store)
    await using writers = await this.#storage.open(store, onWait)
    const state = await this.#state(store)
    const kept = await this.editions(store)
    const pinned = change(state.store.pinnedEditions ?? [], kept).toSorted((a, b) => a - b)
    await this.#changeSettings(writers, state, { pinnedEditions: pinned.length > 0 ? pinned : undefined })
  }

  async #changeSettings(writers: StorageWriters, state: StoreState, changes: StoreSettings): Promise<Store> {
    const changed = withOperatorSettings(state.settings, changes)
    const changeOf = ({ settings, edition: { number } }: StoreState, after: SettingsLayers) =>
      storeChange({ number, settings }, { number, settings: after })
    const markets = await this.#marketStates(state.store.id, state.store.markets)
    await writers.commit([
      changeOf(state, changed),
      ...markets.map(({ market, state }) => changeOf(state, settingsOfMarket(changed, market))),
    ])
    return storeOf(changed)
  }

  /**
   * Stores the markets that the store does not have yet, empty, and removes those that no edition of it has. Returns
   * the new ones.
   */
  async #addMarkets(
    writers: StorageWriters,
    store: Store,
    declared: readonly Market[],
    newest: number,
  ): Promise<readonly Market[]> {
    const current = (store.markets ?? []).map(({ code }) => code)
    const added = declared.filter(({ code }) => !current.includes(code))
    // Before anything is removed: a market that was removed may be in editions that the store can go back to.
    const stores = (await this.list()).map((state) => state.store)
    for (const { code, hosts = [] } of added) requireNoOwner(marketStoreId(store.id, code), hosts, stores)
    const retained = (await this.#retained(store.id)).flatMap(({ settings }) => settings.markets ?? [])
    const needed = [
      ...retained.filter(({ code }) => !added.some((market) => market.code === code)),
      ...current.map((code) => ({ code })),
    ]
    const ids = new Set(needed.map(({ code }) => marketStoreId(store.id, code)))
    const stored = await this.#storage.markets(store.id)
    const outdated = stored.map((state) => state.store.id).filter((id) => !ids.has(id))
    if (outdated.length > 0) await writers.removeStores(outdated)
    for (const market of added) await this.#storage.addStore(storeOfMarket(store, market), newest)
    return added
  }

  async #marketStates(store: StoreId, markets: readonly Market[] = []): Promise<MarketState[]> {
    if (markets.length === 0) return []
    const states = new Map((await this.#storage.markets(store)).map((state) => [state.store.id, state]))
    return markets.map((market) => {
      const state = states.get(marketStoreId(store, market.code))
      if (state) return { market, state }
      throw new VitrineError('invalid-setting', `market ${market.code} of store ${store} was removed`)
    })
  }

  async #baseOf(state: StoreState): Promise<DraftBase> {
    const { store, settings } = state
    const stored = await this.#retained(store.id)
    const outdated = outdatedEditions(stored, store, state.edition.number, Date.now())
    return { edition: this.#editionOf(state), settings, outdated, stored, limits: await this.#limits(store.id) }
  }

  /** Throws `store-not-found`. */
  async #state(store: StoreId): Promise<StoreState> {
    const [state] = await this.#storage.stores(store)
    if (!state) throw new VitrineError('store-not-found', `store ${store} does not exist`)
    return state
  }

  async #retained(store: StoreId): Promise<readonly RetainedEdition[]> {
    return await this.#storage.storage.editions(store)
  }

  async #limits(store: StoreId): Promise<LimitState> {
    return new LimitState(await this.#storage.storage.limits(store))
  }

  #editionOf(state: StoreState): Edition {
    return new Edition(this.#storage.storage, state)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storage[Symbol.asyncDispose]()
  }
}

/** Chooses the edition that becomes current: the number of one of `kept`, which is newest first. */
type ChooseEdition = (kept: readonly KeptEdition[], current: EditionSummary) => number
