import { fold, tokenize } from '@vitrine/catalog/words'

/** A text with its folded words, and where each of them stands in the text. */
export class FoldedText {
  readonly #text: string
  /** The folded text without apostrophes, as words have none. */
  readonly #folded: string
  /** The place of the grapheme that each unit of the folded text comes from. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  constructor(text: string) {
    this.#text = text
    let folded = ''
    const segments = ASCII.test(text) ? asciiSegments(text) : graphemes.segment(text)
    for (const { segment, index } of segments) {
      const part = fold(segment).replace(APOSTROPHES, '')
      for (let unit = 0; unit < part.length; unit++) {
        this.#starts.push(index)
        this.#ends.push(index + segment.length)
      }
      folded += part
    }
    this.#folded = folded
  }

  /** The folded words with their places in the folded text. */
  *words(): Generator<{ readonly word: string; readonly at: number }> {
    let from = 0
    for (const word of tokenize(this.#text)) {
      const at = this.#folded.indexOf(word, from)
      if (at < 0) continue
      yield { word, at }
      from = at + word.length
    }
  }

  /** Where the folded text has this part; -1 if nowhere. */
  indexOf(part: string): number {
    return this.#folded.indexOf(part)
  }

  /** The characters of the text that `length` units of the folded text, from `at`, come from. */
  range(at: number, length: number): Highlight {
    return [this.#starts[at]!, this.#ends[at + length - 1]!]
  }

  /** A folded word, perhaps behind an elided one, as the text writes it; undefined if the text does not have it. */
  spelling(word: string): string | undefined {
    const at = this.words().find((each) => each.word === word)?.at ?? this.indexOf(word)
    return at < 0 ? undefined : this.#text.slice(...this.range(at, word.length))
  }
}

/** The characters that matched: the first UTF-16 unit, and the one after the last, as `slice` takes them. */
export type Highlight = readonly [start: number, end: number]

const ASCII = /^[\x00-\x7f]*$/
const APOSTROPHES = /['’ʼ]/g
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

function* asciiSegments(text: string) {
  for (let index = 0; index < text.length; index++) yield { segment: text[index]!, index }
}
