import type { LabelKind } from '@vitrine/catalog/label-kind'
import type { Uuid } from '@vitrine/catalog/uuid'
import { fold, isUnspaced, tokenize } from '@vitrine/catalog/words'
import { yieldByTime } from '@vitrine/runtime/event-loop'
import type { Edition } from '../../edition/edition.ts'
import { parseWordTerm } from '../../edition/word-term.ts'
import { lowestPosition, type PostingList } from '../../index/posting-list.ts'
import { PrefixIndex, type WeightedWord } from '../../index/prefix-index.ts'
import { unionAll } from '../../index/set-algebra.ts'
import {
  type FacetPostings,
  type FacetSchema,
  facetPostings,
  facetSchema,
  listOfLabel,
  type NamedValue,
  productsOfLabel,
} from '../facets/facet-values.ts'
import type { IndexedEdition } from '../indexed-edition.ts'

/** The index from which the suggestions of an edition come. The weight of an entry is its number of products. */
export interface SuggestionIndex {
  /** The words in the names of products, labels and options. A product has a word if any of its names does. */
  readonly words: PrefixIndex<CompletionWord>
  readonly labels: PrefixIndex<SuggestibleValue>
  readonly options: PrefixIndex<SuggestibleValue>
  /** Approximate memory, in bytes. */
  readonly bytes: number
}

/** A folded word that a query may be completed with. */
export interface CompletionWord {
  readonly text: string
  /** A text that has the word as the catalog writes it: the position of a product, or the name of a label or option. */
  readonly source: number | string
}

/** A label, or an option with its group. */
export interface SuggestibleValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly group?: { readonly id: Uuid; readonly name: string; readonly code: string }
  readonly kind?: LabelKind
  /** Of a label, as in `CountedLabel`. */
  readonly parameter?: 'within'
  /** The folded words of the name. */
  readonly words: readonly string[]
}

/** Approximate memory of a word with its weight and value, in bytes. */
const WORD_BYTES = 250

/** The index of an edition. It is built for the first request that needs it. */
export function suggestionIndex(edition: IndexedEdition): Promise<SuggestionIndex> {
  return edition.cached('suggestion index', () => buildSuggestionIndex(edition))
}

/** Builds the index from the words of all names, and from the products of each label and option. */
async function buildSuggestionIndex(edition: IndexedEdition): Promise<SuggestionIndex> {
  const schema = await facetSchema(edition)
  const postings = await Promise.all([facetPostings(edition, 'label'), facetPostings(edition, 'option')])
  const shown = schema.labels.filter(({ texts }) => !texts?.hidden)
  const labels = shown.map((label) =>
    weighted({ ...suggestible(label), ...listOfLabel(label) }, productsOfLabel(schema, label)),
  )
  const options = schema.groups.flatMap(({ id, name, code, options }) =>
    options.map((option) =>
      weighted(suggestible(option, { id, name, code }), schema.values[option.ordinal]!.productCount),
    ),
  )
  const words = new PrefixIndex(await countWords(edition.stored, valuesByWord(schema, ...postings)))
  const [labelIndex, optionIndex] = [new PrefixIndex(labels.flat()), new PrefixIndex(options.flat())]
  const bytes = WORD_BYTES * (words.size + labelIndex.size + optionIndex.size)
  return { words, labels: labelIndex, options: optionIndex, bytes }
}

function suggestible({ id, name, code }: NamedValue, group?: SuggestibleValue['group']): SuggestibleValue {
  return { id, name, code, ...(group ? { group } : {}), words: [...new Set(searchableWords(name))] }
}

/** The words of a name. In scripts without spaces, words begin at every character. */
function searchableWords(name: string): string[] {
  const words = tokenize(name)
  if (!isUnspaced(name)) return words
  const runs = fold(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...words, ...runs.filter(isUnspaced).flatMap(suffixes)]
}

function suffixes(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((_, at) => characters.slice(at).join(''))
}

function weighted(value: SuggestibleValue, weight: number): WeightedWord<SuggestibleValue>[] {
  return value.words.map((word) => ({ word, weight, value }))
}

/** Counts the products of every word that is in the name of a product, a label or an option. */
async function countWords(
  edition: Edition,
  valuesOf: Map<string, ValuesOfWord>,
): Promise<WeightedWord<CompletionWord>[]> {
  const counted: WeightedWord<CompletionWord>[] = []
  const add = (word: string, source: CompletionWord['source'], lists: readonly PostingList[]) => {
    const weight = lists.length === 1 ? lists[0]!.size : unionAll(lists).size
    if (weight > 0) counted.push({ word, weight, value: { text: word, source } })
  }
  for await (const batch of edition.scanPostings('product', 'name')) {
    for (const { term, postings } of batch) {
      const { word } = parseWordTerm(term)!
      if (postings.size === 0) continue
      add(word, lowestPosition(postings), [postings, ...(valuesOf.get(word)?.lists ?? [])])
      valuesOf.delete(word)
    }
    await yieldByTime()
  }
  for (const [word, { name, lists }] of valuesOf) {
    add(word, name, lists)
    await yieldByTime()
  }
  return counted
}

/** The posting lists of the labels and options with a word, and the name of one of them. */
interface ValuesOfWord {
  readonly name: string
  readonly lists: PostingList[]
}

function valuesByWord(
  { values }: FacetSchema,
  labelPostings: FacetPostings,
  optionPostings: FacetPostings,
): Map<string, ValuesOfWord> {
  const byWord = new Map<string, ValuesOfWord>()
  for (const [ordinal, { term, name }] of values.entries()) {
    if (!/^(?:label|option):/.test(term)) continue
    const list = (term.startsWith('label:') ? labelPostings : optionPostings)[ordinal]!
    for (const word of new Set(tokenize(name))) {
      const entry = byWord.get(word)
      if (entry) entry.lists.push(list)
      else byWord.set(word, { name, lists: [list] })
    }
  }
  return byWord
}
