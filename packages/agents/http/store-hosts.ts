import { storeAndMarket } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import type { Editions } from '@vitrine/engine/edition/editions'

/** Finds the store that has the host of a request, itself or one of its markets. */
export class StoreHosts {
  readonly #editions: Pick<Editions<unknown>, 'list'>
  #hosts: Promise<Hosts> | undefined
  #readAt = 0

  constructor(editions: Pick<Editions<unknown>, 'list'>) {
    this.#editions = editions
  }

  /**
   * `host` may have a port. Undefined if no store has the host. Throws `database-unusable` if it never was readable.
   */
  async storeOf(host: string | undefined): Promise<StoreId | undefined> {
    const name = host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname
    return name === undefined ? undefined : (await this.#current()).get(name)
  }

  #current(): Promise<Hosts> {
    const now = performance.now()
    if (this.#hosts && now - this.#readAt < MAX_AGE) return this.#hosts
    this.#readAt = now
    const last = this.#hosts
    // While the database is away, the hosts stay as they were.
    this.#hosts = this.#read().catch((error: unknown) => last ?? this.#forget(error))
    return this.#hosts
  }

  async #read(): Promise<Hosts> {
    const all = await this.#editions.list()
    const stores = all.map(({ store }) => store).filter(({ id }) => storeAndMarket(id).market === undefined)
    const hosts = stores.flatMap((store) =>
      [store, ...(store.markets ?? [])].flatMap(({ hosts = [] }) => hosts.map((host) => [host, store.id] as const)),
    )
    return new Map(hosts)
  }

  #forget(error: unknown): never {
    this.#hosts = undefined
    throw error
  }
}

/** Milliseconds for which the hosts of all stores are kept. */
const MAX_AGE = 5000

type Hosts = ReadonlyMap<string, StoreId>
