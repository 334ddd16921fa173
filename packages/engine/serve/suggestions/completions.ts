import type { Language } from '@vitrine/catalog/language'
import { isUnspaced } from '@vitrine/catalog/words'
import { wordTerm } from '../../edition/word-term.ts'
import type { PostingList } from '../../index/posting-list.ts'
import type { PrefixIndex, WeightedWord } from '../../index/prefix-index.ts'
import { intersect, intersectionSize, unionAll } from '../../index/set-algebra.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { facetField } from '../search/fields.ts'
import { FoldedText } from './folded-text.ts'
import { type CompletionWord, suggestionIndex } from './suggestion-index.ts'

/**
 * A search that begins with the typed words, and the products that have all its words in their names, labels or
 * options.
 */
interface Completion {
  readonly text: string
  readonly count: number
}

type Word = WeightedWord<CompletionWord>
type Words = PrefixIndex<CompletionWord>

/** The most words that the last one may be completed with. Each costs a posting list or two. */
const MAX_CANDIDATES = 16

/** Completes the last of the typed words, which are folded. The most products come first. */
export async function completeWords(
  edition: IndexedEdition,
  tokens: readonly string[],
  limit: number,
): Promise<Completion[]> {
  const [{ words }, language] = await Promise.all([suggestionIndex(edition), edition.language()])
  const last = tokens.at(-1)
  const earlier = tokens.slice(0, -1).map((token) => catalogWord(words, token, language))
  if (last === undefined || !earlier.every((word) => word !== undefined)) return []
  const typed = earlier.map(({ text }) => text)
  const candidates = candidatesFor(words, last, language).filter(({ word }) => !typed.includes(word))
  const informative = typed.filter((word) => !language.isStopWord(word))
  const counted =
    informative.length === 0
      ? candidates.map((word) => ({ word, count: word.weight }))
      : await countBeside(edition, informative, candidates)
  const best = counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
  const spellings = await spell(edition, [...earlier, ...best.map(({ word }) => word.value)])
  const before = spellings.slice(0, earlier.length)
  return best.map(({ count }, index) => ({ text: join([...before, spellings[earlier.length + index]!]), count }))
}

/** The word itself if the catalog has it, else its most frequent form, else its most frequent completion. */
function catalogWord(words: Words, token: string, language: Language): CompletionWord | undefined {
  if (language.isStopWord(token)) return { text: token, source: token }
  const [exact] = words.heaviest(token, 1, ({ word }) => word === token)
  if (language.isExact(token)) return exact?.value
  return (exact ?? formsOf(words, token, language)[0] ?? words.heaviest(token, 1)[0])?.value
}

/**
 * The words that begin with the token. If there are none, the other forms of the token. Of several forms, only the most
 * frequent.
 */
function candidatesFor(words: Words, token: string, language: Language): Word[] {
  const isWord = ({ word }: Word) => !/^[a-z]$/.test(word) && (word === token || !language.isStopWord(word))
  const beginning = words.heaviest(token, 2 * MAX_CANDIDATES, isWord)
  const matches = beginning.length > 0 ? beginning : formsOf(words, token, language)
  return [...Map.groupBy(matches, ({ word }) => language.stem(word)).values()]
    .map(([heaviest]) => heaviest!)
    .slice(0, MAX_CANDIDATES)
}

/** The words that have the stem of the token and begin with that stem. */
function formsOf(words: Words, token: string, { stem }: Language): Word[] {
  const common = stem(token)
  return words.heaviest(common, MAX_CANDIDATES, ({ word }) => stem(word) === common)
}

/** Counts the products that have all the words and the candidate. */
async function countBeside(edition: IndexedEdition, words: readonly string[], candidates: readonly Word[]) {
  const [first, ...others] = await productsWith(edition, [...words, ...candidates.map(({ word }) => word)])
  const beside = intersect(first!, ...others.slice(0, words.length - 1))
  return candidates.map((word, index) => ({
    word,
    count: intersectionSize(beside, others[words.length - 1 + index]!),
  }))
}

/** The products that have each word in their name, a label or an option. */
async function productsWith(edition: IndexedEdition, words: readonly string[]): Promise<PostingList[]> {
  const fields = await Promise.all([facetField(edition, 'product', 'label'), facetField(edition, 'product', 'option')])
  const names = words.map((word) => wordTerm('name', word))
  const lists = await Promise.all([edition.postings('product', names), ...fields.map((field) => field.lists(words))])
  return words.map((_, index) => unionAll(lists.map((inField) => inField[index]!)))
}

/** Words in lower case as the catalog writes them, with accents and apostrophes. */
async function spell(edition: IndexedEdition, words: readonly CompletionWord[]): Promise<string[]> {
  const positions = words.map(({ source }) => source).filter((source) => typeof source === 'number')
  const documents = await edition.stored.documents('summary', positions)
  const names = new Map(positions.map((position, index) => [position, nameIn(documents[index]!)]))
  return words.map(({ text, source }) => {
    const name = typeof source === 'number' ? names.get(source)! : source
    return new FoldedText(name).spelling(text)?.toLowerCase() ?? text
  })
}

function nameIn(document: string): string {
  const { name } = JSON.parse(document) as { readonly name: string }
  return name
}

/** Joins words with spaces, except between two words of scripts without spaces. */
function join(words: readonly string[]): string {
  return words.reduce((text, word) => text + (isUnspaced(text.slice(-1)) && isUnspaced(word) ? '' : ' ') + word)
}
