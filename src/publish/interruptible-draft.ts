import { setImmediate as turn } from 'node:timers/promises'
import type { Draft, RowBatch } from '../edition/draft.ts'
import type { Edition, EditionSummary } from '../edition/edition.ts'
import type { Kind, Sort } from '../edition/term.ts'
import type { Field } from '../edition/word-term.ts'

/** How long the event loop may stand still. */
const STILL_MILLISECONDS = 50

/**
 * A draft whose writing can be stopped: SQLite answers at once, so that a long import would never let a signal through.
 * Every method lets the event loop turn if that is due, and throws the signal's reason once it is set off.
 */
export class InterruptibleDraft implements Draft {
  readonly base: Edition
  readonly #draft: Draft
  readonly #signal: AbortSignal
  #turned = performance.now()

  constructor(draft: Draft, signal: AbortSignal) {
    this.base = draft.base
    this.#draft = draft
    this.#signal = signal
  }

  async allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    await this.#letThrough()
    return await this.#draft.allocatePositions(kind, ids)
  }

  async writeRows(batch: RowBatch): Promise<void> {
    await this.#letThrough()
    await this.#draft.writeRows(batch)
  }

  async writePostings(lists: Parameters<Draft['writePostings']>[0]): Promise<void> {
    await this.#letThrough()
    await this.#draft.writePostings(lists)
  }

  async writeDictionary(kind: Kind, field: Field, initial: string, words: readonly string[]): Promise<void> {
    await this.#letThrough()
    await this.#draft.writeDictionary(kind, field, initial, words)
  }

  async buildSortOrders(kind: Kind, sorts: readonly Sort[]): Promise<void> {
    await this.#letThrough()
    await this.#draft.buildSortOrders(kind, sorts)
  }

  async writeSortOrder(kind: Kind, sort: Sort, positions: Uint32Array): Promise<void> {
    await this.#letThrough()
    await this.#draft.writeSortOrder(kind, sort, positions)
  }

  async buildProductOfVariant(): Promise<void> {
    await this.#letThrough()
    await this.#draft.buildProductOfVariant()
  }

  async publish(summary: Omit<EditionSummary, 'number'>): Promise<EditionSummary> {
    await this.#letThrough()
    return await this.#draft.publish(summary)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#draft[Symbol.asyncDispose]()
  }

  async #letThrough(): Promise<void> {
    if (performance.now() - this.#turned > STILL_MILLISECONDS) {
      await turn()
      this.#turned = performance.now()
    }
    this.#signal.throwIfAborted()
  }
}
