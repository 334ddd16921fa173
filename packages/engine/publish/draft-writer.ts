import type { BoundedQueue } from '@vitrine/runtime/bounded-queue'
import type { Draft } from '../edition/draft.ts'
import type { BitSet } from '../index/bit-set.ts'
import { buildOrders } from './build-orders.ts'
import { ChangeWriter, type ImportOutput } from './change-writer.ts'
import { mergePostings } from './merge-postings.ts'
import { LocalPostingCollector, type PostingCollector } from './posting-collector.ts'
import { PostingCollectorClient } from './posting-collector-client.ts'
import { StaleTags } from './stale-tags.ts'
import { ValueNames } from './value-names.ts'

/** Writes product changes to one draft, with the posting lists and orders that follow from them. */
export class DraftWriter implements AsyncDisposable {
  readonly changes: ChangeWriter
  readonly #output: ImportOutput

  /** The variants of the import are in `importedVariants` by the time that their changes are written. */
  constructor(draft: Draft, importedVariants: BitSet, queue: BoundedQueue, inWorker = false) {
    const collector: PostingCollector = inWorker ? new PostingCollectorClient() : new LocalPostingCollector()
    const names = new ValueNames(draft.base)
    this.#output = { draft, queue, collector, names, stale: new StaleTags(draft.base, names) }
    this.changes = new ChangeWriter(this.#output, importedVariants)
  }

  /** The cache tags of the answers that the changes make stale; undefined for all answers. */
  tags(): Promise<ReadonlySet<string> | undefined> {
    return this.#output.stale.tags()
  }

  /** Merges posting lists, and builds orders while the queue is empty. Returns when both are written. */
  async finish(onStep?: (step: 'merging postings' | 'sorting') => void): Promise<void> {
    const { queue } = this.#output
    onStep?.('merging postings')
    const merging = new AbortController()
    const sorted = buildOrders(this.#output, this.changes, merging.signal)
    // Its error is thrown below, after the merge.
    sorted.catch(() => {})
    try {
      await mergePostings(this.#output)
    } catch (error) {
      merging.abort(error)
      await sorted.catch(() => {})
      throw error
    }
    onStep?.('sorting')
    await sorted
    await queue.drain()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#output.collector[Symbol.asyncDispose]()
  }
}
