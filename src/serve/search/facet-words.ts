import { tokenize } from '../../catalog/words.ts'
import type { FacetValue } from '../../edition/edition.ts'
import type { Term } from '../../edition/term.ts'
import { FuzzyDictionary } from '../../index/fuzzy-search.ts'
import { TermDictionary } from '../../index/term-dictionary.ts'
import { runInSteps } from '../../runtime/event-loop.ts'

/** The words in the names of labels or options, and the terms of the values with each word. */
export interface FacetWords {
  readonly termsOf: ReadonlyMap<string, readonly Term[]>
  readonly dictionary: TermDictionary
  readonly fuzzyDictionary: FuzzyDictionary
  /** Approximate memory, in bytes. */
  readonly bytes: number
}

/** Approximate memory of a word and its terms, in bytes. */
const WORD_BYTES = 200

export async function readFacetWords(values: readonly FacetValue[]): Promise<FacetWords> {
  const words = values.flatMap(({ term, name }) => [...new Set(tokenize(name))].map((word) => ({ word, term })))
  const byWord = Map.groupBy(words, ({ word }) => word)
  const sorted = [...byWord.keys()].sort()
  const termsOf = new Map(sorted.map((word) => [word, byWord.get(word)!.map(({ term }) => term)]))
  const dictionary = new TermDictionary(sorted.join('\n'))
  const fuzzyDictionary = await runInSteps(FuzzyDictionary.build(dictionary.text))
  return {
    termsOf,
    dictionary,
    fuzzyDictionary,
    bytes: dictionary.bytes + fuzzyDictionary.bytes + WORD_BYTES * words.length,
  }
}
