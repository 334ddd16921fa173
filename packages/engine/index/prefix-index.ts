/**
 * Finds the heaviest of the words that begin with a prefix. Words with the same prefix are adjacent, so it scans only
 * these.
 */
export class PrefixIndex<Value> {
  /** Sorted by word in UTF-16 order. A word may have several values. */
  readonly #words: readonly WeightedWord<Value>[]

  constructor(words: readonly WeightedWord<Value>[]) {
    this.#words = sortedByWord(words)
  }

  get size(): number {
    return this.#words.length
  }

  /** The indexes of the words with the prefix: the first one, and the one after the last. */
  range(prefix: string): readonly [first: number, end: number] {
    const first = this.#firstFrom(prefix)
    // No character comes after this one in UTF-16.
    return [first, this.#firstFrom(`${prefix}\uffff`)]
  }

  /**
   * The heaviest accepted values of words with the prefix, each once, heaviest first, then by word. `weights` are other
   * weights of the words in the range of the prefix; words without one are left out.
   */
  heaviest(
    prefix: string,
    limit: number,
    isAccepted: (word: WeightedWord<Value>) => boolean = () => true,
    weights?: Uint32Array,
  ): WeightedWord<Value>[] {
    const best: WeightedWord<Value>[] = []
    const [first, end] = this.range(prefix)
    for (let at = first; at < end; at++) {
      const weight = weights ? weights[at - first]! : this.#words[at]!.weight
      if ((weights && weight === 0) || (best.length === limit && weight <= best[limit - 1]!.weight)) continue
      const word = weights ? { ...this.#words[at]!, weight } : this.#words[at]!
      if (best.some(({ value }) => value === word.value) || !isAccepted(word)) continue
      const lighter = best.findIndex((other) => other.weight < weight)
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

/** In UTF-16 order, as the index has them. */
export function sortedByWord<Word extends { readonly word: string }>(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0))
}
