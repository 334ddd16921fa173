import type { Kind, Term } from '../edition/term.ts'
import type { PostingList } from '../index/set-algebra.ts'
import { BoundedQueue } from '../runtime/bounded-queue.ts'
import { WorkerClient } from '../runtime/worker-rpc.ts'
import type { PositionedProduct, PostingCollector, ProductChange } from './postings.ts'
import type { PostingChangeLog } from './staging.ts'

/** A product that goes to another thread: as text, which is copied and read in less time than objects are. */
export interface Sent extends Omit<PositionedProduct, 'product'> {
  readonly text: string
}

/**
 * Gathers on a thread of its own what an import does to posting lists: finding words and counting them in is some third of
 * its work.
 */
export class PostingsWorkerClient implements PostingCollector {
  readonly #thread = new WorkerClient(import.meta.url, 'postings-worker')
  readonly #behind = new BoundedQueue('pipelined')

  async note(replacements: readonly ProductChange[]): Promise<void> {
    const sent = replacements.map(({ before, now }) => ({ before: before && asSent(before), now: now && asSent(now) }))
    const bytes = sent.reduce((sum, { before, now }) => sum + roomOf(before) + roomOf(now), 0)
    await this.#behind.push(() => this.#thread.call('note', sent), bytes)
  }

  async touch(term: Term): Promise<void> {
    await this.#behind.push(() => this.#thread.call('touch', term), 0)
  }

  /** The next lists are asked for while these are worked on. */
  async *all(): AsyncGenerator<readonly PostingChangeLog[]> {
    await this.#behind.drain()
    let coming = this.#next()
    for (let lists = await coming; lists; lists = await coming) {
      coming = this.#next()
      // Whoever asks for them meets it.
      coming.catch(() => {})
      yield lists
    }
  }

  async lossesOf(kind: Kind, terms: readonly Term[]): Promise<PostingList[][]> {
    return await this.#thread.call('lossesOf', kind, terms)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#behind.idle()
    await this.#thread.terminate()
  }

  #next(): Promise<readonly PostingChangeLog[] | undefined> {
    return this.#thread.call('next')
  }
}

function asSent({ product, text, ...positions }: PositionedProduct): Sent {
  return { ...positions, text: text ?? JSON.stringify(product) }
}

/** Memory that a product takes while it waits for the thread: its text, here, on its way and there, and what it is read to. */
function roomOf(sent: Sent | undefined): number {
  return sent ? 6 * sent.text.length : 0
}
