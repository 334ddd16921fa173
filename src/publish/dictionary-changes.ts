import type { Draft } from '../edition/draft.ts'
import type { Kind } from '../edition/term.ts'
import type { Field } from '../edition/word-term.ts'
import type { BoundedQueue } from '../runtime/bounded-queue.ts'

/** Memory that a word takes while it waits to be written, about. */
const WORD_BYTES = 50

/** Words of one first letter that came and went. */
interface Changes {
  readonly kind: Kind
  readonly field: Field
  readonly initial: string
  readonly came: string[]
  readonly gone: Set<string>
}

/**
 * The words of a store, which follow from which lists of words are empty. Words must be noted in the order of their terms,
 * so that those of one first letter follow one another and are written once.
 */
export class DictionaryChanges {
  readonly #draft: Draft
  readonly #writer: BoundedQueue
  #changes: Changes | undefined

  constructor(draft: Draft, writer: BoundedQueue) {
    this.#draft = draft
    this.#writer = writer
  }

  /** Notes how many things had a word before, and how many have it now. */
  async note(kind: Kind, field: Field, word: string, before: number, now: number): Promise<void> {
    if (before > 0 === now > 0) return
    const initial = String.fromCodePoint(word.codePointAt(0)!)
    const open = this.#changes
    if (open?.kind !== kind || open.field !== field || open.initial !== initial) {
      await this.finish()
      this.#changes = { kind, field, initial, came: [], gone: new Set() }
    }
    if (now > 0) this.#changes!.came.push(word)
    else this.#changes!.gone.add(word)
  }

  async finish(): Promise<void> {
    if (!this.#changes) return
    const { kind, field, initial, came, gone } = this.#changes
    const before = await this.#draft.base.dictionaryOfInitial(kind, field, initial)
    const words = [...before.filter((word) => !gone.has(word)), ...came].sort()
    await this.#writer.push(() => this.#draft.writeDictionary(kind, field, initial, words), words.length * WORD_BYTES)
    this.#changes = undefined
  }
}
