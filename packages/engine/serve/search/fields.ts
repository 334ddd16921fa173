import type { MatchedField, SearchFieldName } from '@vitrine/catalog/store'
import { runYielding } from '@vitrine/runtime/event-loop'
import type { Kind } from '../../edition/term.ts'
import {
  hasPrefixList,
  isPrefixed,
  prefixTerm,
  SLUG_OR_PICTURE,
  type WordField,
  wordTerm,
} from '../../edition/word-term.ts'
import { FuzzyDictionary } from '../../index/fuzzy-search.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect, unionAll } from '../../index/set-algebra.ts'
import { TermDictionary } from '../../index/term-dictionary.ts'
import { facetPostings, facetSchema } from '../facets/facet-values.ts'
import { joinProducts, productJoin } from '../filter.ts'
import { batchedReads, type IndexedEdition, type ReadPostings } from '../indexed-edition.ts'
import { LIST_COST, MAX_FACET_LISTS, MAX_SIMILAR_WORDS, MEMORY_LIST_COST } from './budget.ts'
import { facetWords } from './facet-words.ts'
import { peekStemIndex, type StemIndex } from './stem-index.ts'

/** The fields of a search that names none, in a store that has set none. */
export const DEFAULT_FIELDS: Readonly<Record<Kind, readonly SearchFieldName[]>> = {
  product: ['name', 'description'],
  variant: ['name', 'sku'],
}

/** The words of one field of all products, or of all variants. */
export interface SearchField {
  readonly name: MatchedField
  readonly dictionary: TermDictionary
  /** The stems of the dictionary, if it is large and they are in memory. */
  stems(): StemIndex | undefined
  fuzzyDictionary(): Promise<FuzzyDictionary>
  /** For each word, the products or variants that have it. */
  lists(words: readonly string[]): Promise<PostingList[]>
  /** What `lists` costs of the budget. */
  cost(words: readonly string[]): number
  /** The products or variants with a word that begins with this one. A word begins with itself. */
  beginningWith(word: string): { readonly cost: number; read(): Promise<PostingList> }
}

/** The fields of products or variants. */
export interface SearchFields {
  /** The cheapest first. */
  readonly all: readonly SearchField[]
  /** What only the last step looks in. Variants have none. */
  readonly last: SearchField | undefined
}

/** The fields of products or variants. The text of a variant is its sku. Reads their dictionaries. */
export async function searchFields(edition: IndexedEdition, kind: Kind): Promise<SearchFields> {
  // Not through the cache: a search caches the unions of these lists.
  const read = batchedReads(edition.stored, kind)
  const [name, text, label, option, last] = await Promise.all([
    storedField(edition, kind, 'name', 'name', read),
    storedField(edition, kind, kind === 'variant' ? 'sku' : 'description', 'text', read),
    facetField(edition, kind, 'label'),
    facetField(edition, kind, 'option'),
    kind === 'product' ? storedField(edition, kind, 'slugOrPicture', SLUG_OR_PICTURE, read) : undefined,
  ])
  return { all: [name, label, option, text], last }
}

async function storedField(
  edition: IndexedEdition,
  kind: Kind,
  name: MatchedField,
  field: WordField,
  read: ReadPostings,
): Promise<SearchField> {
  const readDictionary = () => termDictionary(edition, kind, field)
  const dictionary = await readDictionary()
  const lists = (words: readonly string[]) => read(words.map((word) => wordTerm(field, word)))
  const cost = ({ length }: readonly string[]) => length * LIST_COST
  return {
    name,
    dictionary,
    stems: () => peekStemIndex(edition, `stems ${kind} ${field}`, dictionary, readDictionary),
    fuzzyDictionary: () => fuzzyDictionary(edition, kind, field),
    lists,
    cost,
    beginningWith: (word) => {
      if (isPrefixed(field) && hasPrefixList(word))
        return { cost: LIST_COST, read: async () => unionAll(await read([prefixTerm(field, word)])) }
      const longer = dictionary.beginningWith(word, MAX_SIMILAR_WORDS)
      return { cost: cost(longer), read: async () => unionAll(await lists(longer)) }
    },
  }
}

function termDictionary(edition: IndexedEdition, kind: Kind, field: WordField): Promise<TermDictionary> {
  const read = async () => new TermDictionary(await edition.stored.dictionary(kind, field))
  return edition.cached(`term dictionary ${kind} ${field}`, read)
}

function fuzzyDictionary(edition: IndexedEdition, kind: Kind, field: WordField): Promise<FuzzyDictionary> {
  const build = async () => runYielding(FuzzyDictionary.build((await termDictionary(edition, kind, field)).text))
  return edition.cached(`fuzzy dictionary ${kind} ${field}`, build)
}

/** The words in the names of labels or options. Their posting lists are those of the values. */
export async function facetField(edition: IndexedEdition, kind: Kind, name: 'label' | 'option'): Promise<SearchField> {
  const [{ values }, { dictionary, fuzzyDictionary, ordinalsOf }] = await Promise.all([
    facetSchema(edition),
    facetWords(edition, name),
  ])
  const readDictionary = async () => (await facetWords(edition, name)).dictionary
  const ordinals = (words: readonly string[]) => words.map((word) => ordinalsOf.get(word) ?? [])
  const lists = async (words: readonly string[]) => {
    const byWord = ordinals(words)
    const all = byWord.flat()
    if (all.length > MAX_FACET_LISTS) {
      const postings = await facetPostings(edition, name, kind)
      return byWord.map((ofWord) => unionAll(ofWord.map((ordinal) => postings[ordinal]!)))
    }
    const terms = all.map((ordinal) => values[ordinal]!.term)
    const read = (await edition.postings(kind, terms)).values()
    return byWord.map(({ length }) => unionAll(read.take(length).toArray()))
  }
  const cost = (words: readonly string[]) => {
    const count = ordinals(words).flat().length
    return count * (count > MAX_FACET_LISTS ? MEMORY_LIST_COST : LIST_COST)
  }
  return {
    name,
    dictionary,
    stems: () => peekStemIndex(edition, `stems ${name}`, dictionary, readDictionary),
    fuzzyDictionary: async () => fuzzyDictionary,
    lists,
    cost,
    beginningWith: (word) => {
      const longer = dictionary.beginningWith(word, MAX_SIMILAR_WORDS)
      return { cost: cost(longer), read: async () => unionAll(await lists(longer)) }
    },
  }
}

/** The products with a variant whose sku has all of the words; the last may be the beginning of one. */
export async function productsBySku(edition: IndexedEdition, words: readonly string[]): Promise<PostingList> {
  const complete = words.slice(0, -1).map((word) => wordTerm('text', word))
  const [lists, { all }] = await Promise.all([
    edition.stored.postings('variant', complete),
    edition.stored.prefixMatch('variant', 'text', words.at(-1)!, MAX_SIMILAR_WORDS),
  ])
  return await joinProducts(edition, intersect(all, ...lists))
}

/** The products with a variant whose options have a word of each of the lists. */
export async function productsWithOptions(
  edition: IndexedEdition,
  words: readonly (readonly string[])[],
): Promise<PostingList> {
  const field = await facetField(edition, 'variant', 'option')
  const [[first, ...others]] = await Promise.all([
    Promise.all(words.map((alternatives) => anyOf(field, alternatives))),
    productJoin(edition),
  ])
  return await joinProducts(edition, intersect(first!, ...others))
}

/** The products or variants with any of the words. */
export async function anyOf(field: SearchField, words: readonly string[]): Promise<PostingList> {
  return unionAll(await field.lists(words))
}
