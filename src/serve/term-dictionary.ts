import { yieldToEventLoop } from '../runtime/event-loop.ts'
import { FuzzyDictionary, type FuzzyMatch } from './fuzzy-dictionary.ts'

/** All words of a field. They are laid out when a misspelt one is first looked for. */
export class TermDictionary {
  /** The words, a line each, those that begin alike one after another. */
  readonly #text: string
  #parts: Promise<readonly FuzzyDictionary[]> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Memory that it takes once it is laid out, about. */
  get bytes(): number {
    return BYTES_A_LETTER * this.#text.length
  }

  /** The words within so many edits of a word. */
  async near(word: string, edits: number): Promise<FuzzyMatch[]> {
    this.#parts ??= layOut(this.#text)
    return (await this.#parts).flatMap((part) => part.near(word, edits))
  }

  /** The words that have `part` in them. */
  containing(part: string): string[] {
    const found: string[] = []
    for (let at = this.#text.indexOf(part); at >= 0; ) {
      const end = this.#text.indexOf('\n', at)
      found.push(this.#text.slice(this.#text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end))
      at = end < 0 ? -1 : this.#text.indexOf(part, end)
    }
    return found
  }
}

/** In the text, as a code point, and of where words begin. */
const BYTES_A_LETTER = 6

/** Characters laid out between two turns of the event loop: some milliseconds. */
const PART = 200_000

/** A vocabulary of any size in parts, each of which is laid out while nothing else waits. */
async function layOut(text: string): Promise<readonly FuzzyDictionary[]> {
  const parts: FuzzyDictionary[] = []
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf('\n', from + PART)
    const end = lineEnd < 0 ? text.length : lineEnd
    parts.push(new FuzzyDictionary(text.slice(from, end)))
    from = end + 1
    await yieldToEventLoop()
  }
  return parts
}
