import type { Language } from '@vitrine/catalog/language'
import { isSearchable, isUnspaced, tokenize } from '@vitrine/catalog/words'
import { runYielding } from '@vitrine/runtime/event-loop'
import { wordTerm } from '../../edition/word-term.ts'
import type { PostingList } from '../../index/posting-list.ts'
import type { PrefixIndex, WeightedWord } from '../../index/prefix-index.ts'
import { intersectAll, subtract, unionAll } from '../../index/set-algebra.ts'
import type { Memory } from '../bounded-cache.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { NO_CONDITIONS } from '../query.ts'
import { ruleFor } from '../rules.ts'
import { facetField } from '../search/fields.ts'
import { pricePhrase } from '../search/price-phrase.ts'
import { type CompletionField, type CompletionWord, completionWords } from './completion-words.ts'
import { documentName } from './document-name.ts'
import { FoldedText } from './folded-text.ts'

/** A search that begins with the typed words, and the number of products that have all its words. */
interface Completion {
  readonly text: string
  readonly count: number
}

type Word = WeightedWord<CompletionWord>

/** Words with the prefix that may complete the search, those of the most products first. */
type Heaviest = (prefix: string, isAccepted?: (word: Word) => boolean) => Promise<Word[]>

/** The most words that the last one may be completed with. Several may be forms of one word. */
const MAX_CANDIDATES = 32

/**
 * Completes the last of the typed words, which are folded, with words of these fields. The most products come first. A
 * search for the text in these fields finds all the products that are counted.
 */
export async function completeWords(
  edition: IndexedEdition,
  fields: readonly CompletionField[],
  tokens: readonly string[],
  limit: number,
): Promise<Completion[]> {
  const last = tokens.at(-1)
  if (last === undefined || fields.length === 0) return []
  const [index, language] = await Promise.all([completionWords(edition, fields), edition.language()])
  const { words, ofProducts } = index
  const earlier = tokens.slice(0, -1).map((token) => catalogWord(words, token, language))
  if (!earlier.every((word) => word !== undefined)) return []
  const typed = earlier.map(({ text }) => text)
  const isSuggested = ({ word }: Word) =>
    !/^[a-z]$/.test(word) && (word === last || !language.isStopWord(word)) && !typed.includes(word)
  const beside = await productsBeside(edition, fields, typed, last, language)
  const heaviest: Heaviest = async (prefix, isAccepted = () => true) => {
    const counts = beside && runYielding(ofProducts.countBetween(beside, words.range(prefix), edition.workspace))
    return words.heaviest(prefix, MAX_CANDIDATES, (word) => isSuggested(word) && isAccepted(word), await counts)
  }
  const best = (await candidatesFor(last, language, heaviest)).slice(0, limit)
  const spellings = await spell(edition, [...earlier, ...best.map(({ value }) => value)])
  const completions = best.flatMap(({ word, weight }) => {
    const all = [...typed, word]
    const text = textOf(all, spellings)
    // A list reads a price in words as a filter.
    if (text === undefined || pricePhrase(text, edition.store.language)) return []
    return [{ words: searchedWords(all, language), text, count: weight }]
  })
  const shown = await Promise.all(completions.map((completion) => withoutHidden(edition, fields, completion)))
  return shown.filter(({ count }) => count > 0)
}

/** The words that a search has to find: those that say something, or all if none does. */
function searchedWords(words: readonly string[], { isStopWord }: Language): readonly string[] {
  const informative = words.filter((word) => !isStopWord(word))
  return informative.length > 0 ? informative : words
}

/** The products that have the earlier words; undefined if only the last word counts. */
async function productsBeside(
  edition: IndexedEdition,
  fields: readonly CompletionField[],
  typed: readonly string[],
  last: string,
  language: Language,
): Promise<PostingList | undefined> {
  const counted = searchedWords(typed, language)
  const isCounted = language.isStopWord(last) || counted.some((word) => !language.isStopWord(word))
  return counted.length > 0 && isCounted ? intersectAll(await productsWith(edition, fields, counted)) : undefined
}

/** Without the products that a rule of the store hides from the search. */
async function withoutHidden(
  edition: IndexedEdition,
  fields: readonly CompletionField[],
  { words, text, count }: Completion & { readonly words: readonly string[] },
): Promise<Completion> {
  const rule = await ruleFor(edition, { ...NO_CONDITIONS, search: text })
  if (!rule || rule.hidden.size === 0) return { text, count }
  const found = intersectAll(await productsWith(edition, fields, words))
  return { text, count: subtract(found, rule.hidden).size }
}

/** The word itself if the catalog has it, else its most frequent form, else its most frequent completion. */
function catalogWord(
  words: PrefixIndex<CompletionWord>,
  token: string,
  { isStopWord, isExact, stem }: Language,
): CompletionWord | undefined {
  if (isStopWord(token)) return { text: token, spelledIn: token }
  const [exact] = words.heaviest(token, 1, ({ word }) => word === token)
  if (isExact(token)) return exact?.value
  const [ofStem] = exact ? [exact] : words.heaviest(stem(token), 1, ({ word }) => stem(word) === stem(token))
  return (ofStem ?? words.heaviest(token, 1)[0])?.value
}

/**
 * The words that begin with the token. If there are none, the other forms of the token. Of several forms, only the most
 * frequent.
 */
async function candidatesFor(token: string, { stem }: Language, heaviest: Heaviest): Promise<Word[]> {
  const beginning = await heaviest(token)
  const common = stem(token)
  const matches = beginning.length > 0 ? beginning : await heaviest(common, ({ word }) => stem(word) === common)
  return [...Map.groupBy(matches, ({ word }) => stem(word)).values()].map(([first]) => first!)
}

/** The products that have each word in one of the fields. */
async function productsWith(
  edition: IndexedEdition,
  fields: readonly CompletionField[],
  words: readonly string[],
): Promise<PostingList[]> {
  const listsIn = async (field: CompletionField) =>
    field === 'name'
      ? await edition.postings(
          'product',
          words.map((word) => wordTerm('name', word)),
        )
      : await (await facetField(edition, 'product', field)).lists(words)
  const lists = await Promise.all(fields.map(listsIn))
  return words.map((_, index) => unionAll(lists.map((inField) => inField[index]!)))
}

/** The words that were suggested so far, and these ones, in lower case as the catalog writes them, with accents. */
async function spell(edition: IndexedEdition, words: readonly CompletionWord[]): Promise<ReadonlyMap<string, string>> {
  const { spellings } = await edition.cachedHere('spellings', async () => new Spellings())
  const missing = words.filter(({ text }) => !spellings.has(text))
  const positions = missing.map(({ spelledIn }) => spelledIn).filter((spelledIn) => typeof spelledIn === 'number')
  if (missing.length === 0) return spellings
  const documents = await edition.stored.listedDocuments('card', positions)
  const names = new Map(positions.map((position, index) => [position, documentName(documents[index]!)]))
  for (const { text, spelledIn } of missing) {
    const name = typeof spelledIn === 'number' ? names.get(spelledIn)! : spelledIn
    spellings.set(text, new FoldedText(name).spelling(text)?.toLowerCase() ?? text)
  }
  return spellings
}

class Spellings implements Memory {
  readonly spellings = new Map<string, string>()

  get bytes(): number {
    return this.spellings.size * SPELLING_BYTES
  }
}

/** Approximate memory of a word with its spelling, in bytes. */
const SPELLING_BYTES = 100

/**
 * The words as a text: as the catalog writes them, or folded if a search would find other words in that; undefined if
 * it would in either, and if a list refuses the text.
 */
function textOf(words: readonly string[], spellings: ReadonlyMap<string, string>): string | undefined {
  const spelled = words.map((word) => spellings.get(word)!)
  const texts = [join(spelled), spelled.join(' '), words.join(' ')]
  return texts.find((text) => isSearchable(text) && isEqual(tokenize(text), words))
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index])
}

/** Joins words with spaces, except between two words of scripts without spaces. */
function join(words: readonly string[]): string {
  return words.reduce((text, word) => text + (isUnspaced(text.slice(-1)) && isUnspaced(word) ? '' : ' ') + word)
}
