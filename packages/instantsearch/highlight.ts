import type { Explanation } from '@vitrine/client'

/** A text with its matches between tags. */
export function highlight(text: string, found: readonly FoundWord[], tags: Tags): Highlight {
  const { highlightPreTag: before = '<em>', highlightPostTag: after = '</em>' } = tags
  const matched = new Set<string>()
  let unmatched = 0
  const value = text.replace(WORD, (token) => {
    const [length, word] = longestMatch(token, found)
    if (length < token.length) unmatched++
    if (word === undefined) return token
    matched.add(word)
    return before + token.slice(0, length) + after + token.slice(length)
  })
  const matchLevel = matched.size === 0 ? 'none' : matched.size < found.length ? 'partial' : 'full'
  return { value, matchLevel, matchedWords: [...matched], fullyHighlighted: matched.size > 0 && unmatched === 0 }
}

/** A word of the search, the way in which a product has it, and the words of the product. */
export type FoundWord = Pick<Explanation['words'][number], 'word' | 'how' | 'as'>

/** A text with its matches between tags, as `_highlightResult` and `_snippetResult` have it. */
export interface Highlight {
  readonly value: string
  readonly matchLevel: 'none' | 'partial' | 'full'
  readonly matchedWords: string[]
  readonly fullyHighlighted: boolean
}

/** What to write before and after a match. */
export interface Tags {
  readonly highlightPreTag?: string | undefined
  readonly highlightPostTag?: string | undefined
}

/** Apostrophes inside a word belong to it, as in the search. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu

/** The words of a text as something to find: each matches what begins with it. */
export function prefixesIn(text: string): FoundWord[] {
  return [...text.matchAll(WORD)].map(([word]) => ({ word, how: 'prefix', as: [word] }))
}

/** How many characters of the token match, and the word of the search that they match. */
function longestMatch(token: string, found: readonly FoundWord[]): readonly [length: number, word?: string] {
  const folded = fold(token)
  for (const { word, how, as } of found) {
    for (const term of as.map(fold)) {
      if (term === folded) return [token.length, word]
      if (how === 'prefix' && term !== '' && folded.startsWith(term)) return [lengthOf(token, term), word]
    }
  }
  return [0]
}

/** The length of the beginning of a token that folds to a term. */
function lengthOf(token: string, term: string): number {
  let end = 0
  for (const character of token) {
    if (fold(token.slice(0, end)).length >= term.length && fold(character) !== '') break
    end += character.length
  }
  return end
}

/** Without case, accents and apostrophes. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
}
