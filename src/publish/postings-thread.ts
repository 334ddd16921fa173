import type { Kind, Term } from '../edition/term.ts'
import { Thread } from '../edition/thread.ts'
import type { Positions } from '../postings/positions.ts'
import { Behind } from './behind.ts'
import type { Placed, Postings, Replacement } from './postings.ts'
import type { Changes } from './staging.ts'

/** A product that goes to another thread: as text, which is copied and read in less time than objects are. */
export interface Sent extends Omit<Placed, 'product'> {
  readonly text: string
}

/**
 * Gathers on a thread of its own what an import does to posting lists: finding words and counting them in is some third of
 * its work.
 */
export class PostingsThread implements Postings {
  readonly #thread = new Thread(import.meta.url, 'postings-worker')
  readonly #behind = new Behind(true)

  async note(replacements: readonly Replacement[]): Promise<void> {
    const sent = replacements.map(({ before, now }) => ({ before: before && asSent(before), now: now && asSent(now) }))
    const bytes = sent.reduce((sum, { before, now }) => sum + roomOf(before) + roomOf(now), 0)
    await this.#behind.after(() => this.#thread.ask('note', sent), bytes)
  }

  async touch(term: Term): Promise<void> {
    await this.#behind.after(() => this.#thread.ask('touch', term), 0)
  }

  /** The next lists are asked for while these are worked on. */
  async *all(): AsyncGenerator<readonly Changes[]> {
    await this.#behind.done()
    let coming = this.#next()
    for (let lists = await coming; lists; lists = await coming) {
      coming = this.#next()
      // Whoever asks for them meets it.
      coming.catch(() => {})
      yield lists
    }
  }

  async lossesOf(kind: Kind, terms: readonly Term[]): Promise<Positions[][]> {
    return await this.#thread.ask('lossesOf', kind, terms)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#behind.settled()
    await this.#thread.end()
  }

  #next(): Promise<readonly Changes[] | undefined> {
    return this.#thread.ask('next')
  }
}

function asSent({ product, text, ...positions }: Placed): Sent {
  return { ...positions, text: text ?? JSON.stringify(product) }
}

/** Memory that a product takes while it waits for the thread: its text, here, on its way and there, and what it is read to. */
function roomOf(sent: Sent | undefined): number {
  return sent ? 6 * sent.text.length : 0
}
