import { VitrineError } from '@vitrine/catalog/error'
import { storeAndMarket } from '@vitrine/catalog/market'
import { type StoreId, storeOf } from '@vitrine/catalog/store'
import type { Edition } from './edition.ts'
import type { Editions } from './editions.ts'
import type { StoreState } from './rows.ts'
import { settingsAfter } from './settings-after.ts'

/**
 * A database in which one stored edition of one store is current, as if it were published now. There is no other store.
 * An edition that is discarded may be shown until it is pruned.
 */
export class EditionPreview implements Editions {
  readonly #editions: Editions
  readonly #store: StoreId
  readonly #number: number
  /** Of the store and its markets; each read again when its current edition, or a setting of it, has changed. */
  readonly #shown = new Map<StoreId, { readonly current: Edition; readonly edition: Promise<Edition> }>()

  constructor(editions: Editions, store: StoreId, number: number) {
    this.#editions = editions
    this.#store = store
    this.#number = number
  }

  get unavailableSince(): number | undefined {
    return this.#editions.unavailableSince
  }

  lostSince(store: StoreId): number | undefined {
    return this.#editions.lostSince?.(store)
  }

  /** Throws `store-not-found` also if the edition is not stored. */
  async current(store: StoreId): Promise<Edition> {
    if (storeAndMarket(store).store !== this.#store)
      throw new VitrineError(
        'store-not-found',
        `this server shows edition ${this.#number} of store ${this.#store} only`,
      )
    const current = await this.#editions.current(store)
    const known = this.#shown.get(store)
    if (known?.current === current) return await known.edition
    const shown = { current, edition: this.#open(current) }
    this.#shown.set(store, shown)
    shown.edition.catch(() => {
      if (this.#shown.get(store) === shown) this.#shown.delete(store)
    })
    return await shown.edition
  }

  async ping(): Promise<void> {
    await this.#editions.ping()
  }

  async list(): Promise<StoreState[]> {
    try {
      return [await this.#state(await this.#editions.current(this.#store))]
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'store-not-found') return []
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#editions[Symbol.asyncDispose]()
  }

  async #open(current: Edition): Promise<Edition> {
    const { store, edition } = await this.#state(current)
    return current.other(store, edition)
  }

  async #state(current: Edition): Promise<StoreState> {
    const state = (await this.#editions.list()).find(({ store }) => store.id === current.store.id)
    const stored = (await current.retained()).find(({ number }) => number === this.#number)
    if (!state || !stored || stored.held === 'discarded')
      throw new VitrineError('store-not-found', `edition ${this.#number} of store ${this.#store} is not stored`)
    const settings = settingsAfter(state.settings, stored)
    const { number, publishedAt, productCount, variantCount } = stored
    const edition = { number, publishedAt, productCount, variantCount }
    return { store: storeOf(settings), edition, settings, publication: null, content: null }
  }
}
