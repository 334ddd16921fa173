import type { SearchFieldName } from '../../catalog/store.ts'
import type { Kind } from '../../edition/term.ts'
import { type Field, hasPrefixList, prefixTerm, wordTerm } from '../../edition/word-term.ts'
import type { FuzzyDictionary } from '../../index/fuzzy-search.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect, unionAll } from '../../index/set-algebra.ts'
import type { TermDictionary } from '../../index/term-dictionary.ts'
import { batchedReads, type ReadPostings } from '../batched-reads.ts'
import { joinProducts } from '../filter.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { MAX_SIMILAR_WORDS } from './budget.ts'
import type { ShortStems } from './short-stems.ts'

/** The fields of a search that names none, in a store that has set none. */
export const DEFAULT_FIELDS: Readonly<Record<Kind, readonly SearchFieldName[]>> = {
  product: ['name', 'description'],
  variant: ['name', 'sku'],
}

/** The words of one field of all products, or of all variants. */
export interface SearchField {
  readonly name: SearchFieldName
  readonly dictionary: TermDictionary
  /** The terms with short stems, if they are in memory. */
  shortStems(): ShortStems | undefined
  fuzzyDictionary(): Promise<FuzzyDictionary>
  /** For each word, the products or variants that have it. */
  lists(words: readonly string[]): Promise<PostingList[]>
  /** The number of posting lists that `lists` reads. */
  listCount(words: readonly string[]): number
  /** The products or variants with a word that begins with this one. A word begins with itself. */
  beginningWith(word: string): { readonly listCount: number; read(): Promise<PostingList> }
}

/** The fields of products or variants. The text of a variant is its sku. Reads their dictionaries. */
export async function searchFields(edition: IndexedEdition, kind: Kind): Promise<SearchField[]> {
  // Not through the cache: a search caches the unions of these lists.
  const read = batchedReads(edition.stored, kind)
  const [name, text, label, option] = await Promise.all([
    storedField(edition, kind, 'name', 'name', read),
    storedField(edition, kind, kind === 'variant' ? 'sku' : 'description', 'text', read),
    facetField(edition, kind, 'label'),
    facetField(edition, kind, 'option'),
  ])
  return [name, label, option, text]
}

async function storedField(
  edition: IndexedEdition,
  kind: Kind,
  name: SearchFieldName,
  field: Field,
  read: ReadPostings,
): Promise<SearchField> {
  const dictionary = await edition.termDictionary(kind, field)
  const lists = (words: readonly string[]) => read(words.map((word) => wordTerm(field, word)))
  return {
    name,
    dictionary,
    shortStems: () => edition.peekShortStems(kind, field, dictionary),
    fuzzyDictionary: () => edition.fuzzyDictionary(kind, field),
    lists,
    listCount: ({ length }) => length,
    beginningWith: (word) => {
      if (hasPrefixList(word))
        return { listCount: 1, read: async () => unionAll(await read([prefixTerm(field, word)])) }
      const longer = dictionary.beginningWith(word, MAX_SIMILAR_WORDS)
      return { listCount: longer.length, read: async () => unionAll(await lists(longer)) }
    },
  }
}

/** The words in the names of labels or options. Their posting lists are those of the values. */
async function facetField(edition: IndexedEdition, kind: Kind, name: 'label' | 'option'): Promise<SearchField> {
  const { dictionary, fuzzyDictionary, termsOf } = await edition.facetWords(name)
  const lists = async (words: readonly string[]) => {
    const terms = words.map((word) => termsOf.get(word) ?? [])
    const read = (await edition.postings(kind, terms.flat())).values()
    return terms.map(({ length }) => unionAll(read.take(length).toArray()))
  }
  const listCount = (words: readonly string[]) => words.reduce((sum, word) => sum + (termsOf.get(word)?.length ?? 0), 0)
  return {
    name,
    dictionary,
    shortStems: () => undefined,
    fuzzyDictionary: async () => fuzzyDictionary,
    lists,
    listCount,
    beginningWith: (word) => {
      const longer = dictionary.beginningWith(word, MAX_SIMILAR_WORDS)
      return { listCount: listCount(longer), read: async () => unionAll(await lists(longer)) }
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
    edition.productJoin(),
  ])
  return await joinProducts(edition, intersect(first!, ...others))
}

/** The products or variants with any of the words. */
export async function anyOf(field: SearchField, words: readonly string[]): Promise<PostingList> {
  return unionAll(await field.lists(words))
}
