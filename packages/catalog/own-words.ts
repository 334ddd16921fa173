import type { Language } from './language.ts'
import type { Store } from './store.ts'

/** The language of a store with the words that the operator has declared. */
export function withOwnWords(
  language: Language,
  { stopWords = [], exactWords = [] }: Pick<Store, 'stopWords' | 'exactWords'>,
): Language {
  if (stopWords.length + exactWords.length === 0) return language
  const [stop, exact] = [new Set(stopWords), new Set(exactWords)]
  const isExact = (word: string) => exact.has(word)
  const inexact = (words: readonly string[]) => words.filter((word) => !isExact(word))
  return {
    ...language,
    // The mark is in no word, so that no other word has this stem.
    stem: (word) => (isExact(word) ? `${word}=` : language.stem(word)),
    irregularWordForms: (word) => (isExact(word) ? [] : inexact(language.irregularWordForms(word))),
    prefixed: (word) => (isExact(word) ? [] : inexact(language.prefixed(word))),
    isStopWord: (word) => stop.has(word) || language.isStopWord(word),
    isExact,
  }
}
