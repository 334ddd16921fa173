import type { StoreId } from '@vitrine/catalog/store'
import type { Edition } from '../edition/edition.ts'
import type { Editions } from '../edition/editions.ts'
import { type MaybePromise, mapMaybePromise } from '../edition/maybe-promise.ts'
import { Workspace } from '../index/steps.ts'
import { BoundedCache, type CacheUse } from './bounded-cache.ts'
import { DocumentCache, type DocumentCacheUse } from './document-cache.ts'
import { facetBytes, prepareFacets } from './facets/prepare-facets.ts'
import { IndexedEdition } from './indexed-edition.ts'
import { prepareSuggestions, suggestionBytes } from './suggestions/prepare-suggestions.ts'

/**
 * Editions with their index in memory, up to `maxBytes` for all of them. The first request for a large edition also
 * starts to build what facets and suggestions need, in the background. Nothing is built if it would not fit, or if
 * nobody has asked for facets or suggestions of the edition that it replaces.
 */
export class IndexCache implements Editions<IndexedEdition> {
  readonly #editions: Editions
  readonly #cache: BoundedCache
  readonly #documents: DocumentCache
  readonly #workspace = new Workspace()
  readonly #maxBytes: number
  /** By store, the large edition that was last requested. */
  readonly #large = new Map<StoreId, IndexedEdition>()
  readonly #indexed = new WeakMap<Edition, IndexedEdition>()

  constructor(editions: Editions, maxBytes: number, maxDocumentBytes = 0) {
    this.#editions = editions
    this.#maxBytes = maxBytes
    this.#cache = new BoundedCache(maxBytes)
    this.#documents = new DocumentCache(maxDocumentBytes)
  }

  get use(): CacheUse {
    return this.#cache.use
  }

  get documentUse(): DocumentCacheUse {
    return this.#documents.use
  }

  current(store: StoreId): MaybePromise<IndexedEdition> {
    return mapMaybePromise(this.#editions.current(store), (edition) => {
      this.#documents.follow(edition)
      return this.#indexed.get(edition) ?? this.#index(edition)
    })
  }

  #index(edition: Edition): IndexedEdition {
    const indexed = new IndexedEdition(edition, this.#cache, this.#documents, this.#workspace)
    this.#indexed.set(edition, indexed)
    const { productCount, variantCount } = indexed
    const forFacets = variantCount >= MIN_VARIANTS_PREPARED && facetBytes(indexed) <= this.#maxBytes
    const forSuggestions = productCount >= MIN_PRODUCTS_PREPARED && suggestionBytes(indexed) <= this.#maxBytes
    if (forFacets || forSuggestions) this.#prepare(indexed, forFacets, forSuggestions)
    return indexed
  }

  #prepare(edition: IndexedEdition, forFacets: boolean, forSuggestions: boolean): void {
    const { id } = edition.store
    const before = this.#large.get(id)
    this.#large.set(id, edition)
    // The database opens an edition again after each commit.
    if (before?.isSame(edition)) {
      edition.areFacetsRequested = before.areFacetsRequested
      edition.suggestedFields = before.suggestedFields
      return
    }
    const isCurrent = () => this.#large.get(id)?.isSame(edition) ?? false
    const prepare = async () => {
      if (forFacets && (!before || before.areFacetsRequested)) await prepareFacets(edition, isCurrent)
      if (forSuggestions) await prepareSuggestions(edition, before, isCurrent)
    }
    // The first request for facets or suggestions reports the error.
    prepare().catch(() => {})
  }

  get unavailableSince(): number | undefined {
    return this.#editions.unavailableSince
  }

  lostSince(store: StoreId): number | undefined {
    return this.#editions.lostSince?.(store)
  }

  ping(): Promise<void> {
    return this.#editions.ping()
  }

  list(): ReturnType<Editions['list']> {
    return this.#editions.list()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#large.clear()
    this.#cache.clear()
    await this.#editions[Symbol.asyncDispose]()
  }
}

/** An edition with fewer variants builds what facets need within the first request, in some milliseconds. */
const MIN_VARIANTS_PREPARED = 100_000

/** An edition with fewer products builds what suggestions need within the first request, in some milliseconds. */
const MIN_PRODUCTS_PREPARED = 5000
