import { BoundedQueue } from '@vitrine/runtime/bounded-queue'
import { remote, WorkerClient } from '@vitrine/runtime/worker-rpc'
import type { Kind, Term } from '../edition/term.ts'
import type { PostingList } from '../index/posting-list.ts'
import type { LocalPostingCollector, PostingCollector } from './posting-collector.ts'
import type { TermChanges } from './posting-staging.ts'
import type { Positioned, ProductChange, ProductVersion } from './product-version.ts'
import { indexedProduct } from './terms.ts'

/**
 * Collects in a worker, whose program is `posting-collector-worker.ts`. This side runs on the thread that publishes.
 * Finding words and logging their positions is about a third of the work of an import.
 */
export class PostingCollectorClient implements PostingCollector {
  readonly #worker = new WorkerClient(import.meta.url, 'posting-collector-worker')
  readonly #collector = remote<LocalPostingCollector>(this.#worker)
  readonly #queue = new BoundedQueue('pipelined')
  #nextBatch: Promise<readonly TermChanges[] | undefined> | undefined

  async record(changes: readonly ProductChange[], touched: readonly Term[]): Promise<void> {
    const sent = changes.map(({ before, after }) => ({ before: serialize(before), after: serialize(after) }))
    let characters = 0
    for (const { before, after } of sent) characters += (before?.product.length ?? 0) + (after?.product.length ?? 0)
    await this.#queue.push(() => this.#collector.record(sent, touched), BYTES_PER_CHARACTER * characters)
  }

  /** Requests the batch after this one too, so that the worker prepares it meanwhile. */
  async next(): Promise<readonly TermChanges[] | undefined> {
    await this.#queue.drain()
    const batch = await (this.#nextBatch ?? this.#collector.next())
    this.#nextBatch = this.#collector.next()
    // The next call throws the error.
    this.#nextBatch.catch(() => {})
    return batch
  }

  async prefixRemovals(kind: Kind, terms: readonly Term[]): Promise<PostingList[][]> {
    return await this.#collector.prefixRemovals(kind, terms)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.idle()
    await this.#worker.terminate()
  }
}

/**
 * Until the worker has recorded a product, memory holds three copies of its text and the object that it is parsed to.
 */
const BYTES_PER_CHARACTER = 6

/** As JSON, which takes less time to copy and parse than a structured clone of the objects. */
function serialize(version: ProductVersion | undefined): Positioned<string> | undefined {
  if (!version) return undefined
  const { product, position, variantPositions, alternates } = version
  return { product: JSON.stringify(indexedProduct(product, alternates)), position, variantPositions }
}
