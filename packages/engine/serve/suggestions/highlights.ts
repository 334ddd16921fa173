import type { Language } from '@vitrine/catalog/language'
import { FoldedText, type Highlight } from './folded-text.ts'

/** The characters of a text that match the words: the beginnings of words, and other forms of a word as a whole. */
export function highlightsOf(text: string, words: readonly string[], { stem, isExact }: Language): Highlight[] {
  const folded = new FoldedText(text)
  const stems = new Set(words.map(stem))
  const matchedWords = new Set<string>()
  const highlights: Highlight[] = []
  for (const { word, at } of folded.words()) {
    const matches = words.filter((each) => (isExact(each) ? word === each : word.startsWith(each)))
    for (const each of matches) matchedWords.add(each)
    const longest = Math.max(0, ...matches.map(({ length }) => length))
    const length = longest > 0 ? longest : stems.has(stem(word)) ? word.length : 0
    if (length > 0) highlights.push(folded.range(at, length))
  }
  // Scripts without spaces do not say where a word begins.
  for (const word of words) {
    const at = matchedWords.has(word) || isAscii(word) || isExact(word) ? -1 : folded.indexOf(word)
    if (at >= 0) highlights.push(folded.range(at, word.length))
  }
  return merged(highlights)
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
