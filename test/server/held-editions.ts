import type { StoreId } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { Shop } from './shop.ts'

/** The editions of a shop. From `hold` to `release`, requests wait for the current edition. */
export class HeldEditions implements Editions {
  waiting = 0
  readonly unavailableSince = undefined
  readonly #shop: Shop
  #gate = Promise.withResolvers<void>()

  constructor(shop: Shop) {
    this.#shop = shop
    this.release()
  }

  hold(): void {
    this.#gate = Promise.withResolvers()
    this.waiting = 0
  }

  release(): void {
    this.#gate.resolve()
  }

  async current(store: StoreId): Promise<Edition> {
    this.waiting++
    await this.#gate.promise
    return await this.#shop.editions.current(store)
  }

  ping(): Promise<void> {
    return this.#shop.editions.ping()
  }

  list(): ReturnType<Editions['list']> {
    return this.#shop.editions.list()
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
