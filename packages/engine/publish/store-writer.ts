import { BoundedQueue } from '@vitrine/runtime/bounded-queue'
import type { Draft } from '../edition/draft.ts'
import type { BitSet } from '../index/bit-set.ts'
import type { ChangeWriter } from './change-writer.ts'
import { DraftWriter } from './draft-writer.ts'
import { MarketWriter } from './market-writer.ts'
import type { ProductChange } from './product-version.ts'

/** Writes product changes of a store to its draft, and to those of its markets. */
export class StoreWriter implements AsyncDisposable {
  readonly #queue = new BoundedQueue()
  readonly #store: DraftWriter
  readonly #markets: readonly MarketWriter[]

  /** The variants of the import are in `importedVariants` by the time that their changes are written. */
  constructor(draft: Draft, importedVariants: BitSet, inWorker?: boolean) {
    this.#store = new DraftWriter(draft, importedVariants, this.#queue, inWorker)
    this.#markets = draft.markets.map((market) => new MarketWriter(market, this.#queue, inWorker))
  }

  /** What was written to the draft of the store. */
  get changes(): ChangeWriter {
    return this.#store.changes
  }

  async write(changes: readonly ProductChange[]): Promise<void> {
    await this.#store.changes.write(changes)
    for (const market of this.#markets) await market.write(changes)
  }

  /** Returns when everything that was given to write is written. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  /** Writes what follows from the changes. */
  async finish(onStep?: (step: 'merging postings' | 'sorting') => void): Promise<void> {
    await this.#queue.drain()
    await this.#store.finish(onStep)
    for (const market of this.#markets) await market.finish()
  }

  /** The cache tags of the answers that the changes make stale, in any market; undefined for all answers. */
  async tags(): Promise<ReadonlySet<string> | undefined> {
    const all = new Set<string>()
    for (const writer of [this.#store, ...this.#markets]) {
      const tags = await writer.tags()
      if (!tags) return undefined
      for (const tag of tags) all.add(tag)
    }
    return all
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.idle()
    for (const writer of [this.#store, ...this.#markets]) await writer[Symbol.asyncDispose]()
  }
}
