import type { Language } from '@vitrine/catalog/language'
import { mapYielding, yieldByTime } from '@vitrine/runtime/event-loop'
import type { FuzzyDictionary, Visits } from '../../index/fuzzy-search.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect, intersectAll, unionAll } from '../../index/set-algebra.ts'
import type { TermDictionary } from '../../index/term-dictionary.ts'
import { MAX_SIMILAR_WORDS, WORD_FORMS_COST } from './budget.ts'
import { anyOf, type SearchField } from './fields.ts'
import { hangulBeginnings } from './hangul-beginnings.ts'
import { type Level, type LevelMatch, levelMatch, PART_EDITS } from './level-match.ts'
import { Lookup } from './lookup.ts'
import { otherLetters } from './other-letters.ts'
import { type ScoreClass, TermMatches } from './score.ts'

/** The matches of a word in the fields of a step. */
export class WordMatches {
  readonly direct: readonly LevelMatch[]
  readonly approximate: readonly LevelMatch[]
  readonly scored: TermMatches
  #strict: PostingList | undefined

  constructor(direct: readonly LevelMatch[], approximate: readonly LevelMatch[]) {
    this.direct = direct
    this.approximate = approximate
    this.scored = termMatches([...direct, ...approximate])
  }

  /** The matches without longer words that begin with the word. If there are no others, all matches. */
  get strict(): PostingList {
    this.#strict ??= this.#findStrict()
    return this.#strict
  }

  #findStrict(): PostingList {
    const complete = [...this.direct.filter(({ level }) => level !== 'prefix'), ...this.approximate]
    return complete.length === 0 ? this.scored.all : unionOf(complete)
  }
}

/** One word of a search. */
export interface SearchWord {
  readonly text: string
  /** Whether it is the last one, which may still be typed. */
  readonly isLast: boolean
  /** The word joined with a neighbour, without the elided one before it, or parted between letters and digits. */
  readonly spellings: readonly (readonly string[])[]
  /** Words or phrases that the store has declared to mean the same. */
  readonly synonyms: readonly (readonly string[])[]
}

/** A word of a search with its matches. */
export interface MatchedWord {
  readonly word: SearchWord
  readonly matches: WordMatches
}

/** Matches of equal score are one class. */
function termMatches(matches: readonly LevelMatch[]): TermMatches {
  const classes = [...Map.groupBy(matches, ({ score }) => score)].map(
    ([score, same]): ScoreClass => ({ score, positions: unionOf(same) }),
  )
  return new TermMatches(
    classes.sort((a, b) => a.score - b.score),
    unionOf(matches.filter((match) => !isInLonger(match, matches))),
  )
}

/** Whether it is an exact match, and a match of level `prefix` in the same field has all of its positions. */
function isInLonger({ level, field }: LevelMatch, matches: readonly LevelMatch[]): boolean {
  return level === 'exact' && matches.some((match) => match.level === 'prefix' && match.field === field)
}

export function unionOf(matches: readonly ScoreClass[]): PostingList {
  return unionAll(matches.map(({ positions }) => positions))
}

/** Matches the words of a search in the fields of an edition. */
export class WordMatcher {
  readonly #language: Language

  constructor(language: Language) {
    this.#language = language
  }

  /** Whether a field has the word in any form. */
  isInAny(fields: readonly SearchField[], word: string): boolean {
    return fields.some((field) => this.#wordForms(field, word).length > 0)
  }

  /**
   * The word itself, its other forms, its synonyms of one word, the word joined or split, compounds that end with it,
   * and words that begin with it: how to look them up in each of the fields.
   */
  async direct(fields: readonly SearchField[], word: SearchWord): Promise<Lookup[]> {
    if (this.#language.isExact(word.text)) return fields.map((field) => this.#exact(field, word))
    return Promise.all(fields.map((field) => this.#direct(field, word)))
  }

  /** The synonyms of several words: how to look them up in the fields together. Each word may be in another field. */
  phrases(fields: readonly SearchField[], { synonyms }: SearchWord): Lookup {
    const phrases = synonyms
      .filter((phrase) => phrase.length > 1)
      .map((phrase) => ({
        phrase,
        wordForms: phrase.map((word) => fields.map((field) => this.#wordForms(field, word))),
      }))
    const cost = phrases.flatMap(({ wordForms }) =>
      wordForms.map((ofWord) => WORD_FORMS_COST + sumOf(fields.map((field, at) => field.cost(ofWord[at]!)))),
    )
    const isNowhere = (ofWord: readonly (readonly string[])[]) => ofWord.every(({ length }) => length === 0)
    const known = phrases.filter(({ wordForms }) => !wordForms.some(isNowhere))
    const read = ({ phrase, wordForms }: (typeof phrases)[number]) => phraseMatches(fields, phrase, wordForms)
    return new Lookup(sumOf(cost), async () => (await Promise.all(known.map(read))).flat(), known.length === 0)
  }

  /** The word as it is written, and its synonyms of one word. */
  #exact(field: SearchField, { text, synonyms }: SearchWord): Lookup {
    const phrases = [this.#phrase(field, 'exact', [text]), ...this.#synonyms(field, synonyms)]
    const read = () => Promise.all(phrases.map(({ read }) => read()))
    return new Lookup(
      sumOfCosts(phrases),
      read,
      phrases.every(({ isEmpty }) => isEmpty),
    )
  }

  async #direct(field: SearchField, { text, spellings, synonyms }: SearchWord): Promise<Lookup> {
    const wordForms = this.#wordForms(field, text)
    // A word that the dictionary does not have needs no read.
    const [itself, otherForms] = [wordForms.filter((one) => one === text), wordForms.filter((one) => one !== text)]
    const begins = (beginning: string) => field.dictionary.beginningWith(beginning, 1).length > 0
    const typed = hangulBeginnings(text, begins)
    const longer = [text, ...typed].map((beginning) => field.beginningWith(beginning))
    const phrases = [
      ...this.#synonyms(field, synonyms),
      ...spellings.map((phrase) => this.#phrase(field, 'joined', phrase)),
      ...splits(text, field.dictionary, MIN_PART)
        .filter(([, second]) => field.dictionary.has(second))
        .map((phrase) => this.#phrase(field, 'joined', phrase)),
    ]
    const visits: Visits = { count: 0 }
    const compounds = await this.#compounds(field, text, visits)
    const lists = field.cost([text]) + field.cost(otherForms) + field.cost(compounds) + sumOfCosts(longer)
    const cost = WORD_FORMS_COST + visits.count + lists + sumOfCosts(phrases)
    const isEmpty =
      wordForms.length + compounds.length === 0 &&
      typed.length === 0 &&
      !begins(text) &&
      phrases.every(({ isEmpty }) => isEmpty)
    // Started together, so that they are read together.
    const read = async () =>
      Promise.all([
        anyOf(field, itself).then((positions) => levelMatch(field.name, 'exact', [text], positions)),
        anyOf(field, otherForms).then((positions) => levelMatch(field.name, 'form', otherForms, positions)),
        ...phrases.map(({ read }) => read()),
        anyOf(field, compounds).then((positions) => levelMatch(field.name, 'compound', compounds, positions)),
        Promise.all(longer.map(({ read }) => read())).then((lists) =>
          levelMatch(field.name, 'prefix', [text], unionAll(lists)),
        ),
      ])
    return new Lookup(cost, read, isEmpty)
  }

  /** The words of a field of which the word is the last part, in any form: `stehlampe` for `lampen`. */
  async #compounds(field: SearchField, word: string, visits: Visits): Promise<readonly string[]> {
    const { stem, hasCompounds } = this.#language
    const head = stem(word)
    if (!hasCompounds || head.length < MIN_HEAD) return []
    const stems = field.stems()
    if (stems && stems.mostContaining(head) < MAX_SIMILAR_WORDS)
      return stems.endingWith(head).filter((term) => term.indexOf(head) > 0)
    const scan: Visits = { count: 0 }
    const containing = (await field.fuzzyDictionary()).inside(head, MAX_SIMILAR_WORDS, scan)
    // Only a scan that the index would not have saved, so that the cost does not depend on what is in memory.
    if (containing.length === MAX_SIMILAR_WORDS) visits.count += scan.count + containing.length * STEM_COST
    return containing.filter((term) => stem(term).endsWith(head))
  }

  /**
   * The word split, in other letters, misspelt, or inside other words: how to look it up in each of the fields. It is
   * inside others only if it is no misspelling. An exact word is none of these, and is found for none.
   */
  async approximate(fields: readonly SearchField[], { text }: SearchWord): Promise<Lookup[]> {
    if (this.#language.isExact(text)) return fields.map(() => new Lookup(0, async () => []))
    const spellings = [text, ...otherLetters(text, this.#language)]
    const minPart = text.startsWith('t') ? 1 : MIN_PART - 1
    const phrases = fields.map((field) => [
      ...splits(text, field.dictionary, minPart).map((phrase) => this.#phrase(field, 'joined', phrase)),
      // The first one is the word itself.
      ...spellings.slice(1).map((spelling) => this.#phrase(field, 'script', [spelling])),
    ])
    const fuzzy = await Promise.all(fields.map(async (field) => ({ field, words: await field.fuzzyDictionary() })))
    const visits = fields.map((): Visits => ({ count: 0 }))
    const { edits, corrections } = await this.#corrections(fuzzy, spellings, visits)
    const part = this.#language.stem(text)
    const hasParts = corrections.every(({ length }) => length === 0) && isLongEnoughForParts(part)
    return fuzzy.map(({ field, words }, at) => {
      const misspelt = corrections[at]!
      const inside = hasParts ? words.inside(part, MAX_SIMILAR_WORDS, visits[at]) : []
      const withPart = inside.filter((term) => !this.#language.isExact(term))
      const cost = visits[at]!.count + sumOfCosts(phrases[at]!) + field.cost(misspelt) + field.cost(withPart)
      return new Lookup(cost, async () => [
        ...(await mapYielding(phrases[at]!, ({ read }) => read())),
        ...(await misspeltMatches(field, misspelt, edits)),
        levelMatch(field.name, 'part', withPart, await anyOf(field, withPart), PART_EDITS),
      ])
    })
  }

  #synonyms(field: SearchField, synonyms: SearchWord['synonyms']): Phrase[] {
    return synonyms.filter(({ length }) => length === 1).map((word) => this.#phrase(field, 'synonym', word))
  }

  /** The match with all words of the phrase in the field, each word in any form. */
  #phrase(field: SearchField, level: Level, phrase: readonly string[]): Phrase {
    const wordForms = phrase.map((word) => this.#wordForms(field, word))
    const lists = sumOfCosts(wordForms.map((ofWord) => ({ cost: field.cost(ofWord) })))
    const isEmpty = wordForms.some((ofWord) => ofWord.length === 0)
    const read = async () => {
      const [first, ...others] = await Promise.all(wordForms.map((ofWord) => anyOf(field, ofWord)))
      return levelMatch(field.name, level, [phrase.join(' ')], intersect(first!, ...others))
    }
    return { cost: phrase.length * WORD_FORMS_COST + lists, isEmpty, read }
  }

  /**
   * The word and its other forms, those that the dictionary has. Words of the same stem begin with what the word and
   * its stem have in common, up to its last letter: `berries` and `berry` have the stem `berri`.
   */
  #wordForms(field: SearchField, word: string): readonly string[] {
    const { dictionary } = field
    if (word.length < 3 || /\d/.test(word)) return dictionary.has(word) ? [word] : []
    const spellings = [word, ...this.#language.prefixed(word)]
    const regular = spellings.flatMap((spelling) => this.#sameStem(field, spelling))
    const irregular = this.#language.irregularWordForms(word).filter((one) => dictionary.has(one))
    return spellings.length + irregular.length === 1 ? regular : [...new Set([...regular, ...irregular])]
  }

  #sameStem(field: SearchField, word: string): readonly string[] {
    const stem = this.#language.stem(word)
    const article = Math.max(0, word.indexOf(stem.slice(0, 2)))
    const beginning = word.slice(0, article + Math.max(2, commonLength(stem, word.slice(article)) - 1))
    const stems = field.stems()
    if (stems) return stems.withStem(stem).filter((term) => term.startsWith(beginning))
    return field.dictionary.beginningWithoutDigits(beginning).filter((other) => this.#language.stem(other) === stem)
  }

  /** The words of each field that the word may be a misspelling of, with the fewest edits that any field needs. */
  async #corrections(
    fuzzy: readonly FuzzyField[],
    spellings: readonly string[],
    visits: readonly Visits[],
  ): Promise<{ readonly edits: number; readonly corrections: readonly (readonly string[])[] }> {
    for (let edits = 1; ; edits++) {
      const corrections: string[][] = []
      for (const [at, field] of fuzzy.entries())
        corrections.push(await this.#withEdits(field, spellings, edits, visits[at]!))
      if (edits === MAX_EDITS || corrections.some(({ length }) => length > 0)) return { edits, corrections }
    }
  }

  /** The words of a field that are so many edits from the word or its stem, and their other forms. */
  async #withEdits(
    { field, words }: FuzzyField,
    spellings: readonly string[],
    edits: number,
    visits: Visits,
  ): Promise<string[]> {
    const { stem, isStopWord, isExact } = this.#language
    const similar = new Set<string>()
    const allowed = spellings.filter((spelling) => edits <= maxEditsOf(spelling))
    for (const [word, beginning] of allowed.flatMap((spelling) => withStem(spelling, stem(spelling)))) {
      await yieldByTime()
      for (const { term, ...found } of words.near(word, edits, edits - 1, visits, beginning)) {
        // Shoppers seldom get the first letter wrong: such an edit counts twice.
        const more = term.codePointAt(0) === word.codePointAt(0) ? 0 : 1
        const isCounted = found.edits + more === edits || found.editsOfBeginning + more === edits
        if (isCounted && !isStopWord(term) && !isExact(term)) similar.add(term)
      }
    }
    const first = [...similar].slice(0, MAX_SIMILAR_WORDS)
    visits.count += first.length * WORD_FORMS_COST
    return [...new Set(first.flatMap((term) => this.#wordForms(field, term)))]
  }
}

/** What to look for near a word and its stem, which mostly is a beginning of the word: words, each with a beginning. */
function withStem(word: string, stem: string): (readonly [word: string, beginning: string])[] {
  return word.startsWith(stem)
    ? [[word, stem]]
    : [
        [word, word],
        [stem, stem],
      ]
}

/** A field with the dictionary that finds misspellings. */
interface FuzzyField {
  readonly field: SearchField
  readonly words: FuzzyDictionary
}

/** A phrase that can be looked up. */
interface Phrase {
  readonly cost: number
  readonly isEmpty: boolean
  readonly read: () => Promise<LevelMatch>
}

function sumOfCosts(parts: readonly { readonly cost: number }[]): number {
  return sumOf(parts.map(({ cost }) => cost))
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0)
}

/**
 * The matches with all words of a phrase in some fields, each word in any form. The costliest field with a word counts.
 * `wordForms`: of each word, by field. `fields`: the cheapest first.
 */
async function phraseMatches(
  fields: readonly SearchField[],
  phrase: readonly string[],
  wordForms: readonly (readonly (readonly string[])[])[],
): Promise<LevelMatch[]> {
  const read = (ofWord: readonly (readonly string[])[]) =>
    Promise.all(fields.map((field, at) => anyOf(field, ofWord[at]!)))
  const byWord = await Promise.all(wordForms.map(read))
  return fields.map(({ name }, at) => {
    const inFirst = byWord.map((lists) => unionAll(lists.slice(0, at + 1)))
    return levelMatch(name, 'synonym', [phrase.join(' ')], intersectAll(inFirst))
  })
}

/** The most frequent term comes before the others with as many edits. */
async function misspeltMatches(field: SearchField, terms: readonly string[], edits: number): Promise<LevelMatch[]> {
  const lists = await field.lists(terms)
  const most = Math.max(...lists.map(({ size }) => size))
  const [frequent, rare] = [
    terms.filter((_, index) => lists[index]!.size === most),
    terms.filter((_, index) => lists[index]!.size < most),
  ]
  const ofFrequent = unionAll(lists.filter(({ size }) => size === most))
  const ofRare = unionAll(lists.filter(({ size }) => size < most))
  const rarer = levelMatch(field.name, 'misspelt', rare, ofRare, edits)
  return [levelMatch(field.name, 'misspelt', frequent, ofFrequent, edits), { ...rarer, score: rarer.score + 1 }]
}

/** How many edits a misspelt word may have. None in a word with digits: it would be another part, or another year. */
function maxEditsOf(word: string): number {
  const letters = /\d/.test(word) ? 0 : Array.from(word).length
  return letters >= 6 ? MAX_EDITS : letters >= 4 ? 1 : 0
}

const MAX_EDITS = 2

function isLongEnoughForParts(word: string): boolean {
  return word.length >= 3 || !/^[\x00-\x7f]*$/.test(word)
}

/** The letters of the stem of a word that longer words end with, at least. Shorter ones end words by chance. */
const MIN_HEAD = 4

/** The cost of finding the stem of a word. */
const STEM_COST = WORD_FORMS_COST / 30

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Shorter parts match by chance, except the T of `tshirt`. */
const MIN_PART = 3

/** Pairs of words that together are the word, the first one of the dictionary: `tea`, `towel` of `teatowel`. */
function splits(word: string, dictionary: TermDictionary, minPart: number): [string, string][] {
  const parts: [string, string][] = []
  for (let at = minPart; at <= word.length - MIN_PART; at++)
    if (dictionary.has(word.slice(0, at))) parts.push([word.slice(0, at), word.slice(at)])
  return parts
}
