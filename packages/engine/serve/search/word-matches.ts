import type { Language } from '@vitrine/catalog/language'
import type { SearchFieldName } from '@vitrine/catalog/store'
import { mapYielding, yieldByTime } from '@vitrine/runtime/event-loop'
import type { Visits } from '../../index/fuzzy-search.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect, unionAll } from '../../index/set-algebra.ts'
import type { TermDictionary } from '../../index/term-dictionary.ts'
import type { Memory } from '../bounded-cache.ts'
import { FORMS_COST, MAX_SIMILAR_WORDS } from './budget.ts'
import { anyOf, type SearchField } from './fields.ts'
import { hangulBeginnings } from './hangul-beginnings.ts'
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

/** How a word of the catalog matches a word of a search, best first. See docs/search.md. */
export type Level = 'exact' | 'form' | 'synonym' | 'joined' | 'prefix' | 'misspelt' | 'part'

/**
 * What a match costs by its level and by its field. The costs of all words add up, and the cheapest products come
 * first.
 */
const LEVEL_COST: Readonly<Record<Level, number>> = {
  exact: 0,
  form: 1,
  synonym: 2,
  joined: 2,
  misspelt: 3,
  prefix: 6,
  part: 8,
}
const FIELD_COST: Readonly<Record<SearchFieldName, number>> = { name: 0, label: 3, option: 3, sku: 4, description: 12 }

/** One wrong letter costs more than everything else in a search, which has at most 100 words. */
const EDIT_COST = 4096

/** A part of a word is worse than any misspelling. */
const PART_EDITS = 3

/** Products, or variants, that match a word at one level in one field. */
export interface LevelMatch extends ScoreClass {
  readonly level: Level
  readonly field: SearchFieldName
  /** The words of the catalog that matched. */
  readonly terms: readonly string[]
}

/** One word of a search. */
export interface SearchWord {
  readonly text: string
  /** Whether it is the last one, which may still be typed. */
  readonly isLast: boolean
  /** The word joined with the word before it, and with the word after it. */
  readonly joined: readonly string[]
  /** Words or phrases that the store has declared to mean the same. */
  readonly synonyms: readonly (readonly string[])[]
}

/** Approximate memory of a match apart from its positions, and of a look-up with its words, in bytes. */
const MATCH_BYTES = 400
const LOOKUP_BYTES = 1000

/** Looks a word up in a field. The cost is known before anything is read. Remembers the matches. */
export class Lookup implements Memory {
  readonly cost: number
  /** Whether the dictionary of the field has nothing that could match. */
  readonly isEmpty: boolean
  readonly #read: () => Promise<readonly LevelMatch[]>
  #reading: Promise<readonly LevelMatch[]> | undefined
  #matches: readonly LevelMatch[] = []

  constructor(cost: number, isEmpty: boolean, read: () => Promise<readonly LevelMatch[]>) {
    this.cost = cost
    this.isEmpty = isEmpty
    this.#read = read
  }

  /** Reads the matches. Leaves out those without products or variants. */
  async read(): Promise<readonly LevelMatch[]> {
    this.#reading ??= this.#read()
    try {
      this.#matches = (await this.#reading).filter(({ positions }) => positions.size > 0)
      return this.#matches
    } catch (error) {
      this.#reading = undefined
      throw error
    }
  }

  get bytes(): number {
    return LOOKUP_BYTES + MATCH_BYTES * this.#matches.length
  }

  get lists(): PostingList[] {
    return this.#matches.map(({ positions }) => positions)
  }
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
    return fields.some((field) => this.#allForms(field, word).length > 0)
  }

  /**
   * The word itself, its other forms, its synonyms, the word joined with its neighbour, and words that begin with it.
   */
  async direct(field: SearchField, { text, joined, synonyms }: SearchWord): Promise<Lookup> {
    const allForms = this.#allForms(field, text)
    const forms = allForms.filter((form) => form !== text)
    const begins = (beginning: string) => field.dictionary.beginningWith(beginning, 1).length > 0
    const typed = hangulBeginnings(text, begins)
    const longer = [text, ...typed].map((beginning) => field.beginningWith(beginning))
    const phrases = [
      ...synonyms.map((phrase) => this.#phrase(field, 'synonym', phrase)),
      ...joined.map((word) => this.#phrase(field, 'joined', [word])),
    ]
    const lists = field.cost([text]) + field.cost(forms) + sumOfCosts(longer)
    const cost = FORMS_COST + lists + sumOfCosts(phrases)
    const isEmpty =
      allForms.length === 0 && typed.length === 0 && !begins(text) && phrases.every(({ isEmpty }) => isEmpty)
    // Started together, so that they are read together.
    return new Lookup(cost, isEmpty, async () =>
      Promise.all([
        anyOf(field, [text]).then((positions) => levelMatch(field, 'exact', [text], positions)),
        anyOf(field, forms).then((positions) => levelMatch(field, 'form', forms, positions)),
        ...phrases.map(({ read }) => read()),
        Promise.all(longer.map(({ read }) => read())).then((lists) =>
          levelMatch(field, 'prefix', [text], unionAll(lists)),
        ),
      ]),
    )
  }

  /** The word split, in other letters, misspelt, or inside other words. */
  async approximate(field: SearchField, { text }: SearchWord): Promise<Lookup> {
    const others = otherLetters(text, this.#language)
    const words = [...splits(text, field.dictionary), ...others.map((word) => [word])]
    const phrases = words.map((phrase) => this.#phrase(field, 'joined', phrase))
    const visits: Visits = { count: 0 }
    const corrections = await this.#corrections(field, [text, ...others], visits)
    const fuzzy = await field.fuzzyDictionary()
    const withPart = isLongEnoughForParts(text) ? fuzzy.inside(text, MAX_SIMILAR_WORDS, visits) : []
    const lists = [...corrections.map(([, terms]) => terms), withPart].map((terms) => ({ cost: field.cost(terms) }))
    const cost = visits.count + sumOfCosts([...phrases, ...lists])
    const isEmpty = phrases.length + corrections.length + withPart.length === 0
    return new Lookup(cost, isEmpty, async () => {
      const matches = await mapYielding(phrases, ({ read }) => read())
      for (const [edits, terms] of corrections) matches.push(...(await misspeltMatches(field, terms, edits)))
      matches.push(levelMatch(field, 'part', withPart, await anyOf(field, withPart), PART_EDITS))
      return matches
    })
  }

  /** The match with all words of the phrase in the field, each word in any form. */
  #phrase(field: SearchField, level: Level, phrase: readonly string[]): Phrase {
    const forms = phrase.map((word) => this.#allForms(field, word))
    const lists = sumOfCosts(forms.map((ofWord) => ({ cost: field.cost(ofWord) })))
    const read = async () => {
      const [first, ...others] = await Promise.all(forms.map((ofWord) => anyOf(field, ofWord)))
      return levelMatch(field, level, [phrase.join(' ')], intersect(first!, ...others))
    }
    return { cost: phrase.length * FORMS_COST + lists, isEmpty: lists === 0, read }
  }

  /**
   * The word and its other forms, those that the dictionary has. Words of the same stem begin with what the word and
   * its stem have in common, up to its last letter: `berries` and `berry` have the stem `berri`.
   */
  #allForms(field: SearchField, word: string): readonly string[] {
    const { dictionary } = field
    if (word.length < 3 || /\d/.test(word)) return dictionary.has(word) ? [word] : []
    const spellings = [word, ...this.#language.prefixed(word)]
    const regular = spellings.flatMap((spelling) => this.#sameStem(field, spelling))
    const irregular = this.#language.irregularForms(word).filter((form) => dictionary.has(form))
    return spellings.length + irregular.length === 1 ? regular : [...new Set([...regular, ...irregular])]
  }

  #sameStem({ dictionary, shortStems }: SearchField, word: string): readonly string[] {
    const stem = this.#language.stem(word)
    const article = Math.max(0, word.indexOf(stem.slice(0, 2)))
    const beginning = word.slice(0, article + Math.max(2, commonLength(stem, word.slice(article)) - 1))
    return (
      (beginning.length < LONG_BEGINNING ? shortStems()?.termsWith(stem, beginning) : undefined) ??
      dictionary.beginningWithoutDigits(beginning).filter((other) => this.#language.stem(other) === stem)
    )
  }

  /** The terms that the word may be a misspelling of, with their other forms, by the number of edits. */
  async #corrections(
    field: SearchField,
    spellings: readonly string[],
    visits: Visits,
  ): Promise<[edits: number, terms: string[]][]> {
    const fuzzy = await field.fuzzyDictionary()
    const editsOf = new Map<string, number>()
    for (const spelling of spellings) {
      const maxEdits = maxEditsOf(spelling)
      if (maxEdits === 0) continue
      for (const word of new Set([spelling, this.#language.stem(spelling)])) {
        await yieldByTime()
        // Shoppers seldom get the first letter wrong: such an edit counts twice.
        for (const { term, edits } of fuzzy.near(word, maxEdits, maxEdits - 1, visits)) {
          const counted = term.codePointAt(0) === word.codePointAt(0) ? edits : edits + 1
          if (counted > 0 && counted <= maxEdits) editsOf.set(term, Math.min(counted, editsOf.get(term) ?? maxEdits))
        }
      }
    }
    const byEdits = Map.groupBy(editsOf.keys(), (term) => editsOf.get(term)!)
    return [...byEdits].map(([edits, terms]) => {
      const similar = terms.slice(0, MAX_SIMILAR_WORDS)
      visits.count += similar.length * FORMS_COST
      return [edits, [...new Set(similar.flatMap((term) => this.#allForms(field, term)))]]
    })
  }
}

/** A phrase that can be looked up. */
interface Phrase {
  readonly cost: number
  readonly isEmpty: boolean
  readonly read: () => Promise<LevelMatch>
}

function sumOfCosts(parts: readonly { readonly cost: number }[]): number {
  return parts.reduce((sum, { cost }) => sum + cost, 0)
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
  const others = levelMatch(field, 'misspelt', rare, ofRare, edits)
  return [levelMatch(field, 'misspelt', frequent, ofFrequent, edits), { ...others, score: others.score + 1 }]
}

function levelMatch(
  { name: field }: SearchField,
  level: Level,
  terms: readonly string[],
  positions: ScoreClass['positions'],
  edits = 0,
): LevelMatch {
  return { level, field, terms, positions, score: LEVEL_COST[level] + FIELD_COST[field] + edits * EDIT_COST }
}

/** How many edits a misspelt word may have, by its number of letters. */
function maxEditsOf(word: string): number {
  const letters = Array.from(word).length
  return letters >= 8 ? 2 : letters >= 4 ? 1 : 0
}

function isLongEnoughForParts(word: string): boolean {
  return word.length >= 3 || !/^[\x00-\x7f]*$/.test(word)
}

/** Few words have the same first letters, if these are at least this many. */
const LONG_BEGINNING = 3

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Shorter first parts match by chance, except numbers (`5l`) and the T of `tshirt`. */
const MIN_FIRST_PART = 2
const MIN_SECOND_PART = 3

/** Pairs of words of the dictionary that together are the word: a number and its unit, or two words. */
function splits(word: string, dictionary: TermDictionary): [string, string][] {
  const number = /^(\d+)(\p{L}+)$/u.exec(word)
  if (number) return [[number[1]!, number[2]!]]
  const parts: [string, string][] = []
  for (let at = word.startsWith('t') ? 1 : MIN_FIRST_PART; at <= word.length - MIN_SECOND_PART; at++)
    if (dictionary.has(word.slice(0, at))) parts.push([word.slice(0, at), word.slice(at)])
  return parts
}
