import type { SearchFieldName } from '@vitrine/catalog/store'
import { runYielding, yieldByTime } from '@vitrine/runtime/event-loop'
import { parseWordTerm } from '../../edition/word-term.ts'
import { buildForwardIndex, type ForwardIndex } from '../../index/forward-index.ts'
import { lowestPosition, type PostingList } from '../../index/posting-list.ts'
import { PrefixIndex, sortedByWord, type WeightedWord } from '../../index/prefix-index.ts'
import { unionAll } from '../../index/set-algebra.ts'
import type { Memory } from '../bounded-cache.ts'
import { facetPostings, facetSchema } from '../facets/facet-values.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { facetWords } from '../search/facet-words.ts'
import { DEFAULT_FIELDS } from '../search/fields.ts'

/** The words that a search may be completed with, in some fields. The weight of a word is its number of products. */
export interface CompletionWords extends Memory {
  readonly words: PrefixIndex<CompletionWord>
  /** The words of each product, by their indexes in `words`. */
  readonly ofProducts: ForwardIndex
}

/** A folded word that a search may be completed with. */
export interface CompletionWord {
  readonly text: string
  /** A text that has the word as the catalog writes it: the position of a product, or the name of a label or option. */
  readonly spelledIn: number | string
}

/** The fields with the words of completions. Of a description, nobody types the words. */
const COMPLETION_FIELDS = ['name', 'label', 'option'] as const
export type CompletionField = (typeof COMPLETION_FIELDS)[number]

/**
 * The fields whose words complete a search: all, or names alone, if it looks in these first. Other sets of fields would
 * need an index each, so that a client could have one built after another.
 */
export function completionFields(
  { store }: IndexedEdition,
  searchIn: readonly SearchFieldName[] | undefined,
): readonly CompletionField[] {
  const searched = searchIn ?? store.searchIn ?? DEFAULT_FIELDS.product
  if (COMPLETION_FIELDS.every((field) => searched.includes(field))) return COMPLETION_FIELDS
  return searched.includes('name') ? ['name'] : []
}

/** Approximate memory of a word with its weight and value, in bytes. */
const WORD_BYTES = 250

/** The words of some fields. They are counted for the first request that needs them. */
export function completionWords(edition: IndexedEdition, fields: readonly CompletionField[]): Promise<CompletionWords> {
  return edition.cached(`completion words ${fields}`, () => countWords(edition, fields))
}

/** A product has a word if any of the fields does. */
async function countWords(edition: IndexedEdition, fields: readonly CompletionField[]): Promise<CompletionWords> {
  const lists = new Map<string, ListsOfWord>()
  for (const field of fields)
    await (field === 'name' ? addNames(edition, lists) : addFacetValues(edition, field, lists))
  const counted: (WeightedWord<CompletionWord> & { readonly products: PostingList })[] = []
  for (const [word, { spelledIn, ofFields }] of lists) {
    const products = unionAll(ofFields)
    if (products.size > 0) counted.push({ word, weight: products.size, value: { text: word, spelledIn }, products })
    await yieldByTime()
  }
  const sorted = sortedByWord(counted)
  const ofProducts = await runYielding(buildForwardIndex(sorted.map(({ products }) => products)))
  const words = new PrefixIndex(sorted.map(({ word, weight, value }) => ({ word, weight, value })))
  return { words, ofProducts, bytes: WORD_BYTES * words.size + ofProducts.bytes }
}

interface ListsOfWord {
  readonly spelledIn: CompletionWord['spelledIn']
  readonly ofFields: PostingList[]
}

async function addNames({ stored }: IndexedEdition, lists: Map<string, ListsOfWord>): Promise<void> {
  for await (const batch of stored.scanPostings('product', 'name')) {
    for (const { term, postings } of batch)
      if (postings.size > 0)
        lists.set(parseWordTerm(term)!.word, { spelledIn: lowestPosition(postings), ofFields: [postings] })
    await yieldByTime()
  }
}

async function addFacetValues(
  edition: IndexedEdition,
  field: 'label' | 'option',
  lists: Map<string, ListsOfWord>,
): Promise<void> {
  const [{ values }, { ordinalsOf }, postings] = await Promise.all([
    facetSchema(edition),
    facetWords(edition, field),
    facetPostings(edition, field),
  ])
  for (const [word, ordinals] of ordinalsOf) {
    const ofField = ordinals.map((ordinal) => postings[ordinal]!)
    const ofOtherFields = lists.get(word)
    if (ofOtherFields) ofOtherFields.ofFields.push(...ofField)
    else lists.set(word, { spelledIn: values[ordinals[0]!]!.name, ofFields: ofField })
    await yieldByTime()
  }
}
