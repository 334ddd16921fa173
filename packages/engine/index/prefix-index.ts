/**
 * Finds the heaviest of the words that begin with a prefix. Words with the same prefix are adjacent, so it scans only
 * these.
 */
export class PrefixIndex<Value> {
  /** Sorted by word in UTF-16 order. A word may have several values. */
  readonly #words: readonly WeightedWord<Value>[]

  constructor(words: readonly WeightedWord<Value>[]) {
    this.#words = words.toSorted((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0))
  }

  get size(): number {
    return this.#words.length
  }

  /** The heaviest accepted values of words with the prefix, each once, heaviest first, then by word. */
  heaviest(
    prefix: string,
    limit: number,
    isAccepted: (word: WeightedWord<Value>) => boolean = () => true,
  ): WeightedWord<Value>[] {
    const best: WeightedWord<Value>[] = []
    for (let at = this.#firstFrom(prefix); this.#words[at]?.word.startsWith(prefix); at++) {
      const word = this.#words[at]!
      if (best.length === limit && word.weight <= best[limit - 1]!.weight) continue
      if (best.some(({ value }) => value === word.value) || !isAccepted(word)) continue
      const lighter = best.findIndex(({ weight }) => weight < word.weight)
      best.splice(lighter < 0 ? best.length : lighter, 0, word)
      if (best.length > limit) best.pop()
    }
    return best
  }

  /** The index of the first word at or after `text`. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#words.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#words[middle]!.word < text) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A word with its weight, and what it stands for. */
export interface WeightedWord<Value> {
  readonly word: string
  readonly weight: number
  readonly value: Value
}
