import { searchableWords } from '@vitrine/catalog/words'
import { runYielding, yieldByCost } from '@vitrine/runtime/event-loop'
import { FuzzyDictionary } from '../../index/fuzzy-search.ts'
import { TermDictionary } from '../../index/term-dictionary.ts'
import { facetSchema } from '../facets/facet-values.ts'
import type { IndexedEdition } from '../indexed-edition.ts'

/** The words in the names of labels or options, and the ordinals of the values with each word. */
export interface FacetWords {
  readonly ordinalsOf: ReadonlyMap<string, readonly number[]>
  readonly dictionary: TermDictionary
  readonly fuzzyDictionary: FuzzyDictionary
  /** Approximate memory, in bytes. */
  readonly bytes: number
}

/** Approximate memory of a word of a value, in bytes. */
const WORD_BYTES = 200

/** The time of finding the words of a name, in positions visited. */
const NAME_COST = 64

/** The words in the names of labels or options. */
export function facetWords(edition: IndexedEdition, dimension: 'label' | 'option'): Promise<FacetWords> {
  return edition.cached(`facet words ${dimension}`, () => readFacetWords(edition, dimension))
}

/** Lets other work run between its steps. */
async function readFacetWords(edition: IndexedEdition, dimension: 'label' | 'option'): Promise<FacetWords> {
  const { values } = await facetSchema(edition)
  const ordinalsOf = new Map<string, number[]>()
  let count = 0
  for (const [ordinal, { term, name }] of values.entries()) {
    if (!term.startsWith(`${dimension}:`)) continue
    const words = new Set(searchableWords(name))
    for (const word of words) {
      const ordinals = ordinalsOf.get(word)
      if (ordinals) ordinals.push(ordinal)
      else ordinalsOf.set(word, [ordinal])
    }
    count += words.size
    await yieldByCost(NAME_COST)
  }
  const sorted = [...ordinalsOf.keys()].sort()
  const dictionary = new TermDictionary(sorted.join('\n'))
  const fuzzyDictionary = await runYielding(FuzzyDictionary.build(dictionary.text))
  return {
    ordinalsOf,
    dictionary,
    fuzzyDictionary,
    bytes: dictionary.bytes + fuzzyDictionary.bytes + WORD_BYTES * count,
  }
}
