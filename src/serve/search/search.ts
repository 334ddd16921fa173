import type { SearchFieldName } from '../../catalog/store.ts'
import { tokenize } from '../../catalog/words.ts'
import type { Kind } from '../../edition/term.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../../index/posting-list.ts'
import { intersect, intersectionSize, unionAll } from '../../index/set-algebra.ts'
import { mapInTurns } from '../../runtime/event-loop.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import type { ProductConditions, SearchNote, SearchText } from '../query.ts'
import { DEFAULT_FIELDS, productsBySku, type SearchField, searchFields } from './fields.ts'
import { partialMatches } from './partial.ts'
import { nameOrderClasses, optionClasses } from './refine.ts'
import { type ScoreClass, type ScoredMatches, SearchMatches, TermMatches } from './score.ts'
import { synonymsOf } from './synonyms.ts'
import { type LevelMatch, type SearchWord, WordMatcher } from './word-matches.ts'

/** What a search found. */
export interface SearchAnswer {
  readonly matches: ScoredMatches
  readonly note?: SearchNote | undefined
  /** Memory, in bytes, about. */
  readonly bytes: number
}

/** What a query searches; undefined if it searches nothing. */
export function searchText({
  search,
  searchIn,
}: Pick<ProductConditions, 'search' | 'searchIn'>): SearchText | undefined {
  return search === undefined ? undefined : { text: search, fields: searchIn }
}

/**
 * Searches products or variants. The first of these steps that finds anything is the answer:
 *
 * 1. all words, in the fields that were asked for
 * 2. all words, in all fields
 * 3. all words, misspelt, joined, split or as part of other words, in all fields
 * 4. the most informative words
 *
 * Filters do not choose the step, so that a list and its facets take the same.
 */
export function search(edition: IndexedEdition, kind: Kind, { text, fields }: SearchText): Promise<SearchAnswer> {
  const names = fields ?? edition.store.searchIn ?? DEFAULT_FIELDS[kind]
  const find = async () => {
    const [language, synonyms] = await Promise.all([edition.language(), edition.synonyms()])
    const tokens = tokenize(text)
    const words = searchWords(tokens, language.isStopWord, synonymsOf(tokens, synonyms, language))
    return await new Search(edition, kind, names, new WordMatcher(language)).run(text, tokens, words)
  }
  return edition.cachedResults('search', [kind, text, names], find)
}

/** The words that have to match: each once, and stop words only if there are no others. */
function searchWords(
  tokens: readonly string[],
  isStopWord: (word: string) => boolean,
  synonyms: readonly (readonly string[])[][],
): SearchWord[] {
  const isSearched = tokens.every(isStopWord) ? () => true : (word: string) => !isStopWord(word)
  const words = new Map<string, SearchWord>()
  for (const [at, text] of tokens.entries()) {
    const joined: string[] = []
    if (at > 0) joined.push(tokens[at - 1]! + text)
    if (at < tokens.length - 1) joined.push(text + tokens[at + 1]!)
    const word = { text, isLast: at === tokens.length - 1, joined, synonyms: synonyms[at]! }
    if (isSearched(text)) words.set(text, word)
  }
  return [...words.values()]
}

/** The matches of a word in the fields of a step. */
interface MatchedWord {
  readonly word: SearchWord
  readonly direct: readonly LevelMatch[]
  readonly approximate: readonly LevelMatch[]
  readonly matches: TermMatches
  /** Without longer words that begin with the word, unless it is the last one or matches in no other way. */
  readonly strict: PostingList
  /** Memory, in bytes, about. */
  readonly bytes: number
}

/** The matches of all words in the fields of a step. */
interface Step {
  readonly fields: readonly SearchField[]
  readonly words: readonly MatchedWord[]
}

/** How many sets as large as the result its ranking may keep. */
const SCORED_SETS = 8

class Search {
  readonly #edition: IndexedEdition
  readonly #kind: Kind
  readonly #fields: readonly SearchField[]
  readonly #asked: readonly SearchField[]
  readonly #matcher: WordMatcher

  constructor(edition: IndexedEdition, kind: Kind, asked: readonly SearchFieldName[], matcher: WordMatcher) {
    this.#edition = edition
    this.#kind = kind
    this.#fields = searchFields(edition, kind)
    this.#asked = this.#fields.filter(({ name }) => asked.includes(name))
    this.#matcher = matcher
  }

  async run(text: string, tokens: readonly string[], words: readonly SearchWord[]): Promise<SearchAnswer> {
    if (words.length === 0) return { matches: new SearchMatches([]), bytes: 0 }
    const narrow = await this.#step(words, this.#asked)
    if (allWordsStrictly(narrow).size > 0) return await this.#answer(narrow, tokens)
    if (looksLikeSku(text)) {
      const answer = await this.#bySku(tokens)
      if (answer) return answer
    }
    const wide = await this.#step(words, this.#fields)
    if (allWordsStrictly(wide).size > 0) return await this.#answer(wide, tokens)
    if (allWords(narrow).size > 0) return await this.#answer(narrow, tokens)
    if (allWords(wide).size > 0) return await this.#answer(wide, tokens)
    const approximate = await this.#step(words, this.#fields, true)
    if (allWords(approximate).size > 0) return await this.#answer(approximate, tokens)
    return (await this.#bySku(tokens)) ?? this.#partial(wide)
  }

  /** Matches all words in these fields: approximately, if the store has a word nowhere, or if `approximately` is set. */
  async #step(words: readonly SearchWord[], fields: readonly SearchField[], approximately = false): Promise<Step> {
    const match = (word: SearchWord) => {
      const key = [this.#kind, word, fields.map(({ name }) => name), approximately]
      return this.#edition.cachedResults('word', key, () => this.#matchWord(word, fields, approximately))
    }
    return { fields, words: await mapInTurns(words, match) }
  }

  async #matchWord(word: SearchWord, fields: readonly SearchField[], approximately: boolean): Promise<MatchedWord> {
    const matcher = this.#matcher
    const inAll = async (how: 'direct' | 'approximate', some: readonly SearchField[]) =>
      (await mapInTurns(some, (field) => matcher[how](field, word))).flat()
    const direct = await inAll('direct', fields)
    const others = this.#fields.filter((field) => !fields.includes(field))
    const isKnown = direct.length > 0 || (await inAll('direct', others)).length > 0
    const approximate = approximately || !isKnown ? await inAll('approximate', fields) : []
    const complete = [...direct.filter(({ level }) => level !== 'prefix'), ...approximate]
    const matches = termMatches([...direct, ...approximate])
    const strict = word.isLast || complete.length === 0 ? matches.all : unionOf(complete)
    return { word, direct, approximate, matches, strict, bytes: 2 * matches.bytes }
  }

  async #answer({ fields, words }: Step, tokens: readonly string[]): Promise<SearchAnswer> {
    const all = intersectAll(words.map(({ matches }) => matches.all))
    const scored = words.map(({ matches }) => matches)
    for (const refinement of await Promise.all([
      nameOrderClasses(
        this.#edition,
        this.#kind,
        words.map(({ direct }) => direct),
        all,
        tokens,
      ),
      optionClasses(
        this.#edition,
        this.#kind,
        words.map(({ direct }) => direct),
        all,
      ),
    ]))
      if (refinement) scored.push(new TermMatches(refinement))
    const corrected = words.flatMap((word) => correctionOf(word, all))
    const note: SearchNote = {
      ...(fields === this.#asked ? {} : { fields: fields.map(({ name }) => name) }),
      ...(corrected.length > 0 ? { corrected } : {}),
    }
    return {
      matches: new SearchMatches(scored),
      note: Object.keys(note).length > 0 ? note : undefined,
      bytes: SCORED_SETS * memoryBytes(all),
    }
  }

  /** The products of the sku that the search is, or that begins with it. */
  async #bySku(tokens: readonly string[]): Promise<SearchAnswer | undefined> {
    if (this.#kind === 'variant') return undefined
    const positions = await productsBySku(this.#edition, tokens)
    if (positions.size === 0) return undefined
    const matches = new SearchMatches([new TermMatches([{ score: 0, positions }])])
    return { matches, note: { fields: ['sku'] }, bytes: memoryBytes(positions) }
  }

  #partial({ fields, words }: Step): SearchAnswer {
    const weighed = words.map(({ word, matches }) => ({ text: word.text, matches }))
    const partial = partialMatches(weighed, this.#edition.countOf(this.#kind))
    if (!partial) return { matches: new SearchMatches([]), bytes: 0 }
    const note = { fields: fields.map(({ name }) => name), dropped: partial.dropped }
    return { matches: partial, note, bytes: 2 * memoryBytes(partial.all) }
  }
}

/** Whether a search without spaces has punctuation inside, or letters before digits. */
function looksLikeSku(text: string): boolean {
  return /^\S*[\p{L}\p{N}][-_./]+[\p{L}\p{N}]\S*$|^\p{L}+\p{N}\S*$/u.test(text.trim())
}

/** Those that match all words. */
function allWords({ words }: Step): PostingList {
  return intersectAll(words.map(({ matches }) => matches.all))
}

function allWordsStrictly({ words }: Step): PostingList {
  return intersectAll(words.map(({ strict }) => strict))
}

/** The words at most that a correction names. */
const MAX_CORRECTIONS = 5

/** What was found instead of a word, if some results do not have the word. */
function correctionOf({ word, direct, approximate }: MatchedWord, all: PostingList) {
  if (approximate.length === 0 || intersectionSize(all, unionOf(direct)) === all.size) return []
  const used = approximate.filter(({ positions }) => intersectionSize(positions, all) > 0)
  const best = used.sort((a, b) => a.score - b.score).flatMap(({ terms }) => terms)
  return [{ word: word.text, as: [...new Set(best)].slice(0, MAX_CORRECTIONS) }]
}

/** Matches of equal score are one class. */
function termMatches(matches: readonly LevelMatch[]): TermMatches {
  const classes = [...Map.groupBy(matches, ({ score }) => score)].map(
    ([score, same]): ScoreClass => ({ score, positions: unionOf(same) }),
  )
  return new TermMatches(classes.sort((a, b) => a.score - b.score))
}

function unionOf(matches: readonly ScoreClass[]): PostingList {
  return unionAll(matches.map(({ positions }) => positions))
}

function intersectAll([first, ...others]: readonly PostingList[]): PostingList {
  return first ? intersect(first, ...others) : NO_POSTINGS
}
