import { type Language, serbianLatin } from '@vitrine/catalog/language'
import type { SearchFieldName } from '@vitrine/catalog/store'
import { fold } from '@vitrine/catalog/words'
import anyAscii from 'any-ascii'
import { editDistance } from './edit-distance.ts'

/** One word of a search. */
export interface SearchedWord {
  readonly text: string
  readonly isLast: boolean
  /** The word together with each of its neighbours. */
  readonly joined: readonly string[]
  /** Words or phrases that mean the same. */
  readonly synonyms: readonly (readonly string[])[]
}

/** A way in which a field of a product matches a word. */
export interface WordMatch {
  readonly field: SearchFieldName
  readonly level: 'exact' | 'form' | 'synonym' | 'joined' | 'misspelt' | 'prefix' | 'part'
  readonly cost: number
  /** The words of the store that the answer names if this is a correction. */
  readonly terms: readonly string[]
  accepts(words: ReadonlySet<string>): boolean
}

/** Lower is better: the costs of the levels and of the fields add up. */
const LEVEL_COSTS = { exact: 0, form: 1, synonym: 2, joined: 2, misspelt: 3, prefix: 6, part: 8 }
const FIELD_COSTS = { name: 0, label: 3, option: 3, sku: 4, description: 12 }

/** More than all else together. */
const COST_OF_EDIT = 4096
const COST_OF_RARE = 1
const EDITS_OF_PART = 3

/** How the words of a field match a word of a search. */
export class NaiveWord {
  readonly #field: SearchFieldName
  readonly #vocabulary: readonly string[]
  readonly #language: Language
  /** How many products or variants have a word in the field. */
  readonly #frequency: (word: string) => number

  constructor(
    field: SearchFieldName,
    vocabulary: readonly string[],
    language: Language,
    frequency: (word: string) => number,
  ) {
    this.#field = field
    this.#vocabulary = vocabulary
    this.#language = language
    this.#frequency = frequency
  }

  direct({ text, joined, synonyms }: SearchedWord): WordMatch[] {
    const others = (isMatch: (word: string) => boolean) =>
      this.#vocabulary.filter((word) => word !== text && isMatch(word))
    return [
      this.#match('exact', [text]),
      this.#match(
        'form',
        others((word) => this.#isForm(text, word)),
      ),
      this.#match(
        'prefix',
        others((word) => word.startsWith(text)),
      ),
      ...synonyms.map((phrase) => this.#phrase(phrase, 'synonym')),
      ...joined.map((word) => this.#phrase([word])),
    ]
  }

  approximate({ text }: SearchedWord): WordMatch[] {
    const spellings = [text, ...latinSpellings(text)]
    const parts = this.#vocabulary.filter((word) => word.includes(text) && !word.startsWith(text))
    return [
      ...spellings.slice(1).map((spelling) => this.#phrase([spelling])),
      ...this.#splits(text).map((phrase) => this.#phrase(phrase)),
      ...[1, 2].flatMap((edits) => this.#misspelt(spellings, edits)),
      this.#match('part', text.length >= 3 || /\P{ASCII}/u.test(text) ? parts : [], EDITS_OF_PART),
    ]
  }

  #match(level: WordMatch['level'], terms: readonly string[], edits = 0, more = 0): WordMatch {
    const cost = LEVEL_COSTS[level] + FIELD_COSTS[this.#field] + edits * COST_OF_EDIT + more
    return { field: this.#field, level, cost, terms, accepts: (words) => terms.some((term) => words.has(term)) }
  }

  /** Matches if each word of the phrase is there in any form. */
  #phrase(phrase: readonly string[], level: WordMatch['level'] = 'joined'): WordMatch {
    const forms = phrase.map((word) => this.#forms(word))
    return {
      ...this.#match(level, [phrase.join(' ')]),
      accepts: (words) => forms.every((each) => each.some((form) => words.has(form))),
    }
  }

  /** The words with so many mistakes at the least, in any form. The most frequent ones come first. */
  #misspelt(spellings: readonly string[], edits: number): WordMatch[] {
    const words = this.#vocabulary.filter((word) => {
      const counts = spellings.flatMap((spelling) => this.#mistakes(spelling, word))
      return counts.length > 0 && Math.min(...counts) === edits
    })
    const terms = [...new Set(words.flatMap((word) => this.#forms(word)))]
    const most = Math.max(...terms.map(this.#frequency))
    const [frequent, rare] = [true, false].map((isMost) =>
      terms.filter((term) => (this.#frequency(term) === most) === isMost),
    )
    return [this.#match('misspelt', frequent!, edits), this.#match('misspelt', rare!, edits, COST_OF_RARE)]
  }

  /** The numbers of mistakes between a spelling, or its stem, and a word: those that are allowed. */
  #mistakes(spelling: string, word: string): number[] {
    const letters = [...spelling].length
    const allowed = letters < 4 ? 0 : letters < 8 ? 1 : 2
    return [spelling, this.#language.stem(spelling)]
      .filter((written) => Math.abs([...written].length - [...word].length) <= allowed)
      .map((written) => editDistance(written, word) + ([...written][0] === [...word][0] ? 0 : 1))
      .filter((mistakes) => mistakes > 0 && mistakes <= allowed)
  }

  /** The two parts of a word: a number and its unit, or a word of the field and another of three letters or more. */
  #splits(text: string): string[][] {
    const number = /^(\d+)(\p{L}+)$/u.exec(text)
    if (number) return [number.slice(1)]
    return Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)] as const)
      .filter(([first, second]) => (first.length >= 2 || first === 't') && second.length >= 3)
      .filter(([first]) => this.#vocabulary.includes(first))
      .map((parts) => [...parts])
  }

  #forms(word: string): string[] {
    return this.#vocabulary.filter((other) => other === word || this.#isForm(word, other))
  }

  /** Whether a word of the store has the same stem. Short words and those with digits have no forms. */
  #isForm(word: string, other: string): boolean {
    if (word.length < 3 || /\d/.test(word)) return false
    return this.#language.stem(word) === this.#language.stem(other)
  }
}

/** A Cyrillic or Greek word in Latin letters: as most languages write it, and as Serbian does. */
function latinSpellings(word: string): string[] {
  if (!/^[\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u.test(word)) return []
  const spellings = [word, serbianLatin(word)].map((text) => fold(anyAscii(text)).replace(/[^a-z0-9]/g, ''))
  return [...new Set(spellings)].filter((spelling) => spelling !== '' && spelling !== word)
}
