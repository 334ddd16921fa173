import type { Language } from '@vitrine/catalog/language'
import { FoldedText, type Highlight } from './folded-text.ts'

/** The characters of a text that match the words: the beginnings of words, and other forms of a word as a whole. */
export function highlightsOf(text: string, { words, stems, stem }: TypedWords): Highlight[] {
  const folded = new FoldedText(text)
  const inText = new Set<TypedWord>()
  const highlights: Highlight[] = []
  for (const { word, at } of folded.words()) {
    let length = 0
    for (const typed of words) {
      if (!(typed.isExact ? word === typed.text : word.startsWith(typed.text))) continue
      length = Math.max(length, typed.text.length)
      if (typed.mayBeInside) inText.add(typed)
    }
    if (length === 0 && stems.has(stem(word))) length = word.length
    if (length > 0) highlights.push(folded.range(at, length))
  }
  // Scripts without spaces do not say where a word begins.
  for (const typed of words) {
    const at = typed.mayBeInside && !inText.has(typed) ? folded.indexOf(typed.text) : -1
    if (at >= 0) highlights.push(folded.range(at, typed.text.length))
  }
  return highlights.length > 1 ? merged(highlights) : highlights
}

/** The words that a shopper has typed, ready to be found in many texts. */
export interface TypedWords {
  readonly words: readonly TypedWord[]
  readonly stems: ReadonlySet<string>
  readonly stem: Language['stem']
}

interface TypedWord {
  readonly text: string
  readonly isExact: boolean
  /** Whether it may be found where no word begins. */
  readonly mayBeInside: boolean
}

export function typedWords(tokens: readonly string[], { stem, isExact }: Language): TypedWords {
  const words = tokens.map((text) => {
    const isWhole = isExact(text)
    return { text, isExact: isWhole, mayBeInside: !isWhole && !isAscii(text) }
  })
  return { words, stems: new Set(tokens.map(stem)), stem }
}

function isAscii(word: string): boolean {
  return /^[\x00-\x7f]*$/.test(word)
}

/** Sorts highlights. Highlights that touch become one. */
function merged(highlights: readonly Highlight[]): Highlight[] {
  const result: [number, number][] = []
  for (const [start, end] of highlights.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
