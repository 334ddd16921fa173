import type { SearchWord } from './word-matches.ts'

/** The words that have to match: each once, and stop words only if there are no others. */
export function searchWords(
  tokens: readonly string[],
  isStopWord: (word: string) => boolean,
  joinedPairs: readonly (string | undefined)[],
  elisions: ReadonlyMap<string, string>,
  synonyms: readonly (readonly string[])[][],
): SearchWord[] {
  const isSearched = tokens.every(isStopWord) ? () => true : (word: string) => !isStopWord(word)
  const words = new Map<string, SearchWord>()
  for (const [at, text] of tokens.entries()) {
    const joined = [joinedPairs[at - 1], joinedPairs[at], elisions.get(text)].filter((word) => word !== undefined)
    const spellings = [...joined.map((word) => [word]), ...partsWithDigits(text)]
    const word = { text, isLast: at === tokens.length - 1, spellings, synonyms: synonyms[at]! }
    if (isSearched(text)) words.set(text, word)
  }
  return [...words.values()]
}

/** Each word joined with the next one; undefined where the store does not have it. */
export function joinedPairs(tokens: readonly string[], isKnown: (word: string) => boolean): (string | undefined)[] {
  return tokens.slice(1).map((next, at) => (isKnown(tokens[at]! + next) ? tokens[at]! + next : undefined))
}

/** The two parts of a word at each place where letters and digits meet, at most three: `840`, `g3` of `840g3`. */
function partsWithDigits(word: string): string[][] {
  const places = [...word.matchAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu)].slice(0, 3)
  return places.map(({ index }) => [word.slice(0, index), word.slice(index)])
}
