import type { StoreId } from '../catalog/store.ts'
import type { Editions } from '../edition/edition.ts'

/** Milliseconds for which the hosts of all stores are kept. */
const KEPT = 5000

/** Finds the store that has the host of a request. */
export class StoreHosts {
  readonly #editions: Pick<Editions<unknown>, 'list'>
  #stores: Promise<ReadonlyMap<string, StoreId>> | undefined
  #readAt = 0

  constructor(editions: Pick<Editions<unknown>, 'list'>) {
    this.#editions = editions
  }

  /** `host` may have a port. Undefined if no store has the host. */
  async storeOf(host: string | undefined): Promise<StoreId | undefined> {
    const name = host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname
    return name === undefined ? undefined : (await this.#read()).get(name)
  }

  #read(): Promise<ReadonlyMap<string, StoreId>> {
    const now = performance.now()
    if (this.#stores && now - this.#readAt < KEPT) return this.#stores
    this.#readAt = now
    this.#stores = this.#editions
      .list()
      .then((all) => new Map(all.flatMap(({ store }) => (store.hosts ?? []).map((host) => [host, store.id] as const))))
    this.#stores.catch(() => {
      this.#stores = undefined
    })
    return this.#stores
  }
}
