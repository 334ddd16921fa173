import type { MatchedField, SearchFieldName } from '@vitrine/catalog/store'
import { elisions, tokenize } from '@vitrine/catalog/words'
import { mapYielding, yieldByTime } from '@vitrine/runtime/event-loop'
import { gtinTerm, type Kind, mpnTerm } from '../../edition/term.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersectAll } from '../../index/set-algebra.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import type { SearchNote, SearchText } from '../query.ts'
import { Budget, DICTIONARIES_COST, WORD_FORMS_COST } from './budget.ts'
import { correctionOf } from './correction.ts'
import { DEFAULT_FIELDS, productsBySku, type SearchField, type SearchFields, searchFields } from './fields.ts'
import type { LevelMatch } from './level-match.ts'
import { type Lookup, Lookups } from './lookup.ts'
import { partialMatches } from './partial.ts'
import { nameOrderClasses, optionClasses } from './refine.ts'
import { FirstMatches, type ScoredMatches, SearchMatches, TermMatches } from './score.ts'
import { joinedPairs, searchWords } from './search-words.ts'
import { synonymRules, synonymsOf } from './synonyms.ts'
import { noteOfTyped, partsOf, takeApart } from './take-apart.ts'
import { type MatchedWord, type SearchWord, WordMatcher, WordMatches } from './word-matches.ts'

/**
 * Searches products or variants. The first of these steps that finds anything is the answer. docs/search.md tells the
 * same.
 *
 * 1. all words, in the requested fields; the last, and any that nothing has there, may be the beginning of one
 * 2. a sku, if the search looks like one, or if skus are requested
 * 3. all words, each may be the beginning of one, in all fields
 * 4. all words, each may be misspelt, in all fields
 * 5. a sku that the search is or begins
 * 6. the same steps, with words taken apart
 * 7. the most informative words, in all fields and in slugs, names of picture files and alt texts
 *
 * What has the whole search as its GTIN or part number comes before the answer of the steps.
 *
 * A word that the store has nowhere is misspelt, split, or a part of another word in every step. Filters do not choose
 * the step, so a list and its facets take the same one. If `isRanked` is false, the search does not read names and
 * variants to tell equal matches apart.
 */
export function search(
  edition: IndexedEdition,
  kind: Kind,
  { text, fields }: SearchText,
  isRanked = true,
): Promise<CachedSearchResult> {
  const names = fields ?? edition.store.searchIn ?? DEFAULT_FIELDS[kind]
  const find = async () => new CachedSearchResult(await runSearch(edition, kind, text, names, isRanked))
  return edition.cached(`search ${JSON.stringify([kind, text, names, isRanked])}`, find)
}

/** What a search finds, and why. It is not cached. */
export async function explainedSearch(
  edition: IndexedEdition,
  kind: Kind,
  { text, fields }: SearchText,
): Promise<Pick<SearchResult, 'words' | 'orders'>> {
  return await runSearch(edition, kind, text, fields ?? edition.store.searchIn ?? DEFAULT_FIELDS[kind], true)
}

async function runSearch(
  edition: IndexedEdition,
  kind: Kind,
  text: string,
  names: readonly SearchFieldName[],
  isRanked: boolean,
): Promise<SearchResult & { readonly cost: number }> {
  // The steps need these to know what to read.
  const [language, synonyms, searched] = await Promise.all([
    edition.language(),
    synonymRules(edition),
    searchFields(edition, kind),
  ])
  const matcher = new WordMatcher(language)
  const budget = new Budget()
  const fields = searched.last ? [...searched.all, searched.last] : searched.all
  const findWords = (tokens: readonly string[], otherwise?: () => Promise<SearchResult>) => {
    const joined = joinedPairs(tokens, (word) => {
      budget.spend(WORD_FORMS_COST)
      return matcher.isInAny(fields, word)
    })
    const ofWords = synonymsOf(tokens, synonyms, language)
    const words = searchWords(tokens, language.isStopWord, joined, elisions(text), ofWords)
    return new Search(edition, kind, searched, names, matcher, budget, isRanked, otherwise).find(text, tokens, words)
  }
  const tokens = tokenize(text)
  const isKnown = (word: string) => {
    budget.spend(DICTIONARIES_COST)
    return budget.isLeft && fields.some(({ dictionary }) => dictionary.has(word))
  }
  const findParts = async () => {
    const apart = takeApart(text, tokens, isKnown) ?? []
    const found = await findWords(partsOf(apart))
    return { ...found, note: noteOfTyped(found.note, apart, language.isStopWord) }
  }
  const found = await findWords(tokens, findParts)
  return { ...found, cost: budget.spent }
}

/** What a search finds, and what explains it. */
interface SearchResult {
  readonly matches: ScoredMatches
  readonly note?: SearchNote | undefined
  /** The words whose costs rank the results. None if a number or a sku was found. */
  readonly words?: readonly MatchedWord[]
  /** What else ranks them: the order of the words in their names, and options on one variant. */
  readonly orders?: readonly TermMatches[]
}

/** The result of a search, as it is cached. */
export class CachedSearchResult {
  readonly matches: ScoredMatches
  readonly note: SearchNote | undefined
  /** What the search spent of its budget. */
  readonly cost: number
  /** Approximate memory without the lists. */
  readonly bytes = 0

  constructor({ matches, note, cost }: SearchResult & { readonly cost: number }) {
    this.matches = matches
    this.note = note
    this.cost = cost
  }

  /** The posting lists in memory. */
  get lists(): readonly PostingList[] {
    return this.matches.lists
  }
}

const NOTHING: SearchResult = { matches: new SearchMatches([]) }

/** The matches of all words in the fields of a step. */
interface Step {
  readonly fields: readonly SearchField[]
  readonly words: readonly MatchedWord[]
}

class Search {
  readonly #edition: IndexedEdition
  readonly #kind: Kind
  readonly #fields: readonly SearchField[]
  readonly #last: SearchField | undefined
  readonly #requested: readonly SearchField[]
  readonly #requestsSkus: boolean
  readonly #matcher: WordMatcher
  readonly #isRanked: boolean
  readonly #otherwise: (() => Promise<SearchResult>) | undefined
  readonly #budget: Budget
  /** By how, field and word. */
  readonly #lookups = new Map<string, readonly Lookup[]>()
  #skuResult: Promise<SearchResult | undefined> | undefined

  constructor(
    edition: IndexedEdition,
    kind: Kind,
    { all, last }: SearchFields,
    requested: readonly SearchFieldName[],
    matcher: WordMatcher,
    budget: Budget,
    isRanked: boolean,
    otherwise: (() => Promise<SearchResult>) | undefined,
  ) {
    this.#edition = edition
    this.#kind = kind
    this.#fields = all
    this.#last = last
    this.#requested = all.filter(({ name }) => (requested as readonly MatchedField[]).includes(name))
    this.#requestsSkus = requested.includes('sku')
    this.#matcher = matcher
    this.#budget = budget
    this.#isRanked = isRanked
    this.#otherwise = otherwise
  }

  /** What has the search as its number, and then what the search finds as it is written. */
  async find(text: string, tokens: readonly string[], words: readonly SearchWord[]): Promise<SearchResult> {
    if (words.length === 0) return NOTHING
    const [numbered, found] = await Promise.all([this.#byNumber(text), this.#findWords(text, tokens, words)])
    if (!numbered) return found
    return { matches: new FirstMatches(numbered, found.note ? NOTHING.matches : found.matches) }
  }

  /** The steps, by their numbers. */
  async #findWords(text: string, tokens: readonly string[], words: readonly SearchWord[]): Promise<SearchResult> {
    const [requested, likelySku] = await Promise.all([
      this.#step(words, this.#requested),
      looksLikeSku(text) ? this.#bySku(tokens) : undefined,
    ])
    if (hasAllWords(requested)) return await this.#resultOf(requested, tokens) // 1
    const sku = likelySku ?? (this.#requestsSkus ? await this.#bySku(tokens) : undefined)
    if (sku) return sku // 2
    const wide = await this.#step(words, this.#fields)
    if (allWords(wide).size > 0) return await this.#resultOf(wide, tokens) // 3
    const corrected = await this.#step(words, this.#fields, true)
    if (allWords(corrected).size > 0) return await this.#resultOf(corrected, tokens) // 4
    const [sameSku, last] = await Promise.all([this.#bySku(tokens), this.#lastStep(wide)])
    if (sameSku) return sameSku // 5
    const apart = await this.#otherwise?.()
    return apart && apart.matches.all.size > 0 ? apart : await this.#partial(last) // 6, 7
  }

  /** The step, with what words that no field has match in slugs and pictures, if anything. */
  async #lastStep({ fields, words }: Step): Promise<Step> {
    const last = this.#last
    if (!last) return { fields, words }
    const missing = words.filter(({ matches }) => matches.direct.length === 0).map(({ word }) => word)
    const matches = await this.#read(await this.#plan('direct', [last], missing))
    const found = new Map(zip(missing, matches).filter(([, ofWord]) => ofWord.length > 0))
    if (found.size === 0) return { fields, words }
    const withFound = words.map(({ word, matches }) => {
      const ofWord = found.get(word)
      return { word, matches: ofWord ? new WordMatches(ofWord, []) : matches }
    })
    return { fields: [...fields, last], words: withFound }
  }

  /**
   * Matches all words in these fields. A word that the store has nowhere is matched approximately; a word that it has
   * may be misspelt if `correctsKnown` is set.
   */
  async #step(words: readonly SearchWord[], fields: readonly SearchField[], correctsKnown = false): Promise<Step> {
    const direct = await this.#read(await this.#plan('direct', fields, words))
    const missing = words.filter((_, index) => direct[index]!.length === 0)
    const elsewhere = new Map(zip(missing, await this.#plan('direct', this.#fields, missing)))
    // Words that no dictionary has need no read to be unknown.
    const doubtful = missing.filter((word) => elsewhere.get(word)!.some(({ isEmpty }) => !isEmpty))
    const surely = missing.filter((word) => !doubtful.includes(word))
    const [first, found] = await Promise.all([
      this.#plan('approximate', fields, surely).then((lookups) => this.#read(lookups)),
      this.#read(doubtful.map((word) => elsewhere.get(word)!)),
    ])
    const unknown = [...surely, ...doubtful.filter((_, index) => found[index]?.length === 0)]
    const others = correctsKnown ? words.filter((word) => !surely.includes(word)) : unknown.slice(surely.length)
    const second = await this.#read(await this.#plan('approximate', fields, others))
    const approximate = new Map([...zip(surely, first), ...zip(others, second)])
    const matched = words.map((word, index): MatchedWord => {
      const inexact = approximate.get(word) ?? []
      const used = unknown.includes(word) ? inexact : inexact.filter(({ level }) => level === 'misspelt')
      return { word, matches: new WordMatches(direct[index]!, used) }
    })
    return { fields, words: matched }
  }

  /** How to look up each word: in order, so that the same words get their share of the budget every time. */
  async #plan(
    how: 'direct' | 'approximate',
    fields: readonly SearchField[],
    words: readonly SearchWord[],
  ): Promise<Lookup[][]> {
    const lookups: Lookup[][] = []
    for (const word of words) {
      const ofWord: Lookup[] = []
      for (const field of fields) {
        await yieldByTime()
        ofWord.push(...(await this.#lookup(how, field, word)))
      }
      if (how === 'direct') ofWord.push(...(await this.#phrases(fields, word)))
      lookups.push(ofWord)
    }
    return lookups
  }

  /** The matches of each word. */
  #read(lookups: readonly (readonly Lookup[])[]): Promise<(readonly LevelMatch[])[]> {
    const read = (lookup: Lookup) => lookup.read()
    return mapYielding(lookups, async (ofWord) => (await Promise.all(ofWord.map(read))).flat())
  }

  /** How to look up a word in a field. The steps share it. None if the budget is spent. */
  async #lookup(how: 'direct' | 'approximate', field: SearchField, word: SearchWord): Promise<readonly Lookup[]> {
    const piece = `${how} ${field.name} ${word.text}`
    const shared = this.#lookups.get(piece)
    if (shared) return shared
    // A correction in one field decides what is looked for in the others.
    const fields = how === 'approximate' ? this.#fields : [field]
    const key = [this.#kind, how, fields.map(({ name }) => name), word.text, word.spellings, word.synonyms]
    const plan = async () => new Lookups(await this.#matcher[how](fields, word))
    const planned = this.#budget.isLeft
      ? await this.#edition.cachedHere(`word ${JSON.stringify(key)}`, plan)
      : undefined
    for (const [at, { name }] of fields.entries()) {
      const lookups = planned ? [planned.ofFields[at]!] : []
      for (const { cost } of lookups) this.#budget.spend(cost)
      this.#lookups.set(`${how} ${name} ${word.text}`, lookups)
    }
    return this.#lookups.get(piece)!
  }

  /** How to look up the synonyms of a word that are several words. The steps share it. None if the budget is spent. */
  async #phrases(fields: readonly SearchField[], word: SearchWord): Promise<readonly Lookup[]> {
    const names = fields.map(({ name }) => name)
    const piece = `phrases ${names} ${word.text}`
    const shared = this.#lookups.get(piece)
    if (shared || word.synonyms.every(({ length }) => length === 1)) return shared ?? []
    const key = JSON.stringify([this.#kind, names, word.synonyms])
    const plan = async () => this.#matcher.phrases(fields, word)
    const planned = this.#budget.isLeft ? [await this.#edition.cachedHere(`phrases ${key}`, plan)] : []
    for (const { cost } of planned) this.#budget.spend(cost)
    this.#lookups.set(piece, planned)
    return planned
  }

  async #resultOf({ fields, words }: Step, tokens: readonly string[]): Promise<SearchResult> {
    const all = allWords({ fields, words })
    const direct = words.map(({ matches }) => matches.direct)
    const refinements = [
      () => nameOrderClasses(this.#edition, this.#kind, direct, all, tokens),
      () => optionClasses(this.#edition, this.#kind, direct, all),
    ]
    const refined = this.#isRanked ? await Promise.all(refinements.map((refine) => refine())) : []
    const orders = refined.flatMap((classes) => (classes ? [new TermMatches(classes, all)] : []))
    const matches = new SearchMatches([...words.map(({ matches }) => matches.scored), ...orders], all)
    return { matches, note: this.#note({ fields, words }, all), words, orders }
  }

  /** How the results differ from those with all words in the requested fields; undefined if they do not differ. */
  #note({ fields, words }: Step, all: PostingList, dropped: readonly string[] = []): SearchNote | undefined {
    const isWider = fields.some((field) => !this.#requested.includes(field))
    const retained = words.filter(({ word }) => !dropped.includes(word.text))
    const corrected = retained.flatMap((word) => correctionOf(word, all))
    if (!isWider && corrected.length + dropped.length === 0) return undefined
    return {
      ...(isWider ? { fields: fields.map(({ name }) => name) } : {}),
      ...(corrected.length > 0 ? { corrected } : {}),
      ...(dropped.length > 0 ? { dropped } : {}),
    }
  }

  /** What has the search as its GTIN, else as its part number. */
  async #byNumber(text: string): Promise<PostingList | undefined> {
    const terms = [gtinTerm(text), isPartNumber(text) ? mpnTerm(text) : undefined].flatMap((term) => term ?? [])
    const lists = await this.#edition.postings(this.#kind, terms)
    return lists.find(({ size }) => size > 0)
  }

  /** The products whose sku equals the search or begins with it. */
  #bySku(tokens: readonly string[]): Promise<SearchResult | undefined> {
    this.#skuResult ??= this.#findSku(tokens)
    return this.#skuResult
  }

  async #findSku(tokens: readonly string[]): Promise<SearchResult | undefined> {
    if (this.#kind === 'variant') return undefined
    const positions = await productsBySku(this.#edition, tokens)
    if (positions.size === 0) return undefined
    const matches = new SearchMatches([new TermMatches([{ score: 0, positions }])])
    const note: SearchNote | undefined = this.#requestsSkus ? undefined : { fields: ['sku'] }
    return { matches, note }
  }

  async #partial(step: Step): Promise<SearchResult> {
    const weighed = step.words.map(({ word, matches }) => ({ text: word.text, matches: matches.scored }))
    const partial = await partialMatches(weighed, this.#edition.countOf(this.#kind))
    if (!partial) return NOTHING
    const words = step.words.map(({ matches }) => matches.direct)
    const options = await optionClasses(this.#edition, this.#kind, words, partial.all)
    const orders = options ? [new TermMatches(options, partial.all)] : []
    const note = this.#note(step, partial.all, partial.dropped)
    return { matches: partial.scored(orders), note, words: step.words, orders }
  }
}

function zip<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.map((one, index) => [one, others[index]!])
}

/** A part number in a search has a digit and four characters, so that no word and no size is one. */
function isPartNumber(text: string): boolean {
  return /\d/.test(text) && text.replace(/[^\p{L}\p{N}]/gu, '').length >= 4
}

/** Whether a search without spaces has punctuation inside, or letters before digits. */
function looksLikeSku(text: string): boolean {
  return /^\S*[\p{L}\p{N}][-_./]+[\p{L}\p{N}]\S*$|^\p{L}+\p{N}\S*$/u.test(text.trim())
}

/** The positions that match all words. Each may be the beginning of a word. */
function allWords({ words }: Step): PostingList {
  return intersectAll(words.map(({ matches }) => matches.scored.all))
}

/** Whether anything matches all words. Only the last one may be the beginning of a word. */
function hasAllWords({ words }: Step): boolean {
  return intersectAll(words.map(({ word, matches }) => (word.isLast ? matches.scored.all : matches.strict))).size > 0
}
