import { fold, tokenize } from '@vitrine/catalog/words'

/** A text with its folded words, and where each of them stands in the text. */
export class FoldedText {
  readonly #text: string
  /** The folded text without apostrophes, as words have none. */
  readonly #folded: string
  /** The place of the grapheme that each unit of the folded text comes from; undefined if it is that of the unit. */
  readonly #places: { readonly starts: number[]; readonly ends: number[] } | undefined

  constructor(text: string) {
    this.#text = text
    if (UNIT_BY_UNIT.test(text)) {
      this.#folded = text.toLowerCase()
      return
    }
    let folded = ''
    const [starts, ends]: [number[], number[]] = [[], []]
    for (const { segment, index } of graphemes.segment(text)) {
      const part = fold(segment).replace(APOSTROPHES, '')
      for (let unit = 0; unit < part.length; unit++) {
        starts.push(index)
        ends.push(index + segment.length)
      }
      folded += part
    }
    this.#folded = folded
    this.#places = { starts, ends }
  }

  /** The folded words with their places in the folded text. */
  words(): { readonly word: string; readonly at: number }[] {
    const words = []
    let from = 0
    for (const word of tokenize(this.#text)) {
      const at = this.#folded.indexOf(word, from)
      if (at < 0) continue
      words.push({ word, at })
      from = at + word.length
    }
    return words
  }

  /** Where the folded text has this part; -1 if nowhere. */
  indexOf(part: string): number {
    return this.#folded.indexOf(part)
  }

  /** The characters of the text that `length` units of the folded text, from `at`, come from. */
  range(at: number, length: number): Highlight {
    const end = at + length
    return this.#places ? [this.#places.starts[at]!, this.#places.ends[end - 1]!] : [at, end]
  }

  /** A folded word, perhaps behind an elided one, as the text writes it; undefined if the text does not have it. */
  spelling(word: string): string | undefined {
    const at = this.words().find((each) => each.word === word)?.at ?? this.indexOf(word)
    return at < 0 ? undefined : this.#text.slice(...this.range(at, word.length))
  }
}

/** The characters that matched: the first UTF-16 unit, and the one after the last, as `slice` takes them. */
export type Highlight = readonly [start: number, end: number]

/** ASCII without apostrophes and line ends. */
const UNIT_BY_UNIT = /^[\x20-\x26\x28-\x7f]*$/
const APOSTROPHES = /['’ʼ]/g
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
