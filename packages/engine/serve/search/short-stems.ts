import type { Language } from '@vitrine/catalog/language'
import { runYielding } from '@vitrine/runtime/event-loop'
import { STEP, type Steps } from '@vitrine/runtime/steps'
import type { Kind } from '../../edition/term.ts'
import type { WordField } from '../../edition/word-term.ts'
import type { TermDictionary } from '../../index/term-dictionary.ts'
import type { Memory } from '../bounded-cache.ts'
import type { IndexedEdition } from '../indexed-edition.ts'

/**
 * The terms of a dictionary that have a short stem. Terms of a longer stem are found by their first letters. But a
 * thousand words of a large dictionary begin with the same two letters, and stemming them takes 3 ms.
 */
export class ShortStems implements Memory {
  readonly bytes: number
  readonly #terms: ReadonlyMap<string, readonly string[]>

  private constructor(terms: ReadonlyMap<string, readonly string[]>, count: number) {
    this.#terms = terms
    this.bytes = TERM_BYTES * count
  }

  static *build(dictionary: TermDictionary, language: Language): Steps<ShortStems> {
    const terms = new Map<string, string[]>()
    let [at, count] = [0, 0]
    for (const term of dictionary.terms()) {
      if (++at % TERMS_PER_STEP === 0) yield STEP
      const stem = language.stem(term)
      if (stem.length > SHORT) continue
      const others = terms.get(stem)
      if (others) others.push(term)
      else terms.set(stem, [term])
      count++
    }
    return new ShortStems(terms, count)
  }

  /**
   * The terms with this stem that begin with `beginning`, in the order of the dictionary; undefined if the stem is not
   * short.
   */
  termsWith(stem: string, beginning: string): readonly string[] | undefined {
    if (stem.length > SHORT) return undefined
    return (this.#terms.get(stem) ?? []).filter((term) => term.startsWith(beginning))
  }
}

/** The terms with short stems of a large dictionary, if they are in memory. Otherwise finds them in the background. */
export function peekShortStems(
  edition: IndexedEdition,
  kind: Kind,
  field: WordField,
  dictionary: TermDictionary,
): ShortStems | undefined {
  if (dictionary.text.length < MIN_TEXT_OF_SHORT_STEMS) return undefined
  const build = async () => runYielding(ShortStems.build(dictionary, await edition.language()))
  return edition.peekOrRequest(`short stems ${kind} ${field}`, build)
}

/** In dictionaries of fewer letters, the words that begin alike are soon compared. */
const MIN_TEXT_OF_SHORT_STEMS = 200_000

/** The letters of a short stem, at most. */
const SHORT = 4

/** Terms of a step: a stemmer takes 1 to 2 µs for each. */
const TERMS_PER_STEP = 512

/** Approximate memory of a term with its place in a list, in bytes. */
const TERM_BYTES = 100
