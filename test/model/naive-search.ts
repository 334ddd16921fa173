import type { Language } from '@vitrine/catalog/language'
import type { MatchedField, SearchFieldName } from '@vitrine/catalog/store'
import { elisions, tokenize } from '@vitrine/catalog/words'
import type { Correction, SearchNote } from '@vitrine/engine/serve/query'
import { type PartedWord, takeApart } from '@vitrine/engine/serve/search/take-apart'
import type { Synonym } from './naive.ts'
import { NaiveWord, type SearchedWord, type WordMatch } from './naive-word.ts'
import type { Searched, SearchedWords } from './searched-words.ts'

/** What a search found: each match with its rank, the most important number first. Lower is better. */
export interface NaiveAnswer<Item> {
  readonly ranks: ReadonlyMap<Item, Rank>
  readonly note?: SearchNote | undefined
}
export type Rank = readonly number[]

export function compareRanks(a: Rank, b: Rank): number {
  for (const [index, number] of a.entries()) if (number !== b[index]) return number - b[index]!
  return 0
}

/** Searches in the fields that were asked for, then wherever a step leads. */
export function searchNaively<Item>(
  searched: Searched<Item>,
  text: string,
  asked: readonly SearchFieldName[],
  language: Language,
  synonyms: readonly Synonym[],
): NaiveAnswer<Item> {
  return new NaiveSearch(searched, text, asked, language, synonyms).answer()
}

/** How the fields of a step match a word. */
interface MatchedWord {
  readonly word: SearchedWord
  readonly direct: readonly WordMatch[]
  readonly approximate: readonly WordMatch[]
}

interface Step {
  readonly fields: readonly MatchedField[]
  readonly words: readonly MatchedWord[]
}

class NaiveSearch<Item> {
  readonly #searched: Searched<Item>
  readonly #text: string
  readonly #tokens: readonly string[]
  readonly #words: readonly SearchedWord[]
  readonly #asked: readonly SearchFieldName[]
  readonly #language: Language
  readonly #synonyms: readonly Synonym[]
  readonly #isApart: boolean
  readonly #all: readonly SearchedWords[]
  readonly #fields: readonly MatchedField[]

  constructor(
    searched: Searched<Item>,
    text: string,
    asked: readonly SearchFieldName[],
    language: Language,
    synonyms: readonly Synonym[],
    apart?: readonly string[],
  ) {
    this.#searched = searched
    this.#text = text
    this.#tokens = apart ?? tokenize(text)
    this.#isApart = apart !== undefined
    this.#words = searchedWords(this.#tokens, elisions(text), language, synonyms)
    this.#asked = asked
    this.#language = language
    this.#synonyms = synonyms
    this.#all = [...searched.items.values()]
    this.#fields = [...(this.#all[0]?.fields.keys() ?? [])].filter((field) => field !== LAST_FIELD)
  }

  answer(): NaiveAnswer<Item> {
    if (this.#words.length === 0 || this.#all.length === 0) return { ranks: new Map() }
    const asksForSkus = this.#asked.includes('sku')
    const narrow = this.#step(this.#fields.filter((field) => this.#asks(field)))
    const wide = this.#step(this.#fields)
    if (this.#hasMatch(narrow, isStrict)) return this.#ranked(narrow)
    if (asksForSkus || looksLikeSku(this.#text)) {
      const answer = this.#bySku()
      if (answer) return answer
    }
    for (const step of [wide, this.#step(this.#fields, true)])
      if (this.#hasMatch(step, () => true)) return this.#ranked(step)
    return this.#bySku() ?? this.#apart() ?? this.#partial(this.#last(wide))
  }

  /** The answer to the words taken apart, if they are not yet and anything has them. */
  #apart(): NaiveAnswer<Item> | undefined {
    const known = new Set([...this.#searched.vocabulary.values()].flat())
    const typed = this.#isApart ? undefined : takeApart(this.#text, this.#tokens, (word) => known.has(word))
    if (typed === undefined) return undefined
    const parts = typed.flatMap(({ parts }) => parts)
    const apart = new NaiveSearch(this.#searched, this.#text, this.#asked, this.#language, this.#synonyms, parts)
    const { ranks, note } = apart.answer()
    if (ranks.size === 0) return undefined
    const searched = apart.#words.map(({ text }) => text)
    return { ranks, note: noteOfTyped(note ?? {}, typed, searched) }
  }

  #step(fields: readonly MatchedField[], correctsKnown = false): Step {
    const words = this.#words.map((word) => {
      const isKnown = this.#direct(word, this.#fields).length > 0
      const edits = [1, 2].find((edits) =>
        this.#fields.some((field) => this.#wordOf(field).hasMistakes(word.text, edits)),
      )
      const inexact = this.#found(fields.flatMap((field) => this.#wordOf(field).approximate(word, edits)))
      const misspelt = correctsKnown ? inexact.filter(({ level }) => level === 'misspelt') : []
      return { word, direct: this.#direct(word, fields), approximate: isKnown ? misspelt : inexact }
    })
    return { fields, words }
  }

  /** The step in which a word that no field has may be in slugs and pictures. It is not misspelt then. */
  #last({ fields, words }: Step): Step {
    if (!this.#all[0]!.fields.has(LAST_FIELD)) return { fields, words }
    const all = words.map((matched): MatchedWord => {
      const direct = matched.direct.length > 0 ? [] : this.#direct(matched.word, [LAST_FIELD])
      return direct.length > 0 ? { ...matched, direct, approximate: [] } : matched
    })
    const isFound = all.some(({ direct }) => direct.some(({ field }) => field === LAST_FIELD))
    return { fields: isFound ? [...fields, LAST_FIELD] : fields, words: all }
  }

  #direct(word: SearchedWord, fields: readonly MatchedField[]): WordMatch[] {
    const all = fields.map((field) => this.#wordOf(field))
    const phrases = word.synonyms.filter(({ length }) => length > 1)
    const matched = all.flatMap((field) => [...field.direct(word), ...phrases.map((each) => field.synonym(each, all))])
    return this.#found(matched)
  }

  #found(matched: readonly WordMatch[]): WordMatch[] {
    return matched.filter((match) => this.#all.some((item) => matches(item, match)))
  }

  #asks(field: MatchedField): boolean {
    return (this.#asked as readonly MatchedField[]).includes(field)
  }

  #wordOf(field: MatchedField): NaiveWord {
    const frequency = (word: string) => this.#all.filter(({ fields }) => fields.get(field)!.has(word)).length
    return new NaiveWord(field, this.#searched.vocabulary.get(field)!, this.#language, frequency)
  }

  /** Whether an item matches each word in a way that counts. */
  #hasMatch({ words }: Step, counts: (match: WordMatch, word: MatchedWord) => boolean): boolean {
    return this.#all.some((item) =>
      words.every((word) => allMatches(word).some((match) => counts(match, word) && matches(item, match))),
    )
  }

  #ranked(step: Step): NaiveAnswer<Item> {
    const results = new Map<Item, Rank>()
    for (const [key, item] of this.#searched.items) {
      const costs = step.words.map((word) => costOf(item, word))
      if (costs.some((cost) => cost === undefined)) continue
      const cost = costs.reduce<number>((sum, each) => sum + each!, 0)
      results.set(key, [cost + this.#costOfName(item, step) + costOfScatteredOptions(item, step)])
    }
    return { ranks: results, note: this.#note(step, [...results.keys()]) }
  }

  /** 0 for a name that equals the search, 1 if it begins with it, 2 if it has the words one after another, else 3. */
  #costOfName({ name, fields }: SearchedWords, { words }: Step): number {
    const inName = words.map(({ direct }, index) => {
      const exact = direct.find(({ level, field }) => level === 'exact' && field === 'name')
      const begun = direct.find(({ level, field }) => level === 'prefix' && field === 'name')
      return exact ?? (index > 0 && index === words.length - 1 ? begun : undefined)
    })
    if (inName.some((match) => match === undefined)) return 0
    const hasAll = (words: ReadonlySet<string>) => inName.every((match) => match!.accepts(words))
    const named = this.#all.filter((item) => hasAll(item.fields.get('name')!)).length
    if (named < 2 || named > 64) return 0
    if (!hasAll(fields.get('name')!)) return 3
    const [all, searched] = [name, this.#tokens].map((each) => ` ${each.join(' ')}`) as [string, string]
    if (name.length === this.#tokens.length && all.startsWith(searched)) return 0
    return all.startsWith(searched) ? 1 : all.includes(searched) ? 2 : 3
  }

  /** The products with a variant whose sku has the words. The last may be the beginning of one. */
  #bySku(): NaiveAnswer<Item> | undefined {
    const last = this.#tokens.at(-1)!
    const others = this.#tokens.slice(0, -1)
    const found = [...this.#searched.items].filter(([, { variants }]) =>
      variants?.some(
        ({ sku }) => others.every((word) => sku.includes(word)) && sku.some((word) => word.startsWith(last)),
      ),
    )
    if (found.length === 0) return undefined
    const note = this.#asked.includes('sku') ? undefined : { fields: ['sku' as const] }
    return { ranks: new Map(found.map(([key]) => [key, [0]])), note }
  }

  /** The items with enough of the words, a rare word counting more than a frequent one. */
  #partial(step: Step): NaiveAnswer<Item> {
    const weighed = step.words
      .map((word) => ({ word, weight: this.#weightOf(word) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 8)
    const weightOf = (words: typeof weighed) => words.reduce((sum, { weight }) => sum + weight, 0)
    const share = step.words.length < 4 ? 0.3 : 0.2
    const results = new Map<Item, Rank>()
    for (const [key, item] of this.#searched.items) {
      const found = weighed.filter(({ word }) => costOf(item, word) !== undefined)
      if (found.length === 0 || weightOf(found) < share * weightOf(weighed) - 1e-9) continue
      const missing = weighed.map((each) => (found.includes(each) ? 0 : 1))
      const scattered = costOfScatteredOptions(item, step)
      const cost = found.reduce((sum, { word }) => sum + costOf(item, word)!, scattered)
      results.set(key, [-weightOf(found), ...missing, cost])
    }
    const best = [...results.values()].sort(compareRanks)[0]
    const dropped = step.words.filter((word) => {
      const at = weighed.findIndex((each) => each.word === word)
      return at < 0 || best?.[1 + at] === 1
    })
    const note = this.#note(
      step,
      [...results.keys()],
      dropped.map(({ word }) => word.text),
    )
    return { ranks: results, note: best && note }
  }

  #weightOf(word: MatchedWord): number {
    const found = this.#all.filter((item) => costOf(item, word) !== undefined).length
    const count = this.#all.length
    return found === 0 ? 0.2 * Math.log(1 + count) : Math.log(1 + count / found)
  }

  #note({ fields, words }: Step, results: readonly Item[], dropped: readonly string[] = []): SearchNote | undefined {
    const items = results.map((key) => this.#searched.items.get(key)!)
    const corrected = words.flatMap((word) => {
      const isWritten = items.every((item) => word.direct.some((match) => matches(item, match)))
      if (dropped.includes(word.word.text) || isWritten) return []
      const used = word.approximate.filter((match) => items.some((item) => matches(item, match)))
      const kindOf = ({ level }: WordMatch) => KINDS[level as keyof typeof KINDS]
      const [kind] = used.toSorted((a, b) => a.cost - b.cost).map(kindOf)
      const terms = used
        .filter((match) => kindOf(match) === kind)
        .flatMap(({ cost, terms }) => terms.map((term) => ({ cost, term })))
      const best = terms.sort((a, b) => a.cost - b.cost || (a.term < b.term ? -1 : 1)).map(({ term }) => term)
      return kind ? [{ word: word.word.text, as: [...new Set(best)].slice(0, 5), kind }] : []
    })
    const note: SearchNote = {
      ...(fields.every((field) => this.#asks(field)) ? {} : { fields }),
      ...(corrected.length > 0 && { corrected }),
      ...(dropped.length > 0 && { dropped }),
    }
    return Object.keys(note).length > 0 ? note : undefined
  }
}

/** Only the last step looks in it. */
const LAST_FIELD = 'slugOrPicture'

/** What an answer calls the ways in which it corrects words. */
const KINDS = { joined: 'split', script: 'script', misspelt: 'misspelling', part: 'part' } as const

/** The note of a search for parts, about the words that were typed. */
function noteOfTyped(
  note: SearchNote,
  typed: readonly PartedWord[],
  searched: readonly string[],
): SearchNote | undefined {
  const correctionOf = (text: string) => note.corrected?.find(({ word }) => word === text)
  const isDropped = (part: string) => note.dropped?.includes(part) === true
  const isFound = (part: string) => searched.includes(part) && !isDropped(part)
  const words = typed.filter(({ word }, at) => typed.findIndex((each) => each.word === word) === at)
  const corrected = words.flatMap(({ word, parts }): Correction[] => {
    const found = [...new Set(parts.filter(isFound))]
    if (found.length === 0) return []
    if (parts.join() === word) return note.corrected?.filter((correction) => correction.word === word) ?? []
    const as = found.map((part) => {
      const correction = correctionOf(part)
      return correction && correction.kind !== 'part' ? correction.as[0]! : part
    })
    return [{ word, as: [as.join(' ')], kind: parts.length > 1 ? 'split' : 'script' }]
  })
  const dropped = words.filter(({ parts }) => parts.some(isDropped) && !parts.some(isFound)).map(({ word }) => word)
  const changed: SearchNote = {
    ...(note.fields && { fields: note.fields }),
    ...(corrected.length > 0 && { corrected }),
    ...(dropped.length > 0 && { dropped }),
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}

/** The words that must match, each once. Words that say nothing must match only if there are no others. */
function searchedWords(
  tokens: readonly string[],
  elisions: ReadonlyMap<string, string>,
  { isStopWord, stem }: Language,
  synonyms: readonly Synonym[],
): SearchedWord[] {
  const isAt = (at: number, phrase: readonly string[]) =>
    phrase.every((word, index) => tokens[at + index] !== undefined && stem(tokens[at + index]!) === stem(word))
  const telling = tokens.filter((token) => !isStopWord(token))
  return [...new Set(telling.length > 0 ? telling : tokens)].map((text) => {
    const at = tokens.lastIndexOf(text)
    const [before, after] = [tokens.slice(0, at).at(-1), tokens[at + 1]]
    const joined = [before && before + text, after && text + after, elisions.get(text)]
    const apart = Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)] as const)
      .filter(
        ([first, second]) =>
          (/\p{L}$/u.test(first) && /^\p{N}/u.test(second)) || (/\p{N}$/u.test(first) && /^\p{L}/u.test(second)),
      )
      .slice(0, 3)
    const spellings = [...joined.filter((word) => word !== undefined).map((word) => [word]), ...apart]
    const ofWord = synonyms.flatMap(({ from, to }) =>
      from.flatMap((_, index) => (at >= index && isAt(at - index, from) ? to : [])),
    )
    return { text, isLast: at === tokens.length - 1, spellings, synonyms: ofWord }
  })
}

function looksLikeSku(text: string): boolean {
  const [word, ...others] = text.trim().split(/\s+/)
  if (others.length > 0) return false
  return /[\p{L}\p{N}][-_./]+[\p{L}\p{N}]/u.test(word!) || /^\p{L}+\p{N}/u.test(word!)
}

function allMatches({ direct, approximate }: MatchedWord): readonly WordMatch[] {
  return [...direct, ...approximate]
}

/** Longer words that begin with a word count only if it is the last one, or if nothing else matches it. */
function isStrict({ level }: WordMatch, word: MatchedWord): boolean {
  return level !== 'prefix' || word.word.isLast || allMatches(word).every((match) => match.level === 'prefix')
}

function matches({ fields }: SearchedWords, { field, accepts }: WordMatch): boolean {
  return accepts(fields.get(field)!, fields)
}

/** The cost of the best match; undefined if there is none. */
function costOf(item: SearchedWords, word: MatchedWord): number | undefined {
  const costs = allMatches(word)
    .filter((match) => matches(item, match))
    .map(({ cost }) => cost)
  return costs.length > 0 ? Math.min(...costs) : undefined
}

/** 2 for a product that has the options of the search, two or more, on several variants and not on one. */
function costOfScatteredOptions({ fields, variants }: SearchedWords, { words }: Step): number {
  const options = words
    .map(({ direct }) =>
      direct.filter(({ field, level }) => field === 'option' && (level === 'exact' || level === 'form')),
    )
    .filter((each) => each.length > 0)
  const hasAll = (words: ReadonlySet<string>) => options.every((each) => each.some(({ accepts }) => accepts(words)))
  if (!variants || options.length < 2 || !hasAll(fields.get('option')!)) return 0
  return variants.some((variant) => hasAll(variant.options)) ? 0 : 2
}
