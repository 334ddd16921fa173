import { type Language, serbianLatin } from '@vitrine/catalog/language'
import type { MatchedField } from '@vitrine/catalog/store'
import { fold } from '@vitrine/catalog/words'
import anyAscii from 'any-ascii'
import { editDistance } from './edit-distance.ts'

/** One word of a search. */
export interface SearchedWord {
  readonly text: string
  readonly isLast: boolean
  /** The word together with each of its neighbours, without an elided word, and in two where letters and digits meet. */
  readonly spellings: readonly (readonly string[])[]
  /** Words or phrases that mean the same. */
  readonly synonyms: readonly (readonly string[])[]
}

/** A way in which a field of a product matches a word. */
export interface WordMatch {
  readonly field: MatchedField
  readonly level: keyof typeof LEVEL_COSTS
  readonly cost: number
  /** The words of the store that the answer names if this is a correction. */
  readonly terms: readonly string[]
  /** Whether an item matches: by its words in the field, or by those of all its fields. */
  accepts(words: ReadonlySet<string>, ofFields?: ReadonlyMap<MatchedField, ReadonlySet<string>>): boolean
}

/** Lower is better: the costs of the levels and of the fields add up. */
const LEVEL_COSTS = {
  exact: 0,
  form: 1,
  synonym: 2,
  joined: 2,
  script: 2,
  misspelt: 3,
  compound: 4,
  prefix: 6,
  part: 8,
}
const FIELD_COSTS = { name: 0, label: 3, option: 3, sku: 4, description: 12, slugOrPicture: 20 }

/** More than all else together. */
const COST_OF_EDIT = 4096
const COST_OF_RARE = 1
const EDITS_OF_PART = 3

/** How the words of a field match a word of a search. */
export class NaiveWord {
  readonly #field: MatchedField
  readonly #vocabulary: readonly string[]
  readonly #language: Language
  /** How many products or variants have a word in the field. */
  readonly #frequency: (word: string) => number

  constructor(
    field: MatchedField,
    vocabulary: readonly string[],
    language: Language,
    frequency: (word: string) => number,
  ) {
    this.#field = field
    this.#vocabulary = vocabulary
    this.#language = language
    this.#frequency = frequency
  }

  direct({ text, spellings, synonyms }: SearchedWord): WordMatch[] {
    const others = (isMatch: (word: string) => boolean) =>
      this.#vocabulary.filter((word) => word !== text && isMatch(word))
    const ofOneWord = synonyms.filter(({ length }) => length === 1)
    const written = [this.#match('exact', [text]), ...ofOneWord.map((word) => this.#phrase(word, 'synonym'))]
    if (this.#language.isExact(text)) return written
    return [
      ...written,
      this.#match(
        'form',
        others((word) => this.#isForm(text, word)),
      ),
      this.#match('compound', this.#compounds(text)),
      this.#match(
        'prefix',
        others((word) => word.startsWith(text)),
      ),
      ...[...spellings, ...this.#splits(text, 3).filter(([, second]) => this.#vocabulary.includes(second!))].map(
        (phrase) => this.#phrase(phrase),
      ),
    ]
  }

  /** `edits`: how many mistakes a misspelt word has; undefined if no field has a word with any. */
  approximate({ text }: SearchedWord, edits: number | undefined): WordMatch[] {
    const { stem: stemOf, isExact } = this.#language
    if (isExact(text)) return []
    const stem = stemOf(text)
    const parts = this.#vocabulary.filter((word) => word.includes(stem) && !word.startsWith(stem) && !isExact(word))
    return [
      ...latinSpellings(text).map((spelling) => this.#phrase([spelling], 'script')),
      ...this.#splits(text, text.startsWith('t') ? 1 : 2).map((phrase) => this.#phrase(phrase)),
      ...(edits === undefined ? [] : this.#misspelt(text, edits)),
      this.#match(
        'part',
        edits === undefined && (stem.length >= 3 || /\P{ASCII}/u.test(stem)) ? parts : [],
        EDITS_OF_PART,
      ),
    ]
  }

  /** Matches if each word of a synonym is in this field, or in another that costs at most as much. */
  synonym(phrase: readonly string[], all: readonly NaiveWord[]): WordMatch {
    const cheaper = all.filter((other) => FIELD_COSTS[other.#field] <= FIELD_COSTS[this.#field])
    const found = phrase.map((word) => cheaper.map((other) => ({ field: other.#field, forms: other.#forms(word) })))
    return {
      ...this.#match('synonym', [phrase.join(' ')]),
      accepts: (_, ofFields) =>
        found.every((ofWord) =>
          ofWord.some(({ field, forms }) => forms.some((form) => ofFields!.get(field)!.has(form))),
        ),
    }
  }

  /** Whether a word of the field has so many mistakes. */
  hasMistakes(text: string, edits: number): boolean {
    return this.#vocabulary.some((word) => this.#isMistaken(text, word, edits))
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

  /** The words with so many mistakes, in any form. The most frequent ones come first. */
  #misspelt(text: string, edits: number): WordMatch[] {
    const words = this.#vocabulary.filter((word) => this.#isMistaken(text, word, edits))
    const terms = [...new Set(words.flatMap((word) => this.#forms(word)))]
    const most = Math.max(...terms.map(this.#frequency))
    const [frequent, rare] = [true, false].map((isMost) =>
      terms.filter((term) => (this.#frequency(term) === most) === isMost),
    )
    return [this.#match('misspelt', frequent!, edits), this.#match('misspelt', rare!, edits, COST_OF_RARE)]
  }

  /** Whether a spelling of the text, or the stem of one, and a word have so many mistakes between them. */
  #isMistaken(text: string, word: string, mistakes: number): boolean {
    if (this.#language.isStopWord(word) || [text, word].some(this.#language.isExact)) return false
    return [text, ...latinSpellings(text)]
      .filter((spelling) => !/\d/.test(spelling) && [...spelling].length >= (mistakes === 1 ? 4 : 6))
      .flatMap((spelling) => [spelling, this.#language.stem(spelling)])
      .filter((written) => Math.abs([...written].length - [...word].length) <= mistakes)
      .some((written) => editDistance(written, word) + ([...written][0] === [...word][0] ? 0 : 1) === mistakes)
  }

  /** The two parts of a word: a word of the field with so many letters at least, and another of three or more. */
  #splits(text: string, least: number): string[][] {
    return Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)] as const)
      .filter(([first, second]) => first.length >= least && second.length >= 3)
      .filter(([first]) => this.#vocabulary.includes(first))
      .map((parts) => [...parts])
  }

  /** The longer words that end with the stem of the word, in a language that writes compounds as one word. */
  #compounds(text: string): string[] {
    const stem = this.#language.stem(text)
    if (!this.#language.hasCompounds || stem.length < 4) return []
    return this.#vocabulary.filter((word) => !word.startsWith(stem) && this.#language.stem(word).endsWith(stem))
  }

  #forms(word: string): string[] {
    return this.#vocabulary.filter((other) => other === word || this.#isForm(word, other))
  }

  /**
   * Whether a word of the store has the same stem and begins with the same two letters, or is an irregular form. Short
   * words and those with digits have no forms.
   */
  #isForm(word: string, other: string): boolean {
    if (word.length < 3 || /\d/.test(word)) return false
    const { stem, irregularWordForms } = this.#language
    if (irregularWordForms(word).includes(other)) return true
    return stem(word) === stem(other) && other.startsWith(word.slice(0, 2))
  }
}

/** A Cyrillic or Greek word in Latin letters: as most languages write it, and as Serbian does. */
function latinSpellings(word: string): string[] {
  if (!/^[\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u.test(word)) return []
  const spellings = [word, serbianLatin(word)].map((text) => fold(anyAscii(text)).replace(/[^a-z0-9]/g, ''))
  return [...new Set(spellings)].filter((spelling) => spelling !== '' && spelling !== word)
}
