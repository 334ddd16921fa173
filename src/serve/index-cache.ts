import type { StoreId } from '../catalog/store.ts'
import type { Edition, Editions } from '../edition/edition.ts'
import { type Eventual, whenReady } from '../edition/eventual.ts'
import { Workspace } from '../index/steps.ts'
import { BoundedCache, type CacheUse } from './bounded-cache.ts'
import { IndexedEdition } from './indexed-edition.ts'

/** Editions with their index in memory, up to `maxBytes` for all of them. */
export class IndexCache implements Editions<IndexedEdition> {
  readonly #editions: Editions
  readonly #cache: BoundedCache
  readonly #workspace = new Workspace()
  readonly #indexed = new WeakMap<Edition, IndexedEdition>()

  constructor(editions: Editions, maxBytes: number) {
    this.#editions = editions
    this.#cache = new BoundedCache(maxBytes)
  }

  get use(): CacheUse {
    return this.#cache.use
  }

  current(store: StoreId): Eventual<IndexedEdition> {
    return whenReady(this.#editions.current(store), (edition) => this.#indexed.get(edition) ?? this.#index(edition))
  }

  #index(edition: Edition): IndexedEdition {
    const indexed = new IndexedEdition(edition, this.#cache, this.#workspace)
    this.#indexed.set(edition, indexed)
    return indexed
  }

  get unavailableSince(): number | undefined {
    return this.#editions.unavailableSince
  }

  ping(): Promise<void> {
    return this.#editions.ping()
  }

  list(): ReturnType<Editions['list']> {
    return this.#editions.list()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cache.clear()
    await this.#editions[Symbol.asyncDispose]()
  }
}
